"""The published file is replaced whole, under the eyes of its readers, and says what it holds."""

import json
import subprocess
import sys
from pathlib import Path

import duckdb
import polars as pl
import pytest

from legal_assets.schemas import CONTRACTS, METRICS, QRELS, RANKINGS, REJECTS, WAREHOUSE
from legal_assets.schemas.contract import Table
from legal_assets.storage.partitions import PartitionStore
from legal_assets.storage.raw import open_root
from legal_assets.storage.statements import statement_names
from legal_assets.warehouse import publish as publishing
from legal_assets.warehouse.publish import Source, publish
from legal_assets.wiring.staleness import cells_frame, edges_frame, pointers_frame
from legal_assets_tests.rows import filled

NOTHING_KNOWN = {
    "partition_cells": cells_frame([]),
    "partition_edges": edges_frame([]),
    "partition_pointers": pointers_frame([]),
}
TABLES = {table.name: table for table in CONTRACTS.values() if table is not WAREHOUSE}


def rejects(*records: str) -> pl.DataFrame:
    return REJECTS.frame(
        [{"corpus": "cjeu", "room": "fetch", "record_id": record, "reason": "r", "detail": "d'"} for record in records]
    )


def sources(folder: Path, *frames: tuple[Table, pl.DataFrame]) -> list[Source]:
    """Return all tables, empty but for these, each frame a file of its own."""
    files: dict[str, list[str]] = {name: [] for name in TABLES}
    folder.mkdir(parents=True, exist_ok=True)
    for number, (table, frame) in enumerate(frames):
        path = folder / f"it's {number}.parquet"
        frame.write_parquet(path)
        files[table.name].append(str(path))
    return [Source(TABLES[name], tuple(paths)) for name, paths in files.items()]


def publish_records(target: Path, *records: str) -> pl.DataFrame:
    return publish(target, sources(target.parent / "files", (REJECTS, rejects(*records))), NOTHING_KNOWN, threads=1)


def records(connection: duckdb.DuckDBPyConnection) -> list[str]:
    return [record for (record,) in connection.sql("SELECT record_id FROM rejects").fetchall()]


def read(target: Path) -> list[str]:
    with duckdb.connect(str(target), read_only=True) as connection:
        return records(connection)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "warehouse" / "legal.duckdb"


def test_tables_come_from_all_their_files_in_order_of_key(tmp_path: Path, target: Path) -> None:
    files = sources(tmp_path, (REJECTS, rejects("b", "d")), (REJECTS, rejects("a", "c")))
    publish(target, files, NOTHING_KNOWN, threads=1)
    assert read(target) == ["a", "b", "c", "d"]


def test_columns_are_inserted_by_name(tmp_path: Path, target: Path) -> None:
    turned = rejects("a").select(reversed(REJECTS.schema.names()))
    publish(target, sources(tmp_path, (REJECTS, turned)), NOTHING_KNOWN, threads=1)
    with duckdb.connect(str(target), read_only=True) as connection:
        assert connection.sql("FROM rejects").fetchall() == [("cjeu", "fetch", "a", "r", "d'")]


def test_every_table_and_view_is_there_and_says_what_a_row_is(target: Path) -> None:
    contents = publish_records(target, "a", "b")
    assert contents.schema == WAREHOUSE.schema
    by_name = {row["name"]: row for row in contents.iter_rows(named=True)}
    assert set(TABLES) <= set(by_name)
    assert set(statement_names("views")) <= set(by_name)
    assert by_name["rejects"]["rows"] == 2
    assert by_name["leaderboard"]["kind"] == "view"
    assert by_name["rejects"]["meaning"].startswith(REJECTS.row)
    assert all(by_name[name]["meaning"] for name in {*TABLES, *statement_names("views")} & set(by_name))


def test_every_column_says_what_it_means(target: Path) -> None:
    publish_records(target, "a")
    with duckdb.connect(str(target), read_only=True) as connection:
        comments = connection.sql("SELECT table_name, column_name, comment FROM duckdb_columns()").fetchall()
    told = {(table, column): comment for table, column, comment in comments}
    for table in TABLES.values():
        for column in table.columns:
            assert told[table.name, column.name] == column.meaning


def test_rankings_stay_in_parquet(tmp_path: Path, target: Path) -> None:
    ranking = filled(
        RANKINGS,
        [
            {"corpus": "cjeu", "system": "bm25", "task": "t", "variant": "masked", "query_id": "q", "rank": 1}
            | {"candidate_id": "c", "score": 1.0, "run_id": "run"}
        ],
    )
    contents = publish(target, sources(tmp_path, (RANKINGS, ranking)), NOTHING_KNOWN, threads=1)
    assert contents.filter(pl.col("name") == "rankings")["kind"].to_list() == ["view"]
    with duckdb.connect(str(target), read_only=True) as connection:
        assert connection.sql("SELECT candidate_id FROM rankings").fetchall() == [("c",)]


def test_without_rankings_the_view_is_empty(target: Path) -> None:
    publish_records(target)
    with duckdb.connect(str(target), read_only=True) as connection:
        assert connection.sql("FROM rankings").fetchall() == []
        assert connection.sql("FROM rankings").columns == RANKINGS.schema.names()


def test_the_leaderboard_is_empty_before_anything_was_scored(target: Path) -> None:
    publish_records(target)
    with duckdb.connect(str(target), read_only=True) as connection:
        assert connection.sql("FROM leaderboard").fetchall() == []


def metric(system: str, value: float, **changes: object) -> dict[str, object]:
    row: dict[str, object] = {
        "corpus": "cjeu",
        "system": system,
        "task": "par-par-dev",
        "variant": "masked",
        "measure": "nDCG@10",
        "value": value,
        "n": 60,
        "role": "fair",
    }
    return row | changes


def test_the_leaderboard_ranks_fair_systems_on_the_hardest_variant_there_is(tmp_path: Path, target: Path) -> None:
    rows = [
        metric("weak", 0.2),
        metric("strong", 0.7),
        metric("tied-b", 0.5),
        metric("tied-a", 0.5),
        metric("strong", 0.9, measure="Success@10"),
        metric("strong", 0.99, variant="original"),
        metric("oracle", 1.0, role="privileged"),
        metric("random", 0.1, role="control"),
        metric("weak", 0.3, task="expert", variant="original"),
    ]
    publish(target, sources(tmp_path, (METRICS, filled(METRICS, rows))), NOTHING_KNOWN, threads=1)
    with duckdb.connect(str(target), read_only=True) as connection:
        board = connection.sql('SELECT task, variant, place, system, "nDCG@10", "Success@10", n FROM leaderboard')
        assert board.fetchall() == [
            ("expert", "original", 1, "weak", 0.3, None, 60),
            ("par-par-dev", "masked", 1, "strong", 0.7, 0.9, 60),
            ("par-par-dev", "masked", 2, "tied-a", 0.5, None, 60),
            ("par-par-dev", "masked", 3, "tied-b", 0.5, None, 60),
            ("par-par-dev", "masked", 4, "weak", 0.2, None, 60),
        ]


def test_a_reader_with_the_old_file_open_goes_on_reading_it(target: Path) -> None:
    publish_records(target, "old")
    with duckdb.connect(str(target), read_only=True) as reader:
        publish_records(target, "new")
        assert records(reader) == ["old"]
        assert subprocess.run([sys.executable, "-c", ANOTHER, str(target)], check=False).returncode == 0
    assert read(target) == ["new"]


ANOTHER = """
import sys, duckdb
with duckdb.connect(sys.argv[1], read_only=True) as connection:
    assert connection.sql("SELECT record_id FROM rejects").fetchall() == [("new",)]
"""


def test_a_reader_in_another_process_does_not_block_publishing(target: Path) -> None:
    publish_records(target, "old")
    reader = subprocess.Popen(
        [sys.executable, "-c", HOLDS_IT_OPEN, str(target)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert reader.stdout is not None
    assert reader.stdout.readline() == "open\n"
    publish_records(target, "new")
    assert reader.communicate("\n")[0] == "[('old',)]\n"
    assert reader.returncode == 0
    assert read(target) == ["new"]


HOLDS_IT_OPEN = """
import sys, duckdb
with duckdb.connect(sys.argv[1], read_only=True) as connection:
    print("open", flush=True)
    sys.stdin.readline()
    print(connection.sql("SELECT record_id FROM rejects").fetchall())
"""


@pytest.mark.parametrize("remains", [b"", b"no write-ahead log at all"])
def test_a_stale_write_ahead_log_does_not_reach_the_new_file(target: Path, remains: bytes) -> None:
    publish_records(target, "old")
    log = target.with_name(f"{target.name}.wal")
    log.write_bytes(remains)
    publish_records(target, "new")
    assert read(target) == ["new"]
    assert not log.exists()


def test_a_log_of_a_reader_who_wrote_and_crashed_does_not_reach_the_new_file(target: Path) -> None:
    publish_records(target, "old")
    crash = "import os, sys, duckdb; c = duckdb.connect(sys.argv[1]); c.execute('DELETE FROM rejects'); os._exit(0)"
    subprocess.run([sys.executable, "-c", crash, str(target)], check=True)
    publish_records(target, "new")
    assert read(target) == ["new"]


def test_a_publishing_that_dies_leaves_the_old_file_and_nothing_else(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish_records(target, "old")
    before = {path.name for path in target.parent.iterdir()}

    def die(*_: object) -> None:
        raise RuntimeError("no views today")

    with monkeypatch.context() as patch:
        patch.setattr(publishing, "_add_views", die)
        with pytest.raises(RuntimeError, match="no views"):
            publish_records(target, "new")
    assert read(target) == ["old"]
    assert {path.name for path in target.parent.iterdir()} == before


def test_the_status_is_read_from_the_store_as_it_is_when_asked(tmp_path: Path, target: Path) -> None:
    store = PartitionStore(open_root(str(tmp_path / "lamps [x]* it's ?")))

    def write(version: str) -> None:
        store.write(
            REJECTS,
            "raw_rejects",
            "cjeu",
            rejects(version),
            data_version=version,
            code_version="1",
            run_id="run",
            written_at="now",
        )

    write("first")
    lineage = {"cells": [CELL], "edges": []}
    (store.root / "lineage.json").write_text(json.dumps(lineage))
    publish(target, sources(tmp_path / "files"), str(store.root), threads=1)
    with duckdb.connect(str(target), read_only=True) as reader:
        status = "SELECT asset, status, reason, data_version FROM partition_status"
        assert reader.sql(status).fetchall() == [("raw_rejects", "fresh", None, "first")]
        write("second")
        assert reader.sql(status).fetchall() == [("raw_rejects", "fresh", None, "second")]
        (store.root / "lineage.json").write_text(json.dumps(lineage | {"cells": [CELL | {"code_version": "2"}]}))
        assert reader.sql(status).fetchall() == [("raw_rejects", "stale", "code or setting changed", "second")]


CELL = {"position": 0, "asset": "raw_rejects", "partition": "cjeu", "code_version": "1", "room": "fetch"}


def test_a_file_that_is_gone_is_told_and_the_old_warehouse_stays(tmp_path: Path, target: Path) -> None:
    publish_records(target, "old")
    files = sources(tmp_path / "more", (QRELS, QRELS.empty()), (REJECTS, rejects("new")))
    Path(next(source for source in files if source.table is REJECTS).files[0]).unlink()
    with pytest.raises(duckdb.IOException, match="No files found"):
        publish(target, files, NOTHING_KNOWN, threads=1)
    assert read(target) == ["old"]
