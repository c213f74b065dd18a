"""Raw store: immutable bytes under the name of their content, `raw/<corpus>/<sha256>`.

Belongs here: keeping and giving back bytes. Does not belong here: what they are (`fetch/`).
"""

import uuid
from pathlib import Path
from typing import TYPE_CHECKING

from legal_assets.storage.digests import bytes_digest

if TYPE_CHECKING:
    from upath import UPath


class DamagedFileError(ValueError):
    """Stored bytes are absent or no longer have their digest."""


def open_root(url: str) -> "UPath":
    """Return the root of a store: a local folder, or an fsspec URL with credentials from the environment."""
    from upath import UPath

    root = UPath(url)
    return UPath(root.path) if is_local(root) else root  # `file://` paths print with their protocol


def is_local(path: "UPath") -> bool:
    """Whether a path lies on this machine's file system."""
    return path.protocol in {"", "file", "local"}


def write_atomically(target: "UPath", data: bytes) -> None:
    """Write bytes so that a reader sees the old content or the new one, whole.

    On a local file system the bytes go aside and are renamed over; an object store replaces objects whole by itself.
    """
    if not is_local(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        return
    local = Path(str(target))
    local.parent.mkdir(parents=True, exist_ok=True)
    aside = local.with_name(f".{local.name}.{uuid.uuid4().hex}")
    try:
        aside.write_bytes(data)
        aside.replace(local)
    finally:
        aside.unlink(missing_ok=True)


class RawStore:
    """Bytes by corpus and SHA-256."""

    def __init__(self, root: "UPath") -> None:
        """Keep files under `root/raw`."""
        self._root = root / "raw"

    def path(self, corpus: str, sha256: str) -> "UPath":
        """Return where these bytes lie."""
        return self._root / corpus / sha256

    def put(self, corpus: str, data: bytes) -> str:
        """Keep bytes and return their SHA-256; bytes already kept are not written again."""
        sha256 = bytes_digest(data)
        path = self.path(corpus, sha256)
        if not path.exists():
            write_atomically(path, data)
        return sha256

    def get(self, corpus: str, sha256: str) -> bytes:
        """Return bytes.

        Raises:
            DamagedFileError: they are absent, or have another digest than their name says.
        """
        path = self.path(corpus, sha256)
        try:
            data = path.read_bytes()
        except FileNotFoundError as error:
            raise DamagedFileError(f"Raw file {path} is absent; import or fetch it again.") from error
        if bytes_digest(data) != sha256:
            raise DamagedFileError(f"Raw file {path} no longer has its digest; delete it and import or fetch again.")
        return data
