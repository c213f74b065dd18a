"""Slices, orders and bounds of the conjunctive queries of a corpus, put together.

Belongs here: the steps in order. Does not belong here: the steps (`slices.py`, `ordering.py`).
"""

from typing import NamedTuple

import polars as pl

from legal_assets.metrics.comparisons import TESTED
from legal_assets.metrics.evidence import CONDITION_COVERAGE, FULL_COVERAGE, SUPPORT
from legal_assets.metrics.ordering import bound_promotions, compare_orders, placed_judgments
from legal_assets.metrics.slices import length_matched, measure_slices, slices_of
from legal_assets.schemas.inference import COMMON_SUPPORT, PROMOTION_BOUNDS, SLICE_METRICS

SLICED = (*TESTED, SUPPORT, CONDITION_COVERAGE, FULL_COVERAGE)
LENGTH_MATCHED = "length-matched"


class OrderTables(NamedTuple):
    """Frames of the contracts of these names."""

    slices: pl.DataFrame
    common_support: pl.DataFrame
    promotion_bounds: pl.DataFrame


def no_orders() -> OrderTables:
    """Return the tables of a corpus without conjunctive queries."""
    return OrderTables(SLICE_METRICS.empty(), COMMON_SUPPORT.empty(), PROMOTION_BOUNDS.empty())


def order_tables(
    corpus: str,
    rankings: pl.LazyFrame,
    query_metrics: pl.LazyFrame,
    queries: pl.LazyFrame,
    qrels: pl.LazyFrame,
    conditions: pl.DataFrame,
    lengths: pl.DataFrame,
    few_queries: int,
) -> OrderTables:
    """Return slices, common support and bounds of all systems of a corpus.

    Args:
        corpus: key of the corpus.
        rankings: frames of the contract `rankings`, of any families.
        query_metrics: frames of the contract `query_metrics`, of the same.
        queries: frame of the contract `queries`.
        qrels: frame of the contract `qrels`.
        conditions: frame of the contract `conditions`.
        lengths: `doc_id` and `pages`.
        few_queries: below this many queries a row is flagged few.
    """
    if conditions.is_empty():
        return no_orders()
    tasks = queries.select("task").unique().sort("task").collect()["task"]
    one = pl.col("task") == tasks[0]
    judged = qrels.filter(one).select("query_id", "candidate_id", "is_gold").collect()
    families = queries.filter(one).select("query_id", "doc_id").unique().collect()
    slices = slices_of(conditions, judged, families, lengths)
    placed = placed_judgments(rankings, queries, qrels)
    matched = length_matched(placed, lengths)
    like = matched.select("query_id", pl.lit(LENGTH_MATCHED).alias("slice")).unique()
    measured = [measure_slices(corpus, query_metrics, queries, slices, SLICED, few_queries)]
    if matched.height:
        measured.append(measure_slices(corpus, matched.lazy(), queries, like, ("AUC-gold@1000",), few_queries))
    return OrderTables(
        SLICE_METRICS.conform(pl.concat(measured)), compare_orders(corpus, placed), bound_promotions(corpus, placed)
    )
