"""Reports in the lineage: a folder of PDF files comes in, and what each table says of it."""

import os
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import polars as pl
import pytest

from legal_assets_tests.conftest import PREFIX, move
from legal_assets_tests.house import House, anew
from legal_assets_tests.pages.written_pdfs import PROSE, all_of, column, draw, scanned, wrapped

SETTINGS = {
    f"{PREFIX}CORPORA": "crosspage",
    f"{PREFIX}SYSTEMS": "bm25",
    f"{PREFIX}PAGES": '{"dpi": 150, "least_usable": 0.9}',
}
SIZE = (460, 240)


def write_folder(folder: Path) -> Path:
    """Write an article of two pages, one of them scanned, a town's report of two pictures, and other files."""
    (folder / "town").mkdir(parents=True)
    title = column(40, 50, ["1. The council"], 15, "hebo")
    prose = column(40, 80, wrapped(PROSE, 70), 11)
    draw(folder / "PMC5000001.pdf", all_of(title, prose), scanned(prose, dpi=150), size=SIZE)
    unreadable = scanned(column(40, 80, ["~ ^ | _ ; : ' ` -"] * 3, 30), dpi=30)
    draw(folder / "town" / "Mill Report.pdf", *[unreadable] * 2, size=SIZE)
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 cut off")
    (folder / "notes.txt").write_text("not a report", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A home in which the folder has run up to its passages."""
    folder = tmp_path_factory.mktemp("reports")
    with mock.patch.dict(os.environ, SETTINGS), anew():
        move(folder / "home")
        house = House()
        report, _ = house.import_folder(write_folder(folder / "in"), "crosspage")
        assert report.refused.select("name", "reason").rows() == [("notes.txt", "wrong_type")]
        ran = house.run(until="passages")
        assert ran.errors == []
        yield house


def table(house: House, asset: str) -> pl.DataFrame:
    return house.table(asset, "crosspage")


def test_every_file_has_an_outcome(house: House) -> None:
    files = table(house, "pdf_files").select("doc_id", "source", "outcome", "pages")
    assert files.rows() == [
        ("broken", "import", "cannot_open", 0),
        ("mill-report", "town", "read", 2),
        ("pmc-5000001", "pmc", "read", 2),
    ]


def test_a_scanned_page_has_the_words_of_the_printed_one(house: House) -> None:
    pages = table(house, "pages").filter(pl.col("doc_id") == "pmc-5000001").sort("page")
    assert pages["engine"].to_list() == ["text_layer", "tesseract"]
    assert pages["text"][1].split() == PROSE.split()


def test_a_document_is_its_pages_and_its_passages_know_them(house: House) -> None:
    (document,) = table(house, "documents").iter_rows(named=True)
    assert (document["doc_id"], document["kind"], document["language"]) == ("pmc-5000001", "report", "en")
    assert document["text"].split() == ["1.", "The", "council", *PROSE.split(), *PROSE.split()]
    (passage,) = table(house, "passages").iter_rows(named=True)
    assert passage["heading_path"] == ["1. The council"]
    spans = table(house, "passage_pages").sort("page")
    assert spans["page"].to_list() == [1, 2]
    second = passage["text"][spans["start"][1] : spans["end"][1]]
    assert second.split() == PROSE.split()


def test_what_is_left_out_is_a_reject_with_the_reason(house: House) -> None:
    rejects = table(house, "passage_rejects").select("record_id", "reason").rows()
    assert ("broken.pdf", "cannot_open") in rejects
    sources = {row["source"]: row for row in table(house, "page_sources").iter_rows(named=True)}
    assert sources["pmc"]["passes"]
    assert not sources["import"]["passes"]
    assert not sources["town"]["passes"]  # what OCR reads of its pictures cannot be trusted
    assert ("mill-report.pdf", "source_fails") in rejects


def test_nothing_is_read_again(house: House) -> None:
    assert house.run(until="passages").events == set()


def test_a_picture_of_a_page_is_made_on_demand(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    viewing = house.module("cli.viewing")
    viewing.picture("pmc-5000001", 2, "crosspage", 72)
    path = Path(capsys.readouterr().out.strip())
    assert path.read_bytes().startswith(b"\x89PNG")
    with pytest.raises(house.module("cli.application").CommandError, match="page 3 is none of them"):
        viewing.picture("pmc-5000001", 3, "crosspage", 72)
    with pytest.raises(house.module("cli.application").CommandError, match="no PDF file"):
        viewing.picture("pmc-7", 1, "crosspage", 72)
