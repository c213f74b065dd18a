"""One lexical index per set of candidates: built once, listed for every task and variant that ranks the set.

Belongs here: which candidates share an index, and the manifest. Does not belong here: counting (`postings.py`).
"""

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from legal_assets.indexes.postings import build_postings, write_postings
from legal_assets.schemas import LEXICAL_INDEX
from legal_assets.storage.digests import frame_digest
from legal_assets.text.analysers import analyser as analyser_named
from legal_assets.text.tokens import tokenise

_SET = ("task", "variant")


def build_indexes(
    corpus: str, candidates: pl.LazyFrame, tasks: Sequence[str], analysers: Sequence[str], folder: Path
) -> pl.DataFrame:
    """Index the candidates of every task and variant; frames of the contracts candidates → lexical_index.

    Sets of equal ids and texts, such as those of `unnumbered` and `masked`, share one folder of files.

    Args:
        corpus: key of the corpus.
        candidates: candidates of all tasks.
        tasks: tasks that are ranked.
        analysers: names of the analysers that systems use.
        folder: where index folders lie, each named by its digest.
    """
    variants = candidates.filter(pl.col("task").is_in(list(tasks))).select(_SET).unique().sort(_SET).collect()
    rows: list[dict[str, object]] = []
    built: dict[tuple[str, str], dict[str, object]] = {}
    for task, variant in variants.iter_rows():
        of_set = (pl.col("task") == task) & (pl.col("variant") == variant)
        texts = candidates.filter(of_set).select("candidate_id", "text").sort("candidate_id").collect()
        source = frame_digest(texts, texts.columns)
        for analyser in analysers:
            if (source, analyser) not in built:
                built[source, analyser] = _build(texts, analyser, folder)
            rows.append({"corpus": corpus, "task": task, "variant": variant, **built[source, analyser]})
    return LEXICAL_INDEX.frame(rows)


def _build(texts: pl.DataFrame, analyser: str, folder: Path) -> dict[str, object]:
    postings = build_postings(texts["candidate_id"], tokenise(texts["text"], analyser_named(analyser)))
    return {
        "analyser": analyser,
        "digest": write_postings(postings, folder).name,
        "candidates": len(postings.candidate_ids),
        "terms": len(postings.vocabulary),
        "postings": len(postings.candidates),
        "tokens": postings.token_count,
    }
