"""Assets of the room passages."""

from collections.abc import Iterator

import dagster as dg
import polars as pl

from legal_assets import catalog
from legal_assets.wiring.outputs import table_assets
from legal_assets.wiring.partitions import CORPORA
from legal_assets.wiring.resources import Workspace
from legal_assets.wiring.results import stored

_READ = ["documents", "passages", "passage_rejects", "passage_pages", "sections", "page_anchors", "commentaries"]


@table_assets(
    "segmentation", "passages", "5", CORPORA, [*_READ, "recovered_passages", "excluded_rows", "filtered_passages"]
)
def passages(
    context: dg.AssetExecutionContext,
    raw_documents: pl.LazyFrame,
    pdf_files: pl.LazyFrame,
    pages: pl.LazyFrame,
    page_sources: pl.LazyFrame,
    report_records: pl.LazyFrame,
    imported_tables: pl.LazyFrame,
    workspace: Workspace,
) -> Iterator[dg.MaterializeResult[pl.DataFrame]]:
    """Documents with their header, and their numbered passages, those of imported tables among them."""
    from legal_assets.passages.by_kind import Material, read_documents
    from legal_assets.passages.stored_tables import merge_imported

    (corpus,) = catalog.corpora([context.partition_key])
    raw, tables = workspace.raw(), imported_tables.collect()
    frames = (raw_documents, pdf_files, pages, page_sources, report_records)
    material = Material(*(frame.collect() for frame in frames))
    read, passage_pages = read_documents(corpus, material, raw, workers=workspace.threads)
    merged = merge_imported(corpus.key, read.documents, read.passages, tables, raw, language=corpus.language)
    yield stored("documents", merged.documents)
    yield stored("passages", merged.passages)
    yield stored("passage_rejects", read.rejects)
    yield stored("passage_pages", passage_pages)
    yield stored("sections", read.sections)
    yield stored("page_anchors", read.page_anchors)
    yield stored("commentaries", read.commentaries)
    yield stored("recovered_passages", merged.recovered_passages)
    yield stored("excluded_rows", merged.excluded_rows)
    yield stored("filtered_passages", merged.filtered_passages)
