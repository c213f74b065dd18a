"""Which texts of a corpus are read by a model."""

import polars as pl

from legal_assets.indexes.corpus_texts import ranked_sets, shown_passages, texts_of_candidates, texts_of_queries

TASKS = pl.LazyFrame(
    [("par", True, 2), ("case", True, 1), ("train", False, 5), ("empty", True, 0)],
    schema=["task", "ranked", "queries"],
    orient="row",
)
VARIANTS = ("original", "masked")
CANDIDATES = pl.LazyFrame(
    [
        (task, variant, candidate, document, f"{candidate} {variant}")
        for variant in VARIANTS
        for task, candidate, document in [
            ("par", "d-1", "d"),
            ("case", "d", "d"),
            ("case", "bare", "bare"),
            ("train", "d", "d"),
            ("empty", "d", "d"),
        ]
    ],
    schema=["task", "variant", "candidate_id", "doc_id", "text"],
    orient="row",
)
PASSAGES = pl.LazyFrame(
    [("d", "1.", "one"), ("d", "", "two"), ("other", "1.", "three")], schema=["doc_id", "printed", "text"], orient="row"
)


def test_tasks_that_are_not_ranked_or_have_no_query_cost_nothing() -> None:
    assert ranked_sets(TASKS, CANDIDATES, "shown").sort("task").collect().rows() == [
        ("case", "masked"),
        ("par", "masked"),
    ]
    assert ranked_sets(TASKS, CANDIDATES, "all").collect().height == 4


def test_a_document_is_its_passages_as_the_variant_shows_them() -> None:
    sets = ranked_sets(TASKS, CANDIDATES, "all")
    found = texts_of_candidates("passages", CANDIDATES, PASSAGES, sets).sort(pl.all()).collect()
    assert found.filter(pl.col("task") == "case").rows() == [
        ("case", "masked", "bare", "bare masked"),
        ("case", "masked", "d", "one"),
        ("case", "masked", "d", "two"),
        ("case", "original", "bare", "bare original"),
        ("case", "original", "d", "1. one"),
        ("case", "original", "d", "two"),
    ]
    assert found.filter(pl.col("task") == "par")["text"].to_list() == ["d-1 masked", "d-1 original"]


def test_a_document_may_be_its_own_text() -> None:
    sets = ranked_sets(TASKS, CANDIDATES, "shown")
    found = texts_of_candidates("text", CANDIDATES, PASSAGES, sets).collect()
    assert sorted(found["text"]) == ["bare masked", "d masked", "d-1 masked"]


CONDITIONS = pl.LazyFrame(
    [("d", 1, "first thing"), ("d", 2, "second thing"), ("not asked", 1, "third thing")],
    schema=["query_id", "condition", "phrase"],
    orient="row",
)


def test_queries_and_their_conditions_are_those_of_the_same_sets() -> None:
    queries = CANDIDATES.rename({"candidate_id": "query_id"})
    found = texts_of_queries(queries, CONDITIONS, ranked_sets(TASKS, CANDIDATES, "shown")).collect()
    assert sorted(found["query_id"].unique()) == ["bare", "d", "d-1"]
    assert sorted(found.filter(query_id="d")["text"].unique()) == ["d masked", "first thing", "second thing"]
    without = texts_of_queries(queries, CONDITIONS.clear(), ranked_sets(TASKS, CANDIDATES, "shown")).collect()
    assert sorted(without["text"]) == ["bare masked", "d masked", "d-1 masked"]


def test_only_original_has_numbers() -> None:
    shown = shown_passages(PASSAGES).filter(pl.col("doc_id") == "d").sort("variant", "text").collect()
    assert shown.select("variant", "text").rows() == [
        ("masked", "one"),
        ("masked", "two"),
        ("masked-entities", "one"),
        ("masked-entities", "two"),
        ("original", "1. one"),
        ("original", "two"),
        ("unnumbered", "one"),
        ("unnumbered", "two"),
    ]
