"""A small table of our own, and a store that keeps it, for the tests of partitions.

Belongs here: writing and ageing versions. Does not belong here: claims about them.
"""

import os
from pathlib import Path

import polars as pl

from legal_assets.schemas import Column, Table
from legal_assets.storage.digests import frame_digest
from legal_assets.storage.partitions import PartitionStore, Pointer

LAMPS = Table(
    "lamps",
    "One row per lamp.",
    ("lamp",),
    (Column("lamp", pl.Int64(), "Number."), Column("seen", pl.String(), "When.", nullable=True, observation=True)),
)
DAY = 24 * 3600


def lamps(*numbers: int, seen: str | None = None) -> pl.DataFrame:
    return LAMPS.frame([{"lamp": number, "seen": seen} for number in numbers])


def put(store: PartitionStore, frame: pl.DataFrame, partition: str = "cjeu", **changes: object) -> Pointer:
    options: dict[str, object] = {
        "data_version": frame_digest(frame, LAMPS.content),
        "code_version": "1",
        "run_id": "run",
        "written_at": "2026-01-05T12:00:00+00:00",
    }
    return store.write(LAMPS, "lamps", partition, frame, **(options | changes))  # type: ignore[arg-type]  # options


def files(store: PartitionStore, partition: str = "cjeu") -> set[str]:
    folder = Path(str(store.folder("lamps", partition)))
    return {path.name for path in folder.glob("*.parquet")}


def age(store: PartitionStore, pointer: Pointer, seconds: float) -> None:
    """Make the file of a version look that much older than it is."""
    path = Path(str(store.file(pointer)))
    moment = path.stat().st_mtime - seconds
    os.utime(path, (moment, moment))
