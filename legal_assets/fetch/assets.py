"""Assets of the room fetch."""

from collections.abc import Iterator

import dagster as dg
import polars as pl

from legal_assets import catalog
from legal_assets.fetch import registry
from legal_assets.settings import load_settings
from legal_assets.wiring.outputs import OWNERS, table_assets
from legal_assets.wiring.partitions import CORPORA
from legal_assets.wiring.resources import Workspace
from legal_assets.wiring.results import asset_metadata, code_version, stored

_PROFILE = load_settings().profile
# All corpora of the catalog: enabling another one must not touch those that are there.
_VERSION = code_version("1", _PROFILE, *(registry.sample_digest(corpus.key) for corpus in catalog.CORPORA))

imported_files = dg.AssetSpec(
    "imported_files",
    description="One row per file of the imported folders; written by `legal-assets import`.",
    group_name="fetch",
    code_version="1",
    owners=list(OWNERS),
    kinds={"polars"},
    metadata=asset_metadata("imported_files"),
    partitions_def=CORPORA,
).with_io_manager_key("io_manager")


@table_assets("raw_files", "fetch", _VERSION, CORPORA, ["raw_documents", "raw_rejects"])
def raw_documents(
    context: dg.AssetExecutionContext, imported_files: pl.LazyFrame, workspace: Workspace
) -> Iterator[dg.MaterializeResult[pl.DataFrame]]:
    """Files of a corpus: the imported ones, or the bundled sample while nothing was imported."""
    documents, rejects = registry.raw_documents(
        context.partition_key, imported_files.collect(), _PROFILE, workspace.raw()
    )
    context.log.info("%d files, %d rejects", documents.height, rejects.height)
    yield stored("raw_documents", documents)
    yield stored("raw_rejects", rejects)
