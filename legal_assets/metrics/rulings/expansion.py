"""Expansion by the citation graph: rulings that cite what is ranked first, or are cited by it, join the first k.

Belongs here: the graph between rulings, who is reached from the first k, and what that finds beside as many passages of
the ranking alone. Does not belong here: distances of passages (`vector_pairs.py`), success without a graph
(`metrics/match_tables.py`).

Citations of commentaries take no part: they are what is to be found. Passages of a neighbour matter to success only
where the neighbour is a ruling to be found, since no other has a grade; of the rest their number is enough.
"""

from collections.abc import Iterator

import polars as pl

from legal_assets.collections.swiss import EXACT
from legal_assets.schemas import GRAPH_EXPANSION

CUTOFFS = (1, 3, 5, 10)
BEST_PASSAGES = 3
LEVELS = {"exact": EXACT, "any_bge": 1}
"""The least grade that a level takes."""

OUTGOING, INCOMING, BOTH = "outgoing", "incoming", "both"
DIRECTIONS = (OUTGOING, INCOMING, BOTH)
_QUERIES_AT_ONCE = 4_096
_QUERY = ["task", "variant", "query_id"]
_NEVER = 1_000_000
"""A rank beyond all cutoffs."""


def ruling_links(rulings: pl.DataFrame, candidates: pl.DataFrame) -> pl.DataFrame:
    """Return `doc_id`, `neighbour`, `direction` between rulings that have ranked passages, each once.

    Args:
        rulings: `doc_id`, `target_doc_id`: citations of rulings by rulings.
        candidates: `candidate_id`, `doc_id` of what is ranked.
    """
    ranked = candidates.select("doc_id").unique()
    cited = (
        rulings.filter(pl.col("target_doc_id").is_not_null() & (pl.col("doc_id") != pl.col("target_doc_id")))
        .select("doc_id", neighbour="target_doc_id")
        .unique()
        .join(ranked, on="doc_id", how="semi")
        .join(ranked, left_on="neighbour", right_on="doc_id", how="semi")
    )
    citing = cited.select(doc_id="neighbour", neighbour="doc_id")
    return pl.concat(
        [
            cited.with_columns(pl.lit(OUTGOING).alias("direction")),
            citing.with_columns(pl.lit(INCOMING).alias("direction")),
        ]
    )


def expand(
    rankings: pl.LazyFrame,
    queries: pl.DataFrame,
    links: pl.DataFrame,
    candidates: pl.DataFrame,
    wanted: pl.DataFrame,
    corpus: str,
    system: str,
) -> pl.DataFrame:
    """Return what expansion finds; frame of the contract `graph_expansion`.

    Args:
        rankings: frame of the contract `rankings`, of one system.
        queries: `task`, `variant`, `query_id` of all accepted queries.
        links: what `ruling_links` returns.
        candidates: `candidate_id`, `doc_id` of what is ranked, once each.
        wanted: `task`, `variant`, `query_id`, `candidate_id`, `target_doc_id`, `grade`, `distance` of every passage of
            every ruling to be found.
        corpus: key of the corpus.
        system: key of the system.
    """
    asked = queries.select(_QUERY).unique().sort(_QUERY)
    if asked.is_empty():
        return GRAPH_EXPANSION.empty()
    sizes = candidates.group_by("doc_id").agg(offered=pl.len().clip(upper_bound=BEST_PASSAGES).cast(pl.Int64))
    first = _first_ranks(rankings, asked, wanted)
    best = _best_of_rulings(wanted)
    rows = pl.concat(
        [
            _counted(part, *_reached(rankings, part, links, candidates, sizes), first, best)
            for part in asked.iter_slices(_QUERIES_AT_ONCE)
        ]
    )
    beyond = (pl.col("passages") > pl.col("ranked")) & (pl.col("ranked") < candidates.height)
    sums = rows.group_by("task", "variant", "direction", "level", "cutoff").agg(
        pl.len().cast(pl.Int64).alias("n"),
        pl.col("reachable").sum().cast(pl.Int64).alias("n_reachable"),
        pl.col("neighbours").mean().alias("mean_neighbours"),
        pl.col("passages").mean().alias("mean_passages"),
        *(pl.col(name).sum().cast(pl.Int64) for name in ("base", "graph", "dense")),
        beyond.sum().cast(pl.Int64).alias("beyond_depth"),
        *(pl.col(name).mean().alias(f"{name}_value") for name in ("base", "graph", "dense")),
    )
    own = {"corpus": pl.lit(corpus), "system": pl.lit(system)}
    lift = (pl.col("graph_value") - pl.col("dense_value")).alias("lift")
    return GRAPH_EXPANSION.conform(sums.with_columns(lift, **own).select(GRAPH_EXPANSION.content))


def _first_ranks(rankings: pl.LazyFrame, asked: pl.DataFrame, wanted: pl.DataFrame) -> pl.DataFrame:
    """Per query the first rank of each level, `_NEVER` without any; how many are ranked; whether it can succeed."""
    found = rankings.select(*_QUERY, "rank", "candidate_id").join(
        wanted.lazy().select(*_QUERY, "candidate_id", "grade"), on=[*_QUERY, "candidate_id"]
    )
    ranks = [
        pl.col("rank").filter(pl.col("grade") >= least).min().alias(f"first_{level}") for level, least in LEVELS.items()
    ]
    depth = rankings.group_by(_QUERY).agg(pl.len().cast(pl.Int64).alias("ranked"))
    reachable = wanted.select(*_QUERY, pl.lit(value=True).alias("reachable")).unique()
    return (
        asked.join(found.group_by(_QUERY).agg(ranks).collect(), on=_QUERY, how="left")
        .join(depth.collect(), on=_QUERY, how="left")
        .join(reachable, on=_QUERY, how="left")
        .with_columns(
            pl.col("reachable").fill_null(value=False),
            pl.col("ranked").fill_null(0),
            *(pl.col(f"first_{level}").fill_null(_NEVER) for level in LEVELS),
        )
    )


def _best_of_rulings(wanted: pl.DataFrame) -> pl.DataFrame:
    """The best grade among the three nearest passages of every ruling to be found; ties by candidate descending."""
    ruling = [*_QUERY, "target_doc_id"]
    order = wanted.sort(*ruling, "distance", "candidate_id", descending=[False] * 5 + [True])
    nearest = order.group_by(ruling, maintain_order=True).head(BEST_PASSAGES)
    return nearest.group_by(ruling).agg(best=pl.col("grade").max()).rename({"target_doc_id": "neighbour"})


def _reached(
    rankings: pl.LazyFrame, part: pl.DataFrame, links: pl.DataFrame, candidates: pl.DataFrame, sizes: pl.DataFrame
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Neighbours of the first ranks of some queries, with the rank from which each is reached; and these ranks."""
    top = (
        rankings.filter(pl.col("rank") <= max(CUTOFFS))
        .select(*_QUERY, "rank", "candidate_id")
        .join(part.lazy(), on=_QUERY, how="semi")
        .collect()
        .join(candidates.select("candidate_id", "doc_id"), on="candidate_id")
    )
    rulings = top.group_by(*_QUERY, "doc_id").agg(own=pl.col("rank").min())
    reach = (
        rulings.rename({"own": "rank"})
        .join(links, on="doc_id")
        .group_by(*_QUERY, "neighbour")
        .agg(
            *(pl.col("rank").filter(pl.col("direction") == name).min().alias(name) for name in (OUTGOING, INCOMING)),
            pl.col("rank").min().alias(BOTH),
        )
        .join(rulings.rename({"doc_id": "neighbour"}), on=[*_QUERY, "neighbour"], how="left")
        .join(sizes.rename({"doc_id": "neighbour"}), on="neighbour")
    )
    return reach, top.select(*_QUERY, "rank")


def _counted(
    part: pl.DataFrame, reach: pl.DataFrame, top: pl.DataFrame, first: pl.DataFrame, best: pl.DataFrame
) -> pl.DataFrame:
    """One row per query, direction, k and level: sizes, and whether base, graph and ranking alone succeed."""
    graded = reach.join(best, on=[*_QUERY, "neighbour"], how="left")
    return pl.concat(_rows(part.join(first, on=_QUERY, how="left"), graded, top))


def _rows(asked: pl.DataFrame, graded: pl.DataFrame, top: pl.DataFrame) -> Iterator[pl.DataFrame]:
    for cutoff in CUTOFFS:
        within = top.filter(pl.col("rank") <= cutoff).group_by(_QUERY).agg(listed=pl.len().cast(pl.Int64))
        started = asked.join(within, on=_QUERY, how="left")
        for direction in DIRECTIONS:
            joins = (pl.col(direction) <= cutoff) & (pl.col("own").is_null() | (pl.col("own") > cutoff))
            joined = graded.filter(joins).group_by(_QUERY).agg(
                neighbours=pl.len().cast(pl.Int64), added=pl.col("offered").sum(), best=pl.col("best").max()
            )  # fmt: skip
            sized = (
                started.join(joined, on=_QUERY, how="left")
                .with_columns(pl.col("listed", "neighbours", "added").fill_null(0))
                .with_columns(passages=pl.col("listed") + pl.col("added"))
            )
            for level, least in LEVELS.items():
                place = pl.col(f"first_{level}")
                base = place <= cutoff
                yield sized.select(
                    *_QUERY, "reachable", "ranked", "neighbours", "passages",
                    base.alias("base"),
                    (base | (pl.col("best") >= least).fill_null(value=False)).alias("graph"),
                    (place <= pl.col("passages")).alias("dense"),
                    pl.lit(direction).alias("direction"), pl.lit(level).alias("level"),
                    pl.lit(cutoff, pl.Int32).alias("cutoff"),
                )  # fmt: skip
