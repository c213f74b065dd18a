"""Orders of gold and subsets, evidence pages and slices, worked by hand from a few rows."""

from collections.abc import Mapping

import polars as pl
import pytest

from legal_assets.metrics.evidence import CONDITION_COVERAGE, FULL_COVERAGE, SUPPORT, score_evidence
from legal_assets.metrics.ordering import bound_promotions, compare_orders, placed_judgments
from legal_assets.metrics.slices import length_matched, measure_slices, slices_of
from legal_assets.rankings.coverage import half_of
from legal_assets.schemas import QRELS, QUERIES, QUERY_METRICS, RANKINGS
from legal_assets.schemas.conjunctive import CONDITION_PAGES, CONDITIONS, PAGE_EVIDENCE
from legal_assets_tests.rows import filled

CELL = {"corpus": "crosspage", "task": "raw", "variant": "original"}
JUDGED = {"q1": "G1 s2", "q2": "G1 s3", "q3": "G4 s2 s3"}
"""Documents judged for each query; those that begin with G are gold."""


def rankings(orders: Mapping[str, Mapping[str, str]]) -> pl.LazyFrame:
    rows = [
        {**CELL, "system": system, "query_id": query, "candidate_id": document, "rank": rank, "run_id": "r"}
        for system, order in orders.items()
        for query, documents in order.items()
        for rank, document in enumerate(documents.split(), start=1)
        if document != "-"
    ]
    return filled(RANKINGS, rows).lazy()


def queries() -> pl.LazyFrame:
    families = {"q1": "f1", "q2": "f1", "q3": "f2"}
    rows = [{**CELL, "query_id": query, "doc_id": family} for query, family in families.items()]
    return filled(QUERIES, rows).lazy()


def qrels() -> pl.LazyFrame:
    rows = [
        {"corpus": "crosspage", "task": "raw", "query_id": query, "candidate_id": document}
        | {"is_gold": document.startswith("G"), "grade": 2 if document.startswith("G") else 1}
        for query, documents in JUDGED.items()
        for document in documents.split()
    ]
    return filled(QRELS, rows).lazy()


A = {"q1": "G1 s2", "q2": "s3 G1", "q3": "s2 s3"}
B = {"q1": "s2 G1", "q2": "- - - - - - - - - - G1", "q3": "G4"}


def placed() -> pl.DataFrame:
    return placed_judgments(rankings({"a": A, "b": B}), queries(), qrels())


def test_every_judged_document_is_placed_for_every_system() -> None:
    frame = placed()
    assert frame.height == 2 * (2 + 2 + 3)
    ranks = {
        (row[0], row[1], row[2]): row[3] for row in frame.select("system", "query_id", "candidate_id", "rank").rows()
    }
    assert ranks["a", "q3", "G4"] is None
    assert ranks["b", "q2", "G1"] == 11


def test_systems_are_ordered_where_both_reach_a_gold() -> None:
    row = compare_orders("crosspage", placed()).row(0, named=True)
    # Both reach a gold for the first query only: the second is at rank 11 for b, the third not ranked by a.
    assert (row["system"], row["other"], row["n_both"], row["ordered"], row["ordered_other"]) == ("a", "b", 1, 1, 0)
    assert (row["only_system"], row["only_other"], row["neither"], row["n"]) == (1, 1, 0, 3)
    assert row["p_value"] == 1


def test_bounds_under_promotion_by_hand() -> None:
    frame = bound_promotions("crosspage", placed()).filter(system="a", measure="nClue@10")
    bounds = {k: (low, high) for k, low, high in frame.select("k", "low", "high").rows()}
    # Complete first: the first query. Promoting the subset that stands first makes it so for all three.
    assert bounds[0] == (pytest.approx(1 / 3), pytest.approx(1 / 3))
    assert bounds[1] == bounds[3] == (pytest.approx(1 / 3), pytest.approx(3 / 3))
    ndcg = bound_promotions("crosspage", placed()).filter(measure="nDCG-gold@10", k=0)
    assert (ndcg["low"] == ndcg["high"]).all()


def evidence(*rows: tuple[str, str, int, int, float]) -> pl.LazyFrame:
    names = ("query_id", "candidate_id", "condition", "page", "score")
    return filled(PAGE_EVIDENCE, [{**CELL, "system": "a", **dict(zip(names, row, strict=True))} for row in rows]).lazy()


def stored() -> pl.DataFrame:
    rows = [
        ("q1", "G1", 1, [3, 4]),
        ("q1", "G1", 2, [7]),
        ("q1", "s2", 1, [1]),
        ("q2", "G1", 1, [3]),
        ("q2", "G1", 2, [9]),
    ]
    names = ("query_id", "candidate_id", "condition", "pages")
    return filled(CONDITION_PAGES, [{"corpus": "crosspage", **dict(zip(names, row, strict=True))} for row in rows])


def supported(named: pl.LazyFrame) -> dict[tuple[str, str], float]:
    frame = score_evidence("crosspage", "a", rankings({"a": A}), named, stored(), queries(), qrels())
    return {(query, measure): value for query, measure, value in frame.select("query_id", "measure", "value").rows()}


def test_evidence_covers_conditions_by_its_three_best_pages() -> None:
    found = supported(
        evidence(
            # Pages 4 and 7 of the three best bear out both conditions.
            ("q1", "G1", 1, 4, 0.9), ("q1", "G1", 2, 7, 0.5), ("q1", "G1", 2, 8, 0.6),
            # Page 9 would, but is the fourth.
            ("q2", "G1", 0, 3, 0.9), ("q2", "G1", 0, 1, 0.8), ("q2", "G1", 0, 2, 0.7), ("q2", "G1", 0, 9, 0.6),
            # Not a gold document.
            ("q1", "s2", 1, 1, 0.9),
        )
    )  # fmt: skip
    assert {query: found[query, SUPPORT] for query in JUDGED} == {"q1": 1, "q2": 0, "q3": 0}
    assert (found["q1", CONDITION_COVERAGE], found["q2", CONDITION_COVERAGE]) == (2 / 2, 1 / 2)
    assert (found["q1", FULL_COVERAGE], found["q2", FULL_COVERAGE]) == (1, 0)
    # Given a gold among the first ten: the third query has none and does not count there.
    assert ("q3", CONDITION_COVERAGE) not in found


def test_a_page_named_twice_is_one_page() -> None:
    pages = [("q2", "G1", 1, 3, 0.9), ("q2", "G1", 2, 3, 0.8), ("q2", "G1", 1, 5, 0.7), ("q2", "G1", 2, 9, 0.6)]
    assert supported(evidence(*pages))["q2", FULL_COVERAGE] == 1


def test_a_system_that_names_no_pages_has_no_support_to_measure() -> None:
    assert supported(evidence()) == {}


def conditions() -> pl.DataFrame:
    sizes = {"q1": 2, "q2": 2, "q3": 3}
    rows = [
        {"corpus": "crosspage", "query_id": query, "condition": number}
        for query, size in sizes.items()
        for number in range(1, size + 1)
    ]
    return filled(CONDITIONS, rows)


def lengths() -> pl.DataFrame:
    return pl.DataFrame({"doc_id": ["G1", "s2", "s3", "G4"], "pages": [30, 24, 23, 101]})


def test_slices_by_conditions_lengths_and_halves() -> None:
    families = queries().select("query_id", "doc_id").collect()
    judged = qrels().collect()
    rows = slices_of(conditions(), judged, families, lengths())
    found = {name: sorted(members) for name, members in rows.group_by("slice").agg("query_id").rows()}
    assert found["conditions-2"] == ["q1", "q2"]
    assert found["conditions-3"] == ["q3"]
    assert found["gold-pages-to-30"] == ["q1", "q2"]
    assert found["gold-pages-over-100"] == ["q3"]
    assert found["judged-to-25"] == ["q1", "q2", "q3"]
    assert "judged-over-50" not in found
    assert "q1" in found[f"half-{half_of('f1')}"]


def test_means_of_slices() -> None:
    rows = [
        {**CELL, "system": "a", "query_id": query, "measure": "nClue@10", "value": value}
        for query, value in (("q1", 1.0), ("q2", 0.0), ("q3", 1.0))
    ]
    slices = pl.DataFrame({"query_id": ["q1", "q2", "q9"], "slice": ["x", "x", "nobody"]})
    frame = measure_slices("crosspage", filled(QUERY_METRICS, rows).lazy(), queries(), slices, ("nClue@10",), 50)
    row = frame.row(0, named=True)
    assert frame.height == 1
    assert (row["slice"], row["value"], row["n"], row["families"], row["few"]) == ("x", (1 + 0) / 2, 2, 1, True)


def test_pairs_of_like_length_by_hand() -> None:
    found = {
        (system, query): value
        for system, query, value in length_matched(placed(), lengths()).select("system", "query_id", "value").rows()
    }
    # 24 pages are four fifths of 30, 23 are not; the long gold of the third query is like none.
    assert found == {("a", "q1"): 1, ("b", "q1"): 0}
