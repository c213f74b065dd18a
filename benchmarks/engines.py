"""The engines compared: ours and bm25s, from the same term numbers.

Belongs here: building and asking each. Does not belong here: timing.
"""

from typing import Any

import bm25s  # type: ignore[import-untyped]  # bm25s ships no types
import numpy as np
from numpy.typing import NDArray

from benchmarks import zipf
from legal_assets.indexes.models import model
from legal_assets.indexes.postings import Postings, build_postings
from legal_assets.indexes.weights import Weights, weigh
from legal_assets.rankings.lexical import Hits
from legal_assets.text.tokens import Tokens

DEPTH = 1000


def our_index(tokens: Tokens) -> tuple[Postings, Weights]:
    """Count and weigh by BM25."""
    postings = build_postings(zipf.ids(len(tokens)), tokens)
    return postings, weigh(postings, model("bm25"))


def bm25s_index(term_lists: list[list[int]]) -> Any:
    """Index lists of term numbers with bm25s, its Numba backend."""
    engine = bm25s.BM25(method="lucene", k1=1.2, b=0.75, backend="numba")
    numbers = {str(term): term for term in range(zipf.TYPES)}
    engine.index((term_lists, numbers), create_empty_token=False, show_progress=False)
    return engine


def bm25s_search(engine: Any, queries: list[list[int]], threads: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return candidates and scores, a row a query."""
    candidates, scores = engine.retrieve(queries, k=DEPTH, show_progress=False, n_threads=threads)
    return candidates, scores


def as_lists(tokens: Tokens) -> list[list[int]]:
    """Return the terms of each text as a list, what bm25s takes."""
    return [part.tolist() for part in np.split(tokens.terms, tokens.offsets[1:-1])]


def differences(hits: Hits, candidates: NDArray[Any], scores: NDArray[Any]) -> dict[str, int]:
    """Compare our rankings with those of bm25s.

    A rank differs beyond rounding if the scores there are further apart than one part in a hundred thousand.
    """
    rows = {"queries": len(candidates), "equal sets": 0, "equal orders": 0, "ranks beyond rounding": 0}
    for query, (theirs, their_scores) in enumerate(zip(candidates, scores, strict=True)):
        part = slice(hits.offsets[query], hits.offsets[query + 1])
        rows["equal sets"] += int(set(theirs) == set(hits.candidates[part]))
        rows["equal orders"] += int(np.array_equal(theirs, hits.candidates[part]))
        close = np.isclose(np.sort(their_scores)[::-1], hits.scores[part], rtol=1e-5, atol=0)
        rows["ranks beyond rounding"] += int((~close).sum())
    return rows
