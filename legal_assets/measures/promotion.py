"""Bounds of measures if some judged subsets were in truth complete.

Belongs here: the lowest and highest value of a measure of one ranking, or of the difference of two, when up to k
documents of each query that meet only part of the conditions are promoted to gold. Does not belong here: judging.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

CUTOFF = 10
UNRANKED = np.iinfo(np.int32).max
"""Rank of a judged document that a system did not rank."""


class Bounds(NamedTuple):
    """Lowest and highest value for each query."""

    low: NDArray[np.float64]
    high: NDArray[np.float64]


class Judged(NamedTuple):
    """Judged documents of queries, one row each, with the ranks that systems gave them."""

    queries: NDArray[np.int64]
    """Number of the query, from 0, every number present."""
    gold: NDArray[np.bool_]
    """Whether the document is gold; else it is a subset."""


def complete_first(judged: Judged, ranks: NDArray[np.int32], cutoff: int = CUTOFF) -> NDArray[np.float64]:
    """Return nClue of each query: 1 when the first judged document among the first `cutoff` is gold, else 0."""
    return _first(judged, ranks, cutoff).is_gold.astype(np.float64)


def bounds_of_complete_first(judged: Judged, ranks: NDArray[np.int32], k: int, cutoff: int = CUTOFF) -> Bounds:
    """Return the bounds of nClue under promotion of up to `k` subsets.

    Promotion cannot lower it. One promotion, of the subset that stands first, is all that can raise it: the bounds
    are the same for every k from 1.
    """
    first = _first(judged, ranks, cutoff)
    low = first.is_gold.astype(np.float64)
    return Bounds(low, np.where(first.exists, 1.0, 0.0) if k > 0 else low)


def bounds_of_difference(
    judged: Judged, ranks: NDArray[np.int32], others: NDArray[np.int32], k: int, cutoff: int = CUTOFF
) -> Bounds:
    """Return the bounds of nClue of one ranking less that of another, the same subsets being promoted in both."""
    first, second = _first(judged, ranks, cutoff), _first(judged, others, cutoff)
    plain = first.is_gold.astype(np.float64) - second.is_gold
    if k == 0:
        return Bounds(plain, plain)
    same = first.exists & second.exists & (first.place == second.place)

    def best(ours: _First, theirs: _First, observed: NDArray[np.float64]) -> NDArray[np.float64]:
        raised = ours.exists & ~ours.is_gold
        return np.maximum(observed, np.where(raised, 1.0 - (theirs.is_gold | same), observed))

    return Bounds(-best(second, first, -plain), best(first, second, plain))


def bounds_of_gold_ndcg(judged: Judged, ranks: NDArray[np.int32], k: int, cutoff: int = CUTOFF) -> Bounds:
    """Return the bounds of nDCG over gold documents alone under promotion of up to `k` subsets.

    Of j promoted subsets the best placed give the highest value and the worst placed the lowest; j is what is tried.
    """
    number = int(judged.queries.max(initial=-1)) + 1
    discounts = 1.0 / np.log2(np.arange(2, cutoff + 2))
    ideal = np.concatenate([[0.0], np.cumsum(discounts)])
    gains = np.where(ranks <= cutoff, discounts[np.minimum(ranks, cutoff) - 1], 0.0)
    golds = np.bincount(judged.queries, weights=judged.gold, minlength=number).astype(np.int64)
    subsets = np.bincount(judged.queries, minlength=number) - golds
    reached = np.bincount(judged.queries, weights=gains * judged.gold, minlength=number)
    promoted = ~judged.gold
    up = _sums_of_first(judged.queries[promoted], -gains[promoted], number, k)
    down = _sums_of_first(judged.queries[promoted], gains[promoted], number, k)
    low, high = np.full(number, np.inf), np.full(number, -np.inf)
    for count in range(k + 1):
        able = count <= subsets
        best = ideal[np.minimum(golds + count, cutoff)]
        means = [
            np.divide(reached + extra, best, out=np.zeros(number), where=best > 0)
            for extra in (-up[count], down[count])
        ]
        high = np.where(able, np.maximum(high, means[0]), high)
        low = np.where(able, np.minimum(low, means[1]), low)
    return Bounds(low, high)


def _sums_of_first(
    queries: NDArray[np.int64], values: NDArray[np.float64], number: int, most: int
) -> NDArray[np.float64]:
    """Return the sums of the 0 … `most` smallest values of each query, shape (most + 1, queries)."""
    order = np.lexsort((values, queries))
    starts = np.searchsorted(queries[order], np.arange(number))
    place = np.arange(len(order)) - starts[queries[order]]
    sums = np.zeros((most + 1, number))
    for count in range(1, most + 1):
        kept = order[place < count]
        sums[count] = np.bincount(queries[kept], weights=values[kept], minlength=number)
    return sums


class _First(NamedTuple):
    exists: NDArray[np.bool_]
    is_gold: NDArray[np.bool_]
    place: NDArray[np.int64]


def _first(judged: Judged, ranks: NDArray[np.int32], cutoff: int) -> _First:
    """Return the judged document that stands first among the first `cutoff`, for each query."""
    number = int(judged.queries.max(initial=-1)) + 1
    order = np.lexsort((ranks, judged.queries))
    place = order[np.searchsorted(judged.queries[order], np.arange(number))]
    exists = ranks[place] <= cutoff
    return _First(exists, exists & judged.gold[place], place)
