"""Combining what was found for each condition of a query alone.

Belongs here: normalising lists of conditions and joining them into one score a document. Does not belong here: finding
the lists (`lexical.py`, `dense.py`) and pages (`page_scores.py`).
"""

from collections.abc import Callable
from typing import Final, Literal

import polars as pl

Normalisation = Literal["best", "min-max"]

_LIST = ("query_id", "condition")

_JOINED: Final[dict[str, Callable[[pl.Expr], pl.Expr]]] = {
    "min": lambda score: score.min(),
    "product": lambda score: score.product(),
    "harmonic": lambda score: pl.len() / (1 / score).sum(),
}


def combine_conditions(
    lists: pl.DataFrame, conditions: pl.DataFrame, how: str, normalisation: Normalisation
) -> pl.DataFrame:
    """Return `query_id`, `candidate_id`, `score` for every document of some list of a query.

    Scores are made comparable within each list: `best` divides by the list's highest; `min-max` takes the lowest to 0
    and the highest to 1, and equal ones to 1. A document that is missing from a list scores 0 there, so that `min`,
    `product` and `harmonic` (the harmonic mean) are all 0 for it: such documents follow the others, in the order of
    ids that the house gives to ties.

    Args:
        lists: `query_id`, `condition`, `candidate_id`, `score`.
        conditions: `query_id`, `condition` of every condition asked, those that found nothing too.
        how: `min`, `product` or `harmonic`.
        normalisation: see above.

    Raises:
        ValueError: there is no such way to combine, or `best` meets a list whose highest score is not positive.
    """
    if how not in _JOINED:
        raise ValueError(f"Conditions cannot be combined by {how!r}; known: {', '.join(_JOINED)}.")
    score = pl.col("score").cast(pl.Float64)
    low, high = score.min().over(_LIST), score.max().over(_LIST)
    if normalisation == "best":
        if lists.group_by(_LIST).agg(score.max()).filter(pl.col("score") <= 0).height:
            raise ValueError("Scores of a list are all 0 or negative; normalise them by min-max.")
        scaled = lists.with_columns((score / high).clip(lower_bound=0).alias("score"))
    else:
        scaled = lists.with_columns(
            pl.when(high > low).then((score - low) / (high - low)).otherwise(1.0).alias("score")
        )
    wanted = conditions.select(_LIST).unique().group_by("query_id").len("wanted")
    joined = scaled.group_by("query_id", "candidate_id").agg(
        _JOINED[how](pl.col("score").sort()).alias("joined"),
        pl.len().alias("met"),
        pl.col("score").min().alias("weakest"),
    )
    complete = (pl.col("met") == pl.col("wanted")) & (pl.col("weakest") > 0)
    return joined.join(wanted, on="query_id").select(
        "query_id", "candidate_id", pl.when(complete).then("joined").otherwise(0.0).alias("score")
    )
