"""Cosine distances of pairs of query and candidate, from the vectors that were searched.

Belongs here: vectors of a set's queries and candidates side by side, and the distance of given pairs. Does not belong
here: which pairs matter (`distances.py`, `expansion.py`), and searching (`rankings/dense.py`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from legal_assets.indexes.vector_cache import text_digest
from legal_assets.indexes.vector_manifest import as_matrix
from legal_assets.indexes.vectors import VectorIndex, read_vectors

_AT_ONCE = 8_192


@dataclass(frozen=True, slots=True)
class Space:
    """Vectors of the queries and candidates of one task and variant: row `i` of `queries` is that of `query_ids[i]`."""

    task: str
    variant: str
    query_ids: pl.Series
    queries: NDArray[np.float32]
    index: VectorIndex


def open_spaces(index: pl.DataFrame, queries: pl.LazyFrame, embeddings: pl.LazyFrame, folder: Path) -> Iterator[Space]:
    """Return the spaces of all tasks and variants that a model has indexed, in key order.

    Args:
        index: manifest of the contract `vector_index`, of one model.
        queries: frame of the contract `queries`.
        embeddings: frame of the contract `embeddings` of that model.
        folder: where index folders lie.

    Raises:
        ValueError: the text of a query is not embedded, or an index folder is absent.
    """
    known = (
        embeddings.filter((pl.col("side") == "query") & (pl.col("window") == 0))
        .select("text_digest", "vector")
        .collect()
    )
    for task, variant, digest in index.sort("task", "variant").select("task", "variant", "digest").iter_rows():
        of_task = (pl.col("task") == task) & (pl.col("variant") == variant)
        asked = queries.filter(of_task).select("query_id", "text").sort("query_id").collect()
        digests = pl.Series([text_digest(text) for text in asked["text"]], dtype=pl.String)
        found = asked.select("query_id", text_digest=digests).join(known, "text_digest", "left", maintain_order="left")
        absent = found.filter(pl.col("vector").is_null())
        if absent.height:
            raise ValueError(f"Query {absent['query_id'][0]!r} is not embedded; materialize embeddings again.")
        yield Space(task, variant, found["query_id"], as_matrix(found["vector"]), read_vectors(folder / digest))


def with_distances(space: Space, pairs: pl.DataFrame) -> pl.DataFrame:
    """Return pairs of `query_id` and `candidate_id` with their cosine `distance`, from 0 to 2, in the order given.

    Of a candidate with several vectors the nearest one counts, as in searching.

    Raises:
        ValueError: a query or candidate has no vector, or a vector has no direction.
    """
    rows = (
        pairs.with_row_index("pair")
        .join(_numbered(space.query_ids, "query_id", "query"), "query_id", "left", maintain_order="left")
        .join(_numbered(space.index.candidate_ids, "candidate_id", "candidate"), "candidate_id", "left",
              maintain_order="left")
    )  # fmt: skip
    absent = rows.filter(pl.any_horizontal(pl.col("query", "candidate").is_null()))
    if absent.height:
        pair = absent.select("query_id", "candidate_id").row(0)
        raise ValueError(f"{space.task}: the pair {pair} has no vectors; materialize vector_index again.")
    distances = np.empty(len(rows), np.float64)
    first = np.searchsorted(space.index.owners, np.arange(len(space.index.candidate_ids) + 1))
    asked, shown = rows["query"].to_numpy(), rows["candidate"].to_numpy()
    for start in range(0, len(rows), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        distances[part] = 1.0 - _nearest_cosines(space, first, asked[part], shown[part])
    if not np.isfinite(distances).all():
        pair = pairs.select("query_id", "candidate_id").row(int(np.flatnonzero(~np.isfinite(distances))[0]))
        raise ValueError(f"{space.task}: a vector of the pair {pair} is zero and has no direction.")
    # Rounding takes a cosine past 1 in the last bits.
    return pairs.with_columns(pl.Series("distance", np.clip(distances, 0.0, 2.0)))


def _numbered(ids: pl.Series, name: str, number: str) -> pl.DataFrame:
    return pl.DataFrame({name: ids, number: np.arange(len(ids))}, schema={name: pl.String, number: pl.Int64})


def _nearest_cosines(
    space: Space, first: NDArray[np.int64], asked: NDArray[np.int64], shown: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Cosines of pairs of rows of queries and numbers of candidates, whose vectors begin at `first`."""
    counts = first[shown + 1] - first[shown]
    starts = np.cumsum(counts) - counts
    within = np.arange(counts.sum()) - np.repeat(starts, counts)
    ours = space.queries[np.repeat(asked, counts)].astype(np.float64)
    theirs = np.asarray(space.index.vectors[np.repeat(first[shown], counts) + within], np.float64)
    lengths = np.linalg.norm(ours, axis=1) * np.linalg.norm(theirs, axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        cosines = np.einsum("ij,ij->i", ours, theirs) / lengths
    nearest: NDArray[np.float64] = np.maximum.reduceat(cosines, starts)
    return nearest
