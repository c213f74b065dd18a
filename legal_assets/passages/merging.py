"""Merging a corpus with tables of paragraphs that older collections left.

Belongs here: which text counts where both have one, what each side lacks and gets from the other, which cases come in,
and what is left out. Does not belong here: reading the tables (`tables.py`), merging citations (`citations/tables.py`).
"""

from collections.abc import Sequence
from typing import NamedTuple

import polars as pl

from legal_assets.passages.imported import Identify, documents_of, passages_of, placed
from legal_assets.passages.tables import Paragraphs, sift
from legal_assets.schemas import DOCUMENTS, PASSAGES
from legal_assets.schemas.imported_collections import EXCLUDED_ROWS, FILTERED_PASSAGES, RECOVERED_PASSAGES
from legal_assets.text.language import identify_language

CORPUS_SIDE = "corpus"
FLAG = "imported"

_KEY = ["doc_id", "number"]


class Merged(NamedTuple):
    """A corpus with the paragraphs of tables in it; frames of the contracts of these names."""

    documents: pl.DataFrame
    passages: pl.DataFrame
    recovered_passages: pl.DataFrame
    excluded_rows: pl.DataFrame
    filtered_passages: pl.DataFrame


def merge_paragraphs(
    corpus: str,
    documents: pl.DataFrame,
    passages: pl.DataFrame,
    tables: Sequence[Paragraphs],
    *,
    metadata: pl.DataFrame | None = None,
    language: str = "en",
    threshold: float = 0.9,
    identify: Identify = identify_language,
) -> Merged:
    """Merge the paragraphs of tables into documents and passages.

    The corpus's own text of a paragraph counts, then that of the first table that has it. A paragraph that the corpus
    lacks, or has without text, comes from the tables, with the flag `imported`; its text is added at the end of the
    text of its document. A decision that only tables have becomes a document, dated and titled by `metadata` where
    that knows it. A row without text is recovered if another side has one, excluded as `empty_text` otherwise.
    Paragraphs that would come in but are identified as of another language, at least as surely as `threshold`, are
    filtered.

    Args:
        corpus: key of the corpus.
        documents: frame of the contract `documents`.
        passages: frame of the contract `passages`.
        tables: tables of paragraphs, the most trusted first.
        metadata: `doc_id`, `title` and `date` of decisions.
        language: language that stays, as ISO 639-1 code.
        threshold: probability, 0 to 1, from which another language counts as identified.
        identify: names the language of a text.

    Raises:
        ValueError: two tables have one name, or a table is called `corpus`.
    """
    names = [table.source for table in tables]
    if len({*names, CORPUS_SIDE}) <= len(names):
        raise ValueError(f"The tables {', '.join(names)} need names of their own, none of them {CORPUS_SIDE!r}.")
    rows = _together(tables)
    own = (
        passages.filter(pl.col("text").str.strip_chars() != "")
        .drop_nulls("number")
        .select(*_KEY, "text")
        .unique(_KEY, keep="first", maintain_order=True)
    )
    lacking = rows.filter(pl.col("text").is_not_null()).join(own, on=_KEY, how="anti")
    spoken = _spoken(lacking, identify)
    foreign = (pl.col("language") != language) & (pl.col("confidence") >= threshold)
    added = spoken.filter(~foreign).unique(_KEY, keep="first", maintain_order=True).drop("language")
    recovered, empty = _recovered(corpus, rows, own, added, documents)
    new_documents, new_passages = _new(corpus, added.join(documents, on="doc_id", how="anti"), metadata, identify)
    old_documents, old_passages = _completed(corpus, documents, passages, added)
    return Merged(
        DOCUMENTS.conform(pl.concat([old_documents, new_documents])),
        PASSAGES.conform(pl.concat([old_passages, new_passages])),
        recovered,
        EXCLUDED_ROWS.conform(pl.concat([EXCLUDED_ROWS.empty(), *(table.excluded for table in tables), empty])),
        FILTERED_PASSAGES.conform(
            spoken.filter(foreign).select(
                pl.lit(corpus).alias("corpus"), "source", "row", "passage_id", "doc_id", "language", "confidence"
            )
        ),
    )


def _together(tables: Sequence[Paragraphs]) -> pl.DataFrame:
    """Rows of all tables, the most trusted first."""
    schema = {"row": pl.Int64, "celex": pl.String, "doc_id": pl.String, "number": pl.Int32, "text": pl.String}
    empty = pl.DataFrame(schema=schema | {"source": pl.String, "sha256": pl.String})
    named = [
        table.rows.with_columns(pl.lit(table.source).alias("source"), pl.lit(table.sha256).alias("sha256"))
        for table in tables
    ]
    return pl.concat([empty, *named]).with_columns(
        pl.format("{}-{}", "doc_id", "number").alias("passage_id"), pl.col("source").alias("file_id")
    )


def _spoken(rows: pl.DataFrame, identify: Identify) -> pl.DataFrame:
    """Add the language of each text and how sure that is."""
    found = [identify(text) for text in rows["text"]]
    return rows.with_columns(
        pl.Series("language", [each.language for each in found], dtype=pl.String),
        pl.Series("confidence", [each.confidence for each in found], dtype=pl.Float64),
    )


def _recovered(
    corpus: str, rows: pl.DataFrame, own: pl.DataFrame, added: pl.DataFrame, documents: pl.DataFrame
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """What each side lacked and got, and the rows without text for which there is none."""
    known = added.select(*_KEY, "text", taken_from="source")
    sides = pl.concat([own.select(*_KEY, "text", taken_from=pl.lit(CORPUS_SIDE)), known])
    blank = rows.filter(pl.col("text").is_null())
    back = sides.join(blank.select(*_KEY, missing_in="source"), on=_KEY)
    came = known.with_columns(pl.lit(CORPUS_SIDE).alias("missing_in"))
    fault = ("empty_text", pl.lit(value=True), pl.lit("The row has no text, and no other side has one."))
    helpless = blank.join(sides, on=_KEY, how="anti")
    empty = [sift(corpus, str(part["source"][0]), part, [fault])[1] for part in helpless.partition_by("source")]
    new = ~pl.col("doc_id").is_in(documents["doc_id"].implode()) & (pl.col("missing_in") == CORPUS_SIDE)
    recovered = pl.concat([back.select(came.columns), came]).select(
        pl.lit(corpus).alias("corpus"),
        pl.format("{}-{}", "doc_id", "number").alias("passage_id"),
        "doc_id",
        "missing_in",
        "taken_from",
        new.alias("new_document"),
        pl.col("text").str.len_chars().alias("characters"),
    )
    return RECOVERED_PASSAGES.conform(recovered), pl.concat([EXCLUDED_ROWS.empty(), *empty])


def _new(
    corpus: str, rows: pl.DataFrame, metadata: pl.DataFrame | None, identify: Identify
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Documents and passages of decisions that the corpus had nothing of."""
    facts = pl.DataFrame(schema={"doc_id": pl.String, "title": pl.String, "date": pl.Date})
    if metadata is not None:
        facts = metadata.select("doc_id", "title", "date").unique("doc_id", keep="first", maintain_order=True)
    paragraphs = placed(rows)
    texts = (
        paragraphs.group_by("doc_id", maintain_order=True)
        .agg(pl.col("text").str.join("\n"), pl.col("file_id", "sha256").first(), pl.len().alias("passages"))
        .join(facts, on="doc_id", how="left")
    )
    documents = documents_of(corpus, texts, identify)
    languages = documents.select("doc_id", "language")
    return documents, passages_of(corpus, paragraphs.join(languages, on="doc_id"), [FLAG])


def _completed(
    corpus: str, documents: pl.DataFrame, passages: pl.DataFrame, added: pl.DataFrame
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The corpus's documents with the paragraphs that they lacked at their end, positions by number."""
    facts = documents.select("doc_id", "language", pl.col("text").str.len_chars().cast(pl.Int64).alias("length"))
    additions = placed(added.join(facts, on="doc_id")).with_columns(pl.col("start") + pl.col("length") + 1)
    if additions.is_empty():
        return documents, passages
    filled = passages.join(additions, on=_KEY, how="anti", nulls_equal=False)
    together = pl.concat([filled, passages_of(corpus, additions, [FLAG])])
    touched = together.join(additions, on="doc_id", how="semi")
    ordered = touched.sort("doc_id", "number", "position", nulls_last=True).with_columns(
        pl.int_range(1, pl.len() + 1, dtype=pl.Int32).over("doc_id").alias("position")
    )
    counts = ordered.group_by("doc_id").agg(now=pl.len().cast(pl.Int32))
    tails = additions.group_by("doc_id", maintain_order=True).agg(tail=pl.col("text").str.join("\n"))
    longer = (
        documents.join(tails, on="doc_id", how="left")
        .join(counts, on="doc_id", how="left")
        .with_columns(
            pl.concat_str("text", "tail", separator="\n", ignore_nulls=True).alias("text"),
            pl.coalesce("now", "passages").alias("passages"),
            pl.when(pl.col("tail").is_null())
            .then("problems")
            .otherwise(pl.concat_list("problems", pl.lit(["imported_paragraphs"])))
            .alias("problems"),
        )
    )
    untouched = passages.join(additions, on="doc_id", how="anti")
    return longer.select(DOCUMENTS.content), pl.concat([untouched, ordered])
