"""Raw documents and tables from the registry of imported files.

Belongs here: what an imported file is as a raw document, a table to be merged, or a reject. Does not belong here:
reading folders (`imports.py`), other sources (`refresh.py`).
"""

import polars as pl

from legal_assets.fetch.identify import DOCUMENT
from legal_assets.fetch.imports import TAKEN
from legal_assets.schemas import IMPORTED_FILES, IMPORTED_TABLES, RAW_DOCUMENTS, REJECTS
from legal_assets.text.celex import parse_celex


def with_roles(registry: pl.DataFrame) -> pl.DataFrame:
    """Return a registry with all its columns; one that was written before there were roles holds documents."""
    role = pl.when(pl.col("reason") == TAKEN).then(pl.lit(DOCUMENT)).otherwise(pl.lit("none"))
    defaults = {
        "role": role,
        "columns": pl.lit(None, pl.String),
        "decisions": pl.lit([], dtype=pl.List(pl.String)),
    }
    missing = [value.alias(name) for name, value in defaults.items() if name not in registry.columns]
    return registry.with_columns(missing).select(list(IMPORTED_FILES.schema)) if missing else registry


def named_decisions(tables: pl.DataFrame, imported: pl.DataFrame) -> list[str]:
    """Return the CELEX numbers that imported tables name and no imported document has, in order."""
    named = tables.select(pl.col("decisions").explode().alias("celex")).drop_nulls().unique()
    have = set(imported["doc_id"])
    return [celex for celex in sorted(named["celex"]) if parse_celex(celex).doc_id not in have]


def imported_tables(registry: pl.DataFrame) -> pl.DataFrame:
    """Return the imported files that are no documents: tables to be merged, and the files of a release."""
    rows = registry.filter((pl.col("reason") == TAKEN) & (pl.col("role") != DOCUMENT))
    return IMPORTED_TABLES.conform(rows.select(IMPORTED_TABLES.content))


def imported_documents(registry: pl.DataFrame) -> pl.DataFrame:
    """Return the raw documents among the imported files."""
    rows = registry.filter((pl.col("reason") == TAKEN) & (pl.col("role") == DOCUMENT)).select(
        "corpus",
        pl.col("record_id").alias("file_id"),
        "doc_id",
        pl.lit("import").alias("source"),
        "name",
        "ecli",
        pl.lit(None, pl.String).alias("url"),
        "language",
        "media_type",
        "sha256",
        "size",
        pl.lit("ok").alias("status"),
        pl.lit(None, pl.String).alias("error"),
        pl.col("imported_at").alias("fetched_at"),
        pl.lit(None, pl.String).alias("etag"),
        pl.lit(None, pl.String).alias("last_modified"),
    )
    return RAW_DOCUMENTS.conform(rows)


def imported_rejects(registry: pl.DataFrame) -> pl.DataFrame:
    """Return the imported files that could not be taken."""
    rows = registry.filter(pl.col("reason") != TAKEN).select(
        "corpus", pl.lit("fetch").alias("room"), "record_id", "reason", "detail"
    )
    return REJECTS.conform(rows)
