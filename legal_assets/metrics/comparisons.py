"""Tests between systems: every pair of them, on every task, variant and measure.

Belongs here: from values per query to tables. Does not belong here: the tests themselves (`measures/randomisation.py`)
and declared blocks (`blocks.py`).
"""

import numpy as np
import polars as pl

from legal_assets.measures.bootstrap import percentile_interval, resampled_means
from legal_assets.measures.multiplicity import rank_correlations
from legal_assets.measures.randomisation import SEED, pair_p_values
from legal_assets.metrics.matrices import Matrix, matrices
from legal_assets.schemas.inference import MEASURE_CORRELATIONS, SYSTEM_COMPARISONS

TESTED = ("nDCG@10", "Success@10", "RR@1000", "nClue@10", "GoldHit@10", "nDCG-gold@10", "AUC-gold@1000")
"""Measures that are tested, where a corpus has them."""


def compare_systems(
    corpus: str,
    query_metrics: pl.LazyFrame,
    queries: pl.LazyFrame,
    few_queries: int,
    measures: tuple[str, ...] = TESTED,
) -> pl.DataFrame:
    """Return one row per pair of systems, task, variant and measure; frame of the contract `system_comparisons`.

    Args:
        corpus: key of the corpus.
        query_metrics: frames of the contract `query_metrics`, of any families.
        queries: frame of the contract `queries`.
        few_queries: below this many queries a row is flagged few.
        measures: measures to test.
    """
    found = [_compared(matrix) for matrix in matrices(query_metrics, queries, measures) if len(matrix.systems) > 1]
    if not found:
        return SYSTEM_COMPARISONS.empty()
    return SYSTEM_COMPARISONS.conform(
        pl.concat(found).with_columns(
            pl.lit(corpus).alias("corpus"), (pl.col("n") < few_queries).alias("few"), pl.lit(SEED).alias("seed")
        )
    )


def _compared(matrix: Matrix) -> pl.DataFrame:
    left, right = np.triu_indices(len(matrix.systems), 1)
    tested = pair_p_values(matrix.values, matrix.families, left, right)
    means = resampled_means(matrix.values, matrix.families)
    ends = percentile_interval(means[:, left] - means[:, right])
    differences = matrix.values[:, left] - matrix.values[:, right]
    names = pl.Series(matrix.systems)
    return pl.DataFrame(
        {
            "system": names.gather(left),
            "other": names.gather(right),
            "difference": differences.mean(axis=0).round(12),
            "low": ends.low.round(6),
            "high": ends.high.round(6),
            "p_value": tested.p_values,
            "p_adjusted": tested.adjusted,
            "wins": (differences > 0).sum(axis=0),
            "ties": (differences == 0).sum(axis=0),
            "losses": (differences < 0).sum(axis=0),
        }
    ).with_columns(
        pl.lit(matrix.task).alias("task"),
        pl.lit(matrix.variant).alias("variant"),
        pl.lit(matrix.measure).alias("measure"),
        pl.lit(len(matrix.values)).alias("n"),
        pl.lit(int(matrix.families.max()) + 1).alias("families"),
    )


def correlate_measures(
    corpus: str, query_metrics: pl.LazyFrame, roles: dict[str, str], measures: tuple[str, ...] = TESTED
) -> pl.DataFrame:
    """Return one row per task, variant and pair of measures; frame of the contract `measure_correlations`.

    Args:
        corpus: key of the corpus.
        query_metrics: frames of the contract `query_metrics`, of any families.
        roles: role by system; only fair systems count.
        measures: measures to compare, each pair once.
    """
    fair = [system for system, role in roles.items() if role == "fair"]
    means = (
        query_metrics.filter(pl.col("system").is_in(fair) & pl.col("measure").is_in(list(measures)))
        .group_by("task", "variant", "measure", "system")
        .agg(pl.col("value").mean())
        .collect()
    )
    rows = []
    for (task, variant), cell in means.sort("task", "variant").group_by("task", "variant", maintain_order=True):
        wide = cell.pivot(on="measure", index="system", values="value").drop_nulls().sort("system")
        present = [measure for measure in measures if measure in wide.columns]
        for place, measure in enumerate(present):
            for other in present[place + 1 :]:
                found = rank_correlations(wide[measure].round(12).to_numpy(), wide[other].round(12).to_numpy())
                rho, tau = found or (None, None)
                rows.append((corpus, task, variant, measure, other, rho, tau, wide.height))
    return MEASURE_CORRELATIONS.conform(pl.DataFrame(rows, schema=MEASURE_CORRELATIONS.schema, orient="row"))
