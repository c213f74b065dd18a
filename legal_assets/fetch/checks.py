"""Checks of the room fetch."""

import polars as pl

from legal_assets.settings import load_settings
from legal_assets.wiring.checks import claim
from legal_assets.wiring.partitions import CORPORA

_MAX_FAILED_SHARE = load_settings().max_failed_share


@claim(CORPORA, "raw_documents")
def few_documents_failed(raw_documents: pl.LazyFrame) -> pl.DataFrame:
    """The share of documents that failed is not above LEGAL_ASSETS_MAX_FAILED_SHARE."""
    rows = raw_documents.select("file_id", "status", "error").collect()
    failed = rows.filter(pl.col("status") == "failed")
    return failed if failed.height > _MAX_FAILED_SHARE * rows.height else failed.clear()


CHECKS = [few_documents_failed]
