"""Exact search against a plain reading of the definition, and rankings of a corpus."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from legal_assets.indexes.encoding import unit_length
from legal_assets.indexes.vector_cache import text_digest
from legal_assets.indexes.vector_manifest import build_vector_indexes
from legal_assets.indexes.vectors import VectorIndex, build_vectors, read_vectors, write_vectors
from legal_assets.rankings import dense
from legal_assets.rankings.dense import rank_densely, search, search_with_faiss
from legal_assets.rankings.hits import hits_frame, ranked
from legal_assets.schemas import RANKINGS
from legal_assets.schemas.vectors import EMBEDDINGS


def _units(number: int, dimensions: int = 24, seed: int = 1) -> NDArray[np.float32]:
    vectors = np.random.default_rng(seed).normal(size=(number, dimensions))
    return unit_length(vectors.astype(np.float32))


def _found(
    index: VectorIndex, queries: NDArray[np.float32], depth: int, threads: int = 1
) -> list[list[tuple[str, float]]]:
    ids = pl.Series([f"q{place:05}" for place in range(len(queries))])
    frame = hits_frame(ids, index.candidate_ids, *search(index, queries, depth, threads))
    return [
        list(zip(part["candidate_id"], part["score"], strict=True))
        for part in (frame.filter(pl.col("query_id") == query) for query in ids)
    ]


# Whole numbers of small size: products are exact, so that equal scores are equal whatever the order of sums.
_small = st.integers(-2, 2)


@given(
    st.lists(st.tuples(st.integers(0, 12), st.tuples(_small, _small)), min_size=1, max_size=200),
    st.lists(st.tuples(_small, _small), max_size=4),
    st.integers(1, 9),
)
def test_the_best_are_found_and_ties_go_to_the_larger_id(
    rows: list[tuple[int, tuple[int, int]]], queries: list[tuple[int, int]], depth: int
) -> None:
    ids = [f"c{owner:02}" for owner, _ in rows]
    index = build_vectors(pl.Series(ids), np.array([vector for _, vector in rows], np.float32))
    asked = np.array(queries, np.float32).reshape(-1, 2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dense, "_BLOCK", 64)
        found = _found(index, asked, depth)
    for query, hits in zip(queries, found, strict=True):
        best: dict[str, float] = {}
        for name, (_, (x, y)) in zip(ids, rows, strict=True):
            best[name] = max(best.get(name, -99.0), float(query[0] * x + query[1] * y))
        by_rule = sorted(best.items(), key=lambda hit: (hit[1], hit[0]), reverse=True)
        assert hits == by_rule[:depth]


def test_a_score_has_the_same_bits_whatever_is_asked_beside_it() -> None:
    vectors = _units(3_000)
    vectors[2_999] = vectors[17]
    index = build_vectors(pl.Series([f"c{number:04}" for number in range(3_000)]), vectors)
    queries = _units(300, seed=2)
    whole = _found(index, queries, 50)
    assert [_found(index, queries[place : place + 1], 50)[0] for place in (0, 127, 128, 299)] == [
        whole[place] for place in (0, 127, 128, 299)
    ]
    assert _found(index, queries[::-1], 50, threads=2) == whole[::-1]
    own = _found(index, vectors[17:18], 3_000)[0]
    assert [name for name, _ in own[:2]] == ["c2999", "c0017"]
    assert own[0][1] == own[1][1]


def test_one_changed_candidate_changes_no_other_score() -> None:
    vectors = _units(500)
    ids = pl.Series([f"c{number:04}" for number in range(500)])
    before = dict(_found(build_vectors(ids, vectors), _units(1, seed=4), 500)[0])
    vectors[250] = _units(1, seed=9)[0]
    after = dict(_found(build_vectors(ids, vectors), _units(1, seed=4), 500)[0])
    assert {name for name in before if before[name] != after[name]} == {"c0250"}


def test_the_exact_search_agrees_with_faiss(tmp_path: Path) -> None:
    vectors, queries = _units(2_000), _units(40, seed=3)
    ids = pl.Series([f"c{number:04}" for number in range(2_000)])
    read = read_vectors(write_vectors(build_vectors(ids, vectors, "flat"), tmp_path))
    theirs = search_with_faiss(read, queries, 100)
    ours = pl.DataFrame(
        [(place, name, score) for place, hits in enumerate(_found(read, queries, 100)) for name, score in hits],
        schema={"query": pl.Int64, "candidate_id": pl.String, "score": pl.Float32},
        orient="row",
    )
    # Sums of another order differ in the last bits: ranks agree in score, and every candidate has one score.
    assert np.abs(theirs["score"].to_numpy() - ours["score"].to_numpy()).max() < 1e-6
    both = ours.join(theirs, ["query", "candidate_id"], "inner")
    assert both.height == 40 * 100
    assert (both["score"] - both["score_right"]).abs().max() < 1e-6  # type: ignore[operator]  # not empty
    with pytest.raises(ValueError, match="no approximate file"):
        search_with_faiss(build_vectors(ids, vectors), queries)


def test_faiss_gives_each_candidate_its_best_vector(tmp_path: Path) -> None:
    vectors = np.array([[1, 0], [0, 1], [0.6, 0.8]], np.float32)
    read = read_vectors(write_vectors(build_vectors(pl.Series(["a", "a", "b"]), vectors, "flat"), tmp_path))
    found = search_with_faiss(read, np.array([[0, 1]], np.float32), depth=2)
    assert found.select("candidate_id", "rank").rows() == [("a", 1), ("b", 2)]


@pytest.mark.parametrize(
    ("queries", "depth", "message"),
    [
        (np.zeros((1, 3)), 1, "Queries of shape"),
        (np.full((1, 2), np.nan), 1, "no numbers"),
        (np.zeros((1, 2)), 0, "at least 1"),
    ],
)
def test_a_search_that_means_nothing_is_refused(queries: NDArray[np.float64], depth: int, message: str) -> None:
    index = build_vectors(pl.Series(["a"]), np.ones((1, 2), np.float32))
    with pytest.raises(ValueError, match=message):
        search(index, queries.astype(np.float32), depth)


def test_scores_that_are_equal_as_float32_are_ties() -> None:
    scored = pl.DataFrame(
        {"query_id": ["q"] * 3, "candidate_id": ["a", "b", "c"], "score": [1.00000002, 1.00000001, 0.5]}
    )
    assert ranked(scored, 2)["candidate_id"].to_list() == ["b", "a"]
    with pytest.raises(ValueError, match="scores 'a' more than once"):
        ranked(pl.concat([scored, scored.head(1)]), 2)
    with pytest.raises(ValueError, match=r"'a' of query .* has no score"):
        ranked(scored.with_columns(score=pl.lit(float("nan"))), 2)


def _embedded(side: str, texts: dict[str, list[float]]) -> pl.LazyFrame:
    rows = [
        {
            "corpus": "cjeu",
            "model": "tiny",
            "side": side,
            "text_digest": text_digest(text),
            "window": 0,
            "start": 0,
            "end": len(text),
            "tokens": 3,
            "truncated": False,
            "vector": vector,
            "revision": "r",
            "space": side,
        }
        for text, vector in texts.items()
    ]
    return EMBEDDINGS.frame(rows).lazy()


_QUERIES = pl.LazyFrame(
    [("t", "masked", "q2", "east"), ("t", "masked", "q1", "north"), ("t", "original", "q1", "east")],
    schema=["task", "variant", "query_id", "text"],
    orient="row",
)
_CANDIDATES = pl.LazyFrame(
    [("t", variant, name, name) for variant in ("masked", "original") for name in ("up", "right", "both")],
    schema=["task", "variant", "candidate_id", "text"],
    orient="row",
)


@pytest.mark.parametrize("kind", ["exact", "flat"])
def test_every_query_of_a_corpus_is_ranked(tmp_path: Path, kind: str) -> None:
    embeddings = pl.concat(
        [
            _embedded("query", {"north": [0, 1], "east": [1, 0]}),
            _embedded("document", {"up": [0, 1], "right": [1, 0], "both": [0.6, 0.8]}),
        ]
    )
    index = build_vector_indexes("cjeu", "tiny", _CANDIDATES, embeddings, tmp_path, kind=kind)
    parts = list(rank_densely("cjeu", "tiny", index, _QUERIES, embeddings, tmp_path, depth=2))
    rankings = pl.concat([RANKINGS.conform(part) for part in parts])
    assert rankings.select("variant", "query_id", "rank", "candidate_id").rows() == [
        ("masked", "q1", 1, "up"),
        ("masked", "q1", 2, "both"),
        ("masked", "q2", 1, "right"),
        ("masked", "q2", 2, "both"),
        ("original", "q1", 1, "right"),
        ("original", "q1", 2, "both"),
    ]
    assert rankings["run_id"].n_unique() == 2
    again = pl.concat(rank_densely("cjeu", "tiny", index, _QUERIES, embeddings, tmp_path, depth=2))
    assert again["run_id"].to_list() == rankings["run_id"].to_list()


def test_a_query_that_is_not_embedded_is_named(tmp_path: Path) -> None:
    embeddings = _embedded("document", {"up": [0, 1], "right": [1, 0], "both": [0.6, 0.8]})
    index = build_vector_indexes("cjeu", "tiny", _CANDIDATES, embeddings, tmp_path)
    with pytest.raises(ValueError, match="Query 'q1' is not embedded"):
        list(rank_densely("cjeu", "tiny", index, _QUERIES, embeddings, tmp_path))
