"""Import of a folder or of one table: which files are taken under which id, and why the others are not.

Belongs here: reading files into a registry of files. Nothing is half registered: bytes go to the raw store
first, the registry is replaced whole afterwards by the caller. Does not belong here: identification by content
(`identify.py`), Dagster.
"""

import json
import os
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import polars as pl

from legal_assets.fetch.identify import Identity, UnusableFileError, identify, identify_table
from legal_assets.schemas import IMPORTED_FILES
from legal_assets.storage.raw import RawStore

TAKEN = "taken"


class ImportFolderError(ValueError):
    """The folder cannot be imported at all."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The registry after an import, and what this import did."""

    registry: pl.DataFrame
    taken: int
    unchanged: int
    replaced: int
    refused: pl.DataFrame


def import_folder(
    corpus: str,
    folder: Path,
    registry: pl.DataFrame,
    raw: RawStore,
    *,
    max_bytes: int,
    now: datetime,
    progress: Callable[[str], None] = lambda _: None,
) -> ImportReport:
    """Take every usable file below a folder into the raw store and return the new registry.

    Args:
        corpus: key of the corpus.
        folder: folder searched, with its subfolders; hidden files are left alone.
        registry: registry so far, of the contract `imported_files`; rows of other files are kept.
        raw: where bytes go.
        max_bytes: files larger than this are refused unread.
        now: time of the import, an observation.
        progress: called with each file's name.

    Raises:
        ImportFolderError: the folder is absent, is no folder, or holds no file.
    """
    if not folder.is_dir():
        raise ImportFolderError(f"{folder} is not a folder; name the folder that holds the files.")
    rows: dict[str, dict[str, object]] = {}
    seen = 0
    for path in _files(folder):
        # A name may hold bytes that are no text.
        name = os.fsencode(path.relative_to(folder).as_posix()).decode("utf-8", errors="backslashreplace")
        progress(name)
        seen += 1
        row = _row(corpus, path, name, raw, max_bytes, now)
        record_id = str(row["record_id"])
        if record_id in rows:
            row = _refused(corpus, name, _repeated(rows[record_id], row), now)
        rows[str(row["record_id"])] = row
    if not seen:
        raise ImportFolderError(f"{folder} holds no file; name the folder that holds the files.")
    return _merge(registry, IMPORTED_FILES.frame(list(rows.values())))


def import_table(
    corpus: str,
    file: Path,
    role: str,
    columns: Mapping[str, str],
    registry: pl.DataFrame,
    raw: RawStore,
    *,
    max_bytes: int,
    check: Callable[[bytes], Sequence[str]],
    now: datetime,
) -> ImportReport:
    """Take one table into the raw store and return the new registry; a table of the same name is replaced.

    Args:
        corpus: key of the corpus.
        file: the table.
        role: what it is taken for.
        columns: the table's own names of our columns.
        registry: registry so far, of the contract `imported_files`.
        raw: where bytes go.
        max_bytes: a larger file is refused unread.
        check: reads the table as its role demands and returns the CELEX numbers that it names; raises a `ValueError`
            if it cannot.
        now: time of the import, an observation.

    Raises:
        ImportFolderError: the file is absent, empty, too large or unreadable.
    """
    try:
        data = _read(file, max_bytes)
        identity = identify_table(data, file.name, role, json.dumps(dict(columns), sort_keys=True))
    except OSError as error:
        raise ImportFolderError(f"{file}: {error.strerror or error}; name a CSV, XLSX or Parquet table.") from error
    except UnusableFileError as reason:
        raise ImportFolderError(f"{file}: {reason.detail} Name a CSV, XLSX or Parquet table.") from reason
    decisions = check(data)
    row = _taken(corpus, file.name, identity, raw.put(corpus, data), len(data), now) | {"decisions": list(decisions)}
    return _merge(registry, IMPORTED_FILES.frame([row]))


def _repeated(first: dict[str, object], row: dict[str, object]) -> UnusableFileError:
    bytes_too = ", with the same bytes" if first["sha256"] == row["sha256"] else ""
    detail = f"{first['record_id']} was already taken from {first['name']}{bytes_too}."
    return UnusableFileError("same_document", detail)


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if not hidden and not path.is_dir():
            yield path


def _row(corpus: str, path: Path, name: str, raw: RawStore, max_bytes: int, now: datetime) -> dict[str, object]:
    try:
        data = _read(path, max_bytes)
        identity = identify(corpus, data, path.name)
    except UnusableFileError as reason:
        return _refused(corpus, name, reason, now)
    except OSError as error:
        return _refused(corpus, name, UnusableFileError("unreadable_file", str(error.strerror or error)), now)
    return _taken(corpus, name, identity, raw.put(corpus, data), len(data), now)


def _read(path: Path, max_bytes: int) -> bytes:
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise UnusableFileError("no_regular_file", "It is a folder, device, pipe or socket.")
    if status.st_size > max_bytes:
        raise UnusableFileError(
            "too_large",
            f"{status.st_size:,} bytes; the limit is {max_bytes:,} (LEGAL_ASSETS_MAX_FILE_BYTES).",
        )
    return path.read_bytes()


def _taken(corpus: str, name: str, identity: Identity, sha256: str, size: int, now: datetime) -> dict[str, object]:
    return {
        "corpus": corpus,
        "record_id": identity.file_id,
        "name": name,
        "role": identity.role,
        "columns": identity.columns,
        "decisions": [],
        "doc_id": identity.doc_id,
        "ecli": identity.ecli,
        "language": identity.language,
        "media_type": identity.media_type,
        "sha256": sha256,
        "size": size,
        "reason": TAKEN,
        "detail": "",
        "imported_at": now,
    }


def _refused(corpus: str, name: str, reason: UnusableFileError, now: datetime) -> dict[str, object]:
    return {
        "corpus": corpus,
        "record_id": f"./{name}",  # no document's id, whatever the name
        "name": name,
        "role": "none",
        "columns": None,
        "decisions": [],
        "doc_id": None,
        "ecli": None,
        "language": None,
        "media_type": None,
        "sha256": None,
        "size": None,
        "reason": reason.code,
        "detail": reason.detail,
        "imported_at": now,
    }


def _merge(registry: pl.DataFrame, new: pl.DataFrame) -> ImportReport:
    """Put new rows over old ones; a row whose content is the same keeps its old observation."""
    content = IMPORTED_FILES.content
    same = new.join(registry, on=content, how="semi", nulls_equal=True)
    changed = new.join(registry, on=content, how="anti", nulls_equal=True)
    gone = pl.col("record_id").is_in(changed["record_id"].implode()) | (
        (pl.col("reason") != TAKEN)
        & pl.col("name").is_in(new["name"].implode())
        & ~pl.col("record_id").is_in(same["record_id"].implode())
    )
    kept = registry.filter(~gone)
    taken = changed.filter(pl.col("reason") == TAKEN)
    replaced = taken.join(registry.filter(pl.col("reason") == TAKEN), on="record_id", how="semi").height
    return ImportReport(
        registry=IMPORTED_FILES.conform(pl.concat([kept, changed])),
        taken=taken.height - replaced,
        unchanged=same.filter(pl.col("reason") == TAKEN).height,
        replaced=replaced,
        refused=new.filter(pl.col("reason") != TAKEN).select("name", "reason", "detail"),
    )
