"""Tests of pairs of systems, alone and against the largest, against every assignment of signs."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from legal_assets.measures.bootstrap import clustered_interval, percentile_interval, resampled_means
from legal_assets.measures.multiplicity import holm, rank_correlations
from legal_assets.measures.randomisation import DRAWS, largest_p_values, pair_p_values, paired_p_values

tenth = st.integers(-10, 10).map(lambda number: number / 10)


def every_sum(differences: NDArray[np.float64], clusters: NDArray[np.int64]) -> NDArray[np.float64]:
    sums = np.stack([differences[clusters == each].sum(axis=0) for each in range(int(clusters.max()) + 1)])
    return np.array([np.array(signs) @ sums for signs in itertools.product((-1, 1), repeat=len(sums))])


def test_one_family_alone_says_nothing() -> None:
    # The two assignments of signs are equally far from zero: p = 1 whatever the draws.
    assert paired_p_values(np.array([[1.0], [1.0]]), np.array([0, 0])) == (DRAWS + 1) / (DRAWS + 1)


def test_no_draw_reaches_ten_families_that_agree() -> None:
    # 2 of 2^20 assignments are as extreme; the smallest p that draws can give is 1 / (n + 1).
    assert paired_p_values(np.ones((20, 1)), np.arange(20), draws=200) == (0 + 1) / (200 + 1)


@given(st.lists(st.tuples(tenth, tenth, st.integers(0, 3)), min_size=4, max_size=9))
@settings(max_examples=30, deadline=None)
def test_p_values_approach_those_of_every_assignment(rows: list[tuple[float, float, int]]) -> None:
    clusters = np.unique([row[2] for row in rows], return_inverse=True)[1].astype(np.int64)
    differences = np.array([row[:2] for row in rows])
    every = every_sum(differences, clusters)
    observed = np.abs(differences.sum(axis=0))
    cluster_sums = np.stack([differences[clusters == each].sum(axis=0) for each in range(int(clusters.max()) + 1)])
    scale = np.sqrt(np.square(cluster_sums).sum(axis=0))
    weight = np.divide(1.0, scale, out=np.zeros(2), where=scale > 1e-9)
    alone = (np.abs(every) >= observed - 1e-9).mean(axis=0)
    largest = (np.abs(every) * weight).max(axis=1)
    together = np.array([(largest >= (observed * weight)[column] - 1e-9).mean() for column in (0, 1)])
    tested = largest_p_values(differences, clusters)
    assert tested.p_values == pytest.approx(alone, abs=0.03)
    assert tested.adjusted == pytest.approx(together, abs=0.03)
    assert (tested.adjusted >= tested.p_values - 1e-12).all()


def test_pairs_of_systems_are_differences() -> None:
    generator = np.random.default_rng(3)
    values, clusters = generator.random((40, 5)), np.arange(40) // 3
    left, right = np.array([0, 0, 3]), np.array([1, 4, 2])
    pairs = pair_p_values(values, clusters, left, right)
    differences = largest_p_values(values[:, left] - values[:, right], clusters)
    assert pairs.p_values.tolist() == differences.p_values.tolist()
    assert pairs.adjusted.tolist() == differences.adjusted.tolist()


def test_the_largest_of_one_is_the_test_itself() -> None:
    tested = largest_p_values(np.array([[0.1], [0.3], [-0.2], [0.5]]), np.arange(4))
    assert tested.p_values.tolist() == tested.adjusted.tolist()


def test_whole_families_are_flipped() -> None:
    # Ten queries of two families that agree inside: as clusters the four sign pairs give p = 2/4; alone far less.
    differences = np.ones((10, 1))
    assert paired_p_values(differences, np.arange(10) // 5)[0] == pytest.approx(2 / 4, abs=0.02)
    assert paired_p_values(differences, np.arange(10))[0] == pytest.approx(2 / 2**10, abs=0.002)


def test_resampled_differences_share_their_draws() -> None:
    values, clusters = np.array([[0.1, 0.2], [0.4, 0.5], [0.9, 1.0]]), np.arange(3)
    means = resampled_means(values, clusters)
    # The second system is always 0.1 better, whichever families are drawn.
    assert (means[:, 1] - means[:, 0]) == pytest.approx(0.1)
    ends = percentile_interval(means)
    assert np.array_equal(ends, clustered_interval(values, clusters))


def test_holm_by_hand() -> None:
    # Sorted 0.01, 0.02, 0.04 times 3, 2, 1: 0.03, 0.04, 0.04.
    assert holm(np.array([0.04, 0.01, 0.02])).tolist() == [0.04 * 1, 0.01 * 3, 0.02 * 2]
    # 0.3 x 2 = 0.6; 0.4 x 1 = 0.4 may not be below it. 0.9 x 2 is cut at 1.
    assert holm(np.array([0.3, 0.4])).tolist() == [0.3 * 2, 0.3 * 2]
    assert holm(np.array([0.9, 0.95])).tolist() == [1, 1]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_lies_between_the_p_value_and_bonferroni(values: list[float]) -> None:
    p_values = np.array(values)
    adjusted = holm(p_values)
    assert (adjusted >= p_values).all()
    assert (adjusted <= np.minimum(1, p_values * len(values)) + 1e-12).all()
    assert np.array_equal(np.argsort(adjusted[np.argsort(p_values, kind="stable")], kind="stable"), range(len(values)))


def test_a_p_value_outside_its_range_is_refused() -> None:
    with pytest.raises(ValueError, match=r"0 … 1"):
        holm(np.array([0.1, 1.2]))


def test_correlations_of_orders_by_hand() -> None:
    # One swap of neighbours among four: rho = 1 - 6 * 2 / (4 * 15), tau = (5 - 1) / 6.
    rho, tau = rank_correlations(np.array([1.0, 2, 3, 4]), np.array([1.0, 3, 2, 4])) or (0, 0)
    assert rho == pytest.approx(1 - 6 * 2 / (4 * 15))
    assert tau == pytest.approx((5 - 1) / 6)


@pytest.mark.parametrize("first", [[0.5], [0.5, 0.5]])
def test_an_order_of_one_or_of_equals_correlates_with_nothing(first: list[float]) -> None:
    assert rank_correlations(np.array(first), np.arange(float(len(first)))) is None
    with pytest.raises(ValueError, match="paired"):
        rank_correlations(np.array(first), np.ones(9))
