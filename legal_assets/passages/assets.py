"""Assets of the room passages."""

from collections.abc import Iterator

import dagster as dg
import polars as pl

from legal_assets import catalog
from legal_assets.wiring.outputs import table_assets
from legal_assets.wiring.partitions import CORPORA
from legal_assets.wiring.resources import Workspace
from legal_assets.wiring.results import stored


@table_assets(
    "segmentation",
    "passages",
    "3",
    CORPORA,
    ["documents", "passages", "passage_rejects", "recovered_passages", "excluded_rows", "filtered_passages"],
)
def passages(
    context: dg.AssetExecutionContext,
    raw_documents: pl.LazyFrame,
    imported_tables: pl.LazyFrame,
    workspace: Workspace,
) -> Iterator[dg.MaterializeResult[pl.DataFrame]]:
    """Documents with their header, and their numbered passages, those of imported tables among them."""
    from legal_assets.passages.cjeu import parse_judgment
    from legal_assets.passages.frames import read_corpus
    from legal_assets.passages.stored_tables import merge_imported

    (corpus,) = catalog.corpora([context.partition_key])
    key, language, raw = corpus.key, corpus.language, workspace.raw()
    files = raw_documents.collect()
    read = read_corpus(key, files, raw, parse_judgment, language=language, workers=workspace.threads)
    tables = imported_tables.collect()
    merged = merge_imported(key, read.documents, read.passages, tables, raw, language=language)
    yield stored("documents", merged.documents)
    yield stored("passages", merged.passages)
    yield stored("passage_rejects", read.rejects)
    yield stored("recovered_passages", merged.recovered_passages)
    yield stored("excluded_rows", merged.excluded_rows)
    yield stored("filtered_passages", merged.filtered_passages)
