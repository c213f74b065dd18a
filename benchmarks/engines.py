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

    Scores within one part in a hundred thousand are equal but for rounding: a rank differs beyond it if the scores
    there are further apart, a set if it differs by more than candidates so close to the last score.
    """
    rows = dict.fromkeys(("queries", "equal orders", "equal sets", "sets beyond rounding", "ranks beyond rounding"), 0)
    for query, (theirs, their_scores) in enumerate(zip(candidates, scores, strict=True)):
        part = slice(hits.offsets[query], hits.offsets[query + 1])
        ours, our_scores = hits.candidates[part], hits.scores[part]
        only_ours, only_theirs = our_scores[~np.isin(ours, theirs)], their_scores[~np.isin(theirs, ours)]
        at_the_end = _close(only_ours, our_scores.min()).all() and _close(only_theirs, their_scores.min()).all()
        rows["queries"] += 1
        rows["equal orders"] += int(np.array_equal(theirs, ours))
        rows["equal sets"] += int(not len(only_ours))
        rows["sets beyond rounding"] += int(not at_the_end)
        rows["ranks beyond rounding"] += int((~_close(np.sort(their_scores)[::-1], our_scores)).sum())
    return rows


def _close(one: NDArray[np.float32], two: NDArray[np.float32]) -> NDArray[np.bool_]:
    close: NDArray[np.bool_] = np.abs(one - two) <= 1e-5 * np.abs(two)
    return close
