"""Raw documents become tables of files, pages, sources and quality; what was read is not read again."""

from pathlib import Path

import polars as pl
import pytest

from legal_assets.pages.frames import PDF, PageTables, read_pages, source_of
from legal_assets.pages.guarded import Limits
from legal_assets.pages.ocr import OcrSettings
from legal_assets.pages.reading import ReadingSettings
from legal_assets.pages.signals import Thresholds
from legal_assets.pages.tessdata import gather, usual_folders
from legal_assets.schemas import RAW_DOCUMENTS
from legal_assets.schemas.pages import PAGES, PDF_FILES
from legal_assets.storage.raw import RawStore, open_root
from legal_assets_tests.pages.written_pdfs import PROSE, column, draw, scanned, wrapped

MEMORY = 2 * 1024**3


def raw_row(raw: RawStore, doc_id: str, data: bytes, name: str, media_type: str = PDF) -> dict[str, object]:
    return {
        "corpus": "crosspage",
        "file_id": f"{doc_id}.pdf" if media_type == PDF else f"{doc_id}.mineru.json",
        "doc_id": doc_id,
        "source": "import",
        "name": name,
        "ecli": None,
        "url": None,
        "language": None,
        "media_type": media_type,
        "sha256": raw.put("crosspage", data),
        "size": len(data),
        "status": "ok",
        "error": None,
        "fetched_at": None,
        "etag": None,
        "last_modified": None,
    }


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("corpus")


@pytest.fixture(scope="module")
def settings(place: Path) -> ReadingSettings:
    ocr = OcrSettings(place / "ocr", gather(place / "tessdata", usual_folders()), dpi=150, workers=1)
    return ReadingSettings(Thresholds(), Limits(60, 120, MEMORY), ocr, workers=1)


@pytest.fixture(scope="module")
def rows(place: Path) -> pl.DataFrame:
    raw = RawStore(open_root(str(place)))
    prose = column(40, 60, wrapped(PROSE, 70), 11)
    good = draw(place / "good.pdf", prose, prose, size=(460, 200))
    scan = draw(place / "scan.pdf", prose, scanned(prose, dpi=150), size=(460, 200))
    return RAW_DOCUMENTS.frame(
        [
            raw_row(raw, "pmc-1", good.read_bytes(), "PMC1.pdf"),
            raw_row(raw, "town-2", scan.read_bytes(), "town/2.pdf"),
            raw_row(raw, "town-3", b"%PDF-1.4 cut off", "town/3.pdf"),
            raw_row(raw, "town-4", b"[]", "town/4.json", "application/json;type=mineru"),
        ]
    )


def read(place: Path, rows: pl.DataFrame, settings: ReadingSettings, before: PageTables | None = None) -> PageTables:
    files, pages = (before.files, before.pages) if before else (PDF_FILES.empty(), PAGES.empty())
    raw = RawStore(open_root(str(place)))
    return read_pages("crosspage", rows, files, pages, raw, settings, place / "scratch", least_share=0.98)


@pytest.fixture(scope="module")
def tables(place: Path, rows: pl.DataFrame, settings: ReadingSettings) -> PageTables:
    return read(place, rows, settings)


def test_every_file_has_a_row_that_says_what_became_of_it(tables: PageTables) -> None:
    assert tables.files.select("doc_id", "source", "outcome", "pages", "usable_pages", "language").rows() == [
        ("pmc-1", "pmc", "read", 2, 2, "en"),
        ("town-2", "town", "read", 2, 2, "en"),
        ("town-3", "town", "cannot_open", 0, 0, "und"),
    ]
    assert tables.rejects.select("record_id", "reason").rows() == [("town-4.mineru.json", "no_pdf")]


def test_a_scanned_page_has_the_text_and_says_where_it_comes_from(tables: PageTables) -> None:
    layer, scan = tables.pages.filter(pl.col("doc_id") == "town-2").iter_rows(named=True)
    assert layer["engine"] == "text_layer"
    assert scan["engine"] == "tesseract"
    assert scan["ocr_reason"] == "no_text"
    assert scan["text"].split() == PROSE.split()
    assert scan["confidence"] > 80
    assert (scan["dpi"], scan["read_as"]) == (150, "en")


def test_sources_are_counted(tables: PageTables) -> None:
    assert tables.sources.select("source", "files", "files_read", "pages", "share", "passes", "failing").rows() == [
        ("pmc", 1, 1, 2, 2 / 2, True, []),
        ("town", 2, 1, 2, 2 / 2, True, ["town-3"]),
    ]
    assert tables.quality.select("source", "engine", "ocr_reason", "pages", "usable_pages").rows() == [
        ("pmc", "text_layer", "none", 2, 2),
        ("town", "tesseract", "no_text", 1, 1),
        ("town", "text_layer", "none", 1, 1),
    ]


def test_a_file_is_not_read_again_unless_its_reader_changed(
    place: Path, rows: pl.DataFrame, tables: PageTables, settings: ReadingSettings
) -> None:
    noted: list[str] = []
    raw = RawStore(open_root(str(place)))
    again = read_pages(
        "crosspage", rows, tables.files, tables.pages, raw, settings, place, least_share=0.98, progress=noted.append
    )
    assert noted == []
    assert again.pages.equals(tables.pages)
    other = settings._replace(least_confidence=99.9)
    changed = read(place, rows, other, tables)
    assert changed.files.filter(pl.col("doc_id") == "town-2")["usable_pages"].to_list() == [1]
    assert changed.sources.filter(pl.col("source") == "town").select("share", "passes").row(0) == (1 / 2, False)


@pytest.mark.parametrize(
    ("doc_id", "name", "came_by", "source"),
    [
        ("pmc-12", "pmc/PMC12.pdf", "import", "pmc"),
        ("wb-34", "34.pdf", "live", "worldbank"),
        ("a", "town/hall/a.pdf", "import", "town"),
        ("a", "a.pdf", "import", "import"),
        ("a", "x/a.pdf", "list", "list"),
    ],
)
def test_the_source_of_a_file(doc_id: str, name: str, came_by: str, source: str) -> None:
    assert source_of(doc_id, name, came_by) == source
