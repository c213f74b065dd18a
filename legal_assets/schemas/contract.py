"""What a contract is: the columns, types, key and meaning of one table, and how a frame is made to keep it.

Belongs here: the mechanism. Does not belong here: the tables themselves (the modules beside this one).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl
from polars.datatypes import DataType


class ContractError(ValueError):
    """A frame breaks its table's contract; the text names the table, the column and offending keys."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column. An observation (a time, an ETag) is stored, but is no part of the data version."""

    name: str
    dtype: DataType
    meaning: str
    nullable: bool = False
    observation: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """One table: what a row is, its columns, and the columns that identify a row."""

    name: str
    row: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def schema(self) -> pl.Schema:
        """Column names and types, in order."""
        return pl.Schema({column.name: column.dtype for column in self.columns})

    @property
    def content(self) -> list[str]:
        """Columns that make the data version."""
        return [column.name for column in self.columns if not column.observation]

    def empty(self) -> pl.DataFrame:
        """Return a frame without rows."""
        return pl.DataFrame(schema=self.schema)

    def frame(self, rows: Sequence[object]) -> pl.DataFrame:
        """Build a conforming frame from dictionaries or dataclasses, one a row.

        Raises:
            ContractError: a dictionary has a key that is no column, a value is of another type, or as `conform` says.
        """
        unknown = set().union(*(row for row in rows if isinstance(row, Mapping))) - set(self.schema)
        if unknown:
            raise ContractError(f"{self.name}: unknown columns {sorted(unknown)}.")
        try:
            return self.conform(pl.DataFrame(rows, schema=self.schema, orient="row") if rows else self.empty())
        except (pl.exceptions.PolarsError, TypeError) as error:
            raise ContractError(f"{self.name}: a value is of another type than its column: {error}") from error

    def conform(self, frame: pl.DataFrame | pl.LazyFrame) -> pl.DataFrame:
        """Return the frame with the contract's columns, in order, cast, checked and sorted by key.

        Raises:
            ContractError: a column is missing or unknown, cannot be cast without loss, holds a null it must not, or
                two rows share a key.
        """
        data = frame.collect() if isinstance(frame, pl.LazyFrame) else frame
        names = [column.name for column in self.columns]
        missing, unknown = set(names) - set(data.columns), set(data.columns) - set(names)
        if missing or unknown:
            raise ContractError(f"{self.name}: missing columns {sorted(missing)}, unknown columns {sorted(unknown)}.")
        broken = [name for name, kind in self.schema.items() if kind.is_integer() and data.schema[name].is_float()]
        if broken:
            raise ContractError(f"{self.name}: columns {broken} hold fractions; they must be whole numbers.")
        try:
            data = data.select(pl.col(column.name).cast(column.dtype) for column in self.columns)
        except pl.exceptions.PolarsError as error:
            raise ContractError(f"{self.name}: a column cannot be cast: {error}") from error
        self._check_nulls(data)
        data = data.sort(self.key)
        self._check_key(data)
        return data

    def check_ascending(self, before: pl.DataFrame, after: pl.DataFrame) -> None:
        """Check that the first key of a part lies above the last key of the part before it.

        Raises:
            ContractError: it does not.
        """
        pair = pl.concat([before.tail(1), after.head(1)]).select(self.key)
        if pair.height == 2 and (pair.is_duplicated().any() or pair.sort(self.key).row(0) != pair.row(0)):
            raise ContractError(f"{self.name}: key {pair.row(1)} follows {pair.row(0)}; parts must ascend.")

    def _check_nulls(self, data: pl.DataFrame) -> None:
        for column in self.columns:
            if not column.nullable and data[column.name].null_count():
                bad = data.filter(pl.col(column.name).is_null()).select(self.key).head(3).rows()
                raise ContractError(f"{self.name}: column {column.name} is null, for instance at {bad}.")

    def _check_key(self, data: pl.DataFrame) -> None:
        """Compare neighbours of the sorted frame: no hash table over millions of keys."""
        if data.height < 2:
            return
        same = pl.all_horizontal(pl.col(name).eq_missing(pl.col(name).shift(1)) for name in self.key)
        bad = data.select(*self.key, _same=same).slice(1).filter("_same").select(self.key)
        if bad.height:
            raise ContractError(
                f"{self.name}: {bad.height} rows repeat a key ({', '.join(self.key)}), for instance "
                f"{bad.head(3).rows()}."
            )
