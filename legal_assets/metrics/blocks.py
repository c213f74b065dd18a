"""Declared blocks of comparisons: every variant tried against its baseline, corrected for the trying.

Belongs here: from values per query to the table of blocks. Does not belong here: which blocks there are
(`catalog_comparisons.py`) and the tests themselves (`measures/`).
"""

from collections.abc import Sequence

import numpy as np
import polars as pl

from legal_assets.catalog_comparisons import Block
from legal_assets.measures.bootstrap import percentile_interval, resampled_means
from legal_assets.measures.multiplicity import holm
from legal_assets.measures.randomisation import SEED, pair_p_values
from legal_assets.metrics.matrices import Matrix, matrices
from legal_assets.schemas.inference import BLOCK_TESTS


def examine_blocks(
    corpus: str, query_metrics: pl.LazyFrame, queries: pl.LazyFrame, blocks: Sequence[Block], variant: str
) -> pl.DataFrame:
    """Return one row per block, task and variant tried; frame of the contract `block_tests`.

    A block is tested with those of its variants that ranked the task, and not at all without one or its baseline.

    Args:
        corpus: key of the corpus.
        query_metrics: frames of the contract `query_metrics`, of any families.
        queries: frame of the contract `queries`.
        blocks: declared blocks.
        variant: how texts were masked.
    """
    shown = query_metrics.filter(pl.col("variant") == variant)
    measures = tuple(sorted({block.measure for block in blocks}))
    found = [
        _tested(block, matrix, [system for system in block.variants if system in matrix.systems])
        for matrix in matrices(shown, queries, measures)
        for block in blocks
        if block.measure == matrix.measure and block.baseline in matrix.systems
    ]
    rows = [frame for frame in found if frame.height]
    if not rows:
        return BLOCK_TESTS.empty()
    chosen = _chosen(pl.concat(rows), _repeated(shown, blocks))
    return BLOCK_TESTS.conform(
        _corrected(chosen).with_columns(pl.lit(corpus).alias("corpus"), pl.lit(SEED).alias("seed"))
    )


def _tested(block: Block, matrix: Matrix, variants: list[str]) -> pl.DataFrame:
    if not variants:
        return pl.DataFrame()
    left = np.array([matrix.systems.index(system) for system in variants])
    right = np.full(len(variants), matrix.systems.index(block.baseline))
    tested = pair_p_values(matrix.values, matrix.families, left, right)
    means = resampled_means(matrix.values, matrix.families)
    ends = percentile_interval(means[:, left] - means[:, right])
    values = matrix.values.mean(axis=0)
    return pl.DataFrame(
        {
            "system": variants,
            "value": values[left].round(12),
            "baseline_value": values[right].round(12),
            "difference": (values[left] - values[right]).round(12),
            "low": ends.low.round(6),
            "high": ends.high.round(6),
            "p_value": tested.p_values,
            "p_block": tested.adjusted,
        }
    ).with_columns(
        pl.lit(block.key).alias("block"),
        pl.lit(block.baseline).alias("baseline"),
        pl.lit(block.measure).alias("measure"),
        pl.lit(block.chosen_on).alias("chosen_on"),
        pl.lit(matrix.task).alias("task"),
        pl.lit(len(variants)).alias("variants"),
        pl.lit(len(matrix.values)).alias("n"),
        pl.lit(int(matrix.families.max()) + 1).alias("families"),
    )


def _repeated(query_metrics: pl.LazyFrame, blocks: Sequence[Block]) -> pl.DataFrame:
    """Return `task`, `measure`, `system` where a system has the value of the task that chooses for every query.

    Systems that read conditions rank alike however a query is worded: another form tells nothing new of them.
    """
    key = ["measure", "system"]
    chosen_on = pl.DataFrame(
        [(block.measure, block.chosen_on) for block in blocks], schema=["measure", "chosen_on"], orient="row"
    ).unique()
    values = (
        query_metrics.join(chosen_on.lazy().select("measure"), on="measure", how="semi")
        .group_by("task", *key)
        .agg(pl.format("{}={}", "query_id", "value").sort().str.join(" ").alias("values"))
        .collect()
    )
    first = values.join(chosen_on, left_on=["measure", "task"], right_on=["measure", "chosen_on"], how="semi")
    return values.join(first.select(*key, "values"), on=[*key, "values"], how="semi").select("task", *key)


def _chosen(rows: pl.DataFrame, repeated: pl.DataFrame) -> pl.DataFrame:
    """Mark the best variant of each block on the task that chooses, and where it is judged by what it was chosen by.

    Of equal variants the first by name is the best.
    """
    best = (
        rows.filter(pl.col("task") == pl.col("chosen_on"))
        .sort("block", "value", "system", descending=[False, True, False])
        .group_by("block", maintain_order=True)
        .agg(pl.col("system").first())
        .with_columns(is_chosen=True)
    )
    return (
        rows.join(best, on=["block", "system"], how="left")
        .join(repeated.with_columns(is_post_hoc=True), on=["task", "measure", "system"], how="left")
        .with_columns(
            pl.col("is_chosen").fill_null(value=False),
            pl.col("is_post_hoc").fill_null(value=False) | (pl.col("task") == pl.col("chosen_on")),
        )
    )


def _corrected(rows: pl.DataFrame) -> pl.DataFrame:
    """Correct the chosen variants of a task across blocks."""
    parts = []
    for _, of_task in rows.filter("is_chosen").group_by("task", maintain_order=True):
        adjusted = holm(of_task["p_block"].to_numpy())
        parts.append(of_task.select("block", "task", "system").with_columns(pl.Series("p_holm", adjusted)))
    corrected = pl.concat(parts) if parts else rows.select("block", "task", "system").clear().with_columns(p_holm=None)
    return rows.drop("chosen_on").join(
        corrected.with_columns(pl.col("p_holm").cast(pl.Float64)), on=["block", "task", "system"], how="left"
    )
