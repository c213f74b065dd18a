"""Conjunctive queries in slices: by conditions, lengths and judged documents, with pairs of like length.

Belongs here: which query is in which slice, and means over slices. Does not belong here: measures per query.
"""

from collections.abc import Iterator

import numpy as np
import polars as pl

from legal_assets.measures.bootstrap import clustered_interval
from legal_assets.measures.randomisation import SEED
from legal_assets.metrics.matrices import matrices
from legal_assets.rankings.coverage import half_of
from legal_assets.schemas.inference import SLICE_METRICS

_LIKE = 0.8
"""A gold and a subset are of like length if the shorter has at least this share of the longer's pages."""


def slices_of(
    conditions: pl.DataFrame, qrels: pl.DataFrame, queries: pl.DataFrame, lengths: pl.DataFrame
) -> pl.DataFrame:
    """Return `query_id` and `slice`, a row for every slice that a query is in.

    Args:
        conditions: frame of the contract `conditions`.
        qrels: `query_id`, `candidate_id`, `is_gold` of one task.
        queries: `query_id` and `doc_id`, the family.
        lengths: `doc_id` and `pages`.
    """
    by_size = conditions.group_by("query_id").len().select("query_id", pl.format("conditions-{}", "len").alias("slice"))
    gold = qrels.filter("is_gold").join(lengths, left_on="candidate_id", right_on="doc_id")
    shortest = gold.group_by("query_id").agg(pl.col("pages").min())
    judged = qrels.group_by("query_id").agg(pl.len().alias("judged"))
    halves = pl.Series("slice", [f"half-{half_of(family)}" for family in queries["doc_id"]], dtype=pl.String)
    return pl.concat(
        [
            by_size,
            _named(shortest.filter(pl.col("pages") <= 30), "gold-pages-to-30"),
            _named(shortest.filter(pl.col("pages") > 100), "gold-pages-over-100"),
            _named(judged.filter(pl.col("judged") <= 25), "judged-to-25"),
            _named(judged.filter(pl.col("judged") > 50), "judged-over-50"),
            queries.select("query_id", halves),
        ]
    )


def _named(frame: pl.DataFrame, name: str) -> pl.DataFrame:
    return frame.select("query_id", pl.lit(name).alias("slice"))


def measure_slices(
    corpus: str,
    query_metrics: pl.LazyFrame,
    queries: pl.LazyFrame,
    slices: pl.DataFrame,
    measures: tuple[str, ...],
    few_queries: int,
) -> pl.DataFrame:
    """Return one row per system, task, variant, measure and slice; frame of the contract `slice_metrics`.

    Args:
        corpus: key of the corpus.
        query_metrics: frames of the contract `query_metrics`, of any families.
        queries: frame of the contract `queries`.
        slices: what `slices_of` returns.
        measures: measures to slice.
        few_queries: below this many queries a row is flagged few.
    """
    rows = list(_measured(query_metrics, queries, slices, measures))
    if not rows:
        return SLICE_METRICS.empty()
    return SLICE_METRICS.conform(
        pl.concat(rows).with_columns(
            pl.lit(corpus).alias("corpus"), (pl.col("n") < few_queries).alias("few"), pl.lit(SEED).alias("seed")
        )
    )


def _measured(
    query_metrics: pl.LazyFrame, queries: pl.LazyFrame, slices: pl.DataFrame, measures: tuple[str, ...]
) -> Iterator[pl.DataFrame]:
    for matrix in matrices(query_metrics, queries, measures):
        for (name,), members in slices.sort("slice").group_by("slice", maintain_order=True):
            inside = matrix.query_ids.is_in(members["query_id"].implode()).to_numpy()
            if not inside.any():
                continue
            families = np.unique(matrix.families[inside], return_inverse=True)[1].astype(np.int64)
            ends = clustered_interval(matrix.values[inside], families)
            yield pl.DataFrame(
                {
                    "system": matrix.systems,
                    "value": matrix.values[inside].mean(axis=0).round(12),
                    "low": ends.low.round(6),
                    "high": ends.high.round(6),
                }
            ).with_columns(
                pl.lit(matrix.task).alias("task"),
                pl.lit(matrix.variant).alias("variant"),
                pl.lit(matrix.measure).alias("measure"),
                pl.lit(name).alias("slice"),
                pl.lit(int(inside.sum())).alias("n"),
                pl.lit(int(families.max()) + 1).alias("families"),
            )


def length_matched(placed: pl.DataFrame, lengths: pl.DataFrame) -> pl.DataFrame:
    """Return `AUC-gold@1000` of each query over pairs of like length alone, as `query_metrics` has measures.

    A pair counts if the shorter document has at least four fifths of the longer's pages; a query without such a pair
    has no row.

    Args:
        placed: what `placed_judgments` returns.
        lengths: `doc_id` and `pages`.
    """
    key = ["system", "task", "variant", "query_id"]
    sized = placed.join(lengths, left_on="candidate_id", right_on="doc_id").with_columns(
        pl.col("rank").fill_null(np.iinfo(np.int32).max)
    )
    gold, subset = sized.filter("is_gold"), sized.filter(~pl.col("is_gold"))
    pairs = gold.join(subset.select(*key, "rank", "pages"), on=key, suffix="_subset")
    shorter, longer = pl.min_horizontal("pages", "pages_subset"), pl.max_horizontal("pages", "pages_subset")
    above = (pl.col("rank") < pl.col("rank_subset")).cast(pl.Float64)
    tied = (pl.col("rank") == pl.col("rank_subset")).cast(pl.Float64) / 2
    return (
        pairs.filter(shorter >= _LIKE * longer)
        .group_by(key)
        .agg((above + tied).mean().alias("value"))
        .with_columns(pl.lit("AUC-gold@1000").alias("measure"))
    )
