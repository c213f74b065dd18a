"""Measures of conjunctive queries: worked by hand, and against counting pairs and places in plain Python."""

from math import log2
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_assets_tests.metrics.conjunctive_runs import score_marks


@pytest.mark.parametrize(
    ("ranked", "unranked", "nclue", "goldhit"),
    [
        ("G", "", 1, 1),
        ("Gs", "", 1, 1),
        ("sG", "", 0, 1),
        ("-" * 9 + "G", "", 1, 1),
        ("-" * 10 + "G", "", 0, 0),
        ("s" + "-" * 9 + "G", "", 0, 0),
        ("-" * 8 + "sG", "", 0, 1),
        ("-G-s-G", "", 1, 1),
        ("", "Gs", 0, 0),
        ("s", "G", 0, 0),
    ],
)
def test_complete_first_and_gold_in_reach(
    tmp_path: Path, ranked: str, unranked: str, nclue: float, goldhit: float
) -> None:
    found = score_marks(tmp_path, ranked, unranked)
    assert (found["nClue@10"], found["GoldHit@10"]) == (nclue, goldhit)


def test_outcomes_are_three_that_sum_to_one(tmp_path: Path) -> None:
    # Complete first, subset first, no gold: nClue, what GoldHit has more, and the rest.
    outcomes = []
    for ranked in ("Gs", "sG", "s"):
        found = score_marks(tmp_path / ranked, ranked, "G")
        outcomes.append((found["nClue@10"], found["GoldHit@10"] - found["nClue@10"], 1 - found["GoldHit@10"]))
    assert outcomes == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]


def test_subsets_gain_nothing_where_only_gold_counts(tmp_path: Path) -> None:
    # Golds at ranks 2 and 4, a third not ranked: the ideal order has all three in front.
    found = score_marks(tmp_path, "sG-Gs", "G")
    assert found["nDCG-gold@10"] == pytest.approx(
        (1 / log2(3) + 1 / log2(5)) / (1 / log2(2) + 1 / log2(3) + 1 / log2(4)), abs=1e-12
    )


def test_pairs_of_gold_and_subset_by_hand(tmp_path: Path) -> None:
    # Golds at 2 and not ranked, subsets at 1, 3 and not ranked. Gold at 2: below, above, above. Gold not ranked:
    # below, below, tie. (0 + 1 + 1 + 0 + 0 + 1/2) of 6 pairs.
    found = score_marks(tmp_path, "sGs", "Gs")
    assert found["AUC-gold@1000"] == pytest.approx((0 + 1 + 1 + 0 + 0 + 1 / 2) / 6, abs=1e-12)


def test_without_a_subset_there_is_no_pair_and_no_value(tmp_path: Path) -> None:
    assert set(score_marks(tmp_path, "G-")) == {"nClue@10", "GoldHit@10", "nDCG-gold@10"}


marks = st.text("Gs-", max_size=14)


@given(marks, marks)
@settings(max_examples=40, deadline=None)
def test_against_counting(ranked: str, unranked: str) -> None:
    judged = [(place, mark) for place, mark in enumerate(ranked) if mark != "-"]
    golds = [place for place, mark in judged if mark == "G"] + [99] * unranked.count("G")
    subsets = [place for place, mark in judged if mark == "s"] + [99] * unranked.count("s")
    with TemporaryDirectory() as folder:
        found = score_marks(Path(folder), ranked, unranked)
    if not golds and not subsets:
        assert found == {}
        return
    assert found["nClue@10"] == (bool(judged) and judged[0][1] == "G" and judged[0][0] < 10)
    assert found["GoldHit@10"] == ("G" in ranked[:10])
    gain = sum(1 / log2(place + 2) for place in golds if place < 10)
    ideal = sum(1 / log2(place + 2) for place in range(min(len(golds), 10)))
    assert found["nDCG-gold@10"] == pytest.approx(gain / ideal if golds else 0, abs=1e-12)
    pairs = [(above < below) + (above == below) / 2 for above in golds for below in subsets]
    assert found.get("AUC-gold@1000") == (pytest.approx(sum(pairs) / len(pairs)) if pairs else None)
