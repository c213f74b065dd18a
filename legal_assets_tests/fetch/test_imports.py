"""A folder is taken file by file: each is taken, or refused with the reason, and nothing is half registered."""

import os
from datetime import datetime, timedelta
from pathlib import Path

import polars as pl
import pytest

from legal_assets.fetch.imports import ImportFolderError, ImportReport
from legal_assets.fetch.store_imports import forget_imports, import_into_store
from legal_assets.schemas import IMPORTED_FILES
from legal_assets.storage.digests import bytes_digest
from legal_assets.storage.partitions import PartitionStore, Pointer
from legal_assets.storage.raw import RawStore, open_root
from legal_assets_tests.house import NOW
from legal_assets_tests.written_judgments import (
    BEACON,
    PILOT,
    ecli,
    file_name,
    judgment_file,
    write_judgments,
)

LIMIT = 100_000


class Place:
    """A store, and a folder to import into it."""

    def __init__(self, root: Path) -> None:
        self.folder = root / "judgments"
        self.folder.mkdir()
        self.store = PartitionStore(open_root(str(root / "store")))
        self.raw = RawStore(open_root(str(root / "store")))

    def put(self, name: str, data: bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    def take(self, now: datetime = NOW, folder: Path | None = None) -> tuple[ImportReport, Pointer | None]:
        return import_into_store(
            "cjeu", folder or self.folder, self.store, self.raw, max_bytes=LIMIT, now=now, progress=lambda _: None
        )

    def registry(self) -> pl.DataFrame:
        pointer = self.store.pointer("imported_files", "cjeu")
        return self.store.scan(IMPORTED_FILES, [pointer] if pointer else []).collect()

    def reasons(self) -> dict[str, str]:
        return dict(self.registry().select("name", "reason").iter_rows())


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def counts(report: ImportReport) -> tuple[int, int, int, int]:
    """Return how many files were taken, unchanged, replaced, refused."""
    return report.taken, report.unchanged, report.replaced, report.refused.height


def test_a_file_is_taken_with_what_it_says_of_itself(place: Place) -> None:
    data = judgment_file(BEACON)
    place.put(file_name(BEACON), data)
    report, pointer = place.take()
    assert counts(report) == (1, 0, 0, 0)
    (row,) = place.registry().to_dicts()
    expected = {
        "corpus": "cjeu",
        "record_id": f"{BEACON}.en.html",
        "name": file_name(BEACON),
        "role": "document",
        "columns": None,
        "doc_id": BEACON,
        "ecli": ecli(BEACON),
        "language": "en",
        "media_type": "application/xhtml+xml",
        "sha256": bytes_digest(data),
        "size": len(data),
        "reason": "taken",
        "detail": "",
        "imported_at": NOW,
    }
    assert {name: row[name] for name in expected} == expected
    assert place.raw.get("cjeu", row["sha256"]) == data
    assert pointer == place.store.pointer("imported_files", "cjeu")


def test_the_extension_says_nothing(place: Place) -> None:
    place.put(f"{BEACON}.xml", judgment_file(BEACON))
    place.put(f"{PILOT}", judgment_file(PILOT))
    place.take()
    found = place.registry().select("doc_id", "media_type").rows()
    assert found == [(BEACON, "application/xhtml+xml"), (PILOT, "application/xhtml+xml")]


def test_the_content_identifies_what_the_name_does_not(place: Place) -> None:
    place.put("lighthouse.html", judgment_file(BEACON))
    place.take()
    assert place.registry()["doc_id"].to_list() == [BEACON]


def test_importing_again_changes_nothing(place: Place) -> None:
    write_judgments(place.folder)
    place.put("empty.html", b"")
    _, first = place.take()
    report, second = place.take(NOW + timedelta(days=30))
    assert second is None
    assert place.store.pointer("imported_files", "cjeu") == first
    assert counts(report) == (0, 4, 0, 1)
    assert set(place.registry()["imported_at"]) == {NOW}


def test_a_changed_file_replaces_the_old_one(place: Place) -> None:
    write_judgments(place.folder)
    place.take()
    data = judgment_file(BEACON, ["The lamp is out."])
    place.put(file_name(BEACON), data)
    report, pointer = place.take(NOW + timedelta(days=1))
    assert pointer is not None
    assert counts(report) == (0, 3, 1, 0)
    registry = place.registry()
    assert registry.height == 4
    times = dict(registry.select("doc_id", "imported_at").iter_rows())
    assert times.pop(BEACON) == NOW + timedelta(days=1)
    assert set(times.values()) == {NOW}, "the others keep when they came"
    (sha256,) = registry.filter(pl.col("doc_id") == BEACON)["sha256"]
    assert place.raw.get("cjeu", sha256) == data


def test_a_second_folder_adds_to_the_first(place: Place, tmp_path: Path) -> None:
    write_judgments(place.folder, BEACON)
    place.take()
    report, _ = place.take(folder=write_judgments(tmp_path / "more", PILOT))
    assert counts(report) == (1, 0, 0, 0)
    assert place.registry()["doc_id"].to_list() == [BEACON, PILOT]


def test_a_refused_file_that_becomes_good_is_taken(place: Place) -> None:
    place.put(file_name(BEACON), b"")
    place.take()
    assert place.reasons() == {file_name(BEACON): "empty_file"}
    place.put(file_name(BEACON), judgment_file(BEACON))
    report, _ = place.take()
    assert counts(report) == (1, 0, 0, 0)
    assert place.reasons() == {file_name(BEACON): "taken"}


@pytest.mark.parametrize("name", [file_name(BEACON), f"{BEACON}.en.html"])
def test_a_good_file_that_becomes_bad_is_told_and_its_good_bytes_stay(place: Place, name: str) -> None:
    place.put(name, judgment_file(BEACON))
    place.take()
    place.put(name, b"")
    report, _ = place.take()
    assert counts(report) == (0, 0, 0, 1)
    assert sorted(place.registry()["reason"]) == ["empty_file", "taken"]
    place.put(name, judgment_file(BEACON))
    report, _ = place.take()
    assert counts(report) == (0, 1, 0, 0)
    assert place.registry()["reason"].to_list() == ["taken"]


def test_a_refused_file_that_is_named_like_a_document_does_not_stand_in_its_way(place: Place) -> None:
    place.put(f"{BEACON}.en.html", b"")
    place.put(f"more/{BEACON}.en.html", judgment_file(BEACON))
    report, _ = place.take()
    assert counts(report) == (1, 0, 0, 1)
    assert place.reasons() == {f"{BEACON}.en.html": "empty_file", f"more/{BEACON}.en.html": "taken"}


def test_two_files_of_one_document_are_not_both_taken(place: Place) -> None:
    place.put(f"a/{file_name(BEACON)}", judgment_file(BEACON))
    place.put(f"b/{file_name(BEACON)}", judgment_file(BEACON, comment="another copy"))
    report, _ = place.take()
    assert counts(report) == (1, 0, 0, 1)
    assert report.refused.rows() == [
        (f"b/{file_name(BEACON)}", "same_document", f"{BEACON}.en.html was already taken from a/{file_name(BEACON)}.")
    ]
    _, again = place.take()
    assert again is None


def test_a_copy_with_the_same_bytes_is_named_too(place: Place) -> None:
    place.put(f"a/{file_name(BEACON)}", judgment_file(BEACON))
    place.put(f"b/{file_name(BEACON)}", judgment_file(BEACON))
    report, _ = place.take()
    assert report.refused["reason"].to_list() == ["same_document"]
    _, again = place.take()
    assert again is None


def test_languages_of_one_document_are_files_of_their_own(place: Place) -> None:
    place.put(f"{BEACON}.en.html", judgment_file(BEACON))
    place.put(f"{BEACON}.fr.html", judgment_file(BEACON))
    report, _ = place.take()
    assert counts(report) == (2, 0, 0, 0)
    assert place.registry()["record_id"].to_list() == [f"{BEACON}.en.html", f"{BEACON}.fr.html"]


def test_hidden_files_and_folders_are_left_alone(place: Place) -> None:
    place.put(file_name(BEACON), judgment_file(BEACON))
    place.put(f".{file_name(PILOT)}", judgment_file(PILOT))
    place.put(f".trash/{file_name(PILOT)}", judgment_file(PILOT))
    report, _ = place.take()
    assert counts(report) == (1, 0, 0, 0)


def test_an_import_that_dies_registers_nothing(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    write_judgments(place.folder, BEACON)
    _, before = place.take()
    write_judgments(place.folder)
    put = RawStore.put
    taken: list[str] = []

    def put_two(self: RawStore, corpus: str, data: bytes) -> str:
        if len(taken) == 2:
            raise OSError("no space left on device")
        taken.append(put(self, corpus, data))
        return taken[-1]

    with monkeypatch.context() as patch:
        patch.setattr(RawStore, "put", put_two)
        with pytest.raises(OSError, match="no space"):
            place.take()
    assert place.store.pointer("imported_files", "cjeu") == before
    report, _ = place.take()
    assert counts(report) == (3, 1, 0, 0), "the next import goes through"


def test_forgetting_empties_the_registry_and_keeps_the_bytes(place: Place) -> None:
    write_judgments(place.folder)
    place.take()
    sha256 = place.registry()["sha256"][0]
    number, pointer = forget_imports("cjeu", place.store, NOW)
    assert number == 4
    assert pointer is not None
    assert place.registry().is_empty()
    assert place.raw.get("cjeu", sha256)
    assert forget_imports("cjeu", place.store, NOW) == (0, None)
    report, _ = place.take()
    assert counts(report) == (4, 0, 0, 0)


def test_every_file_is_announced(place: Place) -> None:
    write_judgments(place.folder)
    place.put("empty.html", b"")
    seen: list[str] = []
    import_into_store("cjeu", place.folder, place.store, place.raw, max_bytes=LIMIT, now=NOW, progress=seen.append)
    assert sorted(seen) == sorted(path.name for path in place.folder.iterdir())


@pytest.mark.parametrize("kind", ["absent", "file", "empty", "hidden"])
def test_a_folder_without_files_is_refused(place: Place, kind: str) -> None:
    folder = place.folder / kind
    if kind == "file":
        folder.write_bytes(b"x")
    elif kind != "absent":
        folder.mkdir()
    if kind == "hidden":
        (folder / ".keep").touch()
    with pytest.raises(ImportFolderError, match=f"{kind} (is not a folder|holds no file); name the folder"):
        place.take(folder=folder)
    assert place.store.pointer("imported_files", "cjeu") is None


def test_a_corpus_without_import_is_refused(place: Place) -> None:
    write_judgments(place.folder, BEACON)
    with pytest.raises(ValueError, match="Corpus atlantis has no import"):
        import_into_store(
            "atlantis", place.folder, place.store, place.raw, max_bytes=LIMIT, now=NOW, progress=lambda _: None
        )


def test_names_that_are_no_text_are_shown_and_do_no_harm(place: Place) -> None:
    os.close(os.open(os.fsencode(place.folder) + b"/harbour-\xff.html", os.O_CREAT))
    place.put(file_name(BEACON), judgment_file(BEACON))
    report, _ = place.take()
    assert counts(report) == (1, 0, 0, 1)
    assert report.refused["name"].to_list() == ["harbour-\\xff.html"]
