"""Reading tables that others made: CSV, XLSX or Parquet with columns of any name, and paragraphs from them.

Belongs here: from a file to rows of paragraphs with checked identifiers, and the rows that cannot be used. Does not
belong here: what paragraphs become (`merging.py`), tables of citations (`citations/tables.py`).
"""

import io
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import polars as pl

from legal_assets.schemas.imported_collections import EXCLUDED_ROWS
from legal_assets.storage.digests import bytes_digest
from legal_assets.text.celex import parse_celex

PARAGRAPH_COLUMNS = ("celex", "number", "text")
SPACE = r"[\s\u{200b}\u{feff}]+"
LARGEST_NUMBER = 100_000

Fault = tuple[str, pl.Expr, pl.Expr]
"""A reason, when it holds, and what to say."""


class Paragraphs(NamedTuple):
    """What a table of paragraphs gives."""

    source: str
    sha256: str
    rows: pl.DataFrame
    """`row`, `celex`, `doc_id`, `number`, `text`: one row a paragraph; a text that is missing is null."""
    excluded: pl.DataFrame
    """Rows that could not be used; frame of the contract `excluded_rows`."""


def read_paragraphs(corpus: str, source: str, data: bytes, columns: Mapping[str, str]) -> Paragraphs:
    """Read a table of paragraphs.

    White space is made single and stripped. Of rows that repeat a paragraph the first with a text counts; the others
    are excluded as `repeated_row`, or as `other_text` if they say something else.

    Args:
        corpus: key of the corpus.
        source: name of the table, as it shall be called in what follows.
        data: the file.
        columns: the table's own name of `celex`, `number` and `text`.

    Raises:
        ValueError: as `read_rows` says.
    """
    rows = read_rows(source, data, columns, PARAGRAPH_COLUMNS)
    text = pl.col("text").str.replace_all(SPACE, " ").str.strip_chars()
    read = identified(rows, "celex").with_columns(
        paragraph_number("number").alias("paragraph"), pl.when(text != "").then(text).alias("text")
    )
    usable, excluded = sift(corpus, source, read, [*celex_faults("celex"), number_fault("number", "paragraph")])
    ordered = usable.sort(pl.col("text").is_null(), "row")
    first = pl.struct("doc_id", "paragraph").is_first_distinct()
    kept_text = pl.col("text").first().over("doc_id", "paragraph")
    other = pl.col("text").is_not_null() & (pl.col("text") != kept_text)
    kept, repeated = sift(
        corpus,
        source,
        ordered,
        [
            ("other_text", ~first & other, pl.lit("Another row gives this paragraph another text.")),
            ("repeated_row", ~first, pl.lit("Another row gives this paragraph.")),
        ],
    )
    return Paragraphs(
        source,
        bytes_digest(data),
        kept.sort("row").select("row", "celex", "doc_id", pl.col("paragraph").alias("number"), "text"),
        EXCLUDED_ROWS.conform(pl.concat([excluded, repeated])),
    )


def read_rows(source: str, data: bytes, columns: Mapping[str, str], wanted: Sequence[str]) -> pl.DataFrame:
    """Return `row` (from 1) and the wanted columns as texts; the type of the file is found in its content.

    Raises:
        ValueError: the file is no such table, the mapping names another column than the wanted ones, the table lacks
            a mapped column, or XLSX cannot be read here.
    """
    unknown = sorted(set(columns) - set(wanted))
    if unknown:
        raise ValueError(f"{source}: the mapping names {', '.join(unknown)}; it may name {', '.join(wanted)}.")
    frame = _frame(source, data)
    absent = sorted(name for name in columns.values() if name not in frame.columns)
    if absent:
        found = ", ".join(frame.columns)
        raise ValueError(f"{source}: the table lacks the columns {', '.join(absent)}; it has {found}.")
    return frame.select(
        pl.int_range(1, pl.len() + 1, dtype=pl.Int64).alias("row"),
        *(
            (pl.col(columns[name]).cast(pl.String) if name in columns else pl.lit(None, dtype=pl.String)).alias(name)
            for name in wanted
        ),
    )


def identified(rows: pl.DataFrame, column: str) -> pl.DataFrame:
    """Add `doc_id` (null for none) to rows, and bring the CELEX numbers of a column to their present form."""
    written = rows[column].unique().drop_nulls()
    parsed = [_celex(text) for text in written]
    known = pl.DataFrame(
        {"written": written, "_celex": [each[0] for each in parsed], "doc_id": [each[1] for each in parsed]},
        schema={"written": pl.String, "_celex": pl.String, "doc_id": pl.String},
    )
    joined = rows.join(known, left_on=column, right_on="written", how="left", maintain_order="left")
    return joined.with_columns(pl.coalesce("_celex", column).alias(column)).drop("_celex")


def paragraph_number(column: str) -> pl.Expr:
    """Return the whole numbers that texts of a column give, `12` and `12.0`; null for anything else."""
    plain = pl.col(column).str.strip_chars().str.extract(r"^(\d{1,9})(?:\.0+)?$", 1).cast(pl.Int32)
    return pl.when(plain.is_between(1, LARGEST_NUMBER)).then(plain)


def celex_faults(column: str, doc_id: str = "doc_id") -> list[Fault]:
    """Return what can be wrong with the CELEX numbers of a column that `identified` has read."""
    blank = pl.col(column).is_null() | (pl.col(column).str.strip_chars() == "")
    said = pl.format("{} is no CELEX number of case law", column)
    return [
        ("no_celex", blank, pl.lit("The row names no decision.")),
        ("bad_celex", pl.col(doc_id).is_null(), said),
    ]


def number_fault(column: str, read: str) -> Fault:
    """Return the fault of a number that could not be read."""
    return (
        "bad_number",
        pl.col(read).is_null(),
        pl.format("{} is no paragraph number", pl.col(column).fill_null("(none)")),
    )


def sift(
    corpus: str, source: str, rows: pl.DataFrame, faults: Sequence[Fault], celex: str = "celex", number: str = "number"
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the rows without a fault, and the others with their first fault as `excluded_rows`."""
    reason = pl.coalesce(pl.when(fault).then(pl.lit(code)) for code, fault, _ in faults)
    detail = pl.coalesce(pl.when(fault).then(said.fill_null("")) for _, fault, said in faults)
    judged = rows.with_columns(reason.alias("reason"), detail.alias("detail"))
    excluded = judged.filter(pl.col("reason").is_not_null()).select(
        pl.lit(corpus).alias("corpus"),
        pl.lit(source).alias("source"),
        "row",
        pl.col(celex).alias("celex"),
        pl.col(number).cast(pl.String).alias("number"),
        "reason",
        "detail",
    )
    return judged.filter(pl.col("reason").is_null()).drop("reason", "detail"), EXCLUDED_ROWS.conform(excluded)


def _celex(text: str) -> tuple[str | None, str | None]:
    try:
        celex = parse_celex(text)
    except ValueError:
        return None, None
    return str(celex), celex.doc_id


def _frame(source: str, data: bytes) -> pl.DataFrame:
    try:
        if data[:4] == b"PAR1":
            return pl.read_parquet(io.BytesIO(data))
        if data[:4] == b"PK\x03\x04":
            return _workbook(data)
        return pl.read_csv(io.BytesIO(data), infer_schema=False)
    except pl.exceptions.PolarsError as error:
        reason = str(error).partition("\n")[0]
        raise ValueError(f"{source}: it is no CSV in UTF-8, XLSX or Parquet table: {reason}") from error
    except ImportError as error:
        raise ValueError(f"{source}: XLSX is read with fastexcel, which is absent; save the table as CSV.") from error


def _workbook(data: bytes) -> pl.DataFrame:
    """The first sheet of a workbook, all cells as texts."""
    return pl.read_excel(io.BytesIO(data), engine="calamine", infer_schema_length=0)
