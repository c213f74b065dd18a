"""Raw documents from the registry of imported files.

Belongs here: what an imported file is as a raw document or a reject. Does not belong here: reading folders
(`imports.py`), other sources (`refresh.py`).
"""

import polars as pl

from legal_assets.fetch.imports import TAKEN
from legal_assets.schemas import RAW_DOCUMENTS, REJECTS


def imported_documents(registry: pl.DataFrame) -> pl.DataFrame:
    """Return the raw documents among the imported files."""
    rows = registry.filter(pl.col("reason") == TAKEN).select(
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
