"""Learned sparse retrieval: weights of a query's terms against those of candidates, by an inverted index.

Belongs here: from sparse vectors of queries to ranked candidates. Does not belong here: the index
(`indexes/terms.py`), and words that are counted (`lexical.py`).

A query is scored on one thread, its terms in ascending order, so that a score depends on nothing else.
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import polars as pl
from numpy.typing import NDArray

from legal_assets.indexes.terms import TermIndex, unpacked

_QUERIES_AT_ONCE = 128
_LANES = 64
_ROW_WIDTH = 4
"""Keys kept a query before the best are chosen, in multiples of the depth."""


def search_terms(
    index: TermIndex, queries: pl.Series, depth: int = 1000, threads: int = 1
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return the best `depth` candidates of each query by inner product, as sorted keys and their number.

    As `dense.search`, but that a candidate without a term of the query is left out.

    Args:
        index: postings of the candidates.
        queries: sparse vectors as they are written (`indexes/terms.py`).
        depth: candidates kept per query.
        threads: threads of the search; each holds one score a vector.

    Raises:
        ValueError: depth or threads are not positive.
    """
    if depth < 1 or threads < 1:
        raise ValueError(f"Depth is {depth} and threads {threads}; both must be at least 1.")
    width = min(depth, len(index.candidate_ids))
    keys = np.empty((len(queries), width), np.uint64)
    found = np.zeros(len(queries), np.int64)

    def part(start: int) -> None:
        best, number = _search_batch(index, queries.slice(start, _QUERIES_AT_ONCE), depth)
        keys[start : start + len(number)] = best[:, :width]
        found[start : start + len(number)] = number

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(part, range(0, len(queries), _QUERIES_AT_ONCE)))
    return keys, found


def _search_batch(index: TermIndex, queries: pl.Series, depth: int) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    from legal_assets.rankings.scoring import key_of
    from legal_assets.rankings.term_scoring import score_terms
    from legal_assets.rankings.vector_scoring import collect_block, finish_keys

    offsets, terms, weights = unpacked(queries)
    number = len(queries)
    owners = np.array(index.owners)
    # Mapped arrays are of a type of their own, for which the loop would be compiled once more.
    pointers, rows, postings = np.asarray(index.pointers), np.asarray(index.rows), np.asarray(index.weights)
    scores = np.empty((1, len(owners)), np.float32)
    sums = np.empty(-(-len(owners) // _LANES) * _LANES, np.float32)
    keys = np.empty((number, max(depth + 1, min(_ROW_WIDTH * depth, len(index.candidate_ids) + 1))), np.uint64)
    found = np.zeros(number, np.int64)
    floors = np.full(number, key_of(np.float32(-np.inf), 0xFFFFFFFF), np.uint64)
    carried = np.full(1, -np.inf, np.float32)
    for query in range(number if len(owners) else 0):
        own = slice(offsets[query], offsets[query + 1])
        score_terms(terms[own], weights[own], pointers, rows, postings, scores[0])
        at = slice(query, query + 1)
        collect_block(scores, owners, False, sums, carried, keys[at], found[at], floors[at], depth)
    finish_keys(keys, found, depth)
    return keys, found
