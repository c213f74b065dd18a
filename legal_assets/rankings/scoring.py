"""Compiled loops that score queries term by term and keep the best candidates.

Belongs here: sums of weights in blocks of candidates, and the choice of the best. Does not belong here: which
queries and which weights (`lexical.py`).

A score and its candidate are one 64-bit key: the score's bits, made to sort as numbers do, above the
candidate's number. The largest keys are the best candidates, and of equal scores the larger number, hence the
larger id, wins.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from legal_assets.indexes.compiled import compiled

_BLOCK: Final = 32_768
"""Candidates scored together, so that their sums stay in a near cache."""
_ROW: Final = 64
_UNTOUCHED: Final = np.float32(-0.0)
"""A sum that nothing was added to: adding a weight, even one of zero, gives other bits."""
_UNTOUCHED_BITS: Final = np.uint32(0x80000000)
_SUNK: Final = np.float32(-np.inf)
_SIGN: Final = np.uint32(0x80000000)
_ALL: Final = np.uint32(0xFFFFFFFF)
_HALF: Final = np.uint64(32)


@compiled
def key_of(score: np.float32, candidate: int) -> np.uint64:
    """Return the key of a score and a candidate."""
    bits = np.float32(score).view(np.uint32)
    flipped = _ALL if bits & _SIGN else _SIGN
    return np.uint64((np.uint64(bits ^ flipped) << _HALF) | np.uint64(candidate))


@compiled
def score_of(key: np.uint64) -> np.float32:
    """Return the score of a key."""
    bits = np.uint32(key >> _HALF)
    flipped = _SIGN if bits & _SIGN else _ALL
    return np.uint32(bits ^ flipped).view(np.float32)


@compiled
def keep_largest(keys: NDArray[np.uint64], kept: int) -> None:
    """Move the `kept` largest keys to the front, in no order (Hoare's selection)."""
    low, high = 0, len(keys) - 1
    while low < high:
        pivot = keys[(low + high) // 2]
        left, right = low, high
        while left <= right:
            while keys[left] > pivot:
                left += 1
            while keys[right] < pivot:
                right -= 1
            if left <= right:
                keys[left], keys[right] = keys[right], keys[left]
                left += 1
                right -= 1
        if kept - 1 <= right:
            high = right
        elif kept - 1 >= left:
            low = left
        else:
            return


@compiled
def first_not_below(values: NDArray[np.uint32], low: int, high: int, bound: int) -> int:
    """Return the first place of an ascending slice that holds `bound` or more, looking in growing steps."""
    step = 1
    while low + step < high and values[low + step] < bound:
        low += step
        step *= 2
    high = min(high, low + step)
    while low < high:
        middle = (low + high) // 2
        if values[middle] < bound:
            low = middle + 1
        else:
            high = middle
    return low


@compiled
def add(
    sums: NDArray[np.float32],
    candidates: NDArray[np.uint32],
    impacts: NDArray[np.float32],
    start: np.uint32,
    factor: np.float32,
) -> None:
    """Add the weights of one term to the sums of the block from `start`."""
    for place in range(len(candidates)):
        sums[candidates[place] - start] += factor * impacts[place]


@compiled
def finish(sums: NDArray[np.float32], length_terms: NDArray[np.float64], query_length: float) -> None:
    """Add what is added by length, and sink the sums that nothing was added to below every score."""
    for place in range(len(sums)):
        score = np.float32(sums[place])
        touched = score.view(np.uint32) != _UNTOUCHED_BITS
        if len(length_terms):
            score = np.float32(score + query_length * length_terms[place]) + np.float32(0.0)
        sums[place] = score if touched else _SUNK


@compiled
def collect(
    sums: NDArray[np.float32], start: int, keys: NDArray[np.uint64], length: int, depth: int, floor: np.uint64
) -> tuple[int, np.uint64]:
    """Append the keys above `floor`, and return the new length and floor.

    When `keys` is full, its `depth` largest stay and the smallest of them is the new floor. A row of sums
    that are all too small, as most are, is passed over in a few vector instructions.
    """
    lowest = score_of(floor)
    rows = sums.reshape(-1, _ROW)
    for row in range(len(rows)):
        high = 0
        for column in range(_ROW):
            high += rows[row, column] >= lowest
        if not high:
            continue
        for column in range(_ROW):
            if rows[row, column] < lowest:
                continue
            key = key_of(rows[row, column], start + row * _ROW + column)
            if key > floor:
                keys[length] = key
                length += 1
                if length == len(keys):
                    keep_largest(keys, depth)
                    length = depth
                    floor = keys[:depth].min()
                    lowest = score_of(floor)
    return length, floor


@compiled
def sort_best(keys: NDArray[np.uint64], length: int, depth: int) -> int:
    """Sort the `depth` largest of the first `length` keys to the front, and return their number."""
    if length > depth:
        keep_largest(keys[:length], depth)
        length = depth
    keys[:length] = np.sort(keys[:length])[::-1]
    return length


@compiled
def score_queries(
    pointers: NDArray[np.int64],
    candidates: NDArray[np.uint32],
    impacts: NDArray[np.float32],
    length_terms: NDArray[np.float64],
    candidate_count: int,
    query_offsets: NDArray[np.int64],
    query_terms: NDArray[np.uint32],
    query_factors: NDArray[np.float32],
    query_lengths: NDArray[np.float64],
    depth: int,
    first: int,
    step: int,
    keys: NDArray[np.uint64],
    found: NDArray[np.int64],
) -> None:
    """Score every `step`-th query from `first`, and leave the keys of its best candidates in its row.

    A row of `keys` is wider than `depth`: the wider, the fewer selections. In the end it is sorted, largest
    first, and `found`, at first zero, says how many of it count. `length_terms` is empty where a model has none.
    """
    sums = np.empty(_BLOCK, np.float32)
    cursors = np.empty(len(query_terms), np.int64)
    for place in range(len(query_terms)):
        cursors[place] = pointers[query_terms[place]]
    floors = np.full(len(found), key_of(_SUNK, int(_ALL)), np.uint64)
    for start in range(0, candidate_count, _BLOCK):
        end = min(start + _BLOCK, candidate_count)
        for query in range(first, len(found), step):
            sums[:] = _UNTOUCHED
            for place in range(query_offsets[query], query_offsets[query + 1]):
                begin = cursors[place]
                stop = first_not_below(candidates, begin, pointers[query_terms[place] + 1], end)
                add(sums, candidates[begin:stop], impacts[begin:stop], np.uint32(start), query_factors[place])
                cursors[place] = stop
            sums[end - start :] = _SUNK
            if len(length_terms) or score_of(floors[query]) <= 0:
                finish(sums[: end - start], length_terms[start:end], query_lengths[query])
            found[query], floors[query] = collect(sums, start, keys[query], found[query], depth, floors[query])
    for query in range(first, len(found), step):
        found[query] = sort_best(keys[query], found[query], depth)
