"""Reading pages by OCR: in processes of their own, through the cache, in the language of the document.

A page on which the engine hangs or crashes gets a row that says so, and the document's other pages are read. Belongs
here: which pages are given to which process, and in which language. Does not belong here: the engines themselves
(`tesseract.py`), which pages need it (`signals.py`).
"""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from legal_assets.pages.document import prepare as prepare_pdf
from legal_assets.pages.engines import EngineText, OcrEngine
from legal_assets.pages.guarded import End, Item, Limits, run_guarded
from legal_assets.pages.ocr_cache import OcrCache
from legal_assets.pages.pictures import MOST_PIXELS, image_digest, render
from legal_assets.pages.tesseract import Tesseract
from legal_assets.text.language import identify_language

ENGINES: Mapping[str, Callable[[Path], OcrEngine]] = {Tesseract.name: Tesseract}
"""Engines by name, each made from the folder of its data."""

REPORT_LANGUAGES = ("en", "fr", "de", "es", "pt", "it", "nl", "pl", "ro", "ru", "ar", "zh", "th", "km")
"""Languages that a report may be in."""

UNKNOWN = "und"
_LEAST_TEXT = 200
_PAGES_OF_A_TASK = 4
_SURE = 0.9


class Scan(NamedTuple):
    """A document with pages to be read: where it lies, which pages, and its language, `und` if it is not known."""

    doc_id: str
    path: str
    pages: tuple[int, ...]
    language: str = UNKNOWN


class OcrSettings(NamedTuple):
    """How pages are read."""

    cache: Path
    data: Path
    engine: str = Tesseract.name
    dpi: int = 300
    default_language: str = "en"
    limits: Limits = Limits(item_seconds=180.0, task_seconds=900.0, memory_bytes=2 * 1024**3)
    workers: int = 2
    most_pixels: int = MOST_PIXELS


class OcrPage(NamedTuple):
    """What came of a page; without a text, the error says why."""

    page: int
    text: EngineText | None
    picture: str
    dpi: int
    was_kept: bool
    seconds: float
    error: str = ""


class OcrTask(NamedTuple):
    """Pages of one file for one process."""

    path: str
    pages: tuple[int, ...]
    language: str
    settings: OcrSettings


def prepare() -> None:
    """Import what a process needs; Tesseract's own threads slow each other down where pages are read side by side."""
    os.environ["OMP_THREAD_LIMIT"] = "1"
    prepare_pdf()
    import tesserocr  # noqa: F401  # loaded before the memory limit is set


def read_pages(task: OcrTask) -> Iterator[OcrPage]:
    """Read the pages of a task, one after the other, from the cache where they were read before."""
    import pymupdf

    engine = _engine(task.settings.engine, task.settings.data)
    kept_texts = OcrCache(task.settings.cache)
    version = engine.version(task.language)
    with pymupdf.open(task.path, filetype="pdf") as file:
        for number in task.pages:
            began = time.perf_counter()
            try:
                image = render(file[number - 1], task.settings.dpi, task.settings.most_pixels)
            except (RuntimeError, ValueError) as error:
                yield OcrPage(number, None, "", 0, False, 0.0, f"It cannot be rendered: {' '.join(str(error).split())}")
                continue
            picture = image_digest(image)
            text = kept_texts.get(picture, engine.name, version, task.language)
            was_kept = text is not None
            if text is None:
                text = engine.read(image, task.language)
                kept_texts.put(picture, engine.name, version, task.language, text)
            yield OcrPage(number, text, picture, image.dpi, was_kept, time.perf_counter() - began)


@cache
def _engine(name: str, data: Path) -> OcrEngine:
    return ENGINES[name](data)


def read_scans(
    scans: Sequence[Scan], settings: OcrSettings, progress: Callable[[str], None] = lambda _: None
) -> dict[str, dict[int, OcrPage]]:
    """Read the pages of documents; the result has every page asked for, by document and page.

    A document whose language nobody knows is read in the default language first; where its text then proves to be in
    another one, it is read again in that.

    Args:
        scans: documents and pages.
        settings: how.
        progress: told after each page.
    """
    known = [scan if scan.language != UNKNOWN else scan._replace(language=settings.default_language) for scan in scans]
    results = _read_all(known, settings, progress)
    again = []
    for scan in scans:
        if scan.language == UNKNOWN:
            language = language_of(_text(results[scan.doc_id]))
            if language not in (UNKNOWN, settings.default_language):
                again.append(scan._replace(language=language))
    return {**results, **_read_all(again, settings, progress)}


def language_of(text: str) -> str:
    """Return the language of a text as ISO 639-1 code, `und` where there is too little of it to tell."""
    if sum(map(str.isalpha, text)) < _LEAST_TEXT:
        return UNKNOWN
    found = identify_language(text, REPORT_LANGUAGES)
    return found.language if found.confidence >= _SURE else UNKNOWN


def _text(pages: Mapping[int, OcrPage]) -> str:
    return "\n".join(line.text for page in pages.values() if page.text is not None for line in page.text.lines)


def _read_all(
    scans: Sequence[Scan], settings: OcrSettings, progress: Callable[[str], None]
) -> dict[str, dict[int, OcrPage]]:
    results: dict[str, dict[int, OcrPage]] = {scan.doc_id: {} for scan in scans}
    waiting = [
        (scan.doc_id, OcrTask(scan.path, scan.pages[at : at + _PAGES_OF_A_TASK], scan.language, settings))
        for scan in scans
        for at in range(0, len(scan.pages), _PAGES_OF_A_TASK)
    ]
    total, done = sum(len(scan.pages) for scan in scans), 0
    while waiting:
        left: list[tuple[str, OcrTask]] = []
        for event in run_guarded(
            read_pages,
            [task for _, task in waiting],
            settings.limits,
            workers=settings.workers,
            prepare=prepare,
        ):
            doc_id, task = waiting[event.task]
            if isinstance(event, Item):
                results[doc_id][event.value.page] = event.value
                done += 1
                progress(f"OCR: {done} of {total} pages; {doc_id}, page {event.value.page}")
            else:
                left += _rest(doc_id, task, event, results[doc_id])
        waiting = left
    return results


def _rest(doc_id: str, task: OcrTask, end: End, read: dict[int, OcrPage]) -> list[tuple[str, OcrTask]]:
    """Note the page on which a task ended, and return what is left of it."""
    missing = [page for page in task.pages if page not in read]
    if not missing:
        return []
    read[missing[0]] = OcrPage(missing[0], None, "", 0, False, end.seconds, f"{end.outcome}: {end.detail}")
    return [(doc_id, task._replace(pages=tuple(missing[1:])))] if missing[1:] else []
