"""Rows of the LegalPincite release: which paragraph cites which paragraph, as CSV pairs and as lists in JSON.

The CSV has one pair a row (`CELEX_FROM`, `NUMBER_FROM`, `CELEX_TO`, `NUMBER_TO`); the JSON gives for each citing
judgment strings like `"62018CJ0824-N108: N 128 130 - 132"`: paragraph 108 of the decision before the colon is cited
in paragraphs 128 and 130 to 132. Whether the cited decisions are in a corpus is not asked here.
"""

import io
import json
import re

import polars as pl

COLUMNS = ("CELEX_FROM", "NUMBER_FROM", "CELEX_TO", "NUMBER_TO")
SCHEMA = {
    "citing_celex": pl.String(),
    "citing_number": pl.Int32(),
    "target_celex": pl.String(),
    "pinpoint": pl.Int32(),
    "found_by": pl.List(pl.String()),
}
ENTRY = re.compile(r"(?P<instrument>\S+?)(?:-N(?P<pinpoint>\d+))?: ?N(?P<numbers>(?: \d+(?: ?- ?\d+)?)+)")
NUMBERS = re.compile(r"(\d+)(?: ?- ?(\d+))?")
CASE_LAW = re.compile(r"6\d{4}[A-Z]{2}\d{4}(?:\(\d+\))?")


def read_pairs(data: bytes) -> pl.DataFrame:
    """The pairs of `cj_par2par_citation.csv` as citations, in order, each once.

    Returns the columns `citing_celex`, `citing_number`, `target_celex`, `pinpoint` and `found_by`.

    Raises:
        ValueError: The file lacks a column, or a number is none.
    """
    frame = pl.read_csv(io.BytesIO(data), infer_schema=False)
    missing = [column for column in COLUMNS if column not in frame.columns]
    if missing:
        message = f"the citation pairs lack the columns {', '.join(missing)}; expected {', '.join(COLUMNS)}"
        raise ValueError(message)
    try:
        numbers = frame.select(pl.col("NUMBER_FROM", "NUMBER_TO").str.strip_chars().cast(pl.Int32))
    except pl.exceptions.InvalidOperationError as error:
        message = f"the citation pairs have a paragraph number that is no number: {error}"
        raise ValueError(message) from error
    rows = pl.DataFrame(
        {
            "citing_celex": frame["CELEX_FROM"].str.strip_chars(),
            "citing_number": numbers["NUMBER_FROM"],
            "target_celex": frame["CELEX_TO"].str.strip_chars(),
            "pinpoint": numbers["NUMBER_TO"],
        }
    )
    return _found(rows)


def read_instruments(data: bytes) -> tuple[pl.DataFrame, list[str]]:
    """The decisions in `all_citation.json` as citations, and the entries that could not be read.

    Legislation and treaties are left out. A decision without `-N…` is a case citation: its pinpoint is null. The
    columns are those of `read_pairs`.

    Raises:
        ValueError: The file is no JSON object of lists.
    """
    try:
        document = json.loads(data)
    except ValueError as error:
        message = f"the cited instruments are no JSON: {error}"
        raise ValueError(message) from error
    if not isinstance(document, dict) or not all(isinstance(entries, list) for entries in document.values()):
        message = "the cited instruments must be a JSON object: one list of entries for each citing CELEX number"
        raise ValueError(message)
    rows: list[tuple[str, int, str, int | None]] = []
    unread: list[str] = []
    for celex, entries in document.items():
        for entry in entries:
            match = ENTRY.fullmatch(str(entry).strip())
            if match is None:
                unread.append(f"{celex}: {entry}")
            elif CASE_LAW.fullmatch(match["instrument"]):
                pinpoint = int(match["pinpoint"]) if match["pinpoint"] else None
                rows += [(celex, number, match["instrument"], pinpoint) for number in numbers_in(match["numbers"])]
    frame = pl.DataFrame(rows, schema={name: kind for name, kind in SCHEMA.items() if name != "found_by"}, orient="row")
    return _found(frame), unread


def numbers_in(printed: str) -> list[int]:
    """The numbers of a list like "1 6 44 328 - 332", ranges filled; a falling range is its two ends."""
    numbers: list[int] = []
    for match in NUMBERS.finditer(printed):
        first, last = int(match[1]), int(match[2] or match[1])
        numbers += range(first, last + 1) if first <= last else (first, last)
    return numbers


def _found(rows: pl.DataFrame) -> pl.DataFrame:
    found = pl.lit(["legalpincite"], dtype=pl.List(pl.String())).alias("found_by")
    return rows.unique(maintain_order=True).with_columns(found).select(*SCHEMA)
