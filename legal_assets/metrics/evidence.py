"""Whether the pages that a system names bear out what it ranks.

Belongs here: measures of queries from evidence pages and the stored pages of conditions. Does not belong here: how
pages are named (`rankings/`).
"""

import polars as pl

from legal_assets.schemas import QUERY_METRICS

SUPPORT, CONDITION_COVERAGE, FULL_COVERAGE = "Gold+Support@10", "condition-coverage@10", "full-coverage@10"
_CUTOFF, _PAGES = 10, 3
_QUERY = ("task", "variant", "query_id")


def score_evidence(
    corpus: str,
    system: str,
    rankings: pl.LazyFrame,
    evidence: pl.LazyFrame,
    condition_pages: pl.DataFrame,
    queries: pl.LazyFrame,
    qrels: pl.LazyFrame,
) -> pl.DataFrame:
    """Return three measures of queries; frame of the contract `query_metrics`, empty for a system that names no pages.

    Of each gold document among the first ten, the three best distinct pages are looked at: a condition is covered if
    one of them is among its stored pages. `Gold+Support@10` is 1 if any such document has all conditions covered, for
    every query; the other two are for queries with such a document only: the share of conditions that the best of them
    covers, and whether it covers all.

    Args:
        corpus: key of the corpus.
        system: key of the system.
        rankings: frame of the contract `rankings`, of this system.
        evidence: frame of the contract `page_evidence`, of this system.
        condition_pages: frame of the contract `condition_pages`.
        queries: frame of the contract `queries`.
        qrels: frame of the contract `qrels`.
    """
    named = evidence.collect()
    if named.is_empty():
        return QUERY_METRICS.empty()
    judged = qrels.filter(pl.col("grade") > 0).group_by("task", "query_id").len("relevant")
    asked = queries.select(_QUERY).join(judged, on=["task", "query_id"]).collect()
    first = rankings.filter(pl.col("rank") <= _CUTOFF).select(*_QUERY, "candidate_id", "run_id").collect()
    gold = first.join(
        qrels.filter("is_gold").select("task", "query_id", "candidate_id").collect(),
        on=["task", "query_id", "candidate_id"],
    )
    covered = _covered(gold, named, condition_pages)
    best = covered.group_by(_QUERY).agg(pl.col("share").max())
    given = (
        gold.select(_QUERY)
        .unique()
        .join(best, on=list(_QUERY), how="left")
        .with_columns(pl.col("share").fill_null(0.0))
    )
    values = pl.concat(
        [
            _measure(
                asked.join(best, on=list(_QUERY), how="left"), SUPPORT, (pl.col("share") == 1).fill_null(value=False)
            ),
            _measure(given, CONDITION_COVERAGE, pl.col("share")),
            _measure(given, FULL_COVERAGE, pl.col("share") == 1),
        ]
    )
    answered = first.group_by(_QUERY).agg(pl.col("run_id").first())
    return QUERY_METRICS.conform(
        values.join(asked, on=list(_QUERY))
        .join(answered, on=list(_QUERY), how="left")
        .with_columns(
            pl.lit(corpus).alias("corpus"),
            pl.lit(system).alias("system"),
            pl.col("run_id").is_not_null().alias("answered"),
            pl.col("run_id").fill_null(""),
        )
    )


def _measure(frame: pl.DataFrame, name: str, value: pl.Expr) -> pl.DataFrame:
    return frame.select(*_QUERY, pl.lit(name).alias("measure"), value.cast(pl.Float64).alias("value"))


def _covered(gold: pl.DataFrame, named: pl.DataFrame, condition_pages: pl.DataFrame) -> pl.DataFrame:
    """Return the share of conditions that the three best pages of each gold document cover."""
    key = [*_QUERY, "candidate_id"]
    pages = (
        named.join(gold.select(key), on=key)
        .group_by(*key, "page")
        .agg(pl.col("score").max())
        .sort(*key, "score", "page", descending=[*(False for _ in key), True, False])
        .filter(pl.int_range(pl.len()).over(key) < _PAGES)
    )
    stored = condition_pages.select("query_id", "candidate_id", "condition", pl.col("pages").alias("page"))
    wanted = condition_pages.group_by("query_id", "candidate_id").agg(pl.col("condition").n_unique().alias("wanted"))
    met = pages.join(stored.explode("page"), on=["query_id", "candidate_id", "page"])
    counted = met.group_by(key).agg(pl.col("condition").n_unique().alias("met"))
    return counted.join(wanted, on=["query_id", "candidate_id"]).select(
        *key, (pl.col("met") / pl.col("wanted")).alias("share")
    )
