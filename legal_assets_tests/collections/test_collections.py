"""Citations become queries, candidates and qrels by level and date, and what takes no part is listed."""

from datetime import date

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets import catalog
from legal_assets.catalog import VARIANTS
from legal_assets.collections.cjeu import Collection
from legal_assets_tests.collections.small_corpus import (
    WINDOWS,
    Cited,
    Decision,
    collect,
    document_of,
    pairs,
    texts,
)

OLD = Decision("old", date(2010, 5, 6))
LATE_TRAIN = Decision("lat", date(2017, 12, 31))
FIRST_DEV = Decision("dev", date(2018, 1, 1))
LAST_DEV = Decision("end", date(2021, 12, 31))
FIRST_TEST = Decision("tst", date(2022, 1, 1))
LAST_TEST = Decision("fin", date(2025, 12, 31))
AFTER = Decision("aft", date(2026, 1, 1))
ALL = [OLD, LATE_TRAIN, FIRST_DEV, LAST_DEV, FIRST_TEST, LAST_TEST]


def reasons(collection: Collection) -> dict[str, str]:
    return dict(collection.rejects.select("record_id", "reason").iter_rows())


def test_a_pinpoint_counts_at_every_level() -> None:
    found = collect(ALL, [Cited("dev-2", "old-1")])
    assert pairs(found, "par-par-dev") == {("dev-2", "old-1")}
    assert pairs(found, "par-case-dev") == {("dev-2", "old")}
    assert pairs(found, "case-case-dev") == {("dev", "old")}
    assert found.qrels.height == 3


def test_a_citation_of_the_whole_case_counts_between_paragraph_and_case_only() -> None:
    found = collect(ALL, [Cited("dev-2", "old")])
    assert pairs(found, "par-case-dev") == {("dev-2", "old")}
    assert pairs(found, "par-par-dev") == pairs(found, "case-case-dev") == set()


def test_case_to_case_gathers_the_pairs_of_paragraphs() -> None:
    cited = [Cited("dev-1", "old-1"), Cited("dev-1", "old-2"), Cited("dev-3", "old-2"), Cited("dev-3", "lat-1")]
    found = collect(ALL, cited)
    assert pairs(found, "par-par-dev") == {(each.source, each.target) for each in cited}
    assert pairs(found, "par-case-dev") == {("dev-1", "old"), ("dev-3", "old"), ("dev-3", "lat")}
    assert pairs(found, "case-case-dev") == {("dev", "old"), ("dev", "lat")}


def test_a_repeated_citation_is_one_pair() -> None:
    found = collect(ALL, [Cited("dev-1", "old-1"), Cited("dev-1", "old-1"), Cited("dev-1", "old")])
    assert found.qrels.filter(pl.col("task") == "par-par-dev").height == 1
    assert found.qrels.filter(pl.col("task") == "par-case-dev").height == 1


@pytest.mark.parametrize(
    ("source", "split"), [("lat", "train"), ("dev", "dev"), ("end", "dev"), ("tst", "test"), ("fin", "test")]
)
def test_a_query_belongs_to_the_split_of_its_decision_date(source: str, split: str) -> None:
    found = collect(ALL, [Cited(f"{source}-1", "old-1")])
    assert set(found.qrels["task"]) == {f"{level}-{split}" for level in ("par-par", "par-case", "case-case")}


def test_a_decision_after_the_last_day_asks_nothing() -> None:
    found = collect([*ALL, AFTER], [Cited("aft-1", "old-1")])
    assert found.qrels.is_empty()
    assert reasons(found) == {"aft": "after_last_split"}


@pytest.mark.parametrize(
    ("source", "target", "task", "kept"),
    [
        ("dev-1", "lat-1", "par-par-dev", True),
        ("end-1", "dev-1", "par-par-dev", False),  # cited before it was decided, but not before the split
        ("tst-1", "end-1", "par-par-test", True),
        ("fin-1", "tst-1", "par-par-test", False),
        ("lat-1", "old-1", "par-par-train", True),
        ("old-1", "lat-1", "par-par-train", False),  # nobody cites the future
    ],
)
def test_relevant_candidates_are_dated_before_the_split(source: str, target: str, task: str, kept: bool) -> None:
    found = collect(ALL, [Cited(source, target)])
    assert pairs(found, task) == ({(source, target)} if kept else set())
    dropped = f"{task}/{source}"
    assert reasons(found).get(dropped) == (None if kept else "no_gold_before_split")


def test_a_dropped_query_names_what_it_cites() -> None:
    rejects = collect(ALL, [Cited("end-1", "dev-2"), Cited("end-1", "dev-1")]).rejects
    (row,) = rejects.filter(pl.col("record_id") == "par-par-dev/end-1").to_dicts()
    assert row["detail"] == "cites only dev-1, dev-2, not dated before the candidates' last day"
    assert row["room"] == "collections"


def test_a_query_that_keeps_one_gold_is_not_dropped() -> None:
    found = collect(ALL, [Cited("end-1", "dev-1"), Cited("end-1", "old-1")])
    assert pairs(found, "par-par-dev") == {("end-1", "old-1")}
    assert reasons(found) == {}


def test_self_citations_and_citations_out_of_the_corpus_are_no_judgments() -> None:
    found = collect(ALL, [Cited("dev-2", "dev-1"), Cited("dev-3", None)])
    assert found.qrels.is_empty()
    assert found.queries.is_empty()
    assert found.rejects.is_empty()


@pytest.mark.parametrize(
    ("decision", "reason"),
    [
        (Decision("bad", None), "no_date"),
        (Decision("bad", date(2010, 1, 1), language="fr"), "other_language"),
        (Decision("bad", date(2010, 1, 1), kind="opinion"), "no_decision"),
        (Decision("bad", date(2010, 1, 1), kind="view"), "no_decision"),
        (Decision("bad", date(2010, 1, 1), passages=0), "no_passages"),
    ],
)
def test_what_takes_no_part_is_listed(decision: Decision, reason: str) -> None:
    found = collect([*ALL, decision], [Cited("dev-1", "bad-1"), Cited("bad-1", "old-1")])
    assert reasons(found) == {"bad": reason}
    assert found.qrels.is_empty(), "neither cited nor citing"
    assert "bad" not in found.candidates["doc_id"]


def test_an_order_takes_part() -> None:
    order = Decision("ord", date(2010, 1, 1), kind="order")
    assert pairs(collect([*ALL, order], [Cited("dev-1", "ord-1")]), "par-par-dev") == {("dev-1", "ord-1")}


def test_candidates_are_all_that_is_dated_before_the_split() -> None:
    candidates = collect(ALL, []).candidates
    by_task = {task: set(candidates.filter(pl.col("task") == task)["doc_id"]) for task in candidates["task"].unique()}
    for level in ("par-par", "par-case", "case-case"):
        assert by_task[f"{level}-train"] == {"old", "lat"}
        assert by_task[f"{level}-dev"] == {"old", "lat"}
        assert by_task[f"{level}-test"] == {"old", "lat", "dev", "end"}


def test_a_paragraph_is_a_candidate_with_its_number_in_the_original_only() -> None:
    candidates = collect([OLD], []).candidates
    assert texts(candidates, "par-par-dev", "original", "candidate_id")["old-2"] == "2. text of old-2"
    for variant in ("unnumbered", "masked"):
        assert texts(candidates, "par-par-dev", variant, "candidate_id")["old-2"] == "text of old-2"


def test_a_case_joins_all_its_paragraphs_in_order() -> None:
    decision = Decision("old", date(2010, 5, 6), passages=11)
    candidates = collect([decision], []).candidates
    joined = "\n".join(f"text of old-{number}" for number in range(1, 12))
    assert texts(candidates, "case-case-dev", "masked", "candidate_id") == {"old": joined}
    assert texts(candidates, "par-case-dev", "masked", "candidate_id") == {"old": joined}


def test_queries_show_the_masked_passages_of_every_variant() -> None:
    found = collect(ALL, [Cited("dev-2", "old-1")])
    for variant in VARIANTS:
        assert texts(found.queries, "par-par-dev", variant, "query_id") == {"dev-2": f"{variant} dev-2"}
        whole = "\n".join(f"{variant} dev-{number}" for number in (1, 2, 3))
        assert texts(found.queries, "case-case-dev", variant, "query_id") == {"dev": whole}
    assert set(found.queries["doc_id"]) == {"dev"}
    assert set(found.queries["date"]) == {date(2018, 1, 1)}


@pytest.mark.parametrize(("few_queries", "few"), [(2, False), (3, True)])
def test_sizes_are_counted_once_for_all_variants(few_queries: int, few: bool) -> None:
    cited = [Cited("dev-1", "old-1"), Cited("dev-1", "old-2"), Cited("end-3", "lat-1")]
    (task,) = collect(ALL, cited, few_queries).tasks.filter(pl.col("task") == "par-par-dev").to_dicts()
    assert (task["queries"], task["candidates"], task["qrels"], task["few"]) == (2, 3 + 3, 3, few)
    assert (task["first_day"], task["last_day"]) == (date(2018, 1, 1), date(2021, 12, 31))
    assert task["ranked"]


def test_every_task_is_listed_even_without_a_document() -> None:
    found = collect([], [])
    assert found.tasks["task"].to_list() == sorted(task.key for task in catalog.tasks("cjeu"))
    assert set(found.tasks["queries"]) == {0}
    assert dict(found.tasks.select("split", "ranked").unique().iter_rows()) == {
        "train": False,
        "dev": True,
        "test": True,
    }


names = ["old", "lat", "dev", "end", "tst", "fin", "aft"]
passage = st.builds("{}-{}".format, st.sampled_from(names), st.integers(1, 3))


@given(st.lists(st.builds(Cited, passage, passage | st.sampled_from(names) | st.none()), max_size=12))
def test_collections_hold_together(citations: list[Cited]) -> None:
    found = collect([*ALL, AFTER], citations)
    dates = {decision.doc_id: decision.decided for decision in [*ALL, AFTER]}
    spans = {window.split: window for window in WINDOWS}
    for task in catalog.tasks("cjeu"):
        judged = pairs(found, task.key)
        candidates = set(found.candidates.filter(pl.col("task") == task.key)["candidate_id"])
        queries = set(found.queries.filter(pl.col("task") == task.key)["query_id"])
        assert {candidate for _, candidate in judged} <= candidates
        assert {query for query, _ in judged} == queries, "every query has a relevant candidate"
        for query, candidate in judged:
            decided, cited = dates[document_of(query)], dates[document_of(candidate)]
            assert decided is not None
            assert cited is not None
            assert cited < decided
            assert cited < spans[task.split].candidates_before
            assert document_of(query) != document_of(candidate)
    # Each citation between two documents of the corpus is a judgment, or its query is listed, or its date is out.
    for each in citations:
        if each.target is None or document_of(each.target) == document_of(each.source) or each.source.startswith("aft"):
            continue
        split = next(w.split for w in WINDOWS if (dates[document_of(each.source)] or date.max) <= w.last_day)
        key = f"par-case-{split}"
        judged = pairs(found, key)
        assert any(query == each.source for query, _ in judged) or f"{key}/{each.source}" in reasons(found)
