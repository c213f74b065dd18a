"""Conditions on distinct pages: every gate against trying all assignments."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.measures.assignment import NO_PAGE, best_assignments, can_be_distinct

Scored = dict[int, int]


def laid_out(conditions: list[Scored]) -> tuple[np.ndarray, np.ndarray]:
    """Return the n best pages of each of n conditions, by score, then by page, as arrays of one document."""
    number = len(conditions)
    pages, scores = np.full((1, number, number), NO_PAGE, np.int32), np.zeros((1, number, number))
    for place, condition in enumerate(conditions):
        best = sorted(condition.items(), key=lambda item: (-item[1], item[0]))[:number]
        for column, (page, score) in enumerate(best):
            pages[0, place, column], scores[0, place, column] = page, score
    return pages, scores


def tried(conditions: list[Scored]) -> int | None:
    """Return the weakest score of the best assignment of all, over all pages."""
    weakest = [
        min(condition[page] for condition, page in zip(conditions, pages, strict=True))
        for pages in itertools.product(*conditions)
        if len(set(pages)) == len(pages)
    ]
    return max(weakest, default=None)


def test_the_weakest_page_decides() -> None:
    # Page 1 is best for both. A on 1 (9) with B on 2 (3): weakest 3. A on 2 (5) with B on 1 (8): weakest 5.
    pages, scores = laid_out([{1: 9, 2: 5}, {1: 8, 2: 3}])
    best = best_assignments(pages, scores)
    assert best.pages.tolist() == [[2, 1]]
    assert best.scores.tolist() == [[5, 8]]
    assert best.weakest.tolist() == [5]


def test_all_conditions_on_one_page_have_no_assignment() -> None:
    pages, scores = laid_out([{61: 4}, {61: 7}])
    assert best_assignments(pages, scores).weakest.tolist() == [-np.inf]
    assert best_assignments(pages, scores).pages.tolist() == [[NO_PAGE, NO_PAGE]]
    assert can_be_distinct(pages).tolist() == [False]


@given(
    st.integers(1, 3).flatmap(
        lambda n: st.lists(st.dictionaries(st.integers(1, 6), st.integers(-3, 9), max_size=6), min_size=n, max_size=n)
    )
)
def test_against_every_assignment(conditions: list[Scored]) -> None:
    pages, scores = laid_out(conditions)
    best, expected = best_assignments(pages, scores), tried(conditions)
    assert best.weakest[0] == (-np.inf if expected is None else expected)
    assert can_be_distinct(pages)[0] == (expected is not None)
    if expected is not None:
        chosen = best.pages[0].tolist()
        assert len(set(chosen)) == len(conditions)
        assert min(condition[page] for condition, page in zip(conditions, chosen, strict=True)) == expected


def test_shapes_that_cannot_be_right_are_refused() -> None:
    with pytest.raises(ValueError, match="places"):
        best_assignments(np.zeros((1, 3, 2), np.int32), np.zeros((1, 3, 2)))
