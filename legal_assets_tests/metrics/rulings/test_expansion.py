"""Expansion by the citation graph, on five rulings, and against a plain reading of the definition."""

from collections import defaultdict
from random import Random

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_assets.metrics.rulings.expansion import BEST_PASSAGES, CUTOFFS, DIRECTIONS, expand, ruling_links
from legal_assets.schemas import QUERIES, RANKINGS
from legal_assets_tests.rows import filled

KEY = {"corpus": "bge", "task": "expert", "variant": "original"}
SIZES = {"a": 1, "b": 4, "c": 2, "d": 1, "e": 5}
"""Rulings and how many passages each has."""

CANDIDATES = pl.DataFrame(
    [(f"{ruling}-e{number}", ruling) for ruling, size in SIZES.items() for number in range(1, size + 1)],
    schema=["candidate_id", "doc_id"], orient="row",
)  # fmt: skip
CITED = [("a", "b"), ("a", "b"), ("c", "a"), ("d", "e"), ("b", "b"), ("a", "nowhere"), ("a", None)]
"""Who cites whom: twice, itself, a ruling without passages, one that is not in the corpus."""


def links(cited: list[tuple[str, str | None]]) -> pl.DataFrame:
    citations = pl.DataFrame(cited, schema={"doc_id": pl.String, "target_doc_id": pl.String}, orient="row")
    return ruling_links(citations, CANDIDATES)


def ranked(run: list[str]) -> pl.LazyFrame:
    rows = [KEY | {"system": "minilm", "query_id": "q", "rank": rank, "candidate_id": candidate}
            for rank, candidate in enumerate(run, start=1)]  # fmt: skip
    return filled(RANKINGS, rows).lazy()


def wanted(graded: dict[str, tuple[int, float]]) -> pl.DataFrame:
    """Passages of rulings to be found, with grade and distance."""
    schema = {"candidate_id": pl.String, "target_doc_id": pl.String, "grade": pl.Int64, "distance": pl.Float64}
    rows = [(candidate, candidate[0], grade, distance) for candidate, (grade, distance) in graded.items()]
    return pl.DataFrame(rows, schema=schema, orient="row").with_columns(
        task=pl.lit("expert"), variant=pl.lit("original"), query_id=pl.lit("q")
    )


def expanded(run: list[str], graded: dict[str, tuple[int, float]]) -> dict[tuple[str, str, int], dict[str, float]]:
    queries = filled(QUERIES, [KEY | {"query_id": "q"}])
    frame = expand(ranked(run), queries, links(CITED), CANDIDATES, wanted(graded), "bge", "minilm")
    return {(row["direction"], row["level"], row["cutoff"]): row for row in frame.iter_rows(named=True)}


def test_links_lead_both_ways_and_only_between_ranked_rulings() -> None:
    assert sorted(links(CITED).rows()) == [
        ("a", "b", "outgoing"), ("a", "c", "incoming"), ("b", "a", "incoming"),
        ("c", "a", "outgoing"), ("d", "e", "outgoing"), ("e", "d", "incoming"),
    ]  # fmt: skip


# The fourth passage of b is the cited one, and the second nearest.
OF_B = {"b-e1": (1, 0.5), "b-e2": (1, 0.6), "b-e3": (1, 0.9), "b-e4": (3, 0.55)}


def test_the_best_three_passages_of_each_neighbour_join() -> None:
    rows = expanded(["a-e1", "d-e1", "c-e1"], OF_B)
    first = rows["outgoing", "exact", 1]
    assert (first["mean_neighbours"], first["mean_passages"]) == (1, 1 + 3)
    assert (first["base"], first["graph"], first["dense"], first["lift"]) == (0, 1, 0, 1.0)
    incoming = rows["incoming", "exact", 1]
    assert (incoming["mean_neighbours"], incoming["mean_passages"]) == (1, 1 + 2)  # c has two passages
    assert incoming["graph"] == 0
    both = rows["both", "any_bge", 1]
    assert (both["mean_neighbours"], both["mean_passages"], both["graph"]) == (2, 1 + 3 + 2, 1)


def test_a_ruling_among_the_first_k_does_not_join_again() -> None:
    rows = expanded(["a-e1", "d-e1", "c-e1"], OF_B)
    # Among the first three are a, d and c: b and e join, c does not.
    assert rows["both", "exact", 3]["mean_neighbours"] == 2
    assert rows["both", "exact", 3]["mean_passages"] == 3 + 3 + 3
    assert rows["incoming", "exact", 3]["mean_neighbours"] == 0
    assert rows["incoming", "exact", 3]["mean_passages"] == 3


def test_a_cited_passage_that_is_not_among_the_best_three_is_not_found() -> None:
    rows = expanded(["a-e1"], {**OF_B, "b-e4": (3, 0.95)})
    assert rows["outgoing", "exact", 1]["graph"] == 0
    assert rows["outgoing", "any_bge", 1]["graph"] == 1


def test_the_model_alone_has_as_many_passages() -> None:
    # N is 1 + 3 at k = 1: the model's own fourth passage counts, its fifth would not.
    fourth = expanded(["a-e1", "d-e1", "c-e1", "b-e4", "b-e1"], OF_B)["outgoing", "exact", 1]
    assert (fourth["base"], fourth["dense"], fourth["lift"]) == (0, 1, 0.0)
    fifth = expanded(["a-e1", "d-e1", "c-e1", "b-e1", "b-e4"], OF_B)["outgoing", "exact", 1]
    assert (fifth["dense"], fifth["beyond_depth"]) == (0, 0)


def test_a_ranking_that_ends_before_n_is_counted() -> None:
    row = expanded(["a-e1"], OF_B)["both", "exact", 1]
    assert (row["mean_passages"], row["beyond_depth"]) == (6, 1)


def test_every_query_counts_and_only_those_with_a_ruling_can_succeed() -> None:
    queries = filled(QUERIES, [KEY | {"query_id": each} for each in ("q", "lost")])
    frame = expand(ranked(["b-e4"]), queries, links(CITED), CANDIDATES, wanted(OF_B), "bge", "minilm")
    row = frame.filter((pl.col("level") == "exact") & (pl.col("direction") == "outgoing")).row(0, named=True)
    assert (row["n"], row["n_reachable"], row["base"], row["base_value"]) == (2, 1, 1, 1 / 2)
    assert row["mean_passages"] == (1 + 0) / 2


def plainly(run: list[str], cited: list[tuple[str, str]], graded: dict[str, tuple[int, float]]) -> dict[object, object]:
    """The definition, one query, step by step."""
    ways: dict[str, dict[str, set[str]]] = {name: defaultdict(set) for name in DIRECTIONS}
    for source, target in cited:
        if source != target:
            ways["outgoing"][source].add(target)
            ways["incoming"][target].add(source)
            ways["both"][source].add(target)
            ways["both"][target].add(source)
    told: dict[object, object] = {}
    for cutoff in CUTOFFS:
        top = run[:cutoff]
        rulings = {candidate[0] for candidate in top}
        for direction in DIRECTIONS:
            near = set().union(*(ways[direction][ruling] for ruling in rulings)) - rulings
            joined = []
            for ruling in near:
                passages = [candidate for candidate, owner in CANDIDATES.iter_rows() if owner == ruling]
                passages.sort(key=lambda candidate: (-graded.get(candidate, (0, 1.0))[1], candidate), reverse=True)
                joined += passages[:BEST_PASSAGES]
            number = len(top) + len(joined)
            for level, least in (("exact", 3), ("any_bge", 1)):
                base, graph, dense = (
                    any(graded.get(candidate, (0, 1.0))[0] >= least for candidate in shown)
                    for shown in (top, top + joined, run[:number])
                )
                told[direction, level, cutoff] = (len(near), number, base, graph, dense)
    return told


_RULINGS = st.sampled_from(sorted(SIZES))
_RUN = st.permutations(CANDIDATES["candidate_id"].to_list()).flatmap(
    lambda order: st.integers(1, len(order)).map(lambda depth: order[:depth])
)


@settings(max_examples=30, deadline=None)
@given(_RUN, st.lists(st.tuples(_RULINGS, _RULINGS), max_size=8), _RULINGS, st.integers(0, 4), st.randoms())
def test_the_table_is_the_definition(
    run: list[str], cited: list[tuple[str, str]], target: str, gold: int, chance: Random
) -> None:
    graded = {
        candidate: (3 if number == gold else 1, chance.choice([0.2, 0.4, 0.6]))
        for number, candidate in enumerate(CANDIDATES.filter(pl.col("doc_id") == target)["candidate_id"])
    }
    queries = filled(QUERIES, [KEY | {"query_id": "q"}])
    frame = expand(ranked(run), queries, links(list(cited)), CANDIDATES, wanted(graded), "bge", "minilm")
    told = {
        (row["direction"], row["level"], row["cutoff"]): (
            row["mean_neighbours"], row["mean_passages"], row["base"], row["graph"], row["dense"],
        )
        for row in frame.iter_rows(named=True)
    }  # fmt: skip
    assert told == plainly(run, cited, graded)


def test_without_queries_there_is_nothing() -> None:
    frame = expand(ranked([]), QUERIES.empty(), links(CITED), CANDIDATES, wanted({}), "bge", "minilm")
    assert frame.is_empty()


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_without_links_only_the_first_k_stay(direction: str) -> None:
    queries = filled(QUERIES, [KEY | {"query_id": "q"}])
    frame = expand(ranked(["a-e1", "b-e4"]), queries, links([]), CANDIDATES, wanted(OF_B), "bge", "minilm")
    rows = frame.filter((pl.col("direction") == direction) & (pl.col("level") == "exact"))
    assert rows.sort("cutoff").select("mean_passages", "base", "graph", "dense").rows() == [
        (1, 0, 0, 0), (2, 1, 1, 1), (2, 1, 1, 1), (2, 1, 1, 1),
    ]  # fmt: skip
