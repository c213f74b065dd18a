"""Tables of inference from a few values written out: pairs, blocks, robustness, correlations."""

from collections.abc import Mapping

import polars as pl
import pytest

from legal_assets.catalog_comparisons import BLOCKS, Block
from legal_assets.metrics.blocks import examine_blocks
from legal_assets.metrics.comparisons import compare_systems, correlate_measures
from legal_assets.metrics.robustness import examine
from legal_assets.schemas import QRELS, QUERIES, QUERY_METRICS
from legal_assets_tests.rows import filled

FAMILY = {"q1": "f1", "q2": "f1", "q3": "f2", "q4": "f3"}
CELL = {"corpus": "crosspage", "task": "raw", "variant": "original"}
Values = Mapping[str, tuple[float, ...]]


def measured(values: Values, measure: str = "nClue@10", task: str = "raw") -> pl.LazyFrame:
    rows = [
        {**CELL, "task": task, "system": system, "measure": measure, "query_id": query, "value": value}
        | {"relevant": 1, "answered": True, "run_id": "r"}
        for system, each in values.items()
        for query, value in zip(FAMILY, each, strict=False)
    ]
    return filled(QUERY_METRICS, rows).lazy()


def queries(*tasks: str) -> pl.LazyFrame:
    rows = [
        {**CELL, "task": task, "query_id": query, "doc_id": family, "date": None, "text": "t"}
        for task in tasks or ("raw",)
        for query, family in FAMILY.items()
    ]
    return filled(QUERIES, rows).lazy()


def qrels(gold: Mapping[str, str], subsets: Mapping[str, str]) -> pl.LazyFrame:
    rows = [
        {**CELL, "query_id": query, "candidate_id": document, "is_gold": is_gold, "grade": 1 + is_gold}
        | {"source": "facts", "version": "1"}
        for judged, is_gold in ((gold, True), (subsets, False))
        for query, documents in judged.items()
        for document in documents.split()
    ]
    return filled(QRELS, [{k: v for k, v in row.items() if k != "variant"} for row in rows]).lazy()


def test_a_pair_is_compared_on_the_same_queries_once() -> None:
    frame = compare_systems("crosspage", measured({"a": (1, 1, 0, 1), "b": (0, 0, 0, 1)}), queries(), 50)
    row = frame.row(0, named=True)
    assert frame.height == 1
    assert (row["system"], row["other"], row["difference"]) == ("a", "b", (1 + 1 + 0 + 0) / 4)
    assert (row["wins"], row["ties"], row["losses"]) == (2, 2, 0)
    # All of the difference is in one family, and either sign of it is as extreme.
    assert (row["p_value"], row["p_adjusted"]) == (1, 1)
    # Drawn families: none, or only, the one that differs.
    assert (row["low"], row["high"]) == (0, 1)
    assert (row["n"], row["families"], row["few"], row["seed"]) == (4, 3, True, 11)


def test_a_query_that_a_system_has_no_value_for_is_left_out_for_all() -> None:
    frame = compare_systems("crosspage", measured({"a": (1, 1, 0), "b": (0, 0, 0, 1)}), queries(), 50)
    assert frame.select("n", "families").row(0) == (3, 2)
    assert compare_systems("crosspage", measured({"a": (1, 1)}), queries(), 50).is_empty()


BLOCK = Block("lamps", "Which lamp?", "base", ("one", "two", "absent"))
OTHER = Block("oils", "Which oil?", "base", ("two",))


def test_a_block_is_corrected_for_what_was_tried_and_chosen_on_one_task() -> None:
    raw = {"base": (0.0, 0, 0, 0), "one": (0, 0, 1, 0), "two": (0, 0, 1, 1)}
    clean = {"base": (0.0, 0, 0, 0), "one": (1, 1, 1, 1), "two": (0, 0, 1, 0)}
    values = pl.concat([measured(raw), measured(clean, task="clean")])
    frame = examine_blocks("crosspage", values, queries("raw", "clean"), [BLOCK, OTHER], "original")
    chosen = frame.filter("is_chosen").select("block", "task", "system", "is_post_hoc").sort("block", "task").rows()
    # Chosen where it is best on raw, though another is better on clean.
    assert chosen == [
        ("lamps", "clean", "two", False),
        ("lamps", "raw", "two", True),
        ("oils", "clean", "two", False),
        ("oils", "raw", "two", True),
    ]
    assert set(frame.filter(pl.col("block") == "lamps")["variants"]) == {2}
    assert (frame["p_block"] >= frame["p_value"]).all()
    assert frame.filter(~pl.col("is_chosen"))["p_holm"].is_null().all()
    # Two blocks: the smaller p is doubled, the larger may not be below it.
    for task in ("raw", "clean"):
        smaller, larger = frame.filter("is_chosen", task=task).sort("p_block").select("p_block", "p_holm").rows()
        assert smaller[1] == min(1, 2 * smaller[0])
        assert larger[1] == max(smaller[1], larger[0])


def test_a_form_that_says_the_same_of_a_system_is_post_hoc_too() -> None:
    raw = {"base": (0.0, 0, 0, 0), "one": (0, 0, 1, 0), "two": (0, 0, 1, 1)}
    clean = {"base": (0.0, 0, 1, 0), "one": (0, 1, 0, 0), "two": (0, 0, 1, 1)}
    values = pl.concat([measured(raw), measured(clean, task="clean")])
    frame = examine_blocks("crosspage", values, queries("raw", "clean"), [BLOCK], "original")
    assert frame.select("task", "system", "is_post_hoc").sort("task", "system").rows() == [
        ("clean", "one", False),  # as good on average, but by another query
        ("clean", "two", True),
        ("raw", "one", True),
        ("raw", "two", True),
    ]


def test_a_block_without_baseline_or_variant_is_not_tested() -> None:
    assert examine_blocks("crosspage", measured({"one": (1, 1, 1, 1)}), queries(), [BLOCK], "original").is_empty()
    assert examine_blocks("crosspage", measured({"base": (1, 1, 1, 1)}), queries(), [BLOCK], "original").is_empty()


def test_declared_blocks_are_eight_and_try_each_variant_once() -> None:
    assert len({block.key for block in BLOCKS}) == len(BLOCKS) == 8
    for block in BLOCKS:
        assert len(set(block.variants)) == len(block.variants)
        assert block.baseline not in block.variants


def test_what_single_documents_carry() -> None:
    # Gold documents: x of the first two queries, y of the third, z of the fourth.
    judged = qrels({"q1": "x", "q2": "x", "q3": "y", "q4": "z"}, {"q1": "y", "q4": "w"})
    frame = examine("crosspage", measured({"a": (1, 1, 0, 0)}), queries(), judged, ("nClue@10",))
    rows = {row["analysis"]: row for row in frame.iter_rows(named=True)}
    single = rows["without-one-document"]
    assert (single["low"], single["high"], single["detail"]) == ((0 + 0) / 2, pytest.approx((1 + 1 + 0) / 3), "x y")
    # Four documents are fewer than twenty: no query is left without them.
    assert (rows["without-20-documents"]["value"], rows["without-20-documents"]["n"]) == (None, 0)
    assert (rows["crossed-gold"]["documents"], rows["crossed-gold"]["components"]) == (3, 3)
    # A subset joins the first and the second document.
    assert (rows["crossed-judged"]["documents"], rows["crossed-judged"]["components"]) == (4, 2)
    assert rows["crossed-judged"]["largest_component"] == 3
    assert rows["crossed-gold"]["low"] < 0.5 < rows["crossed-gold"]["high"]


def test_without_the_documents_of_most_queries_others_are_left() -> None:
    gold = {"q1": "x", "q2": "x", "q3": " ".join(f"d{place:02}" for place in range(19)), "q4": "z"}
    frame = examine("crosspage", measured({"a": (0, 0, 0, 1)}), queries(), qrels(gold, {}), ("nClue@10",))
    # The one of two queries, and nineteen of one query by name.
    row = frame.filter(analysis="without-20-documents").row(0, named=True)
    assert (row["value"], row["n"]) == (1, 1)


def test_orders_of_systems_by_two_measures() -> None:
    first = measured({"a": (1, 1, 1, 1), "b": (1, 1, 0, 0), "c": (1, 0, 0, 0), "control": (0, 0, 0, 0)})
    second = measured({"a": (1, 1, 0, 0), "b": (1, 1, 1, 1), "c": (0, 0, 0, 0), "control": (1, 1, 1, 1)}, "nDCG@10")
    roles = {"a": "fair", "b": "fair", "c": "fair", "control": "control"}
    row = correlate_measures("crosspage", pl.concat([first, second]), roles).row(0, named=True)
    assert (row["measure"], row["other"], row["systems"]) == ("nDCG@10", "nClue@10", 3)
    # Orders a b c and b a c: rho = 1 - 6 * (1 + 1) / (3 * 8), tau = (2 - 1) / 3.
    assert row["spearman"] == pytest.approx(1 - 6 * 2 / (3 * 8))
    assert row["kendall"] == pytest.approx((2 - 1) / 3)


def test_no_values_give_no_rows() -> None:
    nothing = measured({})
    assert compare_systems("crosspage", nothing, queries(), 50).is_empty()
    assert examine("crosspage", nothing, queries(), qrels({}, {}), ("nClue@10",)).is_empty()
    assert correlate_measures("crosspage", nothing, {}).is_empty()
