"""A corpus is its imported files, or the bundled sample while nothing was imported."""

from pathlib import Path

import polars as pl
import pytest

from legal_assets.fetch import registry
from legal_assets.fetch.imports import import_folder
from legal_assets.sample_site.documents import sample_judgments
from legal_assets.schemas import IMPORTED_FILES
from legal_assets.storage.raw import RawStore, open_root
from legal_assets_tests.house import NOW
from legal_assets_tests.written_judgments import BEACON, PILOT, write_judgments


@pytest.fixture
def raw(tmp_path: Path) -> RawStore:
    return RawStore(open_root(str(tmp_path / "store")))


def imported(folder: Path, raw: RawStore) -> pl.DataFrame:
    report = import_folder("cjeu", folder, IMPORTED_FILES.empty(), raw, max_bytes=10**6, now=NOW)
    return report.registry


def test_without_imports_the_sample_is_the_corpus(raw: RawStore) -> None:
    documents, rejects = registry.raw_documents("cjeu", IMPORTED_FILES.empty(), "sample", raw)
    assert rejects.is_empty()
    assert documents.height == len(sample_judgments())
    assert documents["source"].unique().to_list() == ["sample"]
    assert documents["doc_id"].n_unique() == documents.height
    for sha256, size in documents.select("sha256", "size").iter_rows():
        assert len(raw.get("cjeu", sha256)) == size


def test_imports_leave_the_sample_out(tmp_path: Path, raw: RawStore) -> None:
    files = imported(write_judgments(tmp_path / "judgments", BEACON, PILOT), raw)
    documents, _ = registry.raw_documents("cjeu", files, "sample", raw)
    assert documents["doc_id"].to_list() == [BEACON, PILOT]
    assert documents["source"].unique().to_list() == ["import"]
    assert documents["fetched_at"].unique().to_list() == [NOW]


def test_refused_files_are_rejects_beside_the_sample(tmp_path: Path, raw: RawStore) -> None:
    (tmp_path / "judgments").mkdir()
    (tmp_path / "judgments" / "empty.html").touch()
    documents, rejects = registry.raw_documents("cjeu", imported(tmp_path / "judgments", raw), "sample", raw)
    assert documents["source"].unique().to_list() == ["sample"]
    assert rejects.select("room", "record_id", "reason").rows() == [("fetch", "./empty.html", "empty_file")]


@pytest.mark.parametrize(("corpus", "profile"), [("cjeu", "live"), ("atlantis", "sample")])
def test_no_document_at_all_is_an_error_that_says_what_to_do(raw: RawStore, corpus: str, profile: str) -> None:
    with pytest.raises(ValueError, match=rf"Corpus {corpus} has no document.*legal-assets import {corpus} FOLDER"):
        registry.raw_documents(corpus, IMPORTED_FILES.empty(), profile, raw)


def test_the_sample_has_a_digest_of_its_own() -> None:
    assert registry.sample_digest("cjeu") == registry.sample_digest("cjeu") != ""
    assert registry.sample_digest("atlantis") == ""
