"""Intervals resample whole clusters, and equal input gives equal ends."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from legal_assets.measures.bootstrap import clustered_interval

unit = st.floats(0, 1, allow_nan=False)


def column(*values: float) -> NDArray[np.float64]:
    return np.array(values, dtype=np.float64)[:, None]


def numbers(*clusters: int) -> NDArray[np.int64]:
    return np.array(clusters, dtype=np.int64)


def every_mean(values: NDArray[np.float64], clusters: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the means of all equally likely draws of as many clusters as there are."""
    parts = [values[clusters == cluster] for cluster in range(int(clusters.max()) + 1)]
    return np.array([np.concatenate(draw).mean(axis=0) for draw in itertools.product(parts, repeat=len(parts))])


def test_one_cluster_can_only_be_drawn_again() -> None:
    low, high = clustered_interval(column(0, 1, 1, 1), numbers(0, 0, 0, 0))
    assert low == high == (0 + 1 + 1 + 1) / 4


def test_equal_values_leave_no_doubt() -> None:
    low, high = clustered_interval(column(0.25, 0.25, 0.25), numbers(0, 1, 2))
    assert low == pytest.approx(0.25)
    assert high == pytest.approx(0.25)


def test_two_clusters_by_hand() -> None:
    # Draws of two clusters out of a = {0}, b = {1, 1, 1}: aa, ab, ba, bb with means 0, 3/4, 3/4, 1. With 50 % the
    # ends are the first and third quartile of a distribution with mass 1/4, 1/2, 1/4: inside the steps, whatever
    # the luck of the draws.
    low, high = clustered_interval(column(0, 1, 1, 1), numbers(0, 1, 1, 1), draws=20_000, level=0.4)
    assert low == 3 / (1 + 3)
    assert high == 3 / (1 + 3)
    low, high = clustered_interval(column(0, 1, 1, 1), numbers(0, 1, 1, 1), draws=20_000, level=0.6)
    assert low == 0
    assert high == 1


@pytest.mark.parametrize(
    ("values", "clusters"),
    [
        (column(0.0, 0.5, 1.0), numbers(0, 1, 2)),
        (column(0.1, 0.4, 0.8, 0.9), numbers(0, 0, 1, 2)),
        (column(1.0, 0.0, 0.0, 0.2, 0.6, 0.3), numbers(2, 0, 1, 1, 3, 3)),
    ],
)
def test_the_ends_approach_those_of_all_draws(values: NDArray[np.float64], clusters: NDArray[np.int64]) -> None:
    means = every_mean(values, clusters)
    low, high = clustered_interval(values, clusters, draws=60_000)
    # Quantiles of the exact distribution at slightly lower and higher probabilities bracket those of the draws.
    for end, tail in ((low, 0.025), (high, 0.975)):
        below, above = np.quantile(means, [tail - 0.006, tail + 0.006], axis=0, method="inverted_cdf")
        assert below <= end <= above


@given(st.lists(unit, min_size=1, max_size=8))
def test_the_mean_of_all_draws_is_the_mean_of_clusters_of_one(values: list[float]) -> None:
    interval = clustered_interval(column(*values), np.arange(len(values)))
    generator = np.random.default_rng(11)
    # Clusters of one query each: the ordinary bootstrap, drawn here query by query.
    means = [
        np.array(values)[picks].mean()
        for start in range(0, 1000, 256)
        for picks in generator.integers(0, len(values), size=(min(256, 1000 - start), len(values)))
    ]
    assert interval.low == pytest.approx(np.quantile(means, 0.025), abs=1e-12)
    assert interval.high == pytest.approx(np.quantile(means, 0.975), abs=1e-12)


@given(st.lists(st.tuples(unit, st.integers(0, 2)), min_size=3, max_size=9))
def test_ends_lie_in_order_inside_the_values(pairs: list[tuple[float, int]]) -> None:
    values = column(*(value for value, _ in pairs))
    clusters = np.unique([cluster for _, cluster in pairs], return_inverse=True)[1].astype(np.int64)
    low, high = clustered_interval(values, clusters)
    assert values.min() - 1e-12 <= low <= high <= values.max() + 1e-12


def test_columns_are_resampled_together_and_alone_alike() -> None:
    values = np.column_stack([column(0, 1, 0.5, 0.2), column(0.3, 0.1, 0.9, 1)])
    clusters = numbers(0, 0, 1, 2)
    both = clustered_interval(values, clusters)
    for place in (0, 1):
        alone = clustered_interval(values[:, [place]], clusters)
        assert (both.low[place], both.high[place]) == (alone.low[0], alone.high[0])


def test_a_seed_gives_its_ends_every_time() -> None:
    values, clusters = column(*np.linspace(0, 1, 30)), np.arange(30) // 3
    first = clustered_interval(values, clusters, seed=7)
    assert clustered_interval(values, clusters, seed=7) == first
    assert clustered_interval(values, clusters, seed=8) != first


def test_more_certainty_is_wider() -> None:
    values, clusters = column(*np.linspace(0, 1, 30)), np.arange(30)
    narrow, wide = (clustered_interval(values, clusters, level=level) for level in (0.5, 0.99))
    assert wide.low < narrow.low < narrow.high < wide.high


def test_whole_clusters_are_wider_than_their_queries() -> None:
    # Queries of one document answer alike: 10 documents, all 5 queries of each right or wrong.
    values = column(*np.repeat([0, 1] * 5, 5))
    clustered = clustered_interval(values, np.repeat(np.arange(10), 5))
    single = clustered_interval(values, np.arange(50))
    assert clustered.high - clustered.low > single.high - single.low


@pytest.mark.parametrize(
    ("values", "clusters", "said"),
    [
        (np.empty((0, 1)), np.empty(0, np.int64), "n > 0"),
        (column(1, 2), numbers(0), "n > 0"),
        (np.ones(3), numbers(0, 1, 2), "n > 0"),
        (column(1, 2), numbers(0, 2), "Cluster 1 has no query"),
    ],
)
def test_input_that_makes_no_sense_is_refused(
    values: NDArray[np.float64], clusters: NDArray[np.int64], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        clustered_interval(values, clusters)
