"""Publishing: the file is built beside the old one, closed, and renamed over it.

Belongs here: tables from Parquet, views from `sql/views/`, comments from the contracts. Readers never block the
writer, nor it them: they keep the old file until they open again.
"""

import glob
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from legal_assets.schemas import WAREHOUSE, Table
from legal_assets.storage.statements import meaning, statement, statement_names

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LEFT_IN_PARQUET = frozenset({"embeddings", "rankings"})
"""Tables too large to copy: views over the record."""


@dataclass(frozen=True, slots=True)
class Source:
    """A table and the Parquet files that hold it."""

    table: Table
    files: tuple[str, ...]


def publish(
    target: Path,
    sources: Sequence[Source],
    lineage: str | Mapping[str, pl.DataFrame],
    *,
    threads: int = 2,
) -> pl.DataFrame:
    """Build the DuckDB file and put it in place; return what it holds, of the contract `warehouse`.

    Args:
        target: path of the published file.
        sources: tables with their files.
        lineage: folder of the store's tables, whose pointers and lineage the view `partition_status` reads anew, or
            a snapshot of both where DuckDB cannot reach the store.
        threads: threads of DuckDB.
    """
    import duckdb

    target.parent.mkdir(parents=True, exist_ok=True)
    aside = target.with_name(f".{target.name}.{uuid.uuid4().hex}")
    try:
        connection = duckdb.connect(str(aside), config={"threads": threads})
        try:
            connection.begin()  # one commit: each costs more than a small table and its comments
            for source in sources:
                _add_table(connection, source)
            _add_lineage(connection, lineage)
            _add_views(connection, sources)
            contents = _contents(connection)
            _add_contents(connection, contents)
            connection.commit()
        finally:
            connection.close()
        target.with_name(f"{target.name}.wal").unlink(missing_ok=True)
        aside.replace(target)
    finally:
        aside.unlink(missing_ok=True)
        aside.with_name(f"{aside.name}.wal").unlink(missing_ok=True)
    return contents


def _add_table(connection: "DuckDBPyConnection", source: Source) -> None:
    table = source.table
    if table.name in LEFT_IN_PARQUET:
        _add_parquet_view(connection, source)
    else:
        connection.register("contract", table.empty().to_arrow())
        connection.execute(f"CREATE TABLE {table.name} AS FROM contract")
        connection.unregister("contract")
        if source.files:
            order = ", ".join(f'"{name}"' for name in table.key)
            connection.execute(
                f"INSERT INTO {table.name} BY NAME FROM read_parquet({_list(source.files)}) ORDER BY {order}"
            )
    kind = "VIEW" if table.name in LEFT_IN_PARQUET else "TABLE"
    key = f"Key: {', '.join(table.key)}."
    connection.execute(f"COMMENT ON {kind} {table.name} IS {_text(f'{table.row} {key}')}")
    for column in table.columns:
        connection.execute(f'COMMENT ON COLUMN {table.name}."{column.name}" IS {_text(column.meaning)}')


def _add_parquet_view(connection: "DuckDBPyConnection", source: Source) -> None:
    if source.files:
        sql = statement("views", source.table.name).replace("$files", _list(source.files))
        connection.execute(f"CREATE VIEW {source.table.name} AS {sql}")
        return
    connection.register("contract", source.table.empty().to_arrow())
    connection.execute(f"CREATE TABLE no_{source.table.name} AS FROM contract")
    connection.unregister("contract")
    connection.execute(f"CREATE VIEW {source.table.name} AS FROM no_{source.table.name}")


def _add_lineage(connection: "DuckDBPyConnection", lineage: "str | Mapping[str, pl.DataFrame]") -> None:
    """Add what `partition_status` reads: files of the store, read anew by every query, or a snapshot of them."""
    if not isinstance(lineage, str):
        for name, frame in lineage.items():
            connection.register("frame", frame.to_arrow())
            connection.execute(f"CREATE TABLE {name} AS FROM frame")
            connection.unregister("frame")
        return
    for name in ("partition_cells", "partition_edges", "partition_pointers"):
        sql = statement("lineage", name).replace("$root", glob.escape(lineage).replace("'", "''"))
        connection.execute(f"CREATE VIEW {name} AS {sql}")
        connection.execute(f"COMMENT ON VIEW {name} IS {_text(meaning(sql))}")


def _add_views(connection: "DuckDBPyConnection", sources: Sequence[Source]) -> None:
    for name in statement_names("views"):
        if name in LEFT_IN_PARQUET:
            continue
        sql = statement("views", name)
        connection.execute(f"CREATE VIEW {name} AS {sql}")
        connection.execute(f"COMMENT ON VIEW {name} IS {_text(meaning(sql))}")


def _add_contents(connection: "DuckDBPyConnection", contents: pl.DataFrame) -> None:
    """Add the list of what the file holds, as the table `warehouse`."""
    connection.register("contents", contents.to_arrow())
    connection.execute("CREATE TABLE warehouse AS FROM contents")
    connection.unregister("contents")
    connection.execute(f"COMMENT ON TABLE warehouse IS {_text(WAREHOUSE.row)}")


def _contents(connection: "DuckDBPyConnection") -> pl.DataFrame:
    names = connection.sql(
        "SELECT table_name, 'table', estimated_size, coalesce(comment, '') FROM duckdb_tables() "
        "UNION ALL SELECT view_name, 'view', NULL, coalesce(comment, '') FROM duckdb_views() WHERE NOT internal"
    ).fetchall()
    rows = [
        {
            "name": name,
            "kind": kind,
            "rows": connection.table(name).shape[0] if kind == "table" else None,
            "meaning": comment,
        }
        for name, kind, _, comment in names
    ]
    return WAREHOUSE.frame(rows)


def _list(files: Sequence[str]) -> str:
    return f"[{', '.join(_text(file) for file in files)}]"


def _text(value: str) -> str:
    escaped = value.replace("'", "''")
    return f"'{escaped}'"
