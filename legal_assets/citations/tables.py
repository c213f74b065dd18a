"""Citation pairs that older collections left as tables, and citations with them in.

Belongs here: reading pairs of citing and cited paragraph, and adding them to the citations of a corpus. Does not
belong here: reading files (`passages/tables.py`), the release of LegalPincite (`legalpincite.py`).
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

import polars as pl

from legal_assets.citations.frames import resolve_targets
from legal_assets.citations.legalpincite import read_instruments
from legal_assets.citations.merge import merge_citations
from legal_assets.passages.tables import (
    Fault,
    celex_faults,
    identified,
    number_fault,
    paragraph_number,
    read_rows,
    sift,
)
from legal_assets.schemas.imported_collections import EXCLUDED_ROWS

PAIR_COLUMNS = ("citing_celex", "citing_number", "cited_celex", "cited_number")
KIND = "imported"
NOWHERE = -1
"""Start and end of a citation whose place in the passage is not known."""


_RESOLVED = ["corpus", "citation_id", "target_doc_id", "target_passage_id", "is_self"]
"""Columns that follow from the others."""


class Pairs(NamedTuple):
    """What a table of citation pairs gives."""

    source: str
    rows: pl.DataFrame
    """`row`, `citing_celex`, `citing_doc_id`, `citing_number`, `cited_celex`, `pinpoint`; numbers may be null."""
    excluded: pl.DataFrame
    """Rows that could not be used; frame of the contract `excluded_rows`."""


class WithPairs(NamedTuple):
    """Citations with those of the pairs in, and the pairs that have no passage to stand in."""

    citations: pl.DataFrame
    excluded_rows: pl.DataFrame


def read_citation_pairs(corpus: str, source: str, data: bytes, columns: Mapping[str, str]) -> Pairs:
    """Read a table of citation pairs.

    A table without numbers of cited paragraphs has citations of whole cases, and so has a row whose number is empty.
    Of rows that repeat a pair the first counts.

    Args:
        corpus: key of the corpus.
        source: name of the table, as `found_by` will say it.
        data: the file: CSV, XLSX, Parquet, or lists in JSON in the layout of LegalPincite (`legalpincite.py`).
        columns: the table's own names: `{"citing_celex": "CELEX_FROM", …}`; the two numbers may be left out.

    Raises:
        ValueError: as `read_rows` says, or a column of CELEX numbers is not mapped.
    """
    unmapped = [name for name in ("citing_celex", "cited_celex") if name not in columns]
    if unmapped:
        raise ValueError(f"{source}: the mapping lacks {' and '.join(unmapped)}.")
    lists = data.lstrip()[:1] == b"{"
    rows, unread = _read_lists(corpus, source, data, columns) if lists else _read_pairs(corpus, source, data, columns)
    citing = identified(rows, "citing_celex").rename({"doc_id": "citing_doc_id"})
    read = identified(citing, "cited_celex").with_columns(
        paragraph_number("citing_number").alias("citing"), paragraph_number("cited_number").alias("cited")
    )
    named = partial(sift, corpus, source, celex="citing_celex", number="citing_number")
    usable, excluded = named(
        rows=read,
        faults=[
            *celex_faults("citing_celex", "citing_doc_id"),
            *celex_faults("cited_celex"),
            _written(number_fault("citing_number", "citing"), "citing_number"),
            _written(number_fault("cited_number", "cited"), "cited_number"),
        ],
    )
    repeated = ~pl.struct("citing_doc_id", "citing", "doc_id", "cited").is_first_distinct()
    once, again = named(rows=usable, faults=[("repeated_row", repeated, pl.lit("Another row gives this pair."))])
    return Pairs(
        source,
        once.select("row", "citing_celex", "citing_doc_id", "cited_celex", citing_number="citing", pinpoint="cited"),
        EXCLUDED_ROWS.conform(pl.concat([unread, excluded, again])),
    )


def _read_pairs(corpus: str, source: str, data: bytes, columns: Mapping[str, str]) -> tuple[pl.DataFrame, pl.DataFrame]:
    return read_rows(source, data, columns, PAIR_COLUMNS), EXCLUDED_ROWS.empty()


def _read_lists(corpus: str, source: str, data: bytes, columns: Mapping[str, str]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Lists of cited decisions by citing decision, as the release of LegalPincite has them in JSON."""
    if any(ours != theirs for ours, theirs in columns.items()):
        raise ValueError(f"{source}: lists in JSON have no columns; import them without --columns.")
    try:
        found, unread = read_instruments(data)
    except ValueError as error:
        raise ValueError(f"{source}: {error}.") from error
    rows = found.select(
        pl.int_range(1, pl.len() + 1, dtype=pl.Int64).alias("row"),
        "citing_celex",
        pl.col("citing_number").cast(pl.String),
        pl.col("target_celex").alias("cited_celex"),
        pl.col("pinpoint").cast(pl.String).alias("cited_number"),
    )
    entries = pl.DataFrame({"entry": unread}, schema={"entry": pl.String}).with_columns(
        pl.col("entry").str.split_exact(": ", 1).struct.field("field_0").alias("citing_celex"),
        (pl.int_range(1, pl.len() + 1, dtype=pl.Int64) + rows.height).alias("row"),
        pl.lit(None, dtype=pl.String).alias("citing_number"),
    )
    fault: Fault = ("unread_entry", pl.lit(value=True), pl.col("entry"))
    return rows, sift(corpus, source, entries, [fault], celex="citing_celex", number="citing_number")[1]


def add_citation_pairs(
    corpus: str,
    citations: pl.DataFrame,
    documents: pl.DataFrame,
    passages: pl.DataFrame,
    tables: Sequence[Pairs],
) -> WithPairs:
    """Return the citations of a corpus with those that tables give; what both have is one row with both `found_by`.

    A citation that only a table has is of the kind `imported` and stands nowhere (start and end -1). Pairs whose citing
    paragraph is not in the corpus are excluded, as are those that do not say which paragraph cites.

    Args:
        corpus: key of the corpus.
        citations: frame of the contract `citations`.
        documents: frame of the contract `documents`.
        passages: frame of the contract `passages`.
        tables: tables of pairs.
    """
    sources = [citations.drop(_RESOLVED)]
    excluded = [EXCLUDED_ROWS.empty(), *(table.excluded for table in tables)]
    standing = (
        passages.drop_nulls("number")
        .select("passage_id", citing_doc_id="doc_id", citing_number="number")
        .unique(["citing_doc_id", "citing_number"], keep="first", maintain_order=True)
    )
    for table in tables:
        joined = table.rows.join(standing, on=["citing_doc_id", "citing_number"], how="left", maintain_order="left")
        kept, lost = sift(corpus, table.source, joined, _UNPLACED, celex="citing_celex", number="citing_number")
        sources.append(_found(table.source, kept))
        excluded.append(lost)
    identities = documents.select("celex", "ecli").drop_nulls()
    merged = merge_citations(sources, identities).with_columns(pl.lit(corpus).alias("corpus"))
    return WithPairs(resolve_targets(merged, documents, passages), EXCLUDED_ROWS.conform(pl.concat(excluded)))


_UNPLACED: tuple[Fault, ...] = (
    ("no_citing_number", pl.col("citing_number").is_null(), pl.lit("The row does not say which paragraph cites.")),
    ("unknown_passage", pl.col("passage_id").is_null(), pl.lit("The corpus has no such citing paragraph.")),
)


def _written(fault: Fault, column: str) -> Fault:
    """The same fault, of rows that give a number at all."""
    reason, holds, said = fault
    return reason, holds & (pl.col(column).fill_null("").str.strip_chars() != ""), said


def _found(source: str, rows: pl.DataFrame) -> pl.DataFrame:
    return rows.select(
        "passage_id",
        pl.col("citing_doc_id").alias("doc_id"),
        pl.lit(NOWHERE, dtype=pl.Int32).alias("start"),
        pl.lit(NOWHERE, dtype=pl.Int32).alias("end"),
        pl.lit("").alias("raw"),
        pl.lit(None, dtype=pl.String).alias("target_ecli"),
        pl.col("cited_celex").alias("target_celex"),
        "pinpoint",
        pl.lit(KIND).alias("kind"),
        pl.lit(value=False).alias("filled"),
        pl.lit([source], dtype=pl.List(pl.String)).alias("found_by"),
    )
