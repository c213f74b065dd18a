"""A lexical system over all tasks and variants of a corpus.

Belongs here: from a catalog entry, an index manifest and queries to rankings. Does not belong here: scoring
(`lexical.py`).
"""

from collections.abc import Iterator
from pathlib import Path

import polars as pl

from legal_assets.catalog import System
from legal_assets.indexes.models import model as model_named
from legal_assets.indexes.postings import read_postings
from legal_assets.indexes.weights import weigh
from legal_assets.rankings.lexical import rank
from legal_assets.schemas import RANKINGS
from legal_assets.storage.digests import frame_digest, value_digest
from legal_assets.text.analysers import analyser as analyser_named


def rank_lexically(
    corpus: str,
    system: System,
    index: pl.DataFrame,
    queries: pl.LazyFrame,
    folder: Path,
    *,
    depth: int,
    threads: int,
) -> pl.DataFrame:
    """Rank every query of every indexed task and variant; frame of the contract `rankings`.

    Args:
        corpus: key of the corpus.
        system: catalog entry of the system.
        index: manifest of the contract `lexical_index`.
        queries: queries of all tasks.
        folder: where index folders lie.
        depth: candidates ranked per query.
        threads: threads of the scorer.
    """
    entries = index.filter(pl.col("analyser") == system.analyser)
    parts = list(_tasks(system, entries, queries, folder, depth, threads))
    if not parts:
        return RANKINGS.empty()
    frame = pl.concat(parts).with_columns(pl.lit(corpus).alias("corpus"), pl.lit(system.key).alias("system"))
    return RANKINGS.conform(frame)


def _tasks(
    system: System, entries: pl.DataFrame, queries: pl.LazyFrame, folder: Path, depth: int, threads: int
) -> Iterator[pl.DataFrame]:
    analyser = analyser_named(system.analyser)
    for digest, tasks in entries.group_by("digest", maintain_order=True):
        postings = read_postings(folder / str(digest[0]))
        weights = weigh(postings, model_named(system.model), dict(system.parameters))
        for task, variant in tasks.select("task", "variant").iter_rows():
            asked = (
                queries.filter((pl.col("task") == task) & (pl.col("variant") == variant))
                .select("query_id", "text")
                .sort("query_id")
                .collect()
            )
            run_id = value_digest(
                [
                    system.key,
                    system.model,
                    system.parameters,
                    digest[0],
                    frame_digest(asked, asked.columns),
                    depth,
                ]
            )[:16]
            for ranking in rank(asked, postings, weights, analyser, depth, threads):
                yield ranking.with_columns(
                    pl.lit(task).alias("task"),
                    pl.lit(variant).alias("variant"),
                    pl.lit(run_id).alias("run_id"),
                )
