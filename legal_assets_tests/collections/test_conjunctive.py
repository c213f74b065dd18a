"""Conjunctive queries over small reports: grades, the gate of gold, forms, families, and a second derivation."""

import itertools

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.catalog import Task, tasks
from legal_assets.collections.cjeu import Collection
from legal_assets.collections.conditions import Judged, Limits, choose_queries, judge
from legal_assets.collections.conjunctive import build_conjunctive
from legal_assets.collections.conjunctive_statistics import describe_conjunctive
from legal_assets.collections.conjunctive_tables import conjunctive_tables, no_tables, unproved_judgments
from legal_assets.collections.facts import mine_facts
from legal_assets.collections.verification import verify
from legal_assets.schemas.conjunctive import FACTS
from legal_assets.schemas.pages import PAGES
from legal_assets_tests.collections.reports import COAST, HARBOUR, MARKET, documents, headings, lengths, marks, pages
from legal_assets_tests.rows import filled

FERRY, WORKS, GAUGES, BOARD = (
    "gull island ferry office",
    "lantern harbour works",
    "tide gauge network",
    "salt market board",
)
EVERYTHING = Limits(largest_share=1.0)
TASKS = [Task("crosspage", form, "conjunctive", "test") for form in ("raw", "clean", "natural")]  # type: ignore[arg-type]


def mined() -> pl.DataFrame:
    return mine_facts("crosspage", pages(), headings())


def asked(*concepts: str) -> pl.DataFrame:
    rows = [("q", place, concept, concept.title()) for place, concept in enumerate(concepts, start=1)]
    schema = {"query_id": pl.String, "condition": pl.Int32, "concept": pl.String, "phrase": pl.String}
    return pl.DataFrame(rows, schema=schema, orient="row")


def grades(*concepts: str) -> dict[str, tuple[int, bool]]:
    frame = judge(asked(*concepts), mined()).grades
    return {
        document: (grade, gold) for document, grade, gold in frame.select("candidate_id", "grade", "is_gold").rows()
    }


def conditions(judged: Judged) -> pl.DataFrame:
    forms = mined().group_by("concept").agg(pl.col("forms").list.explode().unique().sort(), documents=pl.len())
    return judged.conditions.join(forms, on="concept").with_columns(corpus=pl.lit("crosspage"))


def collection() -> tuple[Judged, Collection]:
    judged = choose_queries(mined(), EVERYTHING)
    return judged, build_conjunctive("crosspage", conditions(judged), mined(), documents(), TASKS, few_queries=50)


def test_every_document_with_a_condition_is_graded_by_how_many_it_meets() -> None:
    # Works and gauges: pages 1 and 4 of one report, 1 and 2 of another; a third has both on page 1.
    assert grades(WORKS, GAUGES) == {HARBOUR: (2, True), COAST: (2, True), MARKET: (2, False)}


def test_a_report_with_all_conditions_on_one_page_stays_partial() -> None:
    # In the second report works and ferry share page 1; in the first they stand on pages 1, 2 and 4.
    assert grades(WORKS, FERRY) == {HARBOUR: (2, True), COAST: (2, False), MARKET: (1, False)}


def test_three_conditions_need_three_pages() -> None:
    # The second report has works and ferry on page 1 and gauges on page 2: two pages for three conditions.
    assert grades(WORKS, FERRY, GAUGES) == {HARBOUR: (3, True), COAST: (3, False), MARKET: (2, False)}


def test_queries_with_equal_gold_documents_are_one_family() -> None:
    two = pl.concat([asked(WORKS, GAUGES), asked(GAUGES, WORKS).with_columns(pl.lit("r").alias("query_id"))])
    other = asked(WORKS, FERRY).with_columns(pl.lit("s").alias("query_id"))
    families = dict(judge(pl.concat([two, other]), mined()).grades.select("query_id", "family").unique().rows())
    assert families["q"] == families["r"] != families["s"]


def test_chosen_queries_have_gold_and_a_subset() -> None:
    judged, _ = collection()
    counted = judged.grades.group_by("query_id").agg(pl.col("is_gold").sum(), pl.len().alias("judged"))
    assert counted.height > 0
    assert (counted["is_gold"] >= 1).all()
    assert (counted["judged"] > counted["is_gold"]).all()
    assert set(judged.conditions.group_by("query_id").len()["len"]) == {2, 3}


def test_equal_facts_give_equal_queries() -> None:
    shuffled = mined().sample(fraction=1, shuffle=True, seed=3)
    first, second = choose_queries(mined(), EVERYTHING), choose_queries(shuffled, EVERYTHING)
    assert first.conditions.sort("query_id", "condition").equals(second.conditions.sort("query_id", "condition"))
    assert first.grades.equals(second.grades)


def test_a_phrase_inside_another_is_no_condition_beside_it() -> None:
    rows = [
        ("crosspage", document, concept, concept, "name", [concept], [page])
        for document in ("a", "b")
        for page, concept in enumerate(("tide gauge", "coastal tide gauge"), start=1)
    ]
    facts = pl.DataFrame(rows, schema=FACTS.schema, orient="row")
    assert choose_queries(facts, EVERYTHING).conditions.is_empty()


def test_facts_that_half_of_all_documents_have_are_no_conditions() -> None:
    assert choose_queries(mined(), Limits(largest_share=0.5)).conditions["concept"].unique().to_list() in (
        [],
        [FERRY, BOARD],
    )
    assert choose_queries(mined().clear(), Limits()).grades.is_empty()


def test_the_same_queries_in_three_forms() -> None:
    judged, built = collection()
    query = judged.conditions["query_id"][0]
    phrases = judged.conditions.filter(pl.col("query_id") == query).sort("condition")["phrase"].to_list()
    texts = dict(built.queries.filter(pl.col("query_id") == query).select("task", "text").rows())
    assert texts["raw"] == " ".join(phrases)
    assert texts["clean"] == "; ".join(f'"{phrase}"' for phrase in phrases)
    assert texts["natural"] == f"Find the document that discusses {', '.join(phrases[:-1])} and {phrases[-1]}."
    assert built.tasks.select("task", "queries", "candidates").rows() == [
        (form, judged.grades["query_id"].n_unique(), 4) for form in ("clean", "natural", "raw")
    ]
    for _, qrels in built.qrels.group_by("task"):
        assert qrels.height == judged.grades.height


def test_a_second_derivation_agrees() -> None:
    judged, built = collection()
    qrels = built.qrels.filter(pl.col("task") == "raw")
    assert verify(pages(), conditions(judged), judged.pages, qrels).is_empty()


@pytest.mark.parametrize("broken", ["pages", "grade", "is_gold", "absent"])
def test_a_second_derivation_finds_what_is_wrong(broken: str) -> None:
    judged, built = collection()
    qrels, found = built.qrels.filter(pl.col("task") == "raw"), judged.pages
    first = pl.int_range(pl.len()) == 0
    if broken == "pages":
        found = found.with_columns(
            pl.when(first).then(pl.lit([9], pl.List(pl.Int32))).otherwise("pages").alias("pages")
        )
    elif broken == "absent":
        qrels = qrels.tail(-1)
    elif broken == "grade":
        qrels = qrels.with_columns(pl.when(first).then(pl.lit(7, pl.Int16)).otherwise("grade").alias("grade"))
    else:
        qrels = qrels.with_columns(pl.when(first).then(~pl.col("is_gold")).otherwise("is_gold").alias("is_gold"))
    assert verify(pages(), conditions(judged), found, qrels).height == 1


def test_statistics_count_what_was_judged() -> None:
    judged = judge(
        pl.concat([asked(WORKS, GAUGES), asked(WORKS, FERRY, GAUGES).with_columns(query_id=pl.lit("r"))]), mined()
    )
    frame = describe_conjunctive("crosspage", judged.conditions, judged.pages, judged.grades, lengths())
    all_rows, pairs, triples = frame.sort("conditions").iter_rows(named=True)
    assert (all_rows["queries"], pairs["queries"], triples["queries"]) == (2, 1, 1)
    assert (all_rows["families"], pairs["gold_max"], triples["single_gold"]) == (2, 2, 1)
    # Judged: three documents each. Gold: two of the pair, one of the triple. All met without distinct pages: one each.
    assert all_rows["judged_mean"] == (3 + 3) / 2
    assert all_rows["gold_mean"] == (2 + 1) / 2
    assert (pairs["one_page"], triples["one_page"], all_rows["one_page"]) == (1, 1, 2)
    # The reports of the pair are 4 and 2 pages long.
    assert pairs["gold_pages_mean"] == (4 + 2) / 2
    assert all_rows["words_mean"] == (6 + 10) / 2


page_sets = st.lists(st.sets(st.integers(1, 4), min_size=1, max_size=4), min_size=2, max_size=3)


@given(page_sets)
def test_the_gate_against_trying_every_choice(sets: list[set[int]]) -> None:
    rows = [
        ("crosspage", "d", f"c{place}", f"C{place}", "name", [f"c{place}"], sorted(pages))
        for place, pages in enumerate(sets)
    ]
    facts = pl.DataFrame(rows, schema=FACTS.schema, orient="row")
    frame = judge(asked(*(row[2] for row in rows)), facts).grades
    distinct = any(len(set(choice)) == len(sets) for choice in itertools.product(*sets))
    together = bool(set.intersection(*sets))
    assert frame.select("grade", "is_gold").rows() == [(len(sets), distinct and not together)]


def marked_pages() -> pl.DataFrame:
    rows = [
        {"corpus": "crosspage", "doc_id": document, "page": page, "text": text, "usable": True}
        | {"marks": marks(page, document)}
        for document, page, text in pages().rows()
    ]
    return filled(PAGES, rows)


def test_stored_judgments_are_proved_again_in_every_form() -> None:
    judged, built = collection()
    read = (conditions(judged), judged.pages, marked_pages(), documents())
    assert unproved_judgments(built.qrels, *read).is_empty()
    # The forms come in the order clean, natural, raw: the first is derived again, the others are compared with it.
    for task, said in (("clean", "grade or gate differs"), ("raw", "differs from form clean")):
        rows = built.qrels.with_row_index("number")
        number = rows.filter(pl.col("task") == task)["number"][0]
        changed = rows.with_columns(
            pl.when(pl.col("number") == number).then(pl.lit(7, pl.Int16)).otherwise("grade").alias("grade")
        )
        found = unproved_judgments(changed.drop("number"), *read)
        assert (task, said) in found.select("task", "difference").rows()


def test_pages_become_tables_whose_judgments_were_derived_twice() -> None:
    marked = marked_pages()
    tables = conjunctive_tables("crosspage", marked, documents(), tasks("crosspage"))
    assert tables.facts.filter(pl.col("kind") == "name").height > 0
    # A quarter of four documents is one: no concept of two documents may be a condition.
    assert tables.conditions.is_empty()
    assert conjunctive_tables("crosspage", marked.clear(), documents(), tasks("crosspage")).facts.equals(
        no_tables().facts
    )
