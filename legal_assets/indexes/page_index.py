"""One lexical index over the pages of a corpus, so that queries and conditions find pages.

Belongs here: names of pages as candidates of an index, and its manifest. Does not belong here: counting
(`postings.py`), scores of pages (`rankings/`).
"""

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from legal_assets.indexes.postings import build_postings, write_postings
from legal_assets.schemas import LEXICAL_INDEX
from legal_assets.text.analysers import analyser as analyser_named
from legal_assets.text.tokens import tokenise

TASK = "pages"
VARIANT = "original"
_SEPARATOR = "/"
_DIGITS = 6


def page_ids(pages: pl.DataFrame) -> pl.Series:
    """Return a name for each page, `<doc_id>/000012`, in which pages of a document sort by number."""
    number = pl.col("page").cast(pl.String).str.zfill(_DIGITS)
    return pages.select(pl.concat_str("doc_id", number, separator=_SEPARATOR).alias("candidate_id"))["candidate_id"]


def split_page_ids(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the frame with `candidate_id` made the document and `page` its page."""
    parts = pl.col("candidate_id").str.split_exact(_SEPARATOR, 1)
    return frame.with_columns(
        parts.struct.field("field_0").alias("candidate_id"),
        parts.struct.field("field_1").cast(pl.Int32).alias("page"),
    )


def build_page_index(corpus: str, pages: pl.DataFrame, analysers: Sequence[str], folder: Path) -> pl.DataFrame:
    """Index pages by each analyser; frames `doc_id`, `page`, `text` → the contract `lexical_index`, task `pages`.

    Args:
        corpus: key of the corpus.
        pages: pages with their text without running heads.
        analysers: names of the analysers that enabled systems use.
        folder: where index folders lie, each named by its digest.
    """
    if pages.is_empty():
        return LEXICAL_INDEX.empty()
    named = pages.with_columns(page_ids(pages)).sort("candidate_id")
    rows = []
    for name in analysers:
        postings = build_postings(named["candidate_id"], tokenise(named["text"], analyser_named(name)))
        rows.append(
            {
                "corpus": corpus,
                "task": TASK,
                "variant": VARIANT,
                "analyser": name,
                "digest": write_postings(postings, folder).name,
                "candidates": len(postings.candidate_ids),
                "terms": len(postings.vocabulary),
                "postings": len(postings.candidates),
                "tokens": postings.token_count,
            }
        )
    return LEXICAL_INDEX.frame(rows)
