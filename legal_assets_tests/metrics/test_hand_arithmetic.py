"""Measures of small runs, written out as the arithmetic of their definitions."""

from math import log2
from pathlib import Path

import pytest

from legal_assets.catalog import MEASURES, Measure
from legal_assets_tests.metrics.independent import Grades, Scores
from legal_assets_tests.metrics.runs import Collection, values


def score_one(folder: Path, ranked: list[str], grades: dict[str, int]) -> dict[str, float]:
    """Return the measures of one query whose candidates are ranked in this order."""
    scores = {"q": {candidate: float(-rank) for rank, candidate in enumerate(ranked)}}
    return values(Collection({"t": {"q": grades}}, {("t", "masked"): scores}).score(folder))["q"]


def others(number: int) -> list[str]:
    return [f"n{place:04}" for place in range(number)]


@pytest.mark.parametrize(
    ("rank", "success", "ndcg"),
    [
        (1, (1, 1, 1), (1, 1, 1)),
        (3, (1, 1, 1), (1 / log2(4), 1 / log2(4), 1 / log2(4))),
        (4, (0, 1, 1), (0, 1 / log2(5), 1 / log2(5))),
        (5, (0, 1, 1), (0, 1 / log2(6), 1 / log2(6))),
        (10, (0, 0, 1), (0, 0, 1 / log2(11))),
        (11, (0, 0, 0), (0, 0, 0)),
    ],
)
def test_the_only_relevant_candidate_at_a_rank(
    tmp_path: Path, rank: int, success: tuple[float, ...], ndcg: tuple[float, ...]
) -> None:
    found = score_one(tmp_path, [*others(rank - 1), "r", *others(20)[rank:]], {"r": 1})
    assert tuple(found[f"Success@{cutoff}"] for cutoff in (3, 5, 10)) == success
    assert tuple(found[f"nDCG@{cutoff}"] for cutoff in (3, 5, 10)) == pytest.approx(ndcg, abs=1e-12)
    assert found["RR@1000"] == found["AP@1000"] == pytest.approx(1 / rank, abs=1e-12)


@pytest.mark.parametrize(("rank", "counts"), [(1000, 1 / 1000), (1001, 0.0)])
def test_ranks_count_to_a_thousand(tmp_path: Path, rank: int, counts: float) -> None:
    found = score_one(tmp_path, [*others(rank - 1), "r"], {"r": 1})
    assert found["RR@1000"] == found["AP@1000"] == pytest.approx(counts, abs=1e-15)


def test_precision_is_averaged_over_all_relevant_candidates(tmp_path: Path) -> None:
    # Ranks 2 and 5 of three relevant candidates; the third was not ranked.
    found = score_one(tmp_path, ["n1", "r1", "n2", "n3", "r2", "n4"], {"r1": 1, "r2": 1, "r3": 1})
    assert found["AP@1000"] == pytest.approx((1 / 2 + 2 / 5 + 0) / 3, abs=1e-12)
    assert found["RR@1000"] == 1 / 2
    ideal = 1 / log2(2) + 1 / log2(3) + 1 / log2(4)
    assert found["nDCG@10"] == pytest.approx((1 / log2(3) + 1 / log2(6)) / ideal, abs=1e-12)
    assert found["nDCG@3"] == pytest.approx((1 / log2(3)) / ideal, abs=1e-12)


def test_gains_are_the_grades(tmp_path: Path) -> None:
    # The ideal order is by grade; a judged candidate of grade 0 is not relevant.
    found = score_one(tmp_path, ["b", "z", "a"], {"a": 3, "b": 1, "c": 2, "z": 0})
    ideal = 3 / log2(2) + 2 / log2(3) + 1 / log2(4)
    assert found["nDCG@10"] == pytest.approx((1 / log2(2) + 3 / log2(4)) / ideal, abs=1e-12)
    assert found["nDCG@3"] == found["nDCG@10"]
    assert found["AP@1000"] == pytest.approx((1 / 1 + 2 / 3) / 3, abs=1e-12)


def test_the_ideal_order_is_cut_where_the_ranking_is(tmp_path: Path) -> None:
    relevant = {f"r{number}": 1 for number in range(5)}
    found = score_one(tmp_path, list(relevant), relevant)
    assert found["nDCG@3"] == found["nDCG@5"] == pytest.approx(1, abs=1e-12)


def test_a_query_without_a_ranking_counts_zero(tmp_path: Path) -> None:
    grades: Grades = {"asked": {"r": 1}, "unanswered": {"r": 1}}
    frame = Collection({"t": grades}, {("t", "masked"): {"asked": {"r": 1.0}}}).score(tmp_path)
    assert set(values(frame)["unanswered"].values()) == {0.0}
    assert set(values(frame)["asked"].values()) == {1.0}
    answered = dict(frame.select("query_id", "answered").unique().iter_rows())
    assert answered == {"asked": True, "unanswered": False}
    assert frame["run_id"].unique().to_list() == ["run of t masked"]


def test_a_query_without_a_relevant_candidate_is_not_judged(tmp_path: Path) -> None:
    grades: Grades = {"q": {"r": 1}, "none": {"r": 0}}
    scores = {"q": {"r": 1.0}, "none": {"r": 1.0}}
    assert set(values(Collection({"t": grades}, {("t", "masked"): scores}).score(tmp_path))) == {"q"}


def test_a_system_that_ranks_nothing_at_all_counts_zero_everywhere(tmp_path: Path) -> None:
    frame = Collection({"t": {"q": {"r": 1}}}, {("t", "masked"): {}}).score(tmp_path)
    assert set(frame["value"]) == {0.0}
    assert frame["answered"].to_list() == [False] * len(MEASURES)


def test_variants_and_tasks_are_scored_apart(tmp_path: Path) -> None:
    grades: dict[str, Grades] = {"t": {"q": {"r": 1}}, "u": {"q": {"s": 1}}}
    scores: dict[tuple[str, str], Scores] = {
        ("t", "original"): {"q": {"r": 2.0, "s": 1.0}},
        ("t", "masked"): {"q": {"r": 1.0, "s": 2.0}},
        ("u", "masked"): {"q": {"r": 1.0, "s": 2.0}},
    }
    frame = Collection(grades, scores).score(tmp_path)
    assert values(frame, "t", "original")["q"]["RR@1000"] == 1
    assert values(frame, "t", "masked")["q"]["RR@1000"] == 1 / 2
    assert values(frame, "u", "masked")["q"]["RR@1000"] == 1


def test_every_measure_is_there_once_a_query(tmp_path: Path) -> None:
    frame = Collection({"t": {"q": {"r": 1}}}, {("t", "masked"): {"q": {"r": 1.0}}}).score(tmp_path)
    assert sorted(frame["measure"]) == sorted(measure.name for measure in MEASURES)
    assert frame["relevant"].to_list() == [1] * len(MEASURES)


def test_cutoffs_are_parameters(tmp_path: Path) -> None:
    measures = (Measure("Success@2", "success", 2, "."), Measure("RR@2", "rr", 2, "."), Measure("AP@2", "ap", 2, "."))
    scores = {"q": {"n": 3.0, "m": 2.0, "r": 1.0}}
    frame = Collection({"t": {"q": {"r": 1}}}, {("t", "masked"): scores}).score(tmp_path, measures)
    assert values(frame)["q"] == {"Success@2": 0, "RR@2": 0, "AP@2": 0}
