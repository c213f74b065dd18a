"""Learned sparse retrieval: search against a plain reading, and a tiny SPLADE against its own library."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from legal_assets.catalog_models import Model
from legal_assets.indexes import corpus_embedding, embedding
from legal_assets.indexes.corpus_embedding import embed_corpus
from legal_assets.indexes.encoders import Weights, locate
from legal_assets.indexes.encoding import EncodingSettings
from legal_assets.indexes.encoding_processes import Encode, encode_with
from legal_assets.indexes.loading import load
from legal_assets.indexes.terms import build_terms, packed, read_terms, without_padding, write_terms
from legal_assets.indexes.vector_manifest import build_vector_indexes
from legal_assets.rankings.dense import rank_densely
from legal_assets.rankings.hits import hits_frame
from legal_assets.rankings.terms import search_terms
from legal_assets_tests.indexes.tiny_models import tiny_model

_weights = st.lists(st.integers(0, 2), min_size=3, max_size=3)


def _written(rows: list[list[int]]) -> pl.Series:
    return without_padding(packed(np.array(rows, np.float32).reshape(-1, 3)))


@given(st.lists(st.tuples(st.integers(0, 5), _weights), max_size=20), st.lists(_weights, max_size=4), st.integers(1, 9))
def test_the_best_are_found_and_ties_go_to_the_larger_id(
    rows: list[tuple[int, list[int]]], queries: list[list[int]], depth: int
) -> None:
    ids = pl.Series([f"c{owner}" for owner, _ in rows], dtype=pl.String)
    index = build_terms(ids, _written([vector for _, vector in rows]))
    names = pl.Series([f"q{place}" for place in range(len(queries))], dtype=pl.String)
    found = hits_frame(names, index.candidate_ids, *search_terms(index, _written(queries), depth, threads=2))
    for name, query in zip(names, queries, strict=True):
        best: dict[str, float] = {}
        for owner, (_, vector) in zip(ids, rows, strict=True):
            score = sum(a * b for a, b in zip(query, vector, strict=True))
            best[owner] = max(best.get(owner, 0), score)
        expected = sorted(((score, owner) for owner, score in best.items() if score), reverse=True)[:depth]
        hits = found.filter(pl.col("query_id") == name)
        assert list(zip(hits["score"], hits["candidate_id"], strict=True)) == expected


def test_a_vector_is_written_as_terms_and_weights() -> None:
    written = packed(np.array([[0, 0.5, 0, 2], [0, 0, 0, 0], [1, 0, 0, 0]], np.float32))
    assert written.tolist() == [[1, 0.5, 3, 2], [0, 0, 0, 0], [0, 1, 0, 0]]
    assert without_padding(written).to_list() == [[1, 0.5, 3, 2], [], [0, 1]]


@pytest.mark.parametrize("weight", [-1.0, np.nan, np.inf])
def test_weights_that_are_none_are_refused(weight: float) -> None:
    with pytest.raises(ValueError, match="negative or no number"):
        packed(np.array([[0, weight]], np.float32))


def test_files_give_the_index_back(tmp_path: Path) -> None:
    index = build_terms(pl.Series(["b", "a"]), _written([[1, 0, 2], [0, 0, 1]]))
    folder = write_terms(index, tmp_path)
    assert write_terms(index, tmp_path) == folder
    again = read_terms(folder)
    assert again.candidate_ids.to_list() == ["a", "b"]
    assert again.pointers.tolist() == [0, 1, 1, 3]
    assert again.weights.tolist() == [1, 1, 2]
    with pytest.raises(ValueError, match="materialize vector_index again"):
        read_terms(tmp_path)


QUERIES = ["the ferry", "dues of the court", "a law"]
TEXTS = [f"the {word} of the {other}" for word in ("court", "ferry", "barge") for other in ("law", "dues", "levies")]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Model:
    return tiny_model("sparse", tmp_path_factory.mktemp("splade"), index="terms")


@pytest.fixture(autouse=True)
def _in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Encode without a process of its own; tests of `embedding` prove that its bits are the same."""

    @contextmanager
    def encoder(model: Model, weights: Weights, settings: EncodingSettings, processes: int) -> Iterator[Encode]:
        loaded = load(model, weights, settings)
        yield lambda side, chunks: (encode_with(loaded, model, chunk, side, settings) for chunk in chunks)

    monkeypatch.setattr(corpus_embedding, "encoder", encoder)


def _ranked(model: Model, texts: list[str], folder: Path) -> tuple[pl.DataFrame, pl.DataFrame, dict[str, int]]:
    """Embed, index and rank texts as candidates; return vectors, rankings and the texts that were encoded."""
    task = {"task": "ferries", "variant": "original"}
    queries = pl.LazyFrame({**task, "query_id": [f"q{i}" for i in range(3)], "text": QUERIES})
    units = pl.LazyFrame({**task, "candidate_id": [f"c{text}" for text in texts], "text": texts})
    embedded = embed_corpus(
        "cjeu", model, locate(model), queries, units, folder / "cache", settings=EncodingSettings(batch_tokens=64)
    )
    vectors = pl.concat(embedded.parts)
    index = build_vector_indexes("cjeu", "tiny", units, vectors.lazy(), folder / "indexes", kind=model.index)
    rankings = pl.concat(rank_densely("cjeu", "tiny", index, queries, vectors.lazy(), folder / "indexes"))
    return vectors, rankings, {side: report.encoded for side, report in embedded.reports.items()}


def test_scores_are_those_of_the_library(tiny: Model, tmp_path: Path) -> None:
    from sentence_transformers import SparseEncoder

    library = SparseEncoder(tiny.repository, device="cpu")
    expected: NDArray[np.float32] = library.similarity(
        library.encode(QUERIES, batch_size=1), library.encode(TEXTS, batch_size=1)
    ).numpy()
    _, rankings, _ = _ranked(tiny, TEXTS, tmp_path)
    assert rankings.height == len(QUERIES) * len(TEXTS)
    for query, row in enumerate(expected):
        own = rankings.filter(pl.col("query_id") == f"q{query}")
        scores = dict(zip(own["candidate_id"], own["score"], strict=True))
        assert [scores[f"c{text}"] for text in TEXTS] == pytest.approx(row.tolist(), rel=1e-5)


def test_one_text_more_costs_one_text_and_gives_the_same_bits(
    tiny: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding, "CHUNK_TEXTS", 2)
    _ranked(tiny, TEXTS[:-1], tmp_path / "grown")
    vectors, rankings, encoded = _ranked(tiny, TEXTS, tmp_path / "grown")
    assert encoded == {"document": 1, "query": 0}
    whole, all_ranked, encoded = _ranked(tiny, TEXTS, tmp_path / "whole")
    assert encoded == {"document": len(TEXTS), "query": len(QUERIES)}
    assert vectors.equals(whole)
    assert rankings.equals(all_ranked)
