"""The compiled loop that scores sparse vectors by their postings.

Belongs here: sums of products of weights. Does not belong here: the choice of the best (`vector_scoring.py`).
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from legal_assets.indexes.compiled import compiled

_SUNK: Final = np.float32(-np.inf)


@compiled
def score_terms(
    terms: NDArray[np.int64],
    weights: NDArray[np.float32],
    pointers: NDArray[np.int64],
    rows: NDArray[np.uint32],
    postings: NDArray[np.float32],
    scores: NDArray[np.float32],
) -> None:
    """Write the score of every vector for one query; minus infinity where they share no term.

    Args:
        terms: terms of the query, ascending; those that no vector has may be beyond the last pointer.
        weights: their weights, positive.
        pointers: of each term where its postings begin, and the end.
        rows: vectors of the postings.
        postings: weights of the postings, positive.
        scores: room for one score a vector.
    """
    scores[:] = np.float32(0.0)
    for place in range(len(terms)):
        term = terms[place]
        if term + 1 < len(pointers):
            for posting in range(pointers[term], pointers[term + 1]):
                scores[rows[posting]] += weights[place] * postings[posting]
    for row in range(len(scores)):
        if scores[row] == 0:
            scores[row] = _SUNK
