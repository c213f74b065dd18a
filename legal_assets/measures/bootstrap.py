"""Bootstrap intervals of means over clustered queries.

Belongs here: resampling. Does not belong here: tests between systems (`randomisation.py`), weights on queries and
documents together (`crossed.py`).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

SEED = 11
DRAWS = 1000
_BLOCK = 256


class Interval(NamedTuple):
    """Ends of a 95 % percentile interval, one value a column."""

    low: NDArray[np.float64]
    high: NDArray[np.float64]


def clustered_interval(
    values: NDArray[np.float64],
    clusters: NDArray[np.int64],
    *,
    draws: int = DRAWS,
    seed: int = SEED,
    level: float = 0.95,
) -> Interval:
    """Return percentile intervals of column means, resampling whole clusters with replacement.

    Args:
        values: shape (queries, columns).
        clusters: shape (queries,), numbers 0 … clusters - 1.
        draws: number of resamples.
        seed: of the generator, so that equal input gives equal ends.
        level: share of the resampled means inside the interval.

    Raises:
        ValueError: there is no query, shapes do not match, or a cluster number is not used.
    """
    return percentile_interval(resampled_means(values, clusters, draws=draws, seed=seed), level)


def percentile_interval(means: NDArray[np.float64], level: float = 0.95) -> Interval:
    """Return the ends that hold the middle `level` of each column of resampled means, shape (draws, columns)."""
    tail = (1 - level) / 2
    low, high = np.quantile(means, [tail, 1 - tail], axis=0)
    return Interval(low, high)


def cluster_sums(
    values: NDArray[np.float64], clusters: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the sum of each column in each cluster, shape (clusters, columns), and the size of each cluster.

    Raises:
        ValueError: there is no query, shapes do not match, or a cluster number is not used.
    """
    if values.ndim != 2 or len(values) == 0 or len(values) != len(clusters):
        raise ValueError(f"values {values.shape} and clusters {clusters.shape} must be (n, columns) and (n,), n > 0.")
    number = int(clusters.max()) + 1
    sizes = np.bincount(clusters, minlength=number).astype(np.float64)
    if not sizes.all():
        raise ValueError(f"Cluster {int(np.argmin(sizes))} has no query; number clusters 0 … {number - 1} without gap.")
    sums = [np.bincount(clusters, weights=column, minlength=number) for column in values.T]
    return np.stack(sums, axis=1) if sums else np.empty((number, 0)), sizes


def resampled_means(
    values: NDArray[np.float64],
    clusters: NDArray[np.int64],
    *,
    draws: int = DRAWS,
    seed: int = SEED,
) -> NDArray[np.float64]:
    """Return the column means of each resample of whole clusters, shape (draws, columns).

    A draw takes as many clusters as there are; its mean is the sum of the drawn values over their count (a ratio, as
    clusters differ in size; Davison and Hinkley 1997, section 3.8). Computed as a matrix of counts times cluster sums.
    Columns share the draws: the difference of two of them is the resampled difference of two systems.

    Args:
        values: shape (queries, columns).
        clusters: shape (queries,), numbers 0 … clusters - 1.
        draws: number of resamples.
        seed: of the generator.

    Raises:
        ValueError: there is no query, shapes do not match, or a cluster number is not used.
    """
    sums, sizes = cluster_sums(values, clusters)
    number = len(sizes)
    generator = np.random.default_rng(seed)
    means = np.empty((draws, values.shape[1]))
    for start in range(0, draws, _BLOCK):
        rows = min(_BLOCK, draws - start)
        picks = generator.integers(0, number, size=(rows, number))
        flat = picks + np.arange(rows)[:, None] * number
        counts = np.bincount(flat.ravel(), minlength=rows * number).reshape(rows, number).astype(np.float64)
        means[start : start + rows] = (counts @ sums) / (counts @ sizes)[:, None]
    return means
