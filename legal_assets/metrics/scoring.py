"""Measures per query, in SQL over the Parquet files of rankings, queries and qrels.

Belongs here: running `sql/measures/`. Does not belong here: means and intervals (`summary.py`).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import polars as pl

from legal_assets.catalog import MEASURES, Measure
from legal_assets.collections.shown import ALL, shown_sets
from legal_assets.schemas import QUERY_METRICS
from legal_assets.storage.statements import statement

if TYPE_CHECKING:
    from duckdb import Expression

_RELATIONS = ("judged", "hits", "ideal")


def score_queries(
    corpus: str,
    system: str,
    rankings: Sequence[str],
    queries: Sequence[str],
    qrels: Sequence[str],
    *,
    tasks: Sequence[str],
    variants: str = ALL,
    measures: Sequence[Measure] = MEASURES,
    version: str | None = None,
    threads: int = 2,
) -> pl.DataFrame:
    """Return one row per judged query and measure; frame of the contract `query_metrics`.

    Every query with a relevant candidate counts, with 0 where the system ranked nothing. Ranks come from the rankings
    as they were written; scores are not looked at.

    Args:
        corpus: key of the corpus.
        system: key of the system.
        rankings: Parquet files of the contract `rankings`, of this corpus; other systems are passed over.
        queries: Parquet files of the contract `queries`.
        qrels: Parquet files of the contract `qrels`.
        tasks: tasks that are ranked.
        variants: `all`, or `shown` for a system that ranks only the variant that leaderboards show.
        measures: measures to compute.
        version: version of the judgments, where the files have several; None takes all.
        threads: threads of DuckDB.
    """
    import duckdb

    if not rankings:
        return QUERY_METRICS.empty()
    connection = duckdb.connect(":memory:", config={"threads": threads})
    try:
        connection.read_parquet(list(rankings)).filter(_equal("system", system)).create_view("rankings")
        connection.read_parquet(list(queries)).create_view("all_queries")
        judged = connection.read_parquet(list(qrels))
        (judged if version is None else judged.filter(_equal("version", version))).create_view("all_qrels")
        sets = connection.sql("SELECT DISTINCT task, variant FROM all_queries").pl().lazy()
        ranked = shown_sets(sets.filter(pl.col("task").is_in(list(tasks))), variants)
        connection.register("ranked", ranked.collect().to_arrow())
        connection.execute("CREATE VIEW queries AS FROM all_queries SEMI JOIN ranked USING (task, variant)")
        connection.execute("CREATE VIEW qrels AS FROM all_qrels SEMI JOIN ranked USING (task)")
        for name in _RELATIONS:
            connection.execute(f"CREATE TEMP TABLE {name} AS {statement('measures', name)}")
        connection.execute(
            "CREATE TEMP TABLE runs AS SELECT task, variant, query_id, run_id FROM rankings WHERE rank = 1"
        )
        parts = [
            connection.sql(statement("measures", measure.statement), params={"cutoff": measure.cutoff})
            .pl()
            .with_columns(pl.lit(measure.name).alias("measure"))
            for measure in measures
        ]
        queried = connection.sql("SELECT task, variant, query_id, relevant FROM judged").pl()
        answered = connection.sql("FROM runs").pl()
    finally:
        connection.close()
    run_ids = answered.select("task", "variant", "run_id").unique(["task", "variant"], keep="any")
    frame = (
        pl.concat(parts)
        .join(queried, on=["task", "variant", "query_id"])
        .join(run_ids, on=["task", "variant"], how="left")
        .join(
            answered.select("task", "variant", "query_id", answered=True),
            on=["task", "variant", "query_id"],
            how="left",
        )
        .with_columns(
            pl.lit(corpus).alias("corpus"),
            pl.lit(system).alias("system"),
            pl.col("answered").fill_null(value=False),
            pl.col("run_id").fill_null(""),
        )
    )
    return QUERY_METRICS.conform(frame)


def _equal(column: str, value: str) -> "Expression":
    """A condition on rows that have a value, which may hold any character."""
    import duckdb

    return duckdb.ColumnExpression(column) == duckdb.ConstantExpression(value)
