"""Rows of a contract of which only some values matter to a test.

Belongs here: filling in the others, so that a new column of a contract does not touch tests that do not look at it.
"""

from collections.abc import Mapping, Sequence

import polars as pl

from legal_assets.schemas import Table


def filled(table: Table, rows: Sequence[Mapping[str, object]]) -> pl.DataFrame:
    """Return a conforming frame: null where a column may be, else an empty or zero value."""
    defaults = {column.name: None if column.nullable else _nothing(column.dtype) for column in table.columns}
    return table.frame([defaults | dict(row) for row in rows])


def _nothing(kind: pl.DataType) -> object:
    if kind == pl.String:
        return ""
    if isinstance(kind, pl.List):
        return []
    return False if kind == pl.Boolean else 0
