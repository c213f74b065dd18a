"""What a repair of judgments changes: two reports, three queries, two systems that a page of contents fools."""

from pathlib import Path

import polars as pl
import pytest

from legal_assets.catalog import CONJUNCTIVE_MEASURES
from legal_assets.metrics.scoring import score_queries
from legal_assets.metrics.versions import Versions, compare_versions
from legal_assets.schemas import EARLIER_QRELS, QRELS, QUERIES, RANKINGS
from legal_assets_tests.rows import filled

BEFORE = {
    "both": {"quay": (2, True), "mill": (1, False)},
    "lost": {"quay": (2, True), "weir": (1, False)},
    "found": {"quay": (2, False), "mill": (1, False)},
}
AFTER = {
    "both": {"mill": (2, True), "quay": (1, False)},
    "lost": {"quay": (1, False), "weir": (1, False)},
    "found": {"quay": (2, True)},
}
RANKED = {"quay-first": ["quay", "mill", "weir"], "mill-first": ["mill", "quay", "weir"], "oracle": ["weir", "quay"]}
ROLES = {"quay-first": "fair", "mill-first": "fair", "oracle": "privileged"}

Judged = dict[str, dict[str, tuple[int, bool]]]


def judgments(judged: Judged, version: str) -> list[dict[str, object]]:
    return [
        {"corpus": "crosspage", "task": "raw", "query_id": query, "candidate_id": candidate, "grade": grade}
        | {"is_gold": is_gold, "source": "facts", "version": version}
        for query, pairs in judged.items()
        for candidate, (grade, is_gold) in pairs.items()
    ]


def compare(folder: Path, before: Judged, after: Judged) -> Versions:
    rankings = [
        {"corpus": "crosspage", "system": system, "task": "raw", "variant": "original", "query_id": query}
        | {"candidate_id": candidate, "rank": rank, "score": 1.0 / rank, "run_id": "run"}
        for system, found in RANKED.items()
        for query in BEFORE
        for rank, candidate in enumerate(found, start=1)
    ]
    queries = [
        {"corpus": "crosspage", "task": "raw", "variant": "original", "query_id": query, "doc_id": query, "text": query}
        for query in BEFORE
    ]
    # A judgment of a query that is asked no more says nothing of today's.
    gone = judgments({"gone": {"quay": (2, True)}}, "1")
    frames = {
        "rankings": filled(RANKINGS, rankings),
        "queries": filled(QUERIES, queries),
        "earlier": filled(EARLIER_QRELS, judgments(before, "1") + gone),
        "qrels": filled(QRELS, judgments(after, "2")),
    }
    for name, frame in frames.items():
        frame.write_parquet(folder / f"{name}.parquet")
    files = {name: [str(folder / f"{name}.parquet")] for name in frames}
    scored = (files["rankings"], files["queries"], files["qrels"])
    asked = {"tasks": ["raw"], "measures": CONJUNCTIVE_MEASURES, "threads": 1}
    today = folder / "today.parquet"
    pl.concat([score_queries("crosspage", system, *scored, **asked) for system in RANKED]).write_parquet(today)
    return compare_versions("crosspage", *files.values(), [str(today)], ROLES, **asked)


@pytest.fixture
def compared(tmp_path: Path) -> Versions:
    return compare(tmp_path, BEFORE, AFTER)


def test_changed_pairs_are_listed_and_queries_that_lose_their_gold_say_so(compared: Versions) -> None:
    columns = ("query_id", "candidate_id", "grade_before", "grade_after", "gold_before", "gold_after", "without_gold")
    assert compared.qrel_changes.select(columns).sort("query_id", "candidate_id").rows() == [
        ("both", "mill", 1, 2, False, True, ""),
        ("both", "quay", 2, 1, True, False, ""),
        ("found", "mill", 1, None, False, False, "before"),
        ("found", "quay", 2, 2, False, True, "before"),
        ("lost", "quay", 2, 1, True, False, "after"),
    ]


def test_means_are_over_own_queries_and_over_those_of_both(compared: Versions) -> None:
    of_measure = compared.version_metrics.filter(measure="nClue@10")
    rows = {
        (row["system"], row["queries_of"]): (row["value_before"], row["value_after"], row["n_before"], row["n_after"])
        for row in of_measure.iter_rows(named=True)
    }
    # Before, queries both and lost have a gold, quay. After, both (mill) and found (quay, alone judged) have one.
    assert rows["quay-first", "own"] == ((1 + 1) / 2, (0 + 1) / 2, 2, 2)
    assert rows["mill-first", "own"] == ((0 + 1) / 2, (1 + 1) / 2, 2, 2)
    assert rows["quay-first", "common"] == (1.0, 0.0, 1, 1)
    assert rows["mill-first", "common"] == (0.0, 1.0, 1, 1)


def test_order_of_fair_systems_is_compared(compared: Versions) -> None:
    row = compared.version_correlations.filter(measure="nClue@10", queries_of="own").row(0, named=True)
    assert (row["version"], row["later"], row["systems"], row["pairs"], row["swapped"]) == ("1", "2", 2, 1, 1)
    assert (row["kendall"], row["spearman"]) == pytest.approx((-1.0, -1.0))
    # Both means move by a half; of equal ones the first system by name is told.
    assert (row["largest_change"], row["most_changed"]) == (0.5, "mill-first")


def test_equal_judgments_change_nothing(tmp_path: Path) -> None:
    found = compare(tmp_path, AFTER, AFTER)
    assert found.qrel_changes.is_empty()
    means = found.version_metrics
    assert means.height > 0
    assert means["value_before"].equals(means["value_after"].rename("value_before"))
    assert found.version_correlations["swapped"].sum() == 0
    assert set(found.version_correlations["largest_change"]) == {0.0}


def test_a_corpus_that_was_never_repaired_has_empty_tables(tmp_path: Path) -> None:
    EARLIER_QRELS.empty().write_parquet(tmp_path / "earlier.parquet")
    earlier = [str(tmp_path / "earlier.parquet")]
    found = compare_versions(
        "cjeu", ["absent"], ["absent"], earlier, ["absent"], ["absent"], ROLES, tasks=[], measures=(), threads=1
    )
    assert [frame.height for frame in found] == [0, 0, 0]
