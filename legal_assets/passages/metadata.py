"""Titles and dates of decisions that others listed in a table.

Belongs here: from a table of CELEX numbers, titles and dates to rows by document. Does not belong here: what the files
of a corpus say of themselves (`header.py`).
"""

from collections.abc import Mapping
from typing import NamedTuple

import polars as pl

from legal_assets.passages.tables import SPACE, celex_faults, identified, read_rows, sift
from legal_assets.schemas.imported_collections import EXCLUDED_ROWS

METADATA_COLUMNS = ("celex", "title", "date")
DATE_FORMATS = ("%Y-%m-%d", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%d.%m.%Y")


class Metadata(NamedTuple):
    """What a table of metadata gives."""

    rows: pl.DataFrame
    """`doc_id`, `title`, `date`, one row a document; title and date may be null."""
    excluded: pl.DataFrame
    """Rows that could not be used; frame of the contract `excluded_rows`."""


def read_metadata(corpus: str, source: str, data: bytes, columns: Mapping[str, str]) -> Metadata:
    """Read a table of metadata: CSV, XLSX or Parquet.

    Of rows of one decision the first counts. A row whose date cannot be read is excluded, one without a date is not.

    Args:
        corpus: key of the corpus.
        source: name of the table, as it shall be called in what follows.
        data: the file.
        columns: the table's own name of `celex`, `title` and `date`.

    Raises:
        ValueError: as `read_rows` says.
    """
    rows = identified(read_rows(source, data, columns, METADATA_COLUMNS), "celex").with_columns(
        pl.col("date").str.strip_chars().alias("written"),
        pl.col("title").str.replace_all(SPACE, " ").str.strip_chars(),
        pl.lit(None, dtype=pl.String).alias("number"),
    )
    read = rows.with_columns(read_dates(rows["written"]).alias("date"))
    undated = pl.col("date").is_null() & (pl.col("written").fill_null("") != "")
    bad_date = ("bad_date", undated, pl.format("{} is no date, or day and month cannot be told apart", "written"))
    usable, excluded = sift(corpus, source, read, [*celex_faults("celex"), bad_date])
    again = ("repeated_row", ~pl.col("doc_id").is_first_distinct(), pl.lit("Another row gives this decision."))
    once, repeated = sift(corpus, source, usable, [again])
    return Metadata(once.select("doc_id", "title", "date"), EXCLUDED_ROWS.conform(pl.concat([excluded, repeated])))


def read_dates(written: pl.Series) -> pl.Series:
    """Return dates in the one way of writing that fits most of the texts, the time of day left out.

    Null stands where that does not fit, and everywhere if two ways fit as many texts and give other dates: day and
    month cannot be told apart then.
    """
    day = written.str.extract(r"^([^T ]+)")
    read = [day.str.to_date(form, strict=False) for form in DATE_FORMATS]
    best = max(read, key=lambda dates: len(dates) - dates.null_count())
    rivals = [dates for dates in read if dates.null_count() == best.null_count()]
    if best.null_count() < len(best) and not all(rival.equals(best) for rival in rivals):
        return pl.Series(best.name, [None] * len(best), dtype=pl.Date)
    return best
