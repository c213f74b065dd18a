"""Scores on what people judged beside scores on everything.

Belongs here: scoring rankings against the relevant pairs of source `human` alone. Does not belong here: the rule by
which labels make a pair relevant (`collections/labels.py`), measures (`scoring.py`).
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path

import polars as pl

from legal_assets.collections.shown import ALL
from legal_assets.metrics.scoring import score_queries
from legal_assets.schemas import HUMAN_SUBSET

HUMAN = "human"
_CELL = ["corpus", "system", "task", "variant", "measure"]


def compare_with_human(
    corpus: str,
    system: str,
    rankings: Sequence[str],
    queries: Sequence[str],
    qrels: pl.LazyFrame,
    query_metrics: pl.LazyFrame,
    *,
    tasks: Sequence[str],
    variants: str = ALL,
    few_queries: int,
    threads: int = 2,
) -> pl.DataFrame:
    """Return the mean of every measure over all queries and over the human subset; frame of `human_subset`.

    The human subset is the queries with a relevant pair of source `human`, scored against those pairs alone.

    Args:
        corpus: key of the corpus.
        system: key of the system.
        rankings: Parquet files of the contract `rankings`, of this corpus and system.
        queries: Parquet files of the contract `queries`.
        qrels: frame of the contract `qrels`.
        query_metrics: values of all queries, frame of the contract `query_metrics`.
        tasks: tasks that are ranked.
        variants: see `score_queries`.
        few_queries: below this many human-judged queries a row is flagged few.
        threads: threads of DuckDB.
    """
    human = qrels.filter(pl.col("source") == HUMAN).collect()
    if human.is_empty():
        return HUMAN_SUBSET.empty()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "qrels.parquet"
        human.write_parquet(path)
        judged = score_queries(
            corpus, system, rankings, queries, [str(path)], tasks=tasks, variants=variants, threads=threads
        )
    whole, part = _means(query_metrics.collect(), "all"), _means(judged, HUMAN)
    return HUMAN_SUBSET.conform(
        part.join(whole, on=_CELL).with_columns(
            (pl.col("value_human") - pl.col("value_all")).round(12).alias("difference"),
            (pl.col("n_human") < few_queries).alias("few"),
        )
    )


def _means(values: pl.DataFrame, name: str) -> pl.DataFrame:
    return values.group_by(_CELL).agg(
        pl.col("value").mean().round(12).alias(f"value_{name}"), pl.len().cast(pl.Int64).alias(f"n_{name}")
    )
