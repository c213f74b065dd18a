"""What an imported file is as a raw document, and a refused one as a reject."""

from pathlib import Path

import polars as pl
import pytest

from legal_assets.fetch.imports import import_folder, import_table
from legal_assets.fetch.registry import (
    imported_documents,
    imported_rejects,
    imported_tables,
    named_decisions,
    with_roles,
)
from legal_assets.schemas import IMPORTED_FILES, RAW_DOCUMENTS, REJECTS
from legal_assets.storage.raw import RawStore, open_root
from legal_assets_tests.house import NOW
from legal_assets_tests.written_judgments import BEACON, PILOT, write_judgments


@pytest.fixture
def registry(tmp_path: Path) -> pl.DataFrame:
    folder = write_judgments(tmp_path / "judgments", BEACON, PILOT)
    (folder / "empty.html").touch()
    raw = RawStore(open_root(str(tmp_path / "store")))
    return import_folder("cjeu", folder, IMPORTED_FILES.empty(), raw, max_bytes=10**6, now=NOW).registry


def test_files_that_were_taken_are_raw_documents(registry: pl.DataFrame) -> None:
    documents = imported_documents(registry)
    assert documents["doc_id"].to_list() == [BEACON, PILOT]
    assert documents.select("source", "status", "fetched_at").unique().rows() == [("import", "ok", NOW)]
    assert documents["sha256"].to_list() == registry.filter(pl.col("reason") == "taken")["sha256"].to_list()


def test_files_that_were_refused_are_rejects(registry: pl.DataFrame) -> None:
    rejects = imported_rejects(registry)
    assert rejects.select("room", "record_id", "reason").rows() == [("fetch", "./empty.html", "empty_file")]


def test_nothing_was_imported() -> None:
    assert imported_documents(IMPORTED_FILES.empty()).equals(RAW_DOCUMENTS.empty())
    assert imported_rejects(IMPORTED_FILES.empty()).equals(REJECTS.empty())


def test_a_registry_from_before_roles_holds_documents(registry: pl.DataFrame) -> None:
    old = registry.drop("role", "columns", "decisions")
    assert with_roles(old).select(registry.columns).equals(registry)
    assert with_roles(registry) is registry


def test_tables_are_no_documents(tmp_path: Path) -> None:
    table = tmp_path / "old.csv"
    table.write_text("celex\n", encoding="utf-8")
    raw = RawStore(open_root(str(tmp_path / "store")))
    report = import_table(
        "cjeu",
        table,
        "metadata",
        {"celex": "celex"},
        IMPORTED_FILES.empty(),
        raw,
        max_bytes=100,
        check=lambda _: [BEACON, PILOT],
        now=NOW,
    )
    assert imported_documents(report.registry).is_empty()
    tables = imported_tables(report.registry)
    assert tables.select("role", "name", "columns", "media_type").rows() == [
        ("metadata", "old.csv", '{"celex": "celex"}', "text/csv")
    ]
    assert named_decisions(tables, imported_documents(report.registry)) == [BEACON, PILOT]


def test_decisions_that_were_imported_are_not_asked_for(registry: pl.DataFrame) -> None:
    tables = pl.DataFrame({"decisions": [[BEACON, "62010CJ0001"], []]}, schema={"decisions": pl.List(pl.String)})
    assert named_decisions(tables, imported_documents(registry)) == ["62010CJ0001"]
    assert named_decisions(tables.head(0), imported_documents(registry)) == []
