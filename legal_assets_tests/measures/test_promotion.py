"""Bounds under promoted subsets, against promoting every choice of them."""

import itertools
import math
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.measures.promotion import (
    UNRANKED,
    Judged,
    bounds_of_complete_first,
    bounds_of_difference,
    bounds_of_gold_ndcg,
    complete_first,
)

# A judged document: whether it is gold, its rank in one system and in another (None: not ranked).
Document = tuple[bool, int | None, int | None]


@st.composite
def queries(draw: st.DrawFn) -> list[Document]:
    size = draw(st.integers(1, 5))
    golds = [True] + [draw(st.booleans()) for _ in range(size - 1)]
    ranks = [draw(st.permutations([1, 2, 3, 9, 10, 11, 12, None, None, None])) for _ in range(2)]
    return [(gold, ranks[0][place], ranks[1][place]) for place, gold in enumerate(golds)]


def arrays(documents: list[Document]) -> tuple[Judged, np.ndarray, np.ndarray]:
    ranks = [np.array([row[side] or UNRANKED for row in documents], np.int32) for side in (1, 2)]
    return (
        Judged(np.zeros(len(documents), np.int64), np.array([row[0] for row in documents])),
        ranks[0],
        ranks[1],
    )


def promoted(documents: list[Document], k: int) -> Iterator[list[Document]]:
    subsets = [place for place, row in enumerate(documents) if not row[0]]
    for count in range(k + 1):
        for chosen in itertools.combinations(subsets, count):
            yield [(gold or place in chosen, *ranks) for place, (gold, *ranks) in enumerate(documents)]  # type: ignore[misc]


def first_is_gold(documents: list[Document], side: int) -> int:
    ranked = sorted((row[side] or UNRANKED, row[0]) for row in documents)
    return int(ranked[0][0] <= 10 and ranked[0][1])


def gold_ndcg(documents: list[Document]) -> float:
    reached = sum(1 / math.log2(rank + 1) for gold, rank, _ in documents if gold and rank and rank <= 10)
    golds = sum(row[0] for row in documents)
    return reached / sum(1 / math.log2(place + 1) for place in range(1, min(golds, 10) + 1))


def extremes(documents: list[Document], k: int, value: Callable[[list[Document]], float]) -> tuple[float, float]:
    values = [value(each) for each in promoted(documents, k)]
    return min(values), max(values)


def test_gold_at_ten_counts_and_at_eleven_not() -> None:
    judged, ranks, others = arrays([(True, 10, 11)])
    assert complete_first(judged, ranks).tolist() == [1]
    assert complete_first(judged, others).tolist() == [0]


def test_a_subset_above_the_gold_is_raised_by_promoting_it() -> None:
    judged, ranks, _ = arrays([(True, 2, None), (False, 1, None)])
    assert complete_first(judged, ranks).tolist() == [0]
    low, high = bounds_of_complete_first(judged, ranks, 1)
    assert (low.tolist(), high.tolist()) == ([0], [1])


@given(queries(), st.integers(0, 3))
def test_bounds_against_every_promotion(documents: list[Document], k: int) -> None:
    judged, ranks, others = arrays(documents)
    observed = bounds_of_complete_first(judged, ranks, k)
    assert (observed.low[0], observed.high[0]) == extremes(documents, k, lambda each: first_is_gold(each, 1))
    ndcg = bounds_of_gold_ndcg(judged, ranks, k)
    assert (ndcg.low[0], ndcg.high[0]) == pytest.approx(extremes(documents, k, gold_ndcg))
    difference = bounds_of_difference(judged, ranks, others, k)
    assert (difference.low[0], difference.high[0]) == extremes(
        documents, k, lambda each: first_is_gold(each, 1) - first_is_gold(each, 2)
    )


@given(st.lists(queries(), min_size=2, max_size=4))
def test_queries_do_not_touch_each_other(several: list[list[Document]]) -> None:
    alone = [arrays(documents) for documents in several]
    numbers = np.concatenate([np.full(len(documents), place) for place, documents in enumerate(several)])
    together = Judged(numbers, np.concatenate([judged.gold for judged, _, _ in alone]))
    ranks = np.concatenate([ranks for _, ranks, _ in alone])
    for bounds in (bounds_of_complete_first, bounds_of_gold_ndcg):
        parts = [bounds(judged, own, 2) for judged, own, _ in alone]
        joined = bounds(together, ranks, 2)
        assert joined.low.tolist() == [part.low[0] for part in parts]
        assert joined.high.tolist() == [part.high[0] for part in parts]
