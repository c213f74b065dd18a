"""Fusion: several rankings of the same queries made one.

Belongs here: reciprocal rank fusion, over frames and over all tasks of a corpus. Does not belong here: which systems
are fused (`catalog.py`), and the rule of ranks (`hits.py`).
"""

from collections.abc import Iterator, Mapping, Sequence

import polars as pl

from legal_assets.rankings.hits import ranked
from legal_assets.storage.digests import value_digest

RECIPROCAL_K, POOL_DEPTH = 60, 100
"""The constant and depth of Cormack, Clarke and Büttcher, SIGIR 2009, and of the studies."""

_SET = ("task", "variant")


def fuse(
    rankings: Sequence[pl.DataFrame | pl.LazyFrame],
    *,
    k: int = RECIPROCAL_K,
    pool: int = POOL_DEPTH,
    depth: int = 1000,
    query: Sequence[str] = ("query_id",),
) -> pl.DataFrame:
    """Return the reciprocal rank fusion of rankings: the query's columns, `candidate_id`, `score`, `rank`.

    A candidate's score is the sum of 1 / (`k` + rank) over the rankings that have it among their first `pool`. The
    order of the rankings does not matter, to the last bit.

    Args:
        rankings: frames of the query's columns, `candidate_id` and `rank` from 1.
        k: constant that flattens the ranks.
        pool: candidates read per query and ranking.
        depth: candidates kept per query.
        query: columns that name a query.

    Raises:
        ValueError: there is no ranking, a number is not positive, or a ranking has a candidate twice in a query.
    """
    if not rankings or k < 0 or pool < 1 or depth < 1:
        raise ValueError(f"Fusion of {len(rankings)} rankings with k {k}, pool {pool}, depth {depth} means nothing.")
    parts = [
        ranking.lazy()
        .filter(pl.col("rank") <= pool)
        .select(*query, "candidate_id", part=1.0 / (k + pl.col("rank").cast(pl.Float64)), ranking=number)
        for number, ranking in enumerate(rankings)
    ]
    pooled = pl.concat(parts).collect()
    twice = pooled.filter(pl.struct(*query, "candidate_id", "ranking").is_duplicated())
    if twice.height:
        raise ValueError(f"Query {twice.select(query).row(0)} ranks {twice['candidate_id'][0]!r} more than once.")
    # Sums of floats depend on their order: the smallest part first, whichever ranking it comes from.
    scored = pooled.sort("part").group_by(*query, "candidate_id", maintain_order=True).agg(score=pl.col("part").sum())
    return ranked(scored, depth, query)


def rank_by_fusion(
    corpus: str,
    system: str,
    rankings: Mapping[str, pl.LazyFrame],
    *,
    k: int = RECIPROCAL_K,
    pool: int = POOL_DEPTH,
    depth: int = 1000,
) -> Iterator[pl.DataFrame]:
    """Fuse the rankings of systems for every task and variant; yields parts of the contract `rankings`, in key order.

    Args:
        corpus: key of the corpus.
        system: name of the fused system.
        rankings: system → rows of the contract `rankings` of this corpus, of any family.
        k: see `fuse`.
        pool: see `fuse`.
        depth: see `fuse`.

    Raises:
        ValueError: a system has not ranked a task and variant that another has.
    """
    runs = {
        name: frame.select(*_SET, "run_id").unique().sort(*_SET, "run_id").collect() for name, frame in rankings.items()
    }
    sets = {name: set(run.select(_SET).rows()) for name, run in runs.items()}
    every = sorted(set().union(*sets.values()))
    for name, own in sets.items():
        absent = sorted(set(every) - own)
        if absent:
            raise ValueError(f"{system}: {name} has no rankings of {absent[0]}; materialize them first.")
    for task, variant in every:
        of_task = (pl.col("task") == task) & (pl.col("variant") == variant)
        parts = [rankings[name].filter(of_task) for name in sorted(rankings)]
        used = {name: run.filter(of_task)["run_id"].to_list() for name, run in runs.items()}
        run_id = value_digest([system, "reciprocal rank", used, k, pool, depth])[:16]
        yield fuse(parts, k=k, pool=pool, depth=depth).with_columns(
            pl.lit(corpus).alias("corpus"),
            pl.lit(system).alias("system"),
            pl.lit(task).alias("task"),
            pl.lit(variant).alias("variant"),
            pl.lit(run_id).alias("run_id"),
        )
