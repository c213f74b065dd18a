"""Paired randomisation tests over clustered queries.

Belongs here: tests of differences between two rankings of the same queries. Does not belong here: intervals
(`bootstrap.py`).
"""

import numpy as np
from numpy.typing import NDArray

SEED = 11
DRAWS = 10_000
_BLOCK = 1_000


def paired_p_values(
    differences: NDArray[np.float64],
    clusters: NDArray[np.int64],
    *,
    draws: int = DRAWS,
    seed: int = SEED,
) -> NDArray[np.float64]:
    """Return two-sided p-values that column means are zero, flipping the signs of whole clusters.

    p = (c + 1) / (draws + 1), where c counts the draws whose absolute sum is at least the observed one (Fisher 1935;
    Smucker, Allan and Carterette 2007 for retrieval; the added one as in Davison and Hinkley 1997, section 4.2). All
    columns share the flips. Computed as a matrix of signs times cluster sums.

    Args:
        differences: shape (queries, columns).
        clusters: shape (queries,), numbers 0 … clusters - 1.
        draws: number of random sign assignments.
        seed: of the generator.

    Raises:
        ValueError: there is no query, or shapes do not match.
    """
    if differences.ndim != 2 or len(differences) == 0 or len(differences) != len(clusters):
        raise ValueError(
            f"differences {differences.shape} and clusters {clusters.shape} must be (n, columns) and (n,), n > 0."
        )
    number = int(clusters.max()) + 1
    sums = np.stack([np.bincount(clusters, weights=column, minlength=number) for column in differences.T], axis=1)
    # Sums of the same numbers in another order differ by rounding; equal draws must count as equal.
    observed = np.abs(sums.sum(axis=0))
    slack = 1e-12 * np.maximum(np.abs(sums).sum(axis=0), 1e-300)
    generator = np.random.default_rng(seed)
    extreme = np.zeros(sums.shape[1], np.int64)
    for start in range(0, draws, _BLOCK):
        rows = min(_BLOCK, draws - start)
        bits = np.unpackbits(generator.integers(0, 256, size=(rows, -(-number // 8)), dtype=np.uint8), axis=1)
        signs = bits[:, :number].astype(np.float64) * 2 - 1
        extreme += (np.abs(signs @ sums) >= observed - slack).sum(axis=0)
    return (extreme + 1) / (draws + 1)
