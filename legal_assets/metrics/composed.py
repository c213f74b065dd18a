"""Measures of all composed systems of a corpus, those of their evidence pages among them.

Belongs here: one system after the other. Does not belong here: the measures (`scoring.py`, `evidence.py`).
"""

from collections.abc import Sequence

import polars as pl

from legal_assets.catalog import Measure, System
from legal_assets.metrics.evidence import score_evidence
from legal_assets.metrics.scoring import score_queries
from legal_assets.schemas import QUERY_METRICS


def score_composed(
    corpus: str,
    systems: Sequence[System],
    rankings: Sequence[str],
    queries: Sequence[str],
    qrels: Sequence[str],
    evidence: pl.LazyFrame,
    condition_pages: pl.DataFrame,
    *,
    tasks: Sequence[str],
    measures: Sequence[Measure],
    threads: int,
) -> pl.DataFrame:
    """Return one row per system, judged query and measure; frame of the contract `query_metrics`.

    Args:
        corpus: key of the corpus.
        systems: catalog entries.
        rankings: Parquet files of the contract `rankings`, of all composed systems.
        queries: Parquet files of the contract `queries`.
        qrels: Parquet files of the contract `qrels`.
        evidence: frame of the contract `page_evidence`.
        condition_pages: frame of the contract `condition_pages`.
        tasks: tasks that are ranked.
        measures: measures to compute.
        threads: threads of DuckDB.
    """
    if condition_pages.is_empty():
        return QUERY_METRICS.empty()
    asked, judged, ranked = (pl.scan_parquet(list(files)) for files in (queries, qrels, rankings))
    parts = []
    for system in systems:
        of_system = pl.col("system") == system.key
        files = (rankings, queries, qrels)
        parts.append(score_queries(corpus, system.key, *files, tasks=tasks, measures=measures, threads=threads))
        parts.append(
            score_evidence(
                corpus, system.key, ranked.filter(of_system), evidence.filter(of_system), condition_pages, asked, judged
            )
        )
    return QUERY_METRICS.conform(pl.concat(parts))
