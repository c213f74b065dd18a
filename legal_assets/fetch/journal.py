"""What a refresh has finished so far, on disk, so that a killed run goes on where it was.

One line of JSON per finished answer or document, appended and handed to the operating system at once. The bytes lie in
the raw store before their line is written. A line that a kill cut off is dropped at the next start. Does not belong
here: what the lines mean for the tables (`manifest.py`).
"""

import json
import threading
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Self

Entry = Mapping[str, Any]


class Journal:
    """The journal of one refresh; open it with `with`, append from any thread."""

    def __init__(self, path: Path, key: str, now: datetime, resume_within: timedelta) -> None:
        """Take up the refresh of this key if it is unfinished and young enough, else begin a new one.

        Args:
            path: file of the journal; there is one refresh at a time.
            key: digest of what is fetched and of what it was before.
            now: time of this start.
            resume_within: older refreshes are not taken up: the source may have changed since.
        """
        self._path = path
        self._lock = threading.Lock()
        entries = _read_whole_lines(path)
        self.is_resumed = _may_resume(entries, key, now, resume_within)
        self.entries: tuple[Entry, ...] = tuple(entries[1:]) if self.is_resumed else ()
        path.parent.mkdir(parents=True, exist_ok=True)
        if not self.is_resumed:
            self._replace({"kind": "refresh", "key": key, "started_at": now.isoformat()})
        self._stream = path.open("ab")

    def append(self, kind: str, **values: object) -> None:
        """Write one line and hand it to the operating system."""
        line = json.dumps({"kind": kind, **values}, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        with self._lock:
            self._stream.write(line)
            self._stream.flush()

    def finish(self) -> None:
        """Say that the refresh is complete; the next one starts anew."""
        self.append("finished")

    def __enter__(self) -> Self:
        """Return the open journal."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file; the lines stay."""
        self._stream.close()

    def _replace(self, head: Entry) -> None:
        aside = self._path.with_name(f".{self._path.name}.new")
        aside.write_bytes(json.dumps(head).encode() + b"\n")
        aside.replace(self._path)


def _read_whole_lines(path: Path) -> list[Entry]:
    """Read the lines that are whole, and cut off what follows them."""
    if not path.is_file():
        return []
    data = path.read_bytes()
    entries: list[Entry] = []
    end = 0
    for line in data.splitlines(keepends=True):
        try:
            entry = json.loads(line) if line.endswith(b"\n") else None
        except ValueError:
            entry = None
        if not isinstance(entry, dict):
            break
        entries.append(entry)
        end += len(line)
    if end < len(data):
        with path.open("r+b") as stream:
            stream.truncate(end)
    return entries


def _may_resume(entries: list[Entry], key: str, now: datetime, resume_within: timedelta) -> bool:
    if not entries or entries[0].get("key") != key or entries[-1]["kind"] == "finished":
        return False
    return now - datetime.fromisoformat(entries[0]["started_at"]) <= resume_within
