"""Paired randomisation tests over clustered queries.

Belongs here: tests of differences between rankings of the same queries, one at a time, all pairs of systems, and the
largest of several. Does not belong here: intervals (`bootstrap.py`), corrections across tests (`multiplicity.py`).
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

SEED = 11
DRAWS = 10_000
_BLOCK = 1_000
_ROUNDING = 1e-12
"""Sums of the same numbers in another order differ by rounding; equal draws must count as equal."""


class Tests(NamedTuple):
    """Two-sided p-values of several differences tested with the same flips."""

    p_values: NDArray[np.float64]
    """Of each difference alone."""
    adjusted: NDArray[np.float64]
    """Of each difference against the largest of all: valid after looking at all of them."""


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
    return largest_p_values(differences, clusters, draws=draws, seed=seed).p_values


def largest_p_values(
    differences: NDArray[np.float64],
    clusters: NDArray[np.int64],
    *,
    draws: int = DRAWS,
    seed: int = SEED,
) -> Tests:
    """Return p-values of each column alone and against the largest |T| of all columns (single step).

    T is the sum over the root of the summed squares of the cluster sums, which no flip changes; a column of zeros has
    T = 0 (Westfall and Young 1993, section 2.6: the single-step max-T procedure). Arguments as in `paired_p_values`.

    Raises:
        ValueError: there is no query, or shapes do not match.
    """
    sums = _sums(differences, clusters)
    number = sums.shape[1]
    columns = np.arange(number)
    # Each column against a column of zeros: one routine for differences and for pairs of systems.
    return _tests(np.column_stack([sums, np.zeros(len(sums))]), columns, np.full(number, number), draws, seed)


def pair_p_values(
    values: NDArray[np.float64],
    clusters: NDArray[np.int64],
    left: NDArray[np.int64],
    right: NDArray[np.int64],
    *,
    draws: int = DRAWS,
    seed: int = SEED,
) -> Tests:
    """Return p-values that pairs of columns have equal means, alone and against the largest |T| of all pairs.

    The flipped sum of a difference is the difference of flipped sums: systems are multiplied, not pairs.

    Args:
        values: shape (queries, systems).
        clusters: shape (queries,), numbers 0 … clusters - 1.
        left: first column of each pair.
        right: second column of each pair.
        draws: number of random sign assignments.
        seed: of the generator.

    Raises:
        ValueError: there is no query, or shapes do not match.
    """
    return _tests(_sums(values, clusters), left, right, draws, seed)


def _tests(
    sums: NDArray[np.float64], left: NDArray[np.int64], right: NDArray[np.int64], draws: int, seed: int
) -> Tests:
    differences = sums[:, left] - sums[:, right]
    observed = np.abs(differences.sum(axis=0))
    slack = _ROUNDING * np.maximum((np.abs(sums[:, left]) + np.abs(sums[:, right])).sum(axis=0), 1e-300)
    scale = np.sqrt(np.square(differences).sum(axis=0))
    weight = np.divide(1.0, scale, out=np.zeros_like(scale), where=scale > slack)
    threshold = observed - slack
    thresholds = threshold * weight
    extreme, beyond = np.zeros(len(left), np.int64), np.zeros(len(left), np.int64)
    total = sums.sum(axis=0)
    for kept in _draws(len(sums), draws, seed):
        # Signs of ±1 are twice the kept less all.
        flipped = kept @ sums
        flipped *= 2
        flipped -= total
        absolute = flipped[:, left]
        absolute -= flipped[:, right]
        np.abs(absolute, out=absolute)
        extreme += np.count_nonzero(absolute >= threshold, axis=0)
        absolute *= weight
        largest = np.sort(absolute.max(axis=1, initial=0.0))
        beyond += len(largest) - np.searchsorted(largest, thresholds, side="left")
    return Tests((extreme + 1) / (draws + 1), (beyond + 1) / (draws + 1))


def _sums(values: NDArray[np.float64], clusters: NDArray[np.int64]) -> NDArray[np.float64]:
    if values.ndim != 2 or len(values) == 0 or len(values) != len(clusters):
        raise ValueError(f"values {values.shape} and clusters {clusters.shape} must be (n, columns) and (n,), n > 0.")
    number = int(clusters.max()) + 1
    sums = [np.bincount(clusters, weights=column, minlength=number) for column in values.T]
    return np.stack(sums, axis=1) if sums else np.empty((number, 0))


def _draws(number: int, draws: int, seed: int) -> Iterator[NDArray[np.float64]]:
    """Yield blocks of random choices, shape (rows, number): 1 keeps the sign of a cluster, 0 flips it."""
    generator = np.random.default_rng(seed)
    for start in range(0, draws, _BLOCK):
        rows = min(_BLOCK, draws - start)
        bits = np.unpackbits(generator.integers(0, 256, size=(rows, -(-number // 8)), dtype=np.uint8), axis=1)
        yield bits[:, :number].astype(np.float64)
