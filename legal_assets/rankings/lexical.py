"""Lexical retrieval: queries against weighted postings.

Belongs here: from texts of queries to ranked candidates, a bounded number of queries at a time. Does not
belong here: the inner loops (`scoring.py`) and the weights (`indexes/weights.py`).
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from legal_assets.indexes.models import QueryWeights
from legal_assets.indexes.postings import Postings
from legal_assets.indexes.weights import Weights
from legal_assets.text.analysers import Analyser
from legal_assets.text.tokens import Tokens, tokenise

_TEXTS_AT_ONCE = 4096
_KEYS_AT_ONCE = 1 << 20
_ROW_WIDTH = 4
"""Keys kept a query before the best are chosen, in multiples of the depth."""


@dataclass(frozen=True, slots=True)
class Hits:
    """Best candidates of queries, best first; query `i` has the slice `offsets[i]:offsets[i + 1]`."""

    offsets: NDArray[np.int64]
    candidates: NDArray[np.uint32]
    scores: NDArray[np.float32]


def search(postings: Postings, weights: Weights, queries: Tokens, depth: int = 1000, threads: int = 1) -> Hits:
    """Return the best `depth` candidates of each query, by score, ties by candidate id descending.

    A query's terms are numbers of the postings' vocabulary. Each distinct term is scored once with the
    model's factor for its count, in ascending term order whatever the threads, so that scores repeat bit by
    bit. Only candidates that hold a term of the query are listed.

    Raises:
        ValueError: weights or query terms belong to other postings, or depth or threads are not positive.
    """
    from legal_assets.rankings.scoring import score_queries

    if len(weights.impacts) != len(postings.candidates):
        raise ValueError(f"{len(weights.impacts)} weights for {len(postings.candidates)} postings.")
    if len(queries.vocabulary) != len(postings.vocabulary):
        raise ValueError("The queries' terms are not numbers of this index; tokenise them with its vocabulary.")
    if depth < 1 or threads < 1:
        raise ValueError(f"Depth is {depth} and threads {threads}; both must be at least 1.")
    offsets, terms, factors = _distinct_terms(queries, weights.model.query_weights)
    width = max(depth + 1, min(_ROW_WIDTH * depth, len(postings.lengths) + 1))
    keys = np.empty((len(queries), width), np.uint64)
    found = np.zeros(len(queries), np.int64)
    length_terms = np.empty(0, np.float64) if weights.length_terms is None else weights.length_terms

    def score(first: int) -> None:
        score_queries(
            _read_only(postings.pointers),
            _read_only(postings.candidates),
            weights.impacts,
            length_terms,
            len(postings.lengths),
            offsets,
            terms,
            factors,
            np.diff(queries.offsets).astype(np.float64),
            depth,
            first,
            threads,
            keys,
            found,
        )

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(score, range(threads)))
    best = keys[np.arange(keys.shape[1]) < found[:, None]]
    return Hits(
        np.concatenate([[0], np.cumsum(found)]),
        (best & np.uint64(0xFFFFFFFF)).astype(np.uint32),
        _scores(best),
    )


def rank(
    queries: pl.DataFrame,
    postings: Postings,
    weights: Weights,
    analyser: Analyser,
    depth: int = 1000,
    threads: int = 1,
) -> Iterator[pl.DataFrame]:
    """Yield rankings of queries as frames of `query_id`, `candidate_id`, `rank` from 1 and `score`.

    Queries have `query_id` and `text`. Some hundred are ranked at a time, in the given order, so that memory
    does not grow with their number. A query that matches nothing has no rows.

    Raises:
        ValueError: the text of a query is null.
    """
    nulls = queries.filter(pl.col("text").is_null())
    if nulls.height:
        raise ValueError(f"The text of query {nulls['query_id'][0]!r} is null.")
    queries_at_once = max(1, _KEYS_AT_ONCE // (_ROW_WIDTH * depth))
    for texts in queries.iter_slices(_TEXTS_AT_ONCE):
        tokens = tokenise(texts["text"], analyser, postings.vocabulary)
        for start in range(0, texts.height, queries_at_once):
            stop = min(start + queries_at_once, texts.height)
            hits = search(postings, weights, tokens.part(start, stop), depth, threads)
            yield _frame(texts["query_id"].slice(start, stop - start), postings.candidate_ids, hits)


def _frame(query_ids: pl.Series, candidate_ids: pl.Series, hits: Hits) -> pl.DataFrame:
    counts = np.diff(hits.offsets)
    first_place = np.repeat(hits.offsets[:-1], counts)
    return pl.DataFrame(
        {
            "query_id": query_ids.gather(np.repeat(np.arange(len(counts)), counts)),
            "candidate_id": candidate_ids.gather(hits.candidates),
            "rank": (np.arange(len(hits.scores)) - first_place + 1).astype(np.int32),
            "score": hits.scores,
        }
    )


def _distinct_terms(
    queries: Tokens, query_weights: QueryWeights
) -> tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[np.float32]]:
    """Return where each query starts, its distinct terms in ascending order, and their factors."""
    query_of_token = np.repeat(np.arange(len(queries), dtype=np.uint64), np.diff(queries.offsets))
    pairs, counts = np.unique(query_of_token << np.uint64(32) | queries.terms, return_counts=True)
    query_of_pair = (pairs >> np.uint64(32)).astype(np.int64)
    offsets = np.searchsorted(query_of_pair, np.arange(len(queries) + 1))
    largest = np.zeros(len(queries))
    np.maximum.at(largest, query_of_pair, counts)
    factors = query_weights(counts.astype(np.float64), largest[query_of_pair])
    return offsets, (pairs & np.uint64(0xFFFFFFFF)).astype(np.uint32), factors.astype(np.float32)


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    """Return a view that cannot be written to, as mapped files are: one type of array, compiled for once."""
    view = np.asarray(array).view()
    view.flags.writeable = False
    return view


def _scores(keys: NDArray[np.uint64]) -> NDArray[np.float32]:
    """Return the scores of keys (the inverse of `scoring.key_of`)."""
    bits = (keys >> np.uint64(32)).astype(np.uint32)
    sign = np.uint32(0x80000000)
    return np.where(bits & sign, bits ^ sign, ~bits).astype(np.uint32).view(np.float32)
