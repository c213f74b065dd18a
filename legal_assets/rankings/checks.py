"""Checks of the room rankings."""

import polars as pl

from legal_assets.wiring.checks import claim
from legal_assets.wiring.partitions import LEXICAL_CELLS

_LIST = ("task", "variant", "query_id")


@claim(LEXICAL_CELLS, "lexical_rankings")
def rankings_name_each_candidate_once(lexical_rankings: pl.LazyFrame) -> pl.DataFrame:
    """No query lists a candidate twice."""
    return (
        lexical_rankings.group_by(*_LIST, "candidate_id")
        .len()
        .filter(pl.col("len") > 1)
        .select(*_LIST, "candidate_id")
        .collect(engine="streaming")
    )


@claim(LEXICAL_CELLS, "lexical_rankings")
def ranks_run_from_one_by_score(lexical_rankings: pl.LazyFrame) -> pl.DataFrame:
    """Ranks run 1, 2, 3 … without gap, by falling score, ties by candidate_id descending in byte order."""
    before = [pl.col(name).shift(1).over(_LIST) for name in ("rank", "score", "candidate_id")]
    return (
        lexical_rankings.select(
            *_LIST,
            "rank",
            "score",
            "candidate_id",
            before[0].alias("rank_before"),
            before[1].alias("score_before"),
            before[2].alias("candidate_before"),
        )
        .filter(
            (pl.col("rank") != pl.col("rank_before").fill_null(0) + 1)
            | (pl.col("score") > pl.col("score_before"))
            | (
                (pl.col("score") == pl.col("score_before"))
                & (pl.col("candidate_id") >= pl.col("candidate_before"))
            )
        )
        .select(*_LIST, "rank", "candidate_id")
        .collect()
    )


CHECKS = [rankings_name_each_candidate_once, ranks_run_from_one_by_score]
