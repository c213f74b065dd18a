"""Compiled loops that choose the best candidates from scores of vectors.

Belongs here: the best of a candidate's vectors, and the choice of the best candidates. Does not belong here: the
scores themselves (`dense.py`), and keys of scores (`scoring.py`).
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from legal_assets.indexes.compiled import compiled
from legal_assets.rankings.scoring import collect, sort_best

_SUNK: Final = np.float32(-np.inf)


@compiled
def collect_block(
    scores: NDArray[np.float32],
    owners: NDArray[np.uint32],
    goes_on: bool,
    sums: NDArray[np.float32],
    carried: NDArray[np.float32],
    keys: NDArray[np.uint64],
    found: NDArray[np.int64],
    floors: NDArray[np.uint64],
    depth: int,
) -> None:
    """Take the scores of a block of vectors, one row a query, into the queries' best candidates.

    Args:
        scores: shape (queries, at least the block's vectors).
        owners: candidate of each vector of the block, ascending.
        goes_on: whether the last candidate has vectors in the next block.
        sums: room for one score a candidate, a multiple of 64 and not less than the block.
        carried: per query the best score so far of the candidate that went on from the block before, else -inf.
        keys: per query the keys kept (see `scoring.collect`); `found` of them count, those below `floors` are passed
            over.
        found: as said.
        floors: as said.
        depth: candidates kept per query.
    """
    first = int(owners[0])
    last = int(owners[-1]) - first
    for query in range(len(found)):
        sums[:] = _SUNK
        sums[0] = carried[query]
        for place in range(len(owners)):
            candidate = int(owners[place]) - first
            # Adding zero makes minus zero plain: equal numbers must be equal keys.
            score = np.float32(scores[query, place] + np.float32(0.0))
            if score > sums[candidate]:
                sums[candidate] = score
        carried[query] = _SUNK
        if goes_on:
            carried[query] = sums[last]
            sums[last] = _SUNK
        found[query], floors[query] = collect(sums, first, keys[query], found[query], depth, floors[query])


@compiled
def finish_keys(keys: NDArray[np.uint64], found: NDArray[np.int64], depth: int) -> None:
    """Sort each query's best keys to the front, largest first."""
    for query in range(len(found)):
        found[query] = sort_best(keys[query], found[query], depth)
