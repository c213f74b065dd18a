"""Assets of the room pages."""

from collections.abc import Iterator

import dagster as dg
import polars as pl

from legal_assets import catalog
from legal_assets.settings import load_settings
from legal_assets.wiring.outputs import table_assets
from legal_assets.wiring.partitions import CORPORA
from legal_assets.wiring.resources import Workspace
from legal_assets.wiring.results import code_version, stored

_SETTINGS = load_settings()
_LIMITS = {"page_seconds", "file_seconds", "ocr_page_seconds", "memory_bytes"}
_VERSION = code_version("1", _SETTINGS.pages.model_dump(exclude=_LIMITS), _SETTINGS.tessdata)


@table_assets(
    "page_reading", "pages", _VERSION, CORPORA, ["pdf_files", "pages", "page_sources", "page_quality", "page_rejects"]
)
def pages(
    context: dg.AssetExecutionContext, raw_documents: pl.LazyFrame, workspace: Workspace
) -> Iterator[dg.MaterializeResult[pl.DataFrame]]:
    """Pages of the PDF files of a corpus, read from their text layer or by OCR, and what share of them is usable."""
    from legal_assets.pages.by_kind import read_corpus_pages

    (corpus,) = catalog.corpora([context.partition_key])
    before = (workspace.last("pdf_files", corpus.key), workspace.last("pages", corpus.key))
    tables = read_corpus_pages(
        corpus, raw_documents.collect(), *before, workspace, _SETTINGS.pages, _SETTINGS.tessdata, context.log.info
    )
    for source, share in tables.sources.filter(~pl.col("passes")).select("source", "share").rows():
        context.log.warning("Source %s is left out: %s of its pages can be used; see page_sources", source, share)
    yield stored("pdf_files", tables.files)
    yield stored("pages", tables.pages)
    yield stored("page_sources", tables.sources)
    yield stored("page_quality", tables.quality)
    yield stored("page_rejects", tables.rejects)
