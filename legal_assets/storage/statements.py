"""SQL statements of the folder `sql/`, one a file.

Belongs here: finding, reading and running them over files. Does not belong here: what they mean (`metrics/`,
`warehouse/`).
"""

from collections.abc import Sequence
from pathlib import Path

import polars as pl

SQL_FOLDER = Path(__file__).resolve().parent.parent.parent / "sql"


def statement(folder: str, name: str) -> str:
    """Return the statement of `sql/<folder>/<name>.sql`.

    Raises:
        ValueError: there is no such file.
    """
    path = SQL_FOLDER / folder / f"{name}.sql"
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise ValueError(f"No statement {path}; known: {', '.join(statement_names(folder))}.") from error


def statement_names(folder: str) -> list[str]:
    """Return the names of the statements in a folder, sorted."""
    return sorted(path.stem for path in (SQL_FOLDER / folder).glob("*.sql"))


def rows_of(sql: str, threads: int = 2, **relations: Sequence[str]) -> pl.DataFrame:
    """Run a statement over Parquet files, given as relation=files, and return its rows."""
    import duckdb

    connection = duckdb.connect(":memory:", config={"threads": threads})
    try:
        for name, files in relations.items():
            connection.read_parquet(list(files)).create_view(name)
        frame: pl.DataFrame = connection.sql(sql).pl()
        return frame
    finally:
        connection.close()


def meaning(sql: str) -> str:
    """Return the comment lines that open a statement, joined."""
    lines = []
    for line in sql.splitlines():
        if not line.startswith("--"):
            break
        lines.append(line.removeprefix("--").strip())
    return " ".join(lines)
