"""Bootstrap intervals of means over clustered queries.

Belongs here: resampling. Does not belong here: tests between systems.
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

    A draw takes as many clusters as there are; its mean is the sum of the drawn values over their count (a ratio, as
    clusters differ in size; Davison and Hinkley 1997, section 3.8). Computed as a matrix of counts times cluster sums.

    Args:
        values: shape (queries, columns).
        clusters: shape (queries,), numbers 0 … clusters - 1.
        draws: number of resamples.
        seed: of the generator, so that equal input gives equal ends.
        level: share of the resampled means inside the interval.

    Raises:
        ValueError: there is no query, shapes do not match, or a cluster number is not used.
    """
    if values.ndim != 2 or len(values) == 0 or len(values) != len(clusters):
        raise ValueError(f"values {values.shape} and clusters {clusters.shape} must be (n, columns) and (n,), n > 0.")
    number = int(clusters.max()) + 1
    sizes = np.bincount(clusters, minlength=number).astype(np.float64)
    if not sizes.all():
        raise ValueError(f"Cluster {int(np.argmin(sizes))} has no query; number clusters 0 … {number - 1} without gap.")
    sums = np.stack([np.bincount(clusters, weights=column, minlength=number) for column in values.T], axis=1)
    generator = np.random.default_rng(seed)
    means = np.empty((draws, values.shape[1]))
    for start in range(0, draws, _BLOCK):
        rows = min(_BLOCK, draws - start)
        picks = generator.integers(0, number, size=(rows, number))
        flat = picks + np.arange(rows)[:, None] * number
        counts = np.bincount(flat.ravel(), minlength=rows * number).reshape(rows, number).astype(np.float64)
        means[start : start + rows] = (counts @ sums) / (counts @ sizes)[:, None]
    tail = (1 - level) / 2
    low, high = np.quantile(means, [tail, 1 - tail], axis=0)
    return Interval(low, high)
