"""Statistics of collections, against arithmetic on a few words."""

from datetime import date

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.collections.statistics import count_words, describe_collections, jaccard_overlaps
from legal_assets.schemas import CANDIDATES, PASSAGES, QRELS, QUERIES
from legal_assets_tests.collections.small_tables import tables

QUERY_TEXTS = {"q-1": "Goods move freely.", "q-2": "Tolls fall"}
CANDIDATE_TEXTS = {"a-1": "goods move", "a-2": "A toll, a tax", "b-1": "Tolls fall"}
PAIRS = [("q-1", "a-1"), ("q-1", "a-2"), ("q-2", "b-1")]
COMMON = {"corpus": "cjeu", "task": "par-par-dev", "variant": "masked"}


def queries(texts: dict[str, str]) -> pl.LazyFrame:
    rows = [
        {**COMMON, "query_id": name, "doc_id": name[0], "date": date(2019, 1, 1), "text": text}
        for name, text in texts.items()
    ]
    return QUERIES.frame(rows).lazy()


def candidates(texts: dict[str, str]) -> pl.LazyFrame:
    rows = [
        {**COMMON, "candidate_id": name, "doc_id": name[0], "date": date(2010, 1, 1), "text": text}
        for name, text in texts.items()
    ]
    return CANDIDATES.frame(rows).lazy()


def qrels(pairs: list[tuple[str, str]]) -> pl.LazyFrame:
    rows = [
        {
            "corpus": "cjeu", "task": "par-par-dev", "query_id": query, "candidate_id": candidate,
            "grade": 1, "is_gold": True, "source": "eur_lex", "version": "1",
        }
        for query, candidate in pairs
    ]  # fmt: skip
    return QRELS.frame(rows).lazy()


def passages(paragraphs: dict[str, int]) -> pl.LazyFrame:
    rows = [(name, f"{name}-{number}") for name, count in paragraphs.items() for number in range(1, count + 1)]
    return pl.LazyFrame(rows, schema=["doc_id", "passage_id"], orient="row")


def test_statistics_of_a_task() -> None:
    described = describe_collections(
        "cjeu",
        queries(QUERY_TEXTS),
        candidates(CANDIDATE_TEXTS),
        qrels(PAIRS),
        passages({"q": 5, "a": 2, "b": 7, "other": 100}),
    )
    (row,) = described.rows(named=True)
    assert (row["queries"], row["candidates"], row["qrels"]) == (2, 3, 3)
    assert (row["relevants_mean"], row["relevants_max"]) == (3 / 2, 2)
    # "Goods move freely ." and "Tolls fall"; marks count as words.
    assert (row["query_words_mean"], row["query_words_max"]) == ((4 + 2) / 2, 4)
    assert row["query_characters_mean"] == (len("Goods move freely.") + len("Tolls fall")) / 2
    # "goods move", "A toll , a tax", "Tolls fall"
    assert (row["candidate_words_mean"], row["candidate_words_max"]) == ((2 + 5 + 2) / 3, 5)
    assert (row["query_case_paragraphs_mean"], row["query_case_paragraphs_max"]) == (5, 5)
    assert (row["candidate_case_paragraphs_mean"], row["candidate_case_paragraphs_max"]) == ((2 + 7) / 2, 7)
    # {goods, move, freely} and {goods, move}: 2 of 3; and {a, toll, tax}: none; equal sets: 1.
    assert row["jaccard_mean"] == pytest.approx((2 / 3 + 0 + 1) / 3)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        ("C-311/18", 1),
        ("1,000 tonnes", 2),
        ("The rule (Article 5).", 7),  # The rule ( Article 5 ) .
        ("L’arrêt « Dassonville »", 6),  # L ’ arrêt « Dassonville »
        ("Prezes Urzędu", 2),
    ],
)
def test_words_and_marks(text: str, words: int) -> None:
    assert pl.DataFrame({"text": [text]}).select(count_words("text")).item() == words


WORDS = st.lists(st.sampled_from(["goods", "Goods", "move", "freely", "toll", "ärger", "5"]), max_size=6)


@given(WORDS, WORDS)
def test_overlap_is_that_of_sets(first: list[str], second: list[str]) -> None:
    overlaps = jaccard_overlaps(
        queries({"q-1": " ".join(first)}), candidates({"a-1": ", ".join(second)}), qrels([("q-1", "a-1")])
    )
    one, other = ({word.lower() for word in words} for words in (first, second))
    expected = len(one & other) / len(one | other) if one | other else 0.0
    assert overlaps["jaccard"].to_list() == [expected]


def test_every_task_and_variant_has_a_row() -> None:
    built = tables({"par-par-dev": [("b-1", "a-2")], "par-case-dev": [("b-1", "a")]})
    described = describe_collections(
        "cjeu", built.queries.lazy(), built.candidates.lazy(), built.qrels.lazy(), passages({"a": 3, "b": 4})
    )
    assert described.height == built.queries.select("task", "variant").n_unique()
    assert set(described["relevants_mean"]) == {1.0}
    assert set(described["query_case_paragraphs_max"]) == {4}


def test_an_empty_collection_has_no_row() -> None:
    empty = (QUERIES.empty().lazy(), CANDIDATES.empty().lazy(), QRELS.empty().lazy(), PASSAGES.empty().lazy())
    assert describe_collections("cjeu", *empty).is_empty()
