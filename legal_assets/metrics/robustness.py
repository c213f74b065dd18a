"""How far means depend on single documents, on documents as a sample, and on judgments that may be wrong.

Belongs here: from values per query and judgments to the table. Does not belong here: the formulas
(`measures/crossed.py`, `measures/promotion.py`).
"""

from collections.abc import Iterator

import numpy as np
import polars as pl
from numpy.typing import NDArray

from legal_assets.measures.bootstrap import clustered_interval, percentile_interval
from legal_assets.measures.crossed import (
    Graph,
    components,
    crossed_means,
    without_each_document,
    without_highest_degrees,
)
from legal_assets.measures.randomisation import SEED
from legal_assets.metrics.matrices import Matrix, matrices
from legal_assets.schemas.inference import ROBUSTNESS

HIGHEST = 20
"""Documents of most queries that are left out together."""


def examine(
    corpus: str, query_metrics: pl.LazyFrame, queries: pl.LazyFrame, qrels: pl.LazyFrame, measures: tuple[str, ...]
) -> pl.DataFrame:
    """Return one row per system, task, variant, measure and analysis; frame of the contract `robustness`.

    Args:
        corpus: key of the corpus.
        query_metrics: frames of the contract `query_metrics`, of any families.
        queries: frame of the contract `queries`.
        qrels: frame of the contract `qrels`.
        measures: measures to examine.
    """
    found = [
        rows.with_columns(
            pl.lit(corpus).alias("corpus"),
            pl.lit(matrix.task).alias("task"),
            pl.lit(matrix.variant).alias("variant"),
            pl.lit(matrix.measure).alias("measure"),
            pl.lit(SEED).alias("seed"),
        )
        for matrix in matrices(query_metrics, queries, measures)
        for rows in _examined(matrix, _judged(qrels, matrix))
    ]
    return ROBUSTNESS.conform(pl.concat(found)) if found else ROBUSTNESS.empty()


def _judged(qrels: pl.LazyFrame, matrix: Matrix) -> pl.DataFrame:
    """Return judged pairs of the matrix's queries with the number of the query."""
    numbers = pl.LazyFrame({"query_id": matrix.query_ids}).with_row_index("query")
    return (
        qrels.filter((pl.col("task") == matrix.task) & (pl.col("grade") > 0))
        .join(numbers, on="query_id")
        .select(pl.col("query").cast(pl.Int64), "candidate_id", "is_gold")
        .sort("query", "candidate_id")
        .collect()
    )


def _examined(matrix: Matrix, judged: pl.DataFrame) -> Iterator[pl.DataFrame]:
    gold = judged.filter("is_gold")
    for analysis, pairs in (("crossed-gold", gold), ("crossed-judged", judged)):
        if pairs["query"].n_unique() < len(matrix.values):
            continue  # some query has no gold: a graph without it would be of other queries
        graph, _ = _graph(matrix, pairs)
        ends = percentile_interval(crossed_means(matrix.values, graph))
        yield _rows(matrix, graph, analysis, matrix.values.mean(axis=0), ends.low, ends.high)
    if gold["query"].n_unique() < len(matrix.values):
        return
    graph, names = _graph(matrix, gold)
    single = without_each_document(matrix.values, graph)
    named = [
        f"{names[int(low)]} {names[int(high)]}" if low >= 0 else ""
        for low, high in zip(single.low_document, single.high_document, strict=True)
    ]
    means = matrix.values.mean(axis=0)
    yield _rows(matrix, graph, "without-one-document", means, single.low, single.high, named)
    left = without_highest_degrees(graph, HIGHEST)
    if left.any():
        families = np.unique(matrix.families[left], return_inverse=True)[1]
        ends = clustered_interval(matrix.values[left], families)
        means = matrix.values[left].mean(axis=0)
        yield _rows(matrix, graph, f"without-{HIGHEST}-documents", means, ends.low, ends.high, n=int(left.sum()))
    else:
        nothing = np.full(len(matrix.systems), np.nan)
        yield _rows(matrix, graph, f"without-{HIGHEST}-documents", nothing, nothing, nothing, n=0)


def _graph(matrix: Matrix, pairs: pl.DataFrame) -> tuple[Graph, list[str]]:
    names = pairs["candidate_id"].unique().sort()
    numbers = names.search_sorted(pairs["candidate_id"]).cast(pl.Int64).to_numpy()
    return Graph(len(matrix.values), len(names), pairs["query"].to_numpy(), numbers), names.to_list()


def _rows(
    matrix: Matrix,
    graph: Graph,
    analysis: str,
    value: NDArray[np.float64],
    low: NDArray[np.float64],
    high: NDArray[np.float64],
    detail: list[str] | None = None,
    n: int | None = None,
) -> pl.DataFrame:
    sizes = np.bincount(components(graph))
    return pl.DataFrame({"system": matrix.systems, "value": value, "low": low, "high": high}).select(
        "system",
        pl.lit(analysis).alias("analysis"),
        pl.col("value", "low", "high").fill_nan(None).round(12),
        pl.lit(len(matrix.values) if n is None else n).alias("n"),
        pl.lit(graph.documents).alias("documents"),
        pl.lit(len(sizes)).alias("components"),
        pl.lit(int(sizes.max())).alias("largest_component"),
        pl.Series("detail", detail or [""] * len(matrix.systems)),
    )
