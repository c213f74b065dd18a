"""Distances of given pairs, on vectors whose angles are known."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from legal_assets.indexes.vector_cache import text_digest
from legal_assets.indexes.vectors import build_vectors, write_vectors
from legal_assets.metrics.rulings.vector_pairs import Space, open_spaces, with_distances
from legal_assets.schemas import EMBEDDINGS, QUERIES, VECTOR_INDEX
from legal_assets_tests.rows import filled

VECTORS = {"east": (2, 0), "north": (0, 3), "west": (-1, 0), "steep": (3, 4)}
"""Vectors of candidates; lengths differ, since only angles count."""


def space(**queries: tuple[float, float]) -> Space:
    index = build_vectors(pl.Series(list(VECTORS)), np.array(list(VECTORS.values()), np.float32))
    return Space("expert", "original", pl.Series(list(queries)), np.array(list(queries.values()), np.float32), index)


def test_a_distance_is_one_less_the_cosine() -> None:
    pairs = pl.DataFrame({"query_id": "q", "candidate_id": list(VECTORS), "kept": [1, 2, 3, 4]})
    found = with_distances(space(other=(0.0, 1.0), q=(5.0, 0.0)), pairs)
    assert found["distance"].to_list() == [0.0, 1.0, 2.0, pytest.approx(1 - 3 / 5)]
    assert found.drop("distance").equals(pairs)


def test_the_nearest_vector_of_a_candidate_counts() -> None:
    index = build_vectors(pl.Series(["a", "b", "a"]), np.array([[0, 1], [0, 1], [3, 4]], np.float32))
    one = Space("expert", "original", pl.Series(["q"]), np.array([[1, 0]], np.float32), index)
    pairs = pl.DataFrame({"query_id": ["q", "q"], "candidate_id": ["b", "a"]})
    assert with_distances(one, pairs)["distance"].to_list() == [1.0, pytest.approx(1 - 3 / 5)]


def test_no_pairs_have_no_distances() -> None:
    none = pl.DataFrame(schema={"query_id": pl.String, "candidate_id": pl.String})
    assert with_distances(space(q=(1.0, 0.0)), none).schema["distance"] == pl.Float64


@pytest.mark.parametrize(
    ("query", "candidate", "message"),
    [("q", "moon", "no vectors"), ("nobody", "east", "no vectors"), ("still", "east", "no direction")],
)
def test_what_has_no_distance_is_an_error(query: str, candidate: str, message: str) -> None:
    pairs = pl.DataFrame({"query_id": [query], "candidate_id": [candidate]})
    with pytest.raises(ValueError, match=message):
        with_distances(space(q=(1.0, 0.0), still=(0.0, 0.0)), pairs)


def written(folder: Path, embedded: list[str]) -> tuple[pl.DataFrame, pl.LazyFrame, pl.LazyFrame]:
    """An index in the folder, two queries of which these are embedded, and their vectors."""
    index = build_vectors(pl.Series(list(VECTORS)), np.array(list(VECTORS.values()), np.float32))
    key = {"task": "expert", "variant": "original"}
    queries = [key | {"query_id": name, "text": name} for name in ("q1", "q2")]
    vectors = [
        {"side": "query", "text_digest": text_digest(name), "vector": [1.0, float(place)]}
        for place, name in enumerate(embedded)
    ]
    manifest = filled(VECTOR_INDEX, [key | {"digest": write_vectors(index, folder).name}])
    return manifest, filled(QUERIES, queries).lazy(), filled(EMBEDDINGS, vectors).lazy()


def test_spaces_are_read_from_the_files_of_the_index(tmp_path: Path) -> None:
    manifest, queries, embeddings = written(tmp_path, ["q2", "q1"])
    (opened,) = open_spaces(manifest, queries, embeddings, tmp_path)
    assert (opened.task, opened.query_ids.to_list()) == ("expert", ["q1", "q2"])
    assert opened.queries.tolist() == [[1.0, 1.0], [1.0, 0.0]]
    pairs = pl.DataFrame({"query_id": ["q2"], "candidate_id": ["north"]})
    assert with_distances(opened, pairs)["distance"].to_list() == [1.0]


def test_a_query_that_is_not_embedded_is_an_error(tmp_path: Path) -> None:
    manifest, queries, embeddings = written(tmp_path, ["q1"])
    with pytest.raises(ValueError, match="'q2' is not embedded"):
        list(open_spaces(manifest, queries, embeddings, tmp_path))
