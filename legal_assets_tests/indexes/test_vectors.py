"""Vector indexes on disk, their manifest, and FAISS beside them."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray

from legal_assets.indexes.approximate import recall_of, search_approximate
from legal_assets.indexes.encoding import unit_length
from legal_assets.indexes.vector_cache import text_digest
from legal_assets.indexes.vector_manifest import as_matrix, build_vector_indexes, units_by_passage, units_by_text
from legal_assets.indexes.vectors import build_vectors, read_vectors, vectors_digest, write_vectors
from legal_assets.schemas.vectors import EMBEDDINGS


def _units(number: int, dimensions: int = 16) -> NDArray[np.float32]:
    vectors = np.random.default_rng(2).normal(size=(number, dimensions)).astype(np.float32)
    return unit_length(vectors)


def test_rows_are_sorted_by_id_and_those_of_a_candidate_keep_their_order() -> None:
    index = build_vectors(pl.Series(["b", "a", "b"]), np.array([[1], [2], [3]], np.float32))
    assert index.candidate_ids.to_list() == ["a", "b"]
    assert index.owners.tolist() == [0, 1, 1]
    assert index.vectors[:, 0].tolist() == [2, 1, 3]


def test_ids_ascend_in_byte_order() -> None:
    index = build_vectors(pl.Series(["é", "z", "Z"]), np.zeros((3, 1), np.float32))
    assert index.candidate_ids.to_list() == ["Z", "z", "é"]


@pytest.mark.parametrize(
    ("ids", "vectors", "kind", "message"),
    [
        (["a"], np.zeros((2, 1)), "exact", "1 candidate ids for vectors"),
        (["a"], np.zeros((1, 1)), "exakt", "Kind 'exakt'"),
        (["a", None], np.zeros((2, 1)), "exact", "candidate id is null"),
        (["a", "b"], np.array([[0], [np.nan]]), "exact", "vector of candidate 'b'"),
    ],
)
def test_input_that_makes_no_index_is_refused(
    ids: list[str | None], vectors: NDArray[np.float64], kind: str, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        build_vectors(pl.Series(ids, dtype=pl.String), vectors.astype(np.float32), kind)


def test_an_index_is_written_once_and_read_mapped(tmp_path: Path) -> None:
    index = build_vectors(pl.Series(["b", "a"]), _units(2))
    folder = write_vectors(index, tmp_path)
    assert folder.name == vectors_digest(index)
    stamp = (folder / "vectors.npy").stat().st_mtime_ns
    assert write_vectors(build_vectors(pl.Series(["a", "b"]), _units(2)[::-1]), tmp_path) == folder
    assert (folder / "vectors.npy").stat().st_mtime_ns == stamp
    assert [path.name for path in tmp_path.iterdir()] == [folder.name]
    read = read_vectors(folder)
    assert isinstance(read.vectors, np.memmap)
    assert vectors_digest(read) == folder.name
    assert read.candidate_ids.to_list() == ["a", "b"]


def test_content_and_kind_make_the_digest() -> None:
    ids, vectors = pl.Series(["a", "b"]), _units(2)
    digests = {
        vectors_digest(build_vectors(ids, vectors)),
        vectors_digest(build_vectors(ids, vectors, "hnsw")),
        vectors_digest(build_vectors(pl.Series(["a", "c"]), vectors)),
        vectors_digest(build_vectors(ids, vectors[::-1])),
        vectors_digest(build_vectors(pl.Series(["a", "a"]), vectors)),
    }
    assert len(digests) == 5


def test_a_folder_without_an_index_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="materialize vector_index again"):
        read_vectors(tmp_path)
    (tmp_path / "index.json").write_text('{"format": 0, "kind": "exact"}')
    with pytest.raises(ValueError, match="format 0"):
        read_vectors(tmp_path)


@pytest.mark.parametrize(("kind", "least"), [("flat", 1.0), ("hnsw", 0.95), ("ivf", 0.1)])
def test_faiss_finds_what_it_measures(tmp_path: Path, kind: str, least: float) -> None:
    vectors = _units(2_000)
    index = build_vectors(pl.Series([f"c{number:04}" for number in range(2_000)]), vectors, kind)
    read = read_vectors(write_vectors(index, tmp_path))
    assert read.approximate is not None
    scores, rows = search_approximate(read.approximate, vectors[:5], 10)
    assert rows[:, 0].tolist() == [0, 1, 2, 3, 4]
    assert np.allclose(scores[:, 0], 1, atol=1e-6)
    assert least <= recall_of(read.approximate, read.vectors, depth=100) <= 1


def _embedded(texts: dict[str, list[list[float]]], side: str = "document", space: str = "s") -> pl.LazyFrame:
    rows = [
        {
            "corpus": "cjeu",
            "model": "tiny",
            "side": side,
            "text_digest": text_digest(text),
            "window": window,
            "start": 0,
            "end": len(text),
            "tokens": 3,
            "truncated": False,
            "vector": vector,
            "revision": "r",
            "space": space,
        }
        for text, vectors in texts.items()
        for window, vector in enumerate(vectors)
    ]
    return EMBEDDINGS.frame(rows).lazy()


def _candidates(*rows: tuple[str, str, str, str]) -> pl.LazyFrame:
    return pl.LazyFrame(rows, schema=["task", "variant", "candidate_id", "text"], orient="row")


def test_equal_sets_share_a_folder_and_windows_are_vectors(tmp_path: Path) -> None:
    units = _candidates(
        ("t", "masked", "a", "ferry"),
        ("t", "masked", "b", "long"),
        ("t", "unnumbered", "a", "ferry"),
        ("t", "unnumbered", "b", "long"),
        ("t", "original", "a", "long"),
    )
    embeddings = _embedded({"ferry": [[1, 0]], "long": [[0, 1], [1, 1]]})
    manifest = build_vector_indexes("cjeu", "tiny", units, embeddings, tmp_path)
    found = {row["variant"]: row for row in manifest.iter_rows(named=True)}
    assert found["masked"]["digest"] == found["unnumbered"]["digest"] != found["original"]["digest"]
    assert (found["masked"]["candidates"], found["masked"]["vectors"], found["masked"]["dimensions"]) == (2, 3, 2)
    assert (found["original"]["candidates"], found["original"]["vectors"]) == (1, 2)
    assert found["masked"]["recall"] == 1
    assert read_vectors(tmp_path / found["masked"]["digest"]).owners.tolist() == [0, 1, 1]


def test_a_text_that_is_not_embedded_is_named_by_its_candidate(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="Candidate 'a' is not embedded"):
        build_vector_indexes("cjeu", "tiny", _candidates(("t", "v", "a", "x")), _embedded({"y": [[1]]}), tmp_path)


def test_vectors_of_two_spaces_are_not_mixed(tmp_path: Path) -> None:
    embeddings = pl.concat([_embedded({"x": [[1]]}), _embedded({"y": [[1]]}, space="other")])
    units = _candidates(("t", "v", "a", "x"), ("t", "v", "b", "y"))
    with pytest.raises(ValueError, match="2 spaces are mixed"):
        build_vector_indexes("cjeu", "tiny", units, embeddings, tmp_path)


def test_a_case_is_its_passages_where_it_has_any() -> None:
    candidates = pl.LazyFrame(
        [("t", "v", "case", "case", "whole"), ("t", "v", "case-1", "case", "one"), ("t", "v", "bare", "bare", "bare")],
        schema=["task", "variant", "candidate_id", "doc_id", "text"],
        orient="row",
    )
    passages = pl.LazyFrame(
        [("case", "v", "one"), ("case", "v", "two"), ("case", "v", " "), ("case", "w", "three")],
        schema=["doc_id", "variant", "text"],
        orient="row",
    )
    units = units_by_passage(candidates, passages).sort("candidate_id", "text").collect()
    assert units.select("candidate_id", "text").rows() == [
        ("bare", "bare"),
        ("case", "one"),
        ("case", "two"),
        ("case-1", "one"),
    ]
    assert units_by_text(candidates).collect()["text"].to_list() == ["whole", "one", "bare"]


def test_vectors_of_several_lengths_are_no_matrix() -> None:
    with pytest.raises(ValueError, match=r"\[1, 2\] dimensions"):
        as_matrix(pl.Series([[1.0], [1.0, 2.0]]))
