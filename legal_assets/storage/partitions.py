"""Parquet partitions: immutable files named by content digest, and a pointer that is replaced atomically.

`tables/<asset>/<partition>/<digest>.parquet` holds rows; `current.json` beside it says which file counts, what its
data version is and which versions of which upstream partitions it was made from. Two writers of one partition end
in one of the two results, whole. Does not belong here: Dagster (`wiring/`).
"""

import json
import os
import shutil
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from legal_assets.schemas import Table
from legal_assets.storage.digests import frame_digest, value_digest
from legal_assets.storage.raw import is_local, write_atomically
from legal_assets.storage.streams import StreamedTable

if TYPE_CHECKING:
    from upath import UPath

WHOLE = "all"
"""Folder of an asset without partitions."""

_POINTER = "current.json"
_GRACE_SECONDS = 3600.0
_SCANNED_PROTOCOLS = frozenset({"s3", "s3a", "gs", "gcs", "az", "abfs", "adl"})


@dataclass(frozen=True, slots=True)
class Input:
    """One upstream partition and the version of it that was read."""

    asset: str
    partition: str
    data_version: str


@dataclass(frozen=True, slots=True)
class Pointer:
    """What counts as a partition now."""

    asset: str
    partition: str
    file: str
    data_version: str
    code_version: str
    rows: int
    run_id: str
    written_at: str
    failed_check: str = ""
    inputs: tuple[Input, ...] = field(default=())


class PartitionStore:
    """Tables by asset and partition key; a partition key of two dimensions is `corpus|system`."""

    def __init__(self, root: "UPath", keep_versions: int = 3) -> None:
        """Keep files under `root/tables`."""
        self._root = root / "tables"
        self._keep = keep_versions

    @property
    def root(self) -> "UPath":
        """Folder of all tables."""
        return self._root

    def folder(self, asset: str, partition: str) -> "UPath":
        """Return the folder of a partition."""
        return self._root.joinpath(asset, *partition.split("|"))

    def file(self, pointer: Pointer) -> "UPath":
        """Return the Parquet file that a pointer names."""
        return self.folder(pointer.asset, pointer.partition) / pointer.file

    def pointer(self, asset: str, partition: str) -> Pointer | None:
        """Return what counts as this partition, or None if it was never written."""
        try:
            text = (self.folder(asset, partition) / _POINTER).read_text()
        except FileNotFoundError:
            return None
        return _pointer_of(json.loads(text))

    def pointers(self) -> list[Pointer]:
        """Return the pointers of all partitions, in order of asset and partition."""
        found = [_pointer_of(json.loads(path.read_text())) for path in self._root.glob(f"**/{_POINTER}")]
        return sorted(found, key=lambda pointer: (pointer.asset, pointer.partition))

    def write(
        self,
        table: Table,
        asset: str,
        partition: str,
        content: pl.DataFrame | StreamedTable,
        *,
        data_version: str,
        code_version: str,
        run_id: str,
        written_at: str,
        inputs: Sequence[Input] = (),
    ) -> Pointer:
        """Write a conforming frame, or a streamed table, as the new version of a partition and return its pointer."""
        digest = _file_digest(table, content, data_version)
        file = f"{digest[:32]}.parquet"
        folder = self.folder(asset, partition)
        target = folder / file
        if isinstance(content, StreamedTable):
            _adopt(content, target)
        elif not _is_kept(target):
            _write_parquet(content, target)
        pointer = Pointer(
            asset,
            partition,
            file,
            data_version,
            code_version,
            content.rows if isinstance(content, StreamedTable) else content.height,
            run_id,
            written_at,
            "",
            tuple(sorted(set(inputs), key=lambda each: (each.asset, each.partition, each.data_version))),
        )
        write_atomically(folder / f"{digest[:32]}.json", _text_of(pointer))
        write_atomically(folder / _POINTER, _text_of(pointer))
        self._prune(folder, file)
        return pointer

    def take_back(self, asset: str, partition: str, before: Pointer | None, run_id: str) -> None:
        """Let an earlier version count again, or none, if this run wrote the present one; another run's stays."""
        now = self.pointer(asset, partition)
        if now is None or now.run_id != run_id or now == before:
            return
        path = self.folder(asset, partition) / _POINTER
        if before is None:
            path.unlink(missing_ok=True)
        else:
            write_atomically(path, _text_of(before))

    def record_check(self, asset: str, partition: str, check: str, *, passed: bool) -> None:
        """Note in the pointer that a check of this version failed, or take the note back; such a cell is not fresh."""
        pointer = self.pointer(asset, partition)
        if pointer is None or passed != (pointer.failed_check == check):
            return
        noted = replace(pointer, failed_check="" if passed else check)
        write_atomically(self.folder(asset, partition) / _POINTER, json.dumps(asdict(noted), indent=1).encode())

    def scan(self, table: Table, pointers: Iterable[Pointer]) -> pl.LazyFrame:
        """Return one frame over the files of these partitions; without any it is empty, with the right columns."""
        frames = [self._scan_file(self.file(pointer)) for pointer in pointers]
        if not frames:
            return table.empty().lazy()
        return pl.concat(frames, how="vertical") if len(frames) > 1 else frames[0]

    def pin(self, pointers: Iterable[Pointer]) -> None:
        """Say which files published views read; they stay until the next publishing names others."""
        names = sorted(str(self.file(pointer)) for pointer in pointers)
        write_atomically(self._root / "pinned.json", json.dumps(names, indent=1).encode())

    def pins_lie_here(self) -> bool:
        """Whether every pinned file is one of this store and exists; not so once the store was moved or copied."""
        return all(
            name.startswith(str(self._root)) and (self._root.__class__(name)).exists() for name in self._pinned()
        )

    def _scan_file(self, path: "UPath") -> pl.LazyFrame:
        if is_local(path):
            return pl.scan_parquet(Path(str(path)), glob=False)
        if path.protocol in _SCANNED_PROTOCOLS:
            return pl.scan_parquet(str(path), storage_options=dict(path.storage_options) or None)
        with path.open("rb") as stream:
            return pl.read_parquet(stream.read()).lazy()

    def _pinned(self) -> set[str]:
        try:
            return set(json.loads((self._root / "pinned.json").read_text()))
        except FileNotFoundError:
            return set()

    def _prune(self, folder: "UPath", current: str) -> None:
        """Delete old versions: not the newest few, not what a published view reads, not what may just be read."""
        if not is_local(folder):
            return
        found = {path: _modified(path) for path in Path(str(folder)).glob("*.parquet")}
        versions = sorted(found, key=lambda path: found[path], reverse=True)
        pinned = self._pinned()
        horizon = max(found.values()) - _GRACE_SECONDS
        for path in versions[self._keep :]:
            if path.name != current and str(path) not in pinned and found[path] < horizon:
                path.unlink(missing_ok=True)
                path.with_suffix(".json").unlink(missing_ok=True)


def _modified(path: Path) -> float:
    """When a file was written; the beginning of time for one that another writer has just pruned."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _is_kept(target: "UPath") -> bool:
    """Whether a version is there already; it counts as new then, lest another writer prunes it."""
    if not is_local(target):
        return target.exists()
    try:
        os.utime(str(target))
    except FileNotFoundError:
        return False
    return True


def _text_of(pointer: Pointer) -> bytes:
    return json.dumps(asdict(pointer), indent=1).encode()


def _pointer_of(values: Mapping[str, Any]) -> Pointer:
    inputs = tuple(Input(**each) for each in values["inputs"])
    return Pointer(**{**values, "inputs": inputs})


def _file_digest(table: Table, content: "pl.DataFrame | StreamedTable", data_version: str) -> str:
    """Digest of content and observations: a file is named by all that it holds."""
    observed = [column.name for column in table.columns if column.observation]
    if isinstance(content, StreamedTable) or not observed:
        return data_version
    return value_digest([data_version, frame_digest(content, observed)])


def _adopt(content: StreamedTable, target: "UPath") -> None:
    """Move a streamed file into place, or copy it to an object store."""
    if is_local(target):
        local = Path(str(target))
        local.parent.mkdir(parents=True, exist_ok=True)
        if content.path.exists():
            shutil.move(content.path, local)
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    with content.path.open("rb") as source, target.open("wb") as sink:
        shutil.copyfileobj(source, sink)
    content.path.unlink()


def _write_parquet(frame: pl.DataFrame, target: "UPath") -> None:
    if is_local(target):
        local = Path(str(target))
        local.parent.mkdir(parents=True, exist_ok=True)
        aside = local.with_name(f".{local.name}.{uuid.uuid4().hex}")
        try:
            frame.write_parquet(aside, compression="zstd")
            aside.replace(local)
        finally:
            aside.unlink(missing_ok=True)
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as stream:
        frame.write_parquet(stream, compression="zstd")
