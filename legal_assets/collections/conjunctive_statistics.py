"""What conjunctive queries are like: the counts that the study publishes of its own, by number of conditions.

Belongs here: counting. Does not belong here: lengths and overlaps of texts (`statistics.py`).
"""

import polars as pl

from legal_assets.schemas.conjunctive import CONJUNCTIVE_STATISTICS

ALL = 0
"""Stands for queries of every number of conditions."""


def describe_conjunctive(
    corpus: str,
    conditions: pl.DataFrame,
    condition_pages: pl.DataFrame,
    qrels: pl.DataFrame,
    lengths: pl.DataFrame,
) -> pl.DataFrame:
    """Return one row per number of conditions and one for all; frame of the contract `conjunctive_statistics`.

    Args:
        corpus: key of the corpus.
        conditions: frame of the contract `conditions`.
        condition_pages: frame of the contract `condition_pages`.
        qrels: `query_id`, `candidate_id`, `grade`, `is_gold` of one task.
        lengths: `doc_id` and `pages`, the length of each document in pages.
    """
    sizes = conditions.group_by("query_id").agg(
        pl.len().cast(pl.Int32).alias("conditions"),
        (pl.col("phrase").str.count_matches(r"\S+")).sum().alias("words"),
    )
    judged = qrels.select("query_id", "candidate_id", "grade", "is_gold").join(sizes, on="query_id")
    both = pl.concat(
        [judged, judged.with_columns(pl.lit(ALL, pl.Int32).alias("conditions"), wanted="conditions")], how="diagonal"
    ).with_columns(pl.col("wanted").fill_null(pl.col("conditions")))
    rows = both.group_by("conditions").agg(
        pl.col("query_id").n_unique().cast(pl.Int64).alias("queries"),
        pl.col("candidate_id").filter("is_gold").n_unique().cast(pl.Int64).alias("gold_documents"),
        pl.col("candidate_id").n_unique().cast(pl.Int64).alias("judged_documents"),
        ((pl.col("grade") == pl.col("wanted")) & ~pl.col("is_gold")).sum().cast(pl.Int64).alias("one_page"),
    )
    queries = both.group_by("conditions", "query_id").agg(
        pl.col("is_gold").sum().cast(pl.Int64).alias("golds"),
        pl.len().cast(pl.Int64).alias("judged"),
        pl.col("candidate_id").filter("is_gold").sort().str.join("\n").alias("family"),
        pl.col("words").first(),
    )
    per_query = queries.group_by("conditions").agg(
        pl.col("family").n_unique().cast(pl.Int64).alias("families"),
        (pl.col("golds") == 1).sum().cast(pl.Int64).alias("single_gold"),
        pl.col("golds").mean().alias("gold_mean"),
        pl.col("golds").max().alias("gold_max"),
        (pl.col("judged") - pl.col("golds")).mean().alias("subset_mean"),
        pl.col("judged").mean().alias("judged_mean"),
        pl.col("judged").max().alias("judged_max"),
        pl.col("words").mean().alias("words_mean"),
    )
    gold = both.filter("is_gold").select("conditions", "query_id", "candidate_id")
    pages = (
        gold.join(condition_pages, on=["query_id", "candidate_id"])
        .group_by("conditions")
        .agg(pl.col("pages").list.len().mean().alias("pages_mean"))
    )
    long = (
        gold.select("conditions", pl.col("candidate_id").alias("doc_id"))
        .unique()
        .join(lengths.select("doc_id", "pages"), on="doc_id")
        .group_by("conditions")
        .agg(pl.col("pages").mean().alias("gold_pages_mean"))
    )
    joined = rows.join(per_query, on="conditions").join(pages, on="conditions").join(long, on="conditions")
    return CONJUNCTIVE_STATISTICS.conform(
        joined.with_columns(pl.lit(corpus).alias("corpus"), pl.selectors.ends_with("_mean").round(12))
    )
