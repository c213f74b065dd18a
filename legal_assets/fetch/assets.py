"""Assets of the room fetch."""

from collections.abc import Iterator

import dagster as dg
import polars as pl

from legal_assets.fetch.refresh import Source, refresh, refresh_citations, source_digest
from legal_assets.settings import load_settings
from legal_assets.wiring.outputs import OWNERS, table_assets
from legal_assets.wiring.partitions import CORPORA
from legal_assets.wiring.resources import Workspace
from legal_assets.wiring.results import asset_metadata, code_version, stored

_SETTINGS = load_settings()
SOURCE = Source(_SETTINGS.profile, _SETTINGS.cellar, _SETTINGS.sample_scale, _SETTINGS.swiss_sites, _SETTINGS.reports)
_VERSION = code_version("4", SOURCE.profile, source_digest(SOURCE))

imported_files = dg.AssetSpec(
    "imported_files",
    description="One row per file that was imported; written by `legal-assets import`.",
    group_name="fetch",
    code_version="3",
    owners=list(OWNERS),
    kinds={"polars"},
    metadata=asset_metadata("imported_files"),
    partitions_def=CORPORA,
).with_io_manager_key("io_manager")


@table_assets(
    "raw_files",
    "fetch",
    _VERSION,
    CORPORA,
    ["raw_documents", "raw_rejects", "imported_tables", "register", "register_answers", "fetch_log", "report_records"],
)
def raw_documents(
    context: dg.AssetExecutionContext, imported_files: pl.LazyFrame, workspace: Workspace
) -> Iterator[dg.MaterializeResult[pl.DataFrame]]:
    """Files of a corpus: imported ones, and those of its source, asked conditionally for what changed."""
    corpus = context.partition_key
    tables = refresh(
        corpus,
        SOURCE,
        imported_files.collect(),
        workspace.last("raw_documents", corpus),
        workspace.last("register", corpus),
        workspace.raw(),
        workspace.journal(corpus, "documents"),
        context.log.info,
    )
    verdicts = dict(tables.log["verdict"].value_counts().sort("verdict").iter_rows())
    yield stored("raw_documents", tables.raw_documents, {"verdicts": verdicts})
    yield stored("raw_rejects", tables.rejects)
    yield stored("imported_tables", tables.imported_tables)
    yield stored("register", tables.register)
    yield stored("register_answers", tables.answers)
    yield stored("fetch_log", tables.log)
    yield stored("report_records", tables.report_records)


@table_assets("known_citations", "fetch", _VERSION, CORPORA, ["register_citations", "citation_answers"])
def register_citations(
    context: dg.AssetExecutionContext, register: pl.LazyFrame, workspace: Workspace
) -> Iterator[dg.MaterializeResult[pl.DataFrame]]:
    """Citations that the source's register knows; they lag behind the decisions and are refreshed on their own."""
    corpus = context.partition_key
    citations, answers = refresh_citations(
        corpus,
        SOURCE,
        register.collect(),
        workspace.raw(),
        workspace.journal(corpus, "citations"),
        context.log.info,
    )
    yield stored("register_citations", citations)
    yield stored("citation_answers", answers)
