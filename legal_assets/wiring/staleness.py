"""Which cells are fresh, stale or missing, and because of what.

The rule is one SQL statement, `sql/views/partition_status.sql`, run here over the definitions and the store's pointers
and published as a view of the warehouse. Dagster's own asset-level status hides stale partitions.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import polars as pl

from legal_assets.storage.partitions import Pointer
from legal_assets.storage.raw import write_atomically
from legal_assets.storage.statements import statement
from legal_assets.wiring.graph import Cell, Edge, Lineage

if TYPE_CHECKING:
    from upath import UPath

LINEAGE_FILE = "lineage.json"

_POINTERS = pl.Schema(
    {
        "asset": pl.String(),
        "partition": pl.String(),
        "file": pl.String(),
        "data_version": pl.String(),
        "code_version": pl.String(),
        "rows": pl.Int64(),
        "run_id": pl.String(),
        "written_at": pl.String(),
        "failed_check": pl.String(),
        "inputs": pl.List(pl.Struct({"asset": pl.String(), "partition": pl.String(), "data_version": pl.String()})),
    }
)
_CELLS = pl.Schema(
    {
        "position": pl.Int32(),
        "asset": pl.String(),
        "partition": pl.String(),
        "code_version": pl.String(),
        "room": pl.String(),
    }
)
_EDGES = pl.Schema(
    {
        "asset": pl.String(),
        "partition": pl.String(),
        "input_asset": pl.String(),
        "input_partition": pl.String(),
    }
)


def cells_frame(cells: Sequence[Cell]) -> pl.DataFrame:
    """Return cells as a frame."""
    return pl.DataFrame([asdict(cell) for cell in cells], schema=_CELLS, orient="row")


def edges_frame(edges: Sequence[Edge]) -> pl.DataFrame:
    """Return edges as a frame."""
    return pl.DataFrame([asdict(edge) for edge in edges], schema=_EDGES, orient="row")


def pointers_frame(pointers: Sequence[Pointer]) -> pl.DataFrame:
    """Return pointers as a frame."""
    return pl.DataFrame([asdict(pointer) for pointer in pointers], schema=_POINTERS, orient="row")


def snapshot(lineage: Lineage, pointers: Sequence[Pointer]) -> dict[str, pl.DataFrame]:
    """Return the relations that the statement `partition_status` reads, by name."""
    return {
        "partition_cells": cells_frame(lineage.cells),
        "partition_edges": edges_frame(lineage.edges),
        "partition_pointers": pointers_frame(pointers),
    }


def write_lineage(lineage: Lineage, root: "UPath") -> None:
    """Keep cells and edges beside the pointers, where the published view reads them.

    Whoever runs or publishes writes them, so that the view compares the store with the definitions of today.
    """
    cells = [asdict(cell) for cell in lineage.cells]
    edges = [asdict(edge) for edge in lineage.edges]
    text = json.dumps({"cells": cells, "edges": edges}, indent=1).encode()
    path = root / LINEAGE_FILE
    if not path.exists() or path.read_bytes() != text:
        write_atomically(path, text)


def partition_status(lineage: Lineage, pointers: Sequence[Pointer]) -> pl.DataFrame:
    """Return one row per cell: position, asset, partition, status, reason, direct, rows, data_version, written_at.

    `direct` says that the cell itself must run; a cell that is stale only because something upstream is may turn
    out fresh when that ran and brought the same bytes.
    """
    import duckdb

    connection = duckdb.connect(":memory:")
    try:
        for name, frame in snapshot(lineage, pointers).items():
            connection.register(name, frame.to_arrow())
        status: pl.DataFrame = connection.sql(statement("views", "partition_status")).pl()
        return status
    finally:
        connection.close()
