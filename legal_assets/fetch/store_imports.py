"""The registry of imported files as a table of the store.

Belongs here: reading and replacing the registry whole. Does not belong here: reading folders (`imports.py`).
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

import polars as pl

from legal_assets.fetch.imports import ImportReport, import_folder, import_table
from legal_assets.fetch.registry import with_roles
from legal_assets.schemas import IMPORTED_FILES
from legal_assets.storage.digests import frame_digest
from legal_assets.storage.partitions import PartitionStore, Pointer
from legal_assets.storage.raw import RawStore

ASSET = IMPORTED_FILES.name
CODE_VERSION = "3"


def import_into_store(
    corpus: str,
    folder: Path,
    store: PartitionStore,
    raw: RawStore,
    *,
    max_bytes: int,
    now: datetime,
    progress: Callable[[str], None],
) -> tuple[ImportReport, Pointer | None]:
    """Import a folder and replace the registry; the pointer is None when nothing changed.

    Raises:
        ImportFolderError: the folder cannot be imported at all.
    """
    registry = _registry(store, corpus)
    report = import_folder(corpus, folder, registry, raw, max_bytes=max_bytes, now=now, progress=progress)
    return report, _replace(store, corpus, registry, report.registry, now)


def import_table_into_store(
    corpus: str,
    file: Path,
    role: str,
    columns: Mapping[str, str],
    store: PartitionStore,
    raw: RawStore,
    *,
    max_bytes: int,
    check: Callable[[bytes], Sequence[str]],
    now: datetime,
) -> tuple[ImportReport, Pointer | None]:
    """Import one table and replace the registry; the pointer is None when nothing changed.

    Raises:
        ImportFolderError: the file is absent, empty, too large or unreadable.
    """
    registry = _registry(store, corpus)
    report = import_table(corpus, file, role, columns, registry, raw, max_bytes=max_bytes, check=check, now=now)
    return report, _replace(store, corpus, registry, report.registry, now)


def forget_imports(corpus: str, store: PartitionStore, now: datetime) -> tuple[int, Pointer | None]:
    """Empty the registry of a corpus; return how many files it had, and the pointer if there were any."""
    registry = _registry(store, corpus)
    return registry.height, _replace(store, corpus, registry, IMPORTED_FILES.empty(), now)


def _registry(store: PartitionStore, corpus: str) -> pl.DataFrame:
    pointer = store.pointer(ASSET, corpus)
    return with_roles(store.scan(IMPORTED_FILES, [pointer] if pointer else []).collect())


def _replace(store: PartitionStore, corpus: str, old: pl.DataFrame, new: pl.DataFrame, now: datetime) -> Pointer | None:
    version = frame_digest(new, IMPORTED_FILES.content)
    if version == frame_digest(old, IMPORTED_FILES.content):
        return None
    return store.write(
        IMPORTED_FILES,
        ASSET,
        corpus,
        new,
        data_version=version,
        code_version=CODE_VERSION,
        run_id="",
        written_at=now.isoformat(timespec="seconds"),
    )
