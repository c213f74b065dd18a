"""Lists of conditions and scores of pages made scores of documents, worked by hand and by trying."""

import itertools

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.rankings.conditions import combine_conditions
from legal_assets.rankings.page_scores import best_page, distinct_pages, mean_of_best_pages, single_page

LISTS = pl.DataFrame(
    [("q", 1, "a", 8.0), ("q", 1, "b", 4.0), ("q", 1, "c", 2.0), ("q", 2, "a", 1.0), ("q", 2, "b", 5.0)],
    schema=["query_id", "condition", "candidate_id", "score"],
    orient="row",
).cast({"condition": pl.Int32})
ASKED = pl.DataFrame({"query_id": ["q", "q"], "condition": [1, 2]}).cast({"condition": pl.Int32})
PAGE_SCORES = {
    "query_id": pl.String,
    "candidate_id": pl.String,
    "condition": pl.Int32,
    "page": pl.Int32,
    "score": pl.Float64,
}


def scores(frame: pl.DataFrame) -> dict[str, float]:
    return dict(frame.select("candidate_id", "score").iter_rows())


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        # Over the best of each list: a has 8/8 and 1/5, b has 4/8 and 5/5; c is missing from the second list.
        ("min", {"a": 1 / 5, "b": 4 / 8, "c": 0}),
        ("product", {"a": 8 / 8 * 1 / 5, "b": 4 / 8 * 5 / 5, "c": 0}),
        ("harmonic", {"a": 2 / (1 + 5), "b": 2 / (2 + 1), "c": 0}),
    ],
)
def test_lists_are_combined_over_their_best(how: str, expected: dict[str, float]) -> None:
    assert scores(combine_conditions(LISTS, ASKED, how, "best")) == pytest.approx(expected)


def test_min_max_takes_the_last_of_a_list_to_nothing() -> None:
    # First list: a 1, b (4 - 2) / (8 - 2), c 0. Second: a 0, b 1.
    found = scores(combine_conditions(LISTS, ASKED, "min", "min-max"))
    assert found == pytest.approx({"a": 0, "b": (4 - 2) / (8 - 2), "c": 0})
    alone = LISTS.filter(pl.col("condition") == 2).filter(pl.col("candidate_id") == "b")
    assert scores(combine_conditions(alone, ASKED.filter(pl.col("condition") == 2), "min", "min-max")) == {"b": 1}


def test_cosines_of_two_conditions_are_combined_after_min_max() -> None:
    # Stored scores as a model of vectors gives them, some below nothing; d is missing from the second list.
    stored = {1: {"a": 0.8, "b": 0.5, "c": -0.2, "d": 0.3}, 2: {"a": 0.1, "b": 0.4, "c": -0.1}}
    rows = [("q", condition, key, score) for condition, each in stored.items() for key, score in each.items()]
    lists = pl.DataFrame(rows, schema=LISTS.schema, orient="row")
    # First list: a 1, b (0.5 + 0.2) / (0.8 + 0.2), c 0. Second: a (0.1 + 0.1) / (0.4 + 0.1), b 1, c 0.
    a, b = (1, (0.1 + 0.1) / (0.4 + 0.1)), ((0.5 + 0.2) / (0.8 + 0.2), 1)
    for how, joined in (
        ("min", min),
        ("product", lambda pair: pair[0] * pair[1]),
        ("harmonic", lambda pair: 2 / (1 / pair[0] + 1 / pair[1])),
    ):
        found = scores(combine_conditions(lists, ASKED, how, "min-max"))
        assert found == pytest.approx({"a": joined(a), "b": joined(b), "c": 0, "d": 0})


def test_a_condition_that_finds_nothing_leaves_nothing_complete() -> None:
    first = LISTS.filter(pl.col("condition") == 1)
    assert scores(combine_conditions(first, ASKED, "product", "best")) == {"a": 0, "b": 0, "c": 0}


def test_what_cannot_be_combined_is_said() -> None:
    with pytest.raises(ValueError, match="median"):
        combine_conditions(LISTS, ASKED, "median", "best")
    with pytest.raises(ValueError, match="min-max"):
        combine_conditions(LISTS.with_columns(-pl.col("score")), ASKED, "min", "best")


def page_frame(*rows: tuple[str, int, int, float]) -> pl.DataFrame:
    return pl.DataFrame(
        [("q", *row) for row in rows],
        schema=PAGE_SCORES,
        orient="row",
    )


WHOLE = page_frame(("a", 0, 1, 6.0), ("a", 0, 2, 3.0), ("a", 0, 7, 3.0), ("a", 0, 9, 1.0), ("b", 0, 4, 5.0))


def test_the_best_page_and_the_mean_of_three() -> None:
    assert scores(best_page(WHOLE).documents) == {"a": 6, "b": 5}
    assert scores(mean_of_best_pages(WHOLE).documents) == pytest.approx({"a": (6 + 3 + 3) / 3, "b": (5 + 0 + 0) / 3})
    evidence = best_page(WHOLE).evidence.sort("candidate_id", "page")
    assert evidence.select("candidate_id", "condition", "page").rows() == [
        ("a", 0, 1),
        ("a", 0, 2),
        ("a", 0, 7),
        ("b", 0, 4),
    ]


CONDITIONS = page_frame(
    ("a", 1, 1, 9.0), ("a", 1, 2, 5.0), ("a", 2, 1, 8.0), ("a", 2, 2, 3.0), ("b", 1, 6, 7.0), ("b", 2, 6, 7.0)
)


def test_one_page_for_all_conditions_is_one_score() -> None:
    found = single_page(CONDITIONS)
    assert scores(found.documents) == {"a": 9 + 8, "b": 7 + 7}
    assert found.evidence.sort("candidate_id").select("candidate_id", "page").rows() == [("a", 1), ("b", 6)]


def test_distinct_pages_leave_out_a_document_with_one_page_for_all() -> None:
    # Of a: pages 1 and 2 give 9 and 3, pages 2 and 1 give 5 and 8. Of b: page 6 alone has both.
    found = distinct_pages(CONDITIONS, ASKED)
    assert scores(found.documents) == {"a": 5}
    assert found.evidence.sort("condition").select("condition", "page", "score").rows() == [(1, 2, 5.0), (2, 1, 8.0)]


pages_of_conditions = st.lists(
    st.dictionaries(st.integers(1, 5), st.integers(1, 9), max_size=5), min_size=2, max_size=3
)


@given(st.lists(pages_of_conditions, min_size=1, max_size=3))
def test_distinct_pages_against_trying_all(documents: list[list[dict[int, int]]]) -> None:
    number = len(documents[0])
    documents = [each for each in documents if len(each) == number]
    rows = [
        (f"d{place}", condition, page, float(score))
        for place, conditions in enumerate(documents)
        for condition, found in enumerate(conditions, start=1)
        for page, score in found.items()
    ]
    asked = pl.DataFrame({"query_id": ["q"] * number, "condition": range(1, number + 1)}).cast({"condition": pl.Int32})
    expected = {}
    for place, conditions in enumerate(documents):
        weakest = [
            min(condition[page] for condition, page in zip(conditions, chosen, strict=True))
            for chosen in itertools.product(*conditions)
            if len(set(chosen)) == number
        ]
        if weakest:
            expected[f"d{place}"] = max(weakest)
    found = distinct_pages(page_frame(*rows), asked)
    assert scores(found.documents) == expected
    per_document = found.evidence.group_by("candidate_id").agg(pl.col("page").n_unique(), pl.col("score").min())
    assert {document: (pages, weakest) for document, pages, weakest in per_document.iter_rows()} == {
        document: (number, weakest) for document, weakest in expected.items()
    }
