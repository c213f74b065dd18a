"""A folder of bad files beside good ones: each bad file is a row of rejects, and the good ones flow on."""

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import duckdb
import polars as pl
import pytest

from legal_assets.fetch.imports import import_folder
from legal_assets.fetch.registry import imported_documents, imported_rejects
from legal_assets.passages.cjeu import parse_judgment
from legal_assets.passages.frames import Tables, read_corpus
from legal_assets.schemas import IMPORTED_FILES
from legal_assets.storage.raw import RawStore, open_root
from legal_assets_tests.house import NOW, FreshDefinitions
from legal_assets_tests.written_judgments import (
    BEACON,
    BUOY,
    PILOT,
    QUAY,
    file_name,
    judgment_file,
    write_judgments,
)

UNREAD = "words of another file"


def _sparse(path: Path) -> None:
    with path.open("wb") as stream:
        stream.write(judgment_file(QUAY)[:200])
        stream.truncate(300 * 1024**2)


def _broken_utf_8(path: Path) -> None:
    path.write_bytes(judgment_file(QUAY).replace(b"Stone quays", b"St\xc3\x28ne qu\xff\xfeays"))


def _nested(path: Path) -> None:
    depth = 100_000
    data = judgment_file(QUAY).decode().replace("Stone", "<span>" * depth + "Stone" + "</span>" * depth)
    path.write_text(data, encoding="utf-8")


def _with_entity(declaration: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        other = path.parents[2] / "other.txt"
        other.write_text(UNREAD, encoding="utf-8")
        doctype = f"<!DOCTYPE html [{declaration.format(other=other)}]>\n"
        head, line, rest = judgment_file(QUAY).decode().partition("<html")
        path.write_text(head + doctype + line + rest.replace("Stone quays", "&lamp; quays"), encoding="utf-8")

    return write


def _without_celex(path: Path) -> None:
    path.write_text("<html><body><p>An essay about lighthouses and their keepers.</p></body></html>", encoding="utf-8")


BAD: dict[str, tuple[str, str, Callable[[Path], object]]] = {
    "empty file": ("empty.html", "empty_file", lambda path: path.write_bytes(b"")),
    "only white space": ("blank.html", "empty_file", lambda path: path.write_bytes(b" \n\t ")),
    "PDF named .html": (
        f"{QUAY}.en.html",
        "wrong_type",
        lambda path: path.write_bytes(b"%PDF-1.7\n%\xe2\xe3\n1 0 obj"),
    ),
    "archive": (f"{QUAY}.en.html", "wrong_type", lambda path: path.write_bytes(b"PK\x03\x04" + bytes(90))),
    "300 MB": (f"{QUAY}.en.html", "too_large", _sparse),
    "without CELEX": ("essay.html", "no_celex", _without_celex),
    "named pipe": ("pipe.html", "no_regular_file", os.mkfifo),
    "link to nothing": ("lost.html", "unreadable_file", lambda path: path.symlink_to("nowhere")),
    "two files of one document": (file_name(BUOY), "same_document", lambda path: path.write_bytes(b"<html>x")),
    "broken UTF-8": (f"{QUAY}.en.html", "undecodable", _broken_utf_8),
    "external entity": (
        f"{QUAY}.en.html",
        "entities",
        _with_entity('<!ENTITY lamp SYSTEM "http://127.0.0.1:9/lamp.xml">'),
    ),
    "entity of a local file": (f"{QUAY}.en.html", "entities", _with_entity('<!ENTITY lamp SYSTEM "file://{other}">')),
    "entities that grow": (
        f"{QUAY}.en.html",
        "entities",
        _with_entity('<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;"><!ENTITY lamp "&b;&b;&b;&b;">'),
    ),
    "no judgment": (f"{QUAY}.en.html", "no-judgment", lambda path: path.write_bytes(b"<html><p>Not found</p></html>")),
}
"""Name, reason and how it is written, by what is wrong."""


GOOD = [BEACON, PILOT, BUOY]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_judgments(tmp_path / "judgments", *GOOD)


def read(folder: Path, max_bytes: int = 64 * 1024**2) -> tuple[dict[str, tuple[str, str]], Tables]:
    """Import a folder and read what was taken; return reason and detail by rejected record, and the tables."""
    raw = RawStore(open_root(str(folder.parent / "store")))
    report = import_folder("cjeu", folder, IMPORTED_FILES.empty(), raw, max_bytes=max_bytes, now=NOW)
    tables = read_corpus("cjeu", imported_documents(report.registry), raw, parse_judgment, language="en")
    frames = [imported_rejects(report.registry), tables.rejects]
    return {record: (reason, detail) for _, _, record, reason, detail in pl.concat(frames).iter_rows()}, tables


@pytest.mark.parametrize("wrong", BAD)
def test_a_bad_file_is_listed_and_the_rest_goes_on(folder: Path, wrong: str) -> None:
    name, reason, write = BAD[wrong]
    path = folder / "z" / name
    path.parent.mkdir()
    try:
        write(path)
    except (OSError, AttributeError) as error:
        pytest.skip(f"this file system has no such file: {error}")
    rejects, tables = read(folder)
    ((told, detail),) = rejects.values()
    assert told == reason
    assert detail.strip()
    assert tables.documents["doc_id"].to_list() == GOOD
    assert not any(UNREAD in text for text in tables.passages["text"])


def test_deep_nesting_does_no_harm(folder: Path) -> None:
    _nested(folder / f"{QUAY}.en.html")
    rejects, tables = read(folder)
    documents = set(tables.documents["doc_id"])
    assert set(GOOD) <= documents
    assert (QUAY in documents) is not bool(rejects), "it is read, or listed"


def test_a_file_over_the_limit_is_named_with_the_setting(folder: Path) -> None:
    rejects, tables = read(folder, max_bytes=len(judgment_file(BEACON)))
    assert tables.documents["doc_id"].to_list() == [BEACON]
    assert {reason for reason, _ in rejects.values()} == {"too_large"}
    assert all("LEGAL_ASSETS_MAX_FILE_BYTES" in detail for _, detail in rejects.values())


@pytest.mark.slow
def test_all_at_once_reach_the_published_rejects(folder: Path, fresh_definitions: FreshDefinitions) -> None:
    written: Counter[str] = Counter()
    for number, (wrong, (name, reason, write)) in enumerate(BAD.items()):
        if wrong in {"named pipe", "300 MB"}:
            continue
        path = folder / f"z{number}" / Path(name).name.replace(QUAY, f"62020CJ91{number:02}")
        path.parent.mkdir()
        write(path)
        written[reason] += 1
    house = fresh_definitions(SYSTEMS="bm25")
    house.import_folder(folder)
    assert house.run().errors == []
    with duckdb.connect(str(house.duckdb), read_only=True) as connection:
        published = dict(connection.sql("SELECT reason, count(*) FROM rejects GROUP BY ALL").fetchall())
        documents = connection.sql("SELECT doc_id FROM documents ORDER BY ALL").fetchall()
    assert published == written
    assert documents == [(doc_id,) for doc_id in GOOD]
