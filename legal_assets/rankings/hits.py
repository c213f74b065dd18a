"""Hits: the best candidates of queries, as arrays and as frames.

Belongs here: from keys or scores to ranks by the house rule: score as float32 descending, ties by candidate id
descending in byte order. Does not belong here: scoring.
"""

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

_SIGN = np.uint32(0x80000000)


def scores_of(keys: NDArray[np.uint64]) -> NDArray[np.float32]:
    """Return the scores of keys (the inverse of `scoring.key_of`)."""
    bits = (keys >> np.uint64(32)).astype(np.uint32)
    return np.where(bits & _SIGN, bits ^ _SIGN, ~bits).astype(np.uint32).view(np.float32)


def candidates_of(keys: NDArray[np.uint64]) -> NDArray[np.uint32]:
    """Return the candidates of keys."""
    return (keys & np.uint64(0xFFFFFFFF)).astype(np.uint32)


def hits_frame(
    query_ids: pl.Series, candidate_ids: pl.Series, keys: NDArray[np.uint64], found: NDArray[np.int64]
) -> pl.DataFrame:
    """Return rankings of queries from their sorted keys, of which the first `found` of each row count."""
    width = np.arange(keys.shape[1])
    best = keys[width < found[:, None]]
    return pl.DataFrame(
        {
            "query_id": query_ids.gather(np.repeat(np.arange(len(found)), found)),
            "candidate_id": candidate_ids.gather(candidates_of(best)),
            "rank": np.concatenate([width[:number] for number in found] or [width[:0]]).astype(np.int32) + np.int32(1),
            "score": scores_of(best),
        }
    )


def ranked(scored: pl.DataFrame, depth: int, query: Sequence[str] = ("query_id",)) -> pl.DataFrame:
    """Return scored candidates with `rank` from 1 within a query, the best `depth`, sorted by query and rank.

    Args:
        scored: the query's columns, `candidate_id` and `score`; a score becomes float32 first.
        depth: candidates kept per query.
        query: columns that name a query.

    Raises:
        ValueError: a score is null or no number, or a candidate is scored twice in a query.
    """
    frame = scored.with_columns(pl.col("score").cast(pl.Float32) + pl.lit(0.0, pl.Float32))
    bad = frame.filter(pl.col("score").is_null() | pl.col("score").is_nan())
    if bad.height:
        raise ValueError(f"Candidate {bad['candidate_id'][0]!r} of query {bad.select(query).row(0)} has no score.")
    twice = frame.filter(pl.struct(*query, "candidate_id").is_duplicated())
    if twice.height:
        raise ValueError(f"Query {twice.select(query).row(0)} scores {twice['candidate_id'][0]!r} more than once.")
    order = frame.sort(*query, "score", "candidate_id", descending=[*(False for _ in query), True, True])
    rank = (pl.int_range(pl.len(), dtype=pl.Int32).over(*query) + 1).alias("rank")
    return order.with_columns(rank).filter(pl.col("rank") <= depth)
