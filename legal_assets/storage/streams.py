"""Tables too large for memory: written a part at a time, in key order, with their digest computed on the way.

Belongs here: from an iterator of frames to one Parquet file. Does not belong here: which partition it becomes
(`partitions.py`).
"""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from legal_assets.schemas import ContractError, Table
from legal_assets.storage.digests import FrameDigest


@dataclass(frozen=True, slots=True)
class StreamedTable:
    """A finished Parquet file that waits to become a partition, with what is known of it."""

    path: Path
    rows: int
    data_version: str
    head: pl.DataFrame


def write_stream(table: Table, frames: Iterable[pl.DataFrame], folder: Path, head_rows: int = 5) -> StreamedTable:
    """Write frames that come in key order to one Parquet file; memory holds one of them.

    Args:
        table: contract; tables with observations are not streamed.
        frames: parts, each of which conforms; the keys of a part lie above those of the part before.
        folder: where the file is written, under a temporary name.
        head_rows: rows kept for a preview.

    Raises:
        ContractError: a part breaks the contract, or keys do not ascend from part to part.
    """
    import pyarrow.parquet

    if len(table.content) != len(table.columns):
        raise ContractError(f"{table.name} has observations; it cannot be streamed.")
    folder.mkdir(parents=True, exist_ok=True)
    digest = FrameDigest(table.schema)
    rows, head, last = 0, table.empty(), table.empty()
    path = folder / f".stream-{uuid.uuid4().hex}.parquet"
    try:
        with pyarrow.parquet.ParquetWriter(path, table.empty().to_arrow().schema, compression="zstd") as writer:
            for frame in frames:
                part = table.conform(frame)
                if part.is_empty():
                    continue
                table.check_ascending(last, part)
                writer.write_table(part.to_arrow())
                digest.update(part)
                rows, last = rows + part.height, part.tail(1)
                head = pl.concat([head, part.head(head_rows - head.height)])
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return StreamedTable(path, rows, digest.hexdigest(), head)
