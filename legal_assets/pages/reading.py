"""From the PDF files of a corpus to documents with settled pages: text layers first, then OCR where it is needed.

Belongs here: the order of the steps, and going on after a page that hangs. Does not belong here: tables (`frames.py`),
a single file (`document.py`).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from legal_assets.pages.composing import Composed
from legal_assets.pages.document import READ, Document, Opened, PageText, ReadTask, prepare, put_together, read_document
from legal_assets.pages.guarded import End, Item, Limits, run_guarded
from legal_assets.pages.mineru import NAME as MINERU
from legal_assets.pages.mineru import ImportedPage, read_content_list, read_imported
from legal_assets.pages.ocr import UNKNOWN, OcrPage, OcrSettings, Scan, language_of, read_scans
from legal_assets.pages.settling import Settled, settle
from legal_assets.pages.signals import Thresholds

_MOST_BAD_PAGES = 3
_SAMPLE_PAGES = 40

Report = Callable[[str], None]


class PdfFile(NamedTuple):
    """A file to read: its document, its path, and the content list that was imported for it."""

    doc_id: str
    path: str
    content_list: bytes | None = None


class ReadingSettings(NamedTuple):
    """How files are read."""

    thresholds: Thresholds
    limits: Limits
    ocr: OcrSettings
    least_confidence: float = 60.0
    most_pages: int = 5000
    workers: int = 2


class SettledPage(NamedTuple):
    """A page with its text, and everything that was learned on the way."""

    layer: PageText
    composed: Composed
    settled: Settled
    ocr: OcrPage | None


class SettledDocument(NamedTuple):
    """A file with its pages, and what reading its text layer took."""

    doc_id: str
    opened: Opened
    pages: tuple[SettledPage, ...]
    language: str
    seconds: float
    peak_bytes: int


def read_files(
    files: Sequence[PdfFile], settings: ReadingSettings, progress: Report = lambda _: None
) -> list[SettledDocument]:
    """Read files; every one comes back, in the order given, whatever happened to it.

    Args:
        files: files with distinct documents.
        settings: how.
        progress: told of each file and each page of OCR.
    """
    read = read_layers(files, settings, progress)
    languages = {doc_id: _language(document) for doc_id, (document, _) in read.items()}
    scans = []
    for file in files:
        pages = tuple(page.page for page in read[file.doc_id][0].pages if page.reason)
        if pages and file.content_list is None:
            scans.append(Scan(file.doc_id, file.path, pages, languages[file.doc_id]))
    by_ocr = read_scans(scans, settings.ocr, progress) if scans else {}
    return [
        _settled(file, *read[file.doc_id], languages[file.doc_id], by_ocr.get(file.doc_id, {}), settings)
        for file in files
    ]


def read_layers(
    files: Sequence[PdfFile], settings: ReadingSettings, progress: Report = lambda _: None
) -> dict[str, tuple[Document, End]]:
    """Read the text layers of files.

    A file on which a process hangs, crashes or explodes is read again without the page it was on; after a few such
    pages, or where it fails before the first, the file has no pages and its outcome says why.
    """
    results: dict[str, tuple[Document, End]] = {}
    left_out: dict[str, frozenset[int]] = {file.doc_id: frozenset() for file in files}
    waiting = list(files)
    while waiting:
        at_page: dict[int, int] = {}
        documents: dict[int, Document] = {}
        again: list[PdfFile] = []
        tasks = [
            ReadTask(file.path, left_out[file.doc_id], settings.thresholds, settings.most_pages) for file in waiting
        ]
        for event in run_guarded(read_document, tasks, settings.limits, workers=settings.workers, prepare=prepare):
            file = waiting[event.task]
            if isinstance(event, Item):
                if isinstance(event.value, Document):
                    documents[event.task] = event.value
                else:
                    at_page[event.task] = event.value.page
                continue
            page = at_page.get(event.task)
            if event.task in documents:
                results[file.doc_id] = (documents[event.task], event)
                progress(f"{file.doc_id}: {documents[event.task].opened.outcome}, {event.seconds:.1f} s")
            elif (
                page is not None and len(left_out[file.doc_id]) < _MOST_BAD_PAGES and page not in left_out[file.doc_id]
            ):
                left_out[file.doc_id] |= {page}
                again.append(file)
            else:
                results[file.doc_id] = (Document(Opened(event.outcome, event.detail), ()), event)
                progress(f"{file.doc_id}: {event.outcome}, {event.detail}")
        waiting = again
    return results


def _language(document: Document) -> str:
    good = [page.composed.text for page in document.pages if not page.reason and page.composed.text]
    middle = good[max(0, len(good) // 2 - _SAMPLE_PAGES // 2) :][:_SAMPLE_PAGES]
    return language_of(max(middle, key=len)) if middle else UNKNOWN


def _settled(
    file: PdfFile,
    document: Document,
    end: End,
    language: str,
    by_ocr: Mapping[int, OcrPage],
    settings: ReadingSettings,
) -> SettledDocument:
    if document.opened.outcome != READ:
        return SettledDocument(file.doc_id, document.opened, (), UNKNOWN, end.seconds, end.peak_bytes)
    if file.content_list is not None:
        pages = _imported(file.content_list, document)
    else:
        pages = _chosen(document, by_ocr, settings)
    if language == UNKNOWN:
        language = language_of("\n".join(page.composed.text for page in pages[:_SAMPLE_PAGES]))
    return SettledDocument(file.doc_id, document.opened, pages, language, end.seconds, end.peak_bytes)


def _chosen(document: Document, by_ocr: Mapping[int, OcrPage], settings: ReadingSettings) -> tuple[SettledPage, ...]:
    settled = [
        settle(page, by_ocr.get(page.page), settings.ocr.engine, settings.least_confidence) for page in document.pages
    ]
    taken = {
        page.page: by_ocr[page.page].text
        for page, choice in zip(document.pages, settled, strict=True)
        if choice.takes_ocr
    }
    texts = [page.composed for page in document.pages]
    if taken:
        # A running head or heading is one beside the document's other pages, whoever read them.
        layers = [
            page.layer
            if (text := taken.get(page.page)) is None
            else page.layer._replace(lines=text.lines, width=text.width, height=text.height)
            for page in document.pages
        ]
        texts = put_together(layers, document.opened.contents, taken.keys())
    return tuple(
        SettledPage(page, text, choice, by_ocr.get(page.page))
        for page, text, choice in zip(document.pages, texts, settled, strict=True)
    )


def _imported(content_list: bytes, document: Document) -> tuple[SettledPage, ...]:
    """Pages as an imported content list has them; a page that it does not have keeps its layer."""
    layers = {page.page: page.composed.text for page in document.pages if not page.reason}
    imported = read_imported(read_content_list(content_list), layers)
    return tuple(_with_import(page, imported.get(page.page)) for page in document.pages)


def _with_import(page: PageText, imported: ImportedPage | None) -> SettledPage:
    if imported is None or not imported.composed.text:
        return SettledPage(page, page.composed, settle(page, None, MINERU, 0.0), None)
    return SettledPage(page, imported.composed, Settled(MINERU, True, True, imported.problems), None)
