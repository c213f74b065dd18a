"""Raw documents and tables from the registry of imported files.

Belongs here: what an imported file is as a raw document, a table to be merged, or a reject. Does not belong here:
reading folders (`imports.py`), other sources (`refresh.py`).
"""

import polars as pl

from legal_assets.fetch.identify import DOCUMENT
from legal_assets.fetch.imports import TAKEN
from legal_assets.schemas import IMPORTED_TABLES, RAW_DOCUMENTS, REJECTS


def with_roles(registry: pl.DataFrame) -> pl.DataFrame:
    """Return a registry with the columns of roles; one that was written before there were roles holds documents."""
    if "role" in registry.columns:
        return registry
    role = pl.when(pl.col("reason") == TAKEN).then(pl.lit(DOCUMENT)).otherwise(pl.lit("none"))
    return registry.with_columns(role.alias("role"), pl.lit(None, pl.String).alias("columns"))


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
