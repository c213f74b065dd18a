"""What a repair of judgments changed: pairs, means of systems, and the order that systems stand in.

Belongs here: comparing an earlier version of judgments with today's on the same rankings. Does not belong here: where
earlier judgments come from (`collections/repairs.py`).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from legal_assets.catalog import Measure
from legal_assets.measures.multiplicity import rank_correlations
from legal_assets.metrics.scoring import score_queries
from legal_assets.schemas.inference import QREL_CHANGES, VERSION_CORRELATIONS, VERSION_METRICS

OWN, COMMON = "own", "common"
_QUERY = ("task", "query_id")
_CELL = ("task", "variant", "measure")
_NAMED = ("corpus", "version", "later")


class Versions(NamedTuple):
    """Frames of the contracts of these names."""

    qrel_changes: pl.DataFrame
    version_metrics: pl.DataFrame
    version_correlations: pl.DataFrame


def no_versions() -> Versions:
    """Return the tables of a corpus whose judgments were never repaired."""
    return Versions(QREL_CHANGES.empty(), VERSION_METRICS.empty(), VERSION_CORRELATIONS.empty())


def compare_versions(
    corpus: str,
    rankings: Sequence[str],
    queries: Sequence[str],
    earlier: Sequence[str],
    qrels: Sequence[str],
    query_metrics: Sequence[str],
    roles: dict[str, str],
    *,
    tasks: Sequence[str],
    measures: Sequence[Measure],
    threads: int,
) -> Versions:
    """Score all rankings by each earlier version of the judgments, and compare that with their values by today's.

    Means are given twice: over the queries that have a gold candidate in a version (`own`), and over those that have
    one in both (`common`). A query without a gold candidate is left out and its changed pairs say so.

    Args:
        corpus: key of the corpus.
        rankings: Parquet files of the contract `rankings`, of all families.
        queries: Parquet files of the contract `queries`.
        earlier: Parquet files of the contract `earlier_qrels`.
        qrels: Parquet files of the contract `qrels`.
        query_metrics: Parquet files of the contract `query_metrics` of all families: values by today's judgments.
        roles: role by system; only fair systems are correlated.
        tasks: tasks that are ranked.
        measures: measures to compute.
        threads: threads of DuckDB.
    """
    known = pl.scan_parquet(list(earlier)).collect() if earlier else pl.DataFrame()
    if known.is_empty() or not rankings or not query_metrics:
        return no_versions()
    asked = pl.scan_parquet(list(queries)).select(_QUERY).unique().collect()
    before, after = (
        frame.join(asked, on=list(_QUERY), how="semi") for frame in (known, pl.scan_parquet(list(qrels)).collect())
    )
    later = after["version"].max() or ""
    systems = pl.scan_parquet(list(rankings)).select("system").unique().collect()["system"].sort()
    names = [measure.name for measure in measures]
    today = pl.scan_parquet(list(query_metrics)).filter(pl.col("measure").is_in(names)).collect()
    changes, means, correlations = [], [], []
    for version in before["version"].unique().sort():
        of_version = before.filter(version=version)
        named = [pl.lit(value).alias(name) for name, value in zip(_NAMED, (corpus, version, later), strict=True)]
        changes.append(QREL_CHANGES.conform(_changes(of_version, after).with_columns(named)))
        first = pl.concat(
            [
                score_queries(
                    corpus,
                    system,
                    rankings,
                    queries,
                    earlier,
                    tasks=tasks,
                    measures=measures,
                    version=version,
                    threads=threads,
                )
                for system in systems
            ]
        )
        of_pair = _means(first, today, _golden(of_version), _golden(after))
        means.append(VERSION_METRICS.conform(of_pair.with_columns(named)))
        correlations.append(VERSION_CORRELATIONS.conform(_correlated(of_pair, roles).with_columns(named)))
    return Versions(pl.concat(changes), pl.concat(means), pl.concat(correlations))


def _golden(qrels: pl.DataFrame) -> pl.DataFrame:
    return qrels.filter("is_gold").select(_QUERY).unique()


def _changes(before: pl.DataFrame, after: pl.DataFrame) -> pl.DataFrame:
    """Return every pair whose grade or gold differs, and whether its query has no gold on one side."""
    pair = [*_QUERY, "candidate_id"]
    columns = [*pair, "grade", "is_gold"]
    both = before.select(columns).join(after.select(columns), on=pair, how="full", coalesce=True, suffix="_after")
    same = pl.col("grade").eq_missing(pl.col("grade_after")) & pl.col("is_gold").eq_missing(pl.col("is_gold_after"))
    lacking = (
        pl.concat(
            [
                both.select(_QUERY)
                .unique()
                .join(_golden(side), on=list(_QUERY), how="anti")
                .with_columns(lacks=pl.lit(name))
                for side, name in ((before, "before"), (after, "after"))
            ]
        )
        .group_by(_QUERY)
        .agg(pl.col("lacks").sort(descending=True).str.join(" and "))
    )
    return (
        both.filter(~same)
        .join(lacking, on=list(_QUERY), how="left")
        .select(
            *pair,
            grade_before="grade",
            grade_after="grade_after",
            gold_before=pl.col("is_gold").fill_null(value=False),
            gold_after=pl.col("is_gold_after").fill_null(value=False),
            without_gold=pl.col("lacks").fill_null(""),
        )
    )


def _means(
    before: pl.DataFrame, after: pl.DataFrame, golden_before: pl.DataFrame, golden_after: pl.DataFrame
) -> pl.DataFrame:
    """Return means of both versions beside one another, over their own queries and over those of both."""
    common = golden_before.join(golden_after, on=list(_QUERY), how="semi")
    parts = []
    for queries_of, kept in ((OWN, (golden_before, golden_after)), (COMMON, (common, common))):
        first, second = (
            values.join(queries, on=list(_QUERY), how="semi")
            .group_by(*_CELL, "system")
            .agg(pl.col("value").sort().mean(), pl.len().cast(pl.Int64).alias("n"))
            for values, queries in zip((before, after), kept, strict=True)
        )
        both = first.join(second, on=[*_CELL, "system"], how="full", coalesce=True, suffix="_after")
        parts.append(
            both.select(
                *_CELL,
                "system",
                pl.lit(queries_of).alias("queries_of"),
                value_before="value",
                value_after="value_after",
                n_before=pl.col("n").fill_null(0),
                n_after=pl.col("n_after").fill_null(0),
            )
        )
    return pl.concat(parts)


def _correlated(means: pl.DataFrame, roles: dict[str, str]) -> pl.DataFrame:
    """Return one row per task, variant, measure and set of queries: whether fair systems keep their order."""
    fair = [system for system, role in roles.items() if role == "fair"]
    cells = means.filter(pl.col("system").is_in(fair)).drop_nulls(["value_before", "value_after"])
    rows = []
    key = [*_CELL, "queries_of"]
    for names, cell in cells.sort(*key, "system").group_by(key, maintain_order=True):
        first, second = (cell[f"value_{side}"].round(12).to_numpy() for side in ("before", "after"))
        rho, tau = rank_correlations(first, second) or (None, None)
        left, right = np.triu_indices(len(first), 1)
        swapped = (first[left] - first[right]) * (second[left] - second[right]) < 0
        most = int(np.abs(second - first).argmax())
        rows.append(
            (
                *names,
                *(rho, tau, len(first), len(left), int(swapped.sum())),
                *(
                    cell["n_before"].max(),
                    cell["n_after"].max(),
                    float(second[most] - first[most]),
                    cell["system"][most] if second[most] != first[most] else None,
                ),
            )
        )
    columns = {name: kind for name, kind in VERSION_CORRELATIONS.schema.items() if name not in _NAMED}
    return pl.DataFrame(rows, schema=columns, orient="row")
