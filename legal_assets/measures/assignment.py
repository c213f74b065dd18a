"""Assigning the conditions of a query to distinct pages of a document.

Belongs here: matching and best injective assignment for a few conditions, many documents at once. Does not belong
here: where pages and scores come from (`collections/`, `rankings/`).
"""

import itertools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

NO_PAGE = -1
"""Stands for no page: a condition with fewer pages than places."""

_BLOCK = 1 << 16


class Assignment(NamedTuple):
    """Best assignment of each document: a page for each condition, and its weakest score."""

    pages: NDArray[np.int32]
    """Shape (documents, conditions); `NO_PAGE` throughout where there is no assignment."""
    scores: NDArray[np.float64]
    """Shape (documents, conditions), score of each assigned page."""
    weakest: NDArray[np.float64]
    """Shape (documents,); minus infinity where there is no assignment."""


def best_assignments(pages: NDArray[np.int32], scores: NDArray[np.float64]) -> Assignment:
    """Return for each document the assignment of conditions to distinct pages whose weakest score is highest.

    Of equal ones that with the higher sum, then the one whose places come first. With n conditions the n best pages
    of each are enough: the others can take n - 1 of them at most.

    Args:
        pages: shape (documents, conditions, places), pages of each condition, `NO_PAGE` in unused places.
        scores: same shape; what stands in unused places does not matter.

    Raises:
        ValueError: shapes differ, or there are fewer places than conditions.
    """
    if pages.shape != scores.shape or pages.ndim != 3 or pages.shape[2] < pages.shape[1]:
        raise ValueError(
            f"pages {pages.shape} and scores {scores.shape} must be (documents, conditions, places) alike."
        )
    documents, conditions, _ = pages.shape
    result = Assignment(
        np.full((documents, conditions), NO_PAGE, np.int32),
        np.full((documents, conditions), -np.inf),
        np.full(documents, -np.inf),
    )
    for start in range(0, documents, _BLOCK):
        part = slice(start, min(start + _BLOCK, documents))
        _assign(pages[part], scores[part], Assignment(result.pages[part], result.scores[part], result.weakest[part]))
    return result


def _assign(pages: NDArray[np.int32], scores: NDArray[np.float64], best: Assignment) -> None:
    conditions = np.arange(pages.shape[1])
    sums = np.full(len(pages), -np.inf)
    for places in itertools.product(range(pages.shape[2]), repeat=pages.shape[1]):
        chosen = pages[:, conditions, places]
        weights = scores[:, conditions, places]
        possible = (chosen != NO_PAGE).all(axis=1)
        for first, second in itertools.combinations(conditions, 2):
            possible &= chosen[:, first] != chosen[:, second]
        weakest, total = weights.min(axis=1), weights.sum(axis=1)
        better = possible & ((weakest > best.weakest) | ((weakest == best.weakest) & (total > sums)))
        best.pages[better], best.scores[better] = chosen[better], weights[better]
        best.weakest[better], sums[better] = weakest[better], total[better]


def can_be_distinct(pages: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Return for each document whether each condition can have a page of its own; shape as in `best_assignments`."""
    return np.asarray(best_assignments(pages, np.zeros(pages.shape)).weakest == 0)
