"""Bytes come back as they went in, and damage is told."""

import os
from pathlib import Path

import pytest

from legal_assets.storage.digests import bytes_digest
from legal_assets.storage.raw import DamagedFileError, RawStore, is_local, open_root, write_atomically


@pytest.fixture
def raw(tmp_path: Path) -> RawStore:
    return RawStore(open_root(str(tmp_path)))


@pytest.mark.parametrize("url", ["{folder}", "file://{folder}", "memory://raw-{name}"])
def test_bytes_come_back_under_the_name_of_their_content(tmp_path: Path, url: str) -> None:
    raw = RawStore(open_root(url.format(folder=tmp_path, name=tmp_path.name)))
    sha256 = raw.put("cjeu", b"\x00lamp\xff")
    assert sha256 == bytes_digest(b"\x00lamp\xff")
    assert raw.get("cjeu", sha256) == b"\x00lamp\xff"
    assert raw.path("cjeu", sha256).name == sha256


def test_bytes_already_kept_are_not_written_again(raw: RawStore) -> None:
    path = raw.path("cjeu", raw.put("cjeu", b"lamp"))
    os.utime(str(path), (1, 1))
    raw.put("cjeu", b"lamp")
    assert path.stat().st_mtime == 1


def test_corpora_are_apart(raw: RawStore) -> None:
    sha256 = raw.put("cjeu", b"lamp")
    with pytest.raises(DamagedFileError, match="absent"):
        raw.get("bge", sha256)


def test_changed_bytes_are_told(raw: RawStore) -> None:
    sha256 = raw.put("cjeu", b"lamp")
    raw.path("cjeu", sha256).write_bytes(b"lump")
    with pytest.raises(DamagedFileError, match="no longer has its digest"):
        raw.get("cjeu", sha256)


def test_a_write_that_fails_leaves_the_old_content_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = open_root(str(tmp_path / "folder" / "file"))
    write_atomically(target, b"old")

    def die(self: Path, target: Path) -> Path:
        raise OSError("no space left on device")

    monkeypatch.setattr(Path, "replace", die)
    with pytest.raises(OSError, match="no space left"):
        write_atomically(target, b"new")
    assert [path.name for path in (tmp_path / "folder").iterdir()] == ["file"]
    assert target.read_bytes() == b"old"


def test_a_store_in_memory_is_not_local(tmp_path: Path) -> None:
    assert is_local(open_root(str(tmp_path)))
    assert is_local(open_root(f"file://{tmp_path}"))
    assert not is_local(open_root("memory://store"))
