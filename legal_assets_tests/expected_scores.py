"""Scores of the bundled samples: against committed values, and against an independent implementation.

Run as a module after `make run`: `python -m legal_assets_tests.expected_scores`. With `--write` the published values
become the expected ones; do that only when a change of scores was meant, and say in the commit why they changed.
"""

import argparse
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import duckdb
import polars as pl

from legal_assets.catalog import MEASURES
from legal_assets.settings import load_settings
from legal_assets_tests.metrics.independent import NAMES, evaluate

FOLDER = Path(__file__).resolve().parent / "expected"
KEY = ["system", "task", "variant", "measure"]
TOLERANCE = 1e-6
"""For means; values per query agree with the independent implementation to 1e-9."""

_QUERY_TOLERANCE = 1e-9
_SHOWN = 20


@dataclass
class Comparison:
    """How many values agree, by what they were compared with, and those that do not, a line each."""

    agreeing: dict[str, int] = field(default_factory=dict)
    differing: list[str] = field(default_factory=list)

    def add(self, where: str, compared: int, differing: list[str]) -> None:
        """Count values that were compared."""
        self.agreeing[where] = compared - len(differing)
        self.differing += [f"{where}: {line}" for line in differing]


def sample_corpora(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """Return the corpora whose documents are the bundled ones.

    Raises:
        ValueError: there is none; the values would be those of other documents.
    """
    sources = "SELECT corpus FROM raw_documents GROUP BY corpus HAVING bool_and(source = 'sample') ORDER BY corpus"
    corpora = [corpus for (corpus,) in connection.sql(sources).fetchall()]
    if not corpora:
        raise ValueError("No corpus of the published file is the bundled sample; run `legal-assets forget` and `run`.")
    return corpora


def published_metrics(connection: duckdb.DuckDBPyConnection, corpus: str) -> pl.DataFrame:
    """Return the published means of a corpus with their denominators."""
    columns = ", ".join(KEY)
    statement = f"SELECT {columns}, value, n FROM metrics WHERE corpus = $corpus ORDER BY ALL"
    frame: pl.DataFrame = connection.sql(statement, params={"corpus": corpus}).pl()
    return frame


def write_expected(connection: duckdb.DuckDBPyConnection, folder: Path = FOLDER) -> list[Path]:
    """Write the published means as the expected ones, one file a corpus."""
    folder.mkdir(exist_ok=True)
    written = []
    for corpus in sample_corpora(connection):
        path = folder / f"{corpus}.csv"
        published_metrics(connection, corpus).with_columns(pl.col("value").round(9)).write_csv(path)
        written.append(path)
    return written


def compare_with_expected(connection: duckdb.DuckDBPyConnection, folder: Path = FOLDER) -> Comparison:
    """Compare the published means with the committed ones."""
    comparison = Comparison()
    for corpus in sample_corpora(connection):
        path = folder / f"{corpus}.csv"
        if not path.exists():
            comparison.add(path.name, 1, ["there is no such file; write it with --write"])
            continue
        both = published_metrics(connection, corpus).join(
            pl.read_csv(path), on=KEY, how="full", coalesce=True, suffix="_expected"
        )
        same = (pl.col("value") - pl.col("value_expected")).abs() <= TOLERANCE
        wrong = both.filter(~(same & (pl.col("n") == pl.col("n_expected"))).fill_null(value=False)).sort(KEY)
        lines = [
            f"{' '.join(row[name] for name in KEY)}: {row['value']} over {row['n']} queries, "
            f"expected {row['value_expected']} over {row['n_expected']}"
            for row in wrong.iter_rows(named=True)
        ]
        comparison.add(path.name, both.height, lines)
    return comparison


def compare_with_independent(connection: duckdb.DuckDBPyConnection) -> Comparison:
    """Score the stored rankings anew by pytrec_eval, and compare each query's values and the means."""
    comparison = Comparison()
    for corpus in sample_corpora(connection):
        told = connection.sql("FROM query_metrics WHERE corpus = $corpus", params={"corpus": corpus}).pl()
        means = published_metrics(connection, corpus)
        known = [measure.name for measure in MEASURES if measure.statement in NAMES]
        expected = pl.concat(
            [
                _independent(connection, corpus, *cell)
                for cell in means.select("system", "task", "variant").unique(maintain_order=True).iter_rows()
            ]
        )
        by_query = told.filter(pl.col("measure").is_in(known)).join(
            expected, on=[*KEY, "query_id"], how="full", coalesce=True, suffix="_independent"
        )
        comparison.add(
            f"{corpus}, pytrec_eval", by_query.height, _lines(by_query, [*KEY, "query_id"], _QUERY_TOLERANCE)
        )
        by_mean = means.filter(pl.col("measure").is_in(known)).join(
            expected.group_by(KEY).agg(pl.col("value").mean()), on=KEY, how="full", coalesce=True, suffix="_independent"
        )
        comparison.add(f"{corpus}, means of pytrec_eval", by_mean.height, _lines(by_mean, KEY, TOLERANCE))
    return comparison


def _independent(
    connection: duckdb.DuckDBPyConnection, corpus: str, system: str, task: str, variant: str
) -> pl.DataFrame:
    cell = {"corpus": corpus, "system": system, "task": task, "variant": variant}
    judged = connection.sql(
        "SELECT query_id, candidate_id, grade FROM qrels SEMI JOIN (SELECT query_id FROM queries "
        "WHERE corpus = $corpus AND task = $task AND variant = $variant) USING (query_id) "
        "WHERE corpus = $corpus AND task = $task",
        params={name: cell[name] for name in ("corpus", "task", "variant")},
    ).fetchall()
    ranked = connection.sql(
        "SELECT query_id, candidate_id, score FROM rankings "
        "WHERE corpus = $corpus AND system = $system AND task = $task AND variant = $variant",
        params=cell,
    ).fetchall()
    measures = [measure for measure in MEASURES if measure.statement in NAMES]
    found = evaluate(_nested(judged), _nested(ranked), measures)
    return pl.DataFrame(
        [(system, task, variant, name, query, value) for query, each in found.items() for name, value in each.items()],
        schema={**dict.fromkeys([*KEY, "query_id"], pl.String), "value": pl.Float64},
        orient="row",
    )


def _nested(rows: list[tuple[str, str, int]]) -> dict[str, dict[str, int]]:
    nested: dict[str, dict[str, int]] = {}
    for query, candidate, value in rows:
        nested.setdefault(query, {})[candidate] = value
    return nested


def _lines(both: pl.DataFrame, key: list[str], tolerance: float) -> list[str]:
    same = ((pl.col("value") - pl.col("value_independent")).abs() <= tolerance).fill_null(value=False)
    return [
        f"{' '.join(row[name] for name in key)}: {row['value']}, independently {row['value_independent']}"
        for row in both.filter(~same).sort(key).iter_rows(named=True)
    ]


def main(arguments: list[str] | None = None, folder: Path = FOLDER) -> int:
    """Compare, or write; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="make the published values the expected ones")
    write = parser.parse_args(arguments).write
    with duckdb.connect(str(load_settings().duckdb_path), read_only=True) as connection:
        if write:
            for path in write_expected(connection, folder):
                _say(f"{path} written")
        comparisons = [compare_with_expected(connection, folder), compare_with_independent(connection)]
    return _report(comparisons)


def _report(comparisons: list[Comparison]) -> int:
    agreeing: Mapping[str, int] = {where: number for each in comparisons for where, number in each.agreeing.items()}
    _say("Scores that agree: " + "; ".join(f"{number:,} with {where}" for where, number in agreeing.items()) + ".")
    differing = [line for each in comparisons for line in each.differing]
    for line in differing[:_SHOWN]:
        _say(f"differs  {line}")
    if len(differing) > _SHOWN:
        _say(f"… and {len(differing) - _SHOWN} more")
    return 1 if differing else 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    raise SystemExit(main())
