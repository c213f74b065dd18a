"""Checks of the room collections."""

import polars as pl

from legal_assets import catalog
from legal_assets.wiring.checks import claim
from legal_assets.wiring.partitions import CORPORA

_PUBLISHED = [corpus.key for corpus in catalog.CORPORA if corpus.is_release]
_ECLI = r"EU:[CTF]:\d{4}:\d+"


@claim(CORPORA, "queries")
def queries_leak_no_ecli(queries: pl.LazyFrame) -> pl.DataFrame:
    """No query that was masked here shows an ECLI; a release keeps its own masking."""
    ours = queries.filter(~pl.col("corpus").is_in(_PUBLISHED))
    shown = ours.filter((pl.col("variant") == "masked") & pl.col("text").str.contains(_ECLI))
    return shown.select("task", "query_id", pl.col("text").str.extract(f"({_ECLI})").alias("shown")).collect()


@claim(CORPORA, "candidates")
def candidates_precede_their_split(candidates: pl.LazyFrame, tasks: pl.LazyFrame) -> pl.DataFrame:
    """Every candidate of dev and test is dated before the split's first day; a release keeps its own splits."""
    return (
        candidates.join(tasks.select("task", "first_day"), on="task")
        .filter(~pl.col("corpus").is_in(_PUBLISHED) & (pl.col("date") >= pl.col("first_day")))
        .select("task", "candidate_id", "date")
        .collect()
    )


@claim(CORPORA, "qrels")
def qrels_name_candidates(qrels: pl.LazyFrame, candidates: pl.LazyFrame, queries: pl.LazyFrame) -> pl.DataFrame:
    """Every relevant pair names a query and a candidate of its task."""
    absent = [
        qrels.join(others.select("task", name), on=["task", name], how="anti")
        for others, name in ((candidates, "candidate_id"), (queries, "query_id"))
    ]
    return pl.concat(absent).select("task", "query_id", "candidate_id").collect()


@claim(CORPORA, "qrels")
def conjunctive_judgments_are_borne_out_by_pages(
    qrels: pl.LazyFrame,
    conditions: pl.LazyFrame,
    condition_pages: pl.LazyFrame,
    pages: pl.LazyFrame,
    documents: pl.LazyFrame,
) -> pl.DataFrame:
    """Pages of conditions, grades and gold are what a second derivation finds in the pages, in every form."""
    from legal_assets.collections.conjunctive_tables import unproved_judgments

    asked = conditions.collect()
    if asked.is_empty():
        return pl.DataFrame(schema={"task": pl.String})
    read = (condition_pages.collect(), pages.collect(), documents.collect())
    return unproved_judgments(qrels.collect(), asked, *read)


CHECKS = [
    queries_leak_no_ecli,
    candidates_precede_their_split,
    qrels_name_candidates,
    conjunctive_judgments_are_borne_out_by_pages,
]
