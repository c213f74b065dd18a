"""The published sample holds what the record holds, and what a study of it needs."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import polars as pl
import pytest

from legal_assets_tests.house import FreshDefinitions, House
from legal_assets_tests.wiring.bumping import bumped


@pytest.fixture
def house(sample_home: Path, fresh_definitions: FreshDefinitions) -> House:
    return fresh_definitions()


@pytest.fixture
def warehouse(house: House) -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(str(house.duckdb), read_only=True) as connection:
        yield connection


def number(warehouse: duckdb.DuckDBPyConnection, statement: str) -> int:
    ((value,),) = warehouse.sql(statement).fetchall()
    return int(value)


def test_every_table_has_the_rows_of_the_record(house: House, warehouse: duckdb.DuckDBPyConnection) -> None:
    expected: dict[str, int] = {}
    for pointer in house.store.pointers():
        name = house.module("schemas").CONTRACTS[pointer.asset].name
        if name != "warehouse":
            expected[name] = expected.get(name, 0) + pointer.rows
    assert {name: number(warehouse, f"SELECT count(*) FROM {name}") for name in expected} == expected


def test_the_splits_and_levels_have_queries(warehouse: duckdb.DuckDBPyConnection) -> None:
    tasks = dict(warehouse.sql("SELECT task, queries FROM tasks").fetchall())
    assert {f"{level}-{split}" for level in ("par-par", "par-case", "case-case") for split in ("dev", "test")} <= {
        task for task, queries in tasks.items() if queries
    }


def test_every_score_has_its_denominator(warehouse: duckdb.DuckDBPyConnection) -> None:
    wrong = """
        SELECT m.task, m.variant, m.n, count(DISTINCT q.query_id)
        FROM metrics AS m
        INNER JOIN queries AS q USING (corpus, task, variant)
        GROUP BY ALL
        HAVING m.n <> count(DISTINCT q.query_id)
    """
    assert warehouse.sql(wrong).fetchall() == []


def test_the_status_view_agrees_with_the_command(
    sample_home: Path, house: House, fresh_definitions: FreshDefinitions, warehouse: duckdb.DuckDBPyConnection
) -> None:
    changed = fresh_definitions(bumped("masked_passages"))
    changed.module("wiring.staleness").write_lineage(changed.lineage, changed.store.root)
    rows = warehouse.sql('SELECT asset, "partition", status, reason FROM partition_status').fetchall()
    told = {f"{asset} {partition}": (status, reason) for asset, partition, status, reason in rows}
    assert told == changed.status()
    assert told["masked_passages cjeu"] == ("stale", "code or setting changed")


def test_passages_are_spans_of_their_documents(warehouse: duckdb.DuckDBPyConnection) -> None:
    broken = """
        SELECT count(*)
        FROM passages AS p
        INNER JOIN documents AS d USING (corpus, doc_id)
        WHERE substr(d.text, p.start + 1, p."end" - p.start) <> p.text
    """
    assert number(warehouse, broken) == 0


def test_rankings_are_read_from_the_store(house: House, warehouse: duckdb.DuckDBPyConnection) -> None:
    best = warehouse.sql("SELECT max(rank), count(*) FROM rankings WHERE rank <= 10 AND system = 'bm25'").fetchall()
    frame = house.table("lexical_rankings", "cjeu|bm25").filter(pl.col("rank") <= 10)
    assert best == [(frame["rank"].max(), frame.height)]
