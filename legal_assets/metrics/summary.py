"""Means over all judged queries, with bootstrap intervals over citing documents.

Belongs here: from query metrics to metrics. Does not belong here: the resampling (`measures/bootstrap.py`).
"""

import numpy as np
import polars as pl

from legal_assets.measures.bootstrap import clustered_interval
from legal_assets.schemas import METRICS

_CELL = ("corpus", "system", "task", "variant")


def summarise(
    query_metrics: pl.DataFrame,
    queries: pl.DataFrame,
    *,
    roles: dict[str, str],
    few_queries: int,
    qrels_digest: str,
    candidates_digest: str,
    software: str,
) -> pl.DataFrame:
    """Return one row per system, task, variant and measure; frames of the contracts query_metrics → metrics.

    Args:
        query_metrics: values per query.
        queries: queries with their citing document, the cluster of the bootstrap.
        roles: role by system.
        few_queries: below this many queries a row is flagged few.
        qrels_digest: data version of the qrels scored against.
        candidates_digest: data version of the candidates ranked.
        software: versions of the libraries.
    """
    if query_metrics.is_empty():
        return METRICS.empty()
    clustered = query_metrics.join(
        queries.select("task", "variant", "query_id", "doc_id"), on=["task", "variant", "query_id"]
    )
    parts = [_cell(cell) for _, cell in clustered.group_by(_CELL, maintain_order=True)]
    rows = pl.concat(parts).with_columns(
        (pl.col("n") < few_queries).alias("few"),
        pl.col("system").replace_strict(roles, return_dtype=pl.String).alias("role"),
        pl.lit(qrels_digest).alias("qrels_digest"),
        pl.lit(candidates_digest).alias("candidates_digest"),
        pl.lit(software).alias("software"),
    )
    return METRICS.conform(rows)


def _cell(cell: pl.DataFrame) -> pl.DataFrame:
    """Summarise one system on one task and variant, measures of the same queries in one resampling."""
    wide = cell.pivot(on="measure", index=["query_id", "doc_id", "answered"], values="value").sort("query_id")
    constants = cell.select(*_CELL, "run_id").sort("run_id").tail(1)
    together: dict[tuple[bool, ...], list[str]] = {}
    for measure in wide.columns:
        if measure not in {"query_id", "doc_id", "answered"}:
            # Some queries have no value of some measures, such as those without a subset of an AUC.
            together.setdefault(tuple(wide[measure].is_null()), []).append(measure)
    parts = [_measures(wide.drop_nulls(measures), measures) for measures in together.values()]
    return constants.join(pl.concat(parts), how="cross")


def _measures(wide: pl.DataFrame, measures: list[str]) -> pl.DataFrame:
    values = wide.select(measures).to_numpy()
    clusters = wide["doc_id"].rank("dense").cast(pl.Int64).to_numpy() - 1
    low, high = clustered_interval(values, clusters)
    return pl.DataFrame(
        {
            "measure": measures,
            "value": values.mean(axis=0).round(12),
            "low": np.asarray(low).round(6),
            "high": np.asarray(high).round(6),
            "n": len(values),
            "answered": int(wide["answered"].sum()),
            "clusters": int(clusters.max()) + 1,
        }
    )
