"""What an asset returns: its frame with data version, row count, schema and a preview.

Belongs here: materialization results. Does not belong here: storing them (`io_manager.py`).
"""

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import dagster as dg
import polars as pl

from legal_assets.schemas import CONTRACTS, Table
from legal_assets.storage.digests import frame_digest, value_digest
from legal_assets.storage.streams import StreamedTable, write_stream

DATA_VERSION_KEY = "legal_assets/data_version"
_PREVIEW_ROWS = 5
_PREVIEW_CHARACTERS = 80


def code_version(logic: str, *parts: object) -> str:
    """Return a code version: the version of the logic, and a digest of the settings that change the output."""
    return f"{logic}-{value_digest([str(part) for part in parts])[:12]}" if parts else logic


def column_schema(table: Table) -> dg.TableSchema:
    """Return a contract as Dagster's column schema."""
    return dg.TableSchema(
        columns=[
            dg.TableColumn(
                name=column.name,
                type=str(column.dtype),
                description=column.meaning,
                constraints=dg.TableColumnConstraints(nullable=column.nullable, unique=table.key == (column.name,)),
                tags={"observation": ""} if column.observation else None,
            )
            for column in table.columns
        ]
    )


def asset_metadata(asset: str) -> dict[str, Any]:
    """Return the metadata that an asset has before it was ever materialized."""
    table = CONTRACTS[asset]
    return {"dagster/column_schema": column_schema(table), "key": ", ".join(table.key)}


def stored(
    asset: str, frame: pl.DataFrame | pl.LazyFrame, metadata: Mapping[str, Any] | None = None
) -> dg.MaterializeResult[pl.DataFrame]:
    """Make the frame keep its asset's contract and return it with data version, row count, schema and preview."""
    table = CONTRACTS[asset]
    data = table.conform(frame)
    version = frame_digest(data, table.content)
    return dg.MaterializeResult(
        asset_key=asset,
        value=data,
        data_version=dg.DataVersion(version),
        metadata={
            "dagster/row_count": data.height,
            "preview": preview(data),
            DATA_VERSION_KEY: version,
            **(metadata or {}),
        },
    )


def stored_stream(
    asset: str, frames: Iterable[pl.DataFrame], folder: Path, metadata: Mapping[str, Any] | None = None
) -> dg.MaterializeResult[StreamedTable]:
    """Write frames that come in key order to a file in the folder and return it as `stored` does; memory holds one."""
    table = write_stream(CONTRACTS[asset], frames, folder)
    return dg.MaterializeResult(
        asset_key=asset,
        value=table,
        data_version=dg.DataVersion(table.data_version),
        metadata={
            "dagster/row_count": table.rows,
            "preview": preview(table.head),
            DATA_VERSION_KEY: table.data_version,
            **(metadata or {}),
        },
    )


def pictures(**drawings: str | None) -> dict[str, dg.MarkdownMetadataValue]:
    """Return SVG documents as metadata that the UI shows as pictures, by name; None is left out."""
    return {
        name: dg.MetadataValue.md(f"![{name}](data:image/svg+xml;base64,{b64encode(drawing.encode()).decode()})")
        for name, drawing in drawings.items()
        if drawing is not None
    }


def preview(data: pl.DataFrame) -> dg.MarkdownMetadataValue:
    """Return the first rows as a Markdown table, long values cut."""
    rows = [
        " | ".join(_cell(value) for value in row)
        for row in data.head(_PREVIEW_ROWS).iter_rows()  # five rows, not a hot path
    ]
    head = [" | ".join(data.columns), " | ".join("---" for _ in data.columns)]
    return dg.MetadataValue.md("\n".join(f"| {line} |" for line in [*head, *rows]))


def _cell(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, default=str, ensure_ascii=False)
    text = " ".join(text.split()).replace("|", "\\|")
    return text if len(text) <= _PREVIEW_CHARACTERS else f"{text[:_PREVIEW_CHARACTERS]}…"
