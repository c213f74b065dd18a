"""Imported tables as they lie in the raw store, and the paragraphs of those merged into a corpus.

Belongs here: from rows of `imported_tables` to what their readers make of the bytes. Does not belong here: reading
tables (`tables.py`, `metadata.py`), merging (`merging.py`).
"""

import json
from collections.abc import Callable, Mapping
from typing import TypeVar

import polars as pl

from legal_assets.passages.merging import Merged, merge_paragraphs
from legal_assets.passages.metadata import read_metadata
from legal_assets.passages.tables import read_paragraphs
from legal_assets.schemas import EXCLUDED_ROWS, FILTERED_PASSAGES, RECOVERED_PASSAGES
from legal_assets.storage.raw import RawStore

Read = TypeVar("Read")
Reader = Callable[[str, str, bytes, Mapping[str, str]], Read]
"""Reads corpus, name of the table, its bytes and column mapping."""


def read_stored(corpus: str, imported: pl.DataFrame, role: str, raw: RawStore, reader: Reader[Read]) -> list[Read]:
    """Return what a reader makes of every imported table of a role, in the order of their names.

    Args:
        corpus: key of the corpus.
        imported: frame of the contract `imported_tables`.
        role: role of the tables wanted.
        raw: where the bytes lie.
        reader: reads one table.

    Raises:
        ValueError: as the reader says.
        DamagedFileError: bytes are absent or no longer what was imported.
    """
    rows = imported.filter(pl.col("role") == role).sort("name").select("name", "sha256", "columns")
    return [
        reader(corpus, name, raw.get(corpus, sha256), json.loads(columns)) for name, sha256, columns in rows.iter_rows()
    ]


def merge_imported(
    corpus: str,
    documents: pl.DataFrame,
    passages: pl.DataFrame,
    imported: pl.DataFrame,
    raw: RawStore,
    *,
    language: str,
) -> Merged:
    """Return documents and passages with the imported paragraphs in; without tables they are as given.

    Args:
        corpus: key of the corpus.
        documents: frame of the contract `documents`.
        passages: frame of the contract `passages`.
        imported: frame of the contract `imported_tables`; the table whose name comes first is the most trusted.
        raw: where the bytes of the tables lie.
        language: language that stays, as ISO 639-1 code.
    """
    tables = read_stored(corpus, imported, "paragraphs", raw, read_paragraphs)
    facts = read_stored(corpus, imported, "metadata", raw, read_metadata)
    if not tables and not facts:
        none = RECOVERED_PASSAGES.empty(), EXCLUDED_ROWS.empty(), FILTERED_PASSAGES.empty()
        return Merged(documents, passages, *none)
    known = pl.concat([each.rows for each in facts]) if facts else None
    merged = merge_paragraphs(corpus, documents, passages, tables, metadata=known, language=language)
    excluded = pl.concat([merged.excluded_rows, *(each.excluded for each in facts)])
    return merged._replace(excluded_rows=EXCLUDED_ROWS.conform(excluded))
