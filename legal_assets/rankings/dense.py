"""Dense retrieval: vectors of queries against vectors of candidates, all of them compared.

Belongs here: from vectors of queries to ranked candidates in bounded memory, and a model over all tasks and variants
of a corpus. Does not belong here: making vectors and indexes (`indexes/`), the inner loops (`vector_scoring.py`).

Products are made in blocks of one shape, on one thread each, so that a score does not depend on the other queries
or on the number of threads.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from legal_assets.indexes.terms import TERMS, TermIndex, read_terms
from legal_assets.indexes.vector_cache import text_digest
from legal_assets.indexes.vector_manifest import as_matrix
from legal_assets.indexes.vectors import VectorIndex, read_vectors
from legal_assets.rankings.hits import hits_frame, ranked
from legal_assets.rankings.terms import search_terms
from legal_assets.storage.digests import frame_digest, value_digest

_QUERIES_AT_ONCE = 128
_BLOCK = 16_384
_ROW_WIDTH = 4
"""Keys kept a query before the best are chosen, in multiples of the depth."""


def search(
    index: VectorIndex, queries: NDArray[np.float32], depth: int = 1000, threads: int = 1
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return the best `depth` candidates of each query by inner product, exactly, as sorted keys and their number.

    A candidate's score is that of its best vector. Keys have shape (queries, width), see `scoring.key_of`; of row
    `i` the first `found[i]` count. A thread holds a block of about 8 MB and the keys of 128 queries.

    Raises:
        ValueError: queries have other dimensions or values that are no numbers, or depth or threads are not positive.
    """
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]  # the package has no types

    if queries.ndim != 2 or queries.shape[1] != index.vectors.shape[1]:
        raise ValueError(f"Queries of shape {queries.shape} for vectors of shape {index.vectors.shape}.")
    if not np.isfinite(queries).all():
        raise ValueError("A query's vector holds values that are no numbers.")
    if depth < 1 or threads < 1:
        raise ValueError(f"Depth is {depth} and threads {threads}; both must be at least 1.")
    width = min(depth, len(index.candidate_ids))
    keys = np.empty((len(queries), width), np.uint64)
    found = np.zeros(len(queries), np.int64)

    def part(start: int) -> None:
        best, number = _search_batch(index, queries[start : start + _QUERIES_AT_ONCE], depth)
        keys[start : start + len(number)] = best[:, :width]
        found[start : start + len(number)] = number

    with threadpool_limits(1, user_api="blas"), ThreadPoolExecutor(threads) as pool:
        list(pool.map(part, range(0, len(queries), _QUERIES_AT_ONCE)))
    return keys, found


def _search_batch(
    index: VectorIndex, queries: NDArray[np.float32], depth: int
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    from legal_assets.rankings.scoring import key_of
    from legal_assets.rankings.vector_scoring import collect_block, finish_keys

    number, dimensions = len(queries), index.vectors.shape[1]
    asked = np.zeros((_QUERIES_AT_ONCE, dimensions), np.float32)
    asked[:number] = queries
    scores = np.empty((_QUERIES_AT_ONCE, _BLOCK), np.float32)
    sums = np.empty(_BLOCK, np.float32)
    carried = np.full(number, -np.inf, np.float32)
    keys = np.empty((number, max(depth + 1, min(_ROW_WIDTH * depth, len(index.candidate_ids) + 1))), np.uint64)
    found = np.zeros(number, np.int64)
    floors = np.full(number, key_of(np.float32(-np.inf), 0xFFFFFFFF), np.uint64)
    for start in range(0, len(index.owners), _BLOCK):
        owners = np.array(index.owners[start : start + _BLOCK])
        block: NDArray[Any] = index.vectors[start : start + _BLOCK]
        if len(block) < _BLOCK:
            padded = np.zeros((_BLOCK, dimensions), np.float32)
            padded[: len(block)] = block
            block = padded
        np.matmul(asked, block.T, out=scores)
        after = start + _BLOCK
        goes_on = after < len(index.owners) and bool(index.owners[after] == owners[-1])
        collect_block(scores, owners, goes_on, sums, carried, keys, found, floors, depth)
    finish_keys(keys, found, depth)
    return keys, found


def search_with_faiss(
    index: VectorIndex, queries: NDArray[np.float32], depth: int = 1000, threads: int = 1
) -> pl.DataFrame:
    """Return the best candidates that the approximate index finds: `query` (row), `candidate_id`, `score`, `rank`.

    More vectors than `depth` are asked for where candidates have several. FAISS asks in one batch, so that it
    multiplies matrices; ranks are by the house rule among what it found.

    Raises:
        ValueError: the index has no approximate file.
    """
    from legal_assets.indexes.approximate import search_approximate

    if index.approximate is None:
        raise ValueError(f"The index of kind {index.kind} has no approximate file; write and read it first.")
    per_candidate = -(-len(index.owners) // max(1, len(index.candidate_ids)))
    scores, rows = search_approximate(index.approximate, queries, depth * per_candidate, threads)
    hit = rows >= 0
    best = pl.DataFrame(
        {
            "query": np.repeat(np.arange(len(queries)), hit.sum(axis=1)),
            "candidate": np.asarray(index.owners)[rows[hit]],
            "score": scores[hit],
        }
    )
    best = best.group_by("query", "candidate").agg(pl.col("score").max())
    named = best.with_columns(candidate_id=index.candidate_ids.gather(best["candidate"])).drop("candidate")
    return ranked(named, depth, ("query",))


def rank_densely(
    corpus: str,
    system: str,
    index: pl.DataFrame,
    queries: pl.LazyFrame,
    embeddings: pl.LazyFrame,
    folder: Path,
    *,
    depth: int = 1000,
    threads: int = 1,
) -> Iterator[pl.DataFrame]:
    """Rank every query of every indexed task and variant; yields parts of the contract `rankings`, in key order.

    Args:
        corpus: key of the corpus.
        system: name of the system that the rankings carry.
        index: manifest of the contract `vector_index`, of one model.
        queries: queries of all tasks.
        embeddings: rows of the contract `embeddings` of that model, texts of queries among them.
        folder: where index folders lie.
        depth: candidates ranked per query.
        threads: threads of the search.

    Raises:
        ValueError: the text of a query is not embedded.
    """
    vectors = embeddings.filter((pl.col("side") == "query") & (pl.col("window") == 0))
    opened = lru_cache(maxsize=1)(lambda kind, digest: open_index(folder, kind, digest))
    manifest = index.sort("task", "variant").select("task", "variant", "kind", "digest")
    for task, variant, kind, digest in manifest.iter_rows():
        of_task = (pl.col("task") == task) & (pl.col("variant") == variant)
        asked = queries.filter(of_task).select("query_id", "text").sort("query_id").collect()
        asked = asked.with_columns(
            text_digest=pl.Series([text_digest(text) for text in asked["text"]], dtype=pl.String)
        ).drop("text")
        known = vectors.select("text_digest", "vector", "space").collect()
        found = asked.join(known, "text_digest", "left", maintain_order="left")
        absent = found.filter(pl.col("vector").is_null())
        if absent.height:
            raise ValueError(f"Query {absent['query_id'][0]!r} is not embedded; materialize embeddings again.")
        spaces = found["space"].unique().sort().to_list()
        run_id = value_digest([system, digest, spaces, frame_digest(asked, asked.columns), depth])[:16]
        for part in found.iter_slices(_QUERIES_AT_ONCE * max(4, threads)):
            hits = search_index(opened(kind, digest), part["query_id"], part["vector"], depth, threads)
            yield hits.with_columns(
                pl.lit(corpus).alias("corpus"),
                pl.lit(system).alias("system"),
                pl.lit(task).alias("task"),
                pl.lit(variant).alias("variant"),
                pl.lit(run_id).alias("run_id"),
            )


def open_index(folder: Path, kind: str, digest: str) -> VectorIndex | TermIndex:
    """Return the index of a manifest's row."""
    return read_terms(folder / digest) if kind == TERMS else read_vectors(folder / digest)


def search_index(
    index: VectorIndex | TermIndex, query_ids: pl.Series, vectors: pl.Series, depth: int, threads: int
) -> pl.DataFrame:
    """Return `query_id`, `candidate_id`, `rank` and `score` of the best candidates, however the index searches.

    Args:
        index: index of one set of candidates.
        query_ids: names of the queries.
        vectors: their vectors, in the same order.
        depth: candidates ranked per query.
        threads: threads of the search.
    """
    if isinstance(index, TermIndex):
        return hits_frame(query_ids, index.candidate_ids, *search_terms(index, vectors, depth, threads))
    asked = as_matrix(vectors)
    if index.approximate is None:
        return hits_frame(query_ids, index.candidate_ids, *search(index, asked, depth, threads))
    found = search_with_faiss(index, asked, depth, threads)
    return found.select(query_ids.gather(found["query"]).alias("query_id"), "candidate_id", "rank", "score")
