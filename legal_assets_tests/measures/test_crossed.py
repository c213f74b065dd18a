"""Weights of queries and documents, documents left out, and components, against counting by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.measures.crossed import (
    Graph,
    components,
    crossed_means,
    without_each_document,
    without_highest_degrees,
)

edges = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 6)), min_size=1, max_size=20, unique=True)


def graph(*pairs: tuple[int, int], queries: int = 0, documents: int = 0) -> Graph:
    of_queries, of_documents = (np.array(side, np.int64) for side in zip(*pairs, strict=True))
    return Graph(
        queries or int(of_queries.max()) + 1, documents or int(of_documents.max()) + 1, of_queries, of_documents
    )


def column(*values: float) -> np.ndarray:
    return np.array(values)[:, None]


def test_equal_values_leave_no_doubt() -> None:
    assert crossed_means(column(0.5, 0.5), graph((0, 0), (1, 0))) == pytest.approx(0.5)


def test_the_mean_of_a_pair_follows_a_known_law() -> None:
    # Two queries with a document each: the share of the first is W = ab / (ab + cd) with independent exponentials,
    # symmetric about 1/2; its variance, 2/3 * Var(Beta(1, 1)) too low for one side alone, is above 1/12.
    means = crossed_means(column(1, 0), graph((0, 0), (1, 1)), draws=20_000)[:, 0]
    assert means.mean() == pytest.approx(1 / 2, abs=0.01)
    assert means.var() > 1 / 12
    # A shared document weighs both alike: the share is a / (a + c), uniform on 0 … 1 with variance 1/12.
    shared = crossed_means(column(1, 0), graph((0, 0), (1, 0)), draws=20_000)[:, 0]
    assert shared.var() == pytest.approx(1 / 12, abs=0.003)


def test_a_draw_by_hand() -> None:
    linked = graph((0, 0), (0, 1), (1, 1))
    generator = np.random.default_rng(11)
    queries, documents = generator.standard_exponential((1, 2))[0], generator.standard_exponential((1, 2))[0]
    first, second = queries[0] * (documents[0] + documents[1]) / 2, queries[1] * documents[1]
    assert crossed_means(column(1, 0), linked, draws=1)[0, 0] == pytest.approx(first / (first + second))


def test_each_document_left_out_by_hand() -> None:
    # Document 0 has queries 0 and 1, document 1 query 1, document 2 query 2; values 1, 0, 0.
    ends = without_each_document(column(1, 0, 0), graph((0, 0), (1, 0), (1, 1), (2, 2)))
    assert (ends.low[0], ends.low_document[0]) == (0 / 1, 0)
    assert (ends.high[0], ends.high_document[0]) == ((1 + 0) / 2, 1)


@given(edges, st.lists(st.integers(0, 1), min_size=6, max_size=6))
def test_each_document_left_out_against_counting(pairs: list[tuple[int, int]], answers: list[int]) -> None:
    queries = sorted({query for query, _ in pairs})
    number = {query: place for place, query in enumerate(queries)}
    linked = graph(*((number[query], document) for query, document in pairs))
    values = [answers[query] for query in queries]
    means = []
    for document in sorted({document for _, document in pairs}):
        left = [value for query, value in zip(queries, values, strict=True) if (query, document) not in pairs]
        if left:
            means.append(sum(left) / len(left))
    ends = without_each_document(column(*values), linked)
    expected = means or [sum(values) / len(values)]
    assert (ends.low[0], ends.high[0]) == pytest.approx((min(expected), max(expected)))


def test_without_the_documents_of_most_queries() -> None:
    # Degrees: document 0 has 2, document 1 has 1, document 2 has 1. Ties go by number.
    linked = graph((0, 0), (1, 0), (1, 1), (2, 2))
    assert without_highest_degrees(linked, 1).tolist() == [False, False, True]
    assert without_highest_degrees(linked, 2).tolist() == [False, False, True]
    assert without_highest_degrees(linked, 0).tolist() == [True, True, True]


@given(edges)
def test_components_join_what_shares_documents(pairs: list[tuple[int, int]]) -> None:
    queries = sorted({query for query, _ in pairs})
    number = {query: place for place, query in enumerate(queries)}
    found = components(graph(*((number[query], document) for query, document in pairs)))
    groups = {query: {query} for query in queries}
    for _ in queries:
        for (first, document), (second, other) in ((a, b) for a in pairs for b in pairs):
            if document == other:
                groups[first] |= groups[second]
    for first in queries:
        for second in queries:
            assert (found[number[first]] == found[number[second]]) == (second in groups[first])


@pytest.mark.parametrize(
    ("values", "said"),
    [(column(1.0), "queries, columns"), (column(1.0, 0.0, 0.0), "Query 1 has no document")],
)
def test_a_graph_that_does_not_fit_is_refused(values: np.ndarray, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        crossed_means(values, graph((0, 0), (2, 1)))
    with pytest.raises(ValueError, match=said):
        without_each_document(values, graph((0, 0), (2, 1)))
