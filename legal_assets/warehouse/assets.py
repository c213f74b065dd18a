"""Assets of the room warehouse."""

import dagster as dg
import polars as pl

from legal_assets.schemas import CONTRACTS
from legal_assets.storage.digests import bytes_digest
from legal_assets.storage.raw import is_local
from legal_assets.storage.statements import statement, statement_names
from legal_assets.warehouse.publish import Source, publish
from legal_assets.wiring.automation import ON_CONTENT_CHANGE_OF_ANY
from legal_assets.wiring.graph import Lineage
from legal_assets.wiring.io_manager import PARQUET_FILES, ParquetFiles
from legal_assets.wiring.outputs import table_asset
from legal_assets.wiring.resources import Workspace
from legal_assets.wiring.results import code_version, stored
from legal_assets.wiring.staleness import snapshot, write_lineage

_PUBLISHED = [name for name in CONTRACTS if name != "warehouse"]
_VIEWS = [
    bytes_digest(statement(folder, name).encode())
    for folder in ("lineage", "views")
    for name in statement_names(folder)
]
_CONTRACTS = [str(table) for table in CONTRACTS.values()]


@table_asset(
    "warehouse",
    "warehouse",
    code_version("2", *_VIEWS, *_CONTRACTS),
    None,
    kinds=["duckdb"],
    inputs={name: dg.AssetIn(dagster_type=PARQUET_FILES) for name in _PUBLISHED},
    condition=ON_CONTENT_CHANGE_OF_ANY,
    pool="warehouse",
)
def warehouse(
    workspace: Workspace, lineage: dg.ResourceParam[Lineage], **tables: ParquetFiles
) -> dg.MaterializeResult[pl.DataFrame]:
    """Every table and view in one DuckDB file."""
    store = workspace.partitions()
    write_lineage(lineage, store.root)
    sources: dict[str, list[str]] = {}
    for files in tables.values():
        sources.setdefault(files.table.name, []).extend(files.paths)
    by_name = {table.name: table for table in CONTRACTS.values()}
    contents = publish(
        workspace.duckdb(),
        [Source(by_name[name], tuple(paths)) for name, paths in sources.items()],
        str(store.root) if is_local(store.root) else snapshot(lineage, store.pointers()),
        threads=workspace.threads,
    )
    store.pin(pointer for files in tables.values() for pointer in files.pointers)
    return stored("warehouse", contents)
