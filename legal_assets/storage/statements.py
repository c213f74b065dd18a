"""SQL statements of the folder `sql/`, one a file.

Belongs here: finding and reading them. Does not belong here: running them (`metrics/`, `warehouse/`).
"""

from pathlib import Path

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


def meaning(sql: str) -> str:
    """Return the comment lines that open a statement, joined."""
    lines = []
    for line in sql.splitlines():
        if not line.startswith("--"):
            break
        lines.append(line.removeprefix("--").strip())
    return " ".join(lines)
