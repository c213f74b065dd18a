"""A file becomes pages with text, marks, signals and reasons; what cannot be read says so."""

from pathlib import Path

import pymupdf
import pytest

from legal_assets.pages.document import Begun, Document, ReadTask, read_document
from legal_assets_tests.pages.written_pdfs import PROSE, all_of, column, draw, scanned, wrapped

HEAD = column(50, 30, ["Mill Valley Council - Report 12"], 8)


def read(path: Path, **settings: object) -> Document:
    *begun, document = read_document(ReadTask(str(path), **settings))  # type: ignore[arg-type]
    assert isinstance(document, Document)
    assert all(isinstance(each, Begun) for each in begun)
    return document


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Document:
    def page(number: int) -> object:
        return all_of(
            HEAD,
            column(50, 100, [f"{number}.1 The weir of year {number}"], 14, "hebo"),
            column(50, 140, wrapped(PROSE, 40)),
            column(320, 140, wrapped(PROSE.replace("council", "assembly"), 40)),
            column(290, 815, [str(number)], 8),
        )

    path = tmp_path_factory.mktemp("pdf") / "report.pdf"
    return read(draw(path, *[page(number) for number in range(1, 5)]))  # type: ignore[list-item]


def test_columns_are_read_in_order(report: Document) -> None:
    text = " ".join(report.pages[0].composed.text.split())
    assert " ".join(PROSE.split()) in text
    assert text.index("assembly") > text.rindex("council")


def test_running_heads_page_numbers_and_headings_are_marked(report: Document) -> None:
    for page in report.pages:
        marked = {mark.kind: page.composed.text[mark.start : mark.end] for mark in page.composed.marks}
        assert marked == {
            "running_head": "Mill Valley Council - Report 12",
            "heading": f"{page.page}.1 The weir of year {page.page}",
            "page_number": str(page.page),
        }
    assert {mark.level for page in report.pages for mark in page.composed.marks if mark.kind == "heading"} == {2}


def test_the_table_of_contents_gives_levels(tmp_path: Path) -> None:
    path = draw(tmp_path / "a.pdf", all_of(column(50, 100, ["Plain title"]), column(50, 140, wrapped(PROSE, 80))))
    with pymupdf.open(path) as file:
        file.set_toc([[1, "Plain title", 1]])
        file.saveIncr()
    (mark,) = read(path).pages[0].composed.marks
    assert (mark.kind, mark.level) == ("heading", 1)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_rotated_pages_read_alike(tmp_path: Path, rotation: int) -> None:
    path = draw(tmp_path / "a.pdf", column(50, 140, wrapped(PROSE, 80)))
    with pymupdf.open(path) as file:
        file[0].set_rotation(rotation)
        file.saveIncr()
    page = read(path).pages[0]
    assert " ".join(page.composed.text.split()) == " ".join(PROSE.split())
    assert page.layer.rotation == rotation


def test_a_scan_has_no_text_and_an_empty_sheet_is_blank(tmp_path: Path) -> None:
    path = draw(tmp_path / "a.pdf", scanned(column(50, 140, wrapped(PROSE, 80))), scanned(column(0, 0, [])))
    first, second = read(path).pages
    assert (first.reason, first.is_blank) == ("no_text", False)
    assert (second.reason, second.is_blank) == ("", True)


def test_the_layer_of_an_earlier_ocr_is_seen_through(tmp_path: Path) -> None:
    def layered(page: pymupdf.Page) -> None:
        scanned(column(50, 140, wrapped(PROSE, 80)))(page)
        for row, line in enumerate(wrapped(PROSE, 80)):
            page.insert_text((50, 140 + 13 * row), line, fontsize=10, render_mode=3)

    (page,) = read(draw(tmp_path / "a.pdf", layered)).pages
    assert page.signals.hidden_share == 1.0
    assert page.reason == "hidden_layer"


def test_text_printed_twice_on_one_spot_is_read_once(tmp_path: Path) -> None:
    bold = all_of(column(50, 140, ["Twice printed"]), column(50.4, 140, ["Twice printed"]))
    (page,) = read(draw(tmp_path / "a.pdf", bold)).pages
    assert page.composed.text == "Twice printed"


def test_a_page_that_was_left_out_says_so(tmp_path: Path) -> None:
    path = draw(tmp_path / "a.pdf", column(50, 140, ["one page"]), column(50, 140, ["two pages"]))
    first, second = read(path, left_out=frozenset({1})).pages
    assert first.error == "The page could not be read within the limits."
    assert first.composed.text == ""
    assert second.composed.text == "two pages"


@pytest.mark.parametrize(
    ("data", "outcome"), [(b"", "cannot_open"), (b"%PDF-1.7\n", "cannot_open"), (b"no pdf at all", "cannot_open")]
)
def test_a_file_that_cannot_be_opened_is_a_row(tmp_path: Path, data: bytes, outcome: str) -> None:
    (tmp_path / "a.pdf").write_bytes(data)
    document = read(tmp_path / "a.pdf")
    assert document.opened.outcome == outcome
    assert document.pages == ()


def test_a_locked_file_is_a_row(tmp_path: Path) -> None:
    plain = draw(tmp_path / "a.pdf", column(50, 140, ["secret"]))
    with pymupdf.open(plain) as file:
        file.save(tmp_path / "b.pdf", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="mill", owner_pw="weir")
    assert read(tmp_path / "b.pdf").opened.outcome == "locked"


def test_too_many_pages_are_refused(tmp_path: Path) -> None:
    path = draw(tmp_path / "a.pdf", *[column(50, 140, ["page"])] * 3)
    assert read(path, most_pages=2).opened.outcome == "too_many_pages"
