"""From a PDF file to its pages: text, marks, signals, and why a page must be read by OCR.

Runs in the processes of `guarded.py`, one file a task. Belongs here: opening a file, and putting the pieces of a page
together. Does not belong here: OCR (`ocr.py`), tables (`frames.py`).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from legal_assets.pages.composing import Composed, compose, words_of
from legal_assets.pages.headings import HEADING, ContentsEntry, find_headings
from legal_assets.pages.printed import Layer, PrintedLine
from legal_assets.pages.reading_order import in_reading_order
from legal_assets.pages.running_heads import running_lines
from legal_assets.pages.signals import KEPT, Signals, Thresholds, measure, reason_for_ocr
from legal_assets.pages.text_layer import has_ink, read_layer

if TYPE_CHECKING:
    import pymupdf

READ = "read"
LOCKED = "locked"
NO_PAGES = "no_pages"
CANNOT_OPEN = "cannot_open"
TOO_LONG = "too_many_pages"

_PROGRESS_PAGES = 20
_TITLE = 300


class ReadTask(NamedTuple):
    """A file to read: its path, the pages that an earlier try could not read, and what is wanted of it."""

    path: str
    left_out: frozenset[int] = frozenset()
    thresholds: Thresholds = Thresholds()
    most_pages: int = 5000


class Opened(NamedTuple):
    """What a file says of itself."""

    outcome: str
    detail: str
    pages: int = 0
    title: str | None = None
    is_repaired: bool = False
    is_encrypted: bool = False
    contents: tuple[ContentsEntry, ...] = ()


class Begun(NamedTuple):
    """Sent before a page is read, so that a page on which a process hangs is known."""

    page: int


class PageText(NamedTuple):
    """One page as its text layer has it; the lines are kept only where OCR may change the document's text."""

    page: int
    layer: Layer
    composed: Composed
    signals: Signals
    reason: str
    is_blank: bool
    error: str | None


class Document(NamedTuple):
    """A file and its pages."""

    opened: Opened
    pages: tuple[PageText, ...]


def prepare() -> None:
    """Import what a process needs, and keep MuPDF's messages to itself; what matters becomes a row."""
    import pymupdf

    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)


def read_document(task: ReadTask) -> Iterator[Begun | Document]:
    """Read a file: page numbers as they are begun, at last the document; it has no pages where it cannot be opened."""
    import pymupdf

    try:
        file = pymupdf.open(task.path, filetype="pdf")
    except (RuntimeError, ValueError, OSError) as error:
        yield Document(Opened(CANNOT_OPEN, _said(error)), ())
        return
    with file:
        opened = _opened(file, task.most_pages)
        if opened.outcome != READ:
            yield Document(opened, ())
            return
        layers: list[Layer] = []
        errors: dict[int, str] = {}
        ink: dict[int, bool] = {}
        for number in range(1, opened.pages + 1):
            yield Begun(number)
            if number in task.left_out:
                layers.append(_nothing(number))
                continue
            try:
                page = file[number - 1]
                layer = read_layer(page, number)
                if sum(len(line.text) for line in layer.lines) < task.thresholds.few_characters:
                    ink[number] = has_ink(page)
            except (RuntimeError, ValueError, OverflowError) as error:
                errors[number] = _said(error)
                layer = _nothing(number)
            layers.append(layer)
        yield Document(opened, tuple(_pages(layers, opened.contents, errors, ink, task)))


def put_together(
    layers: Sequence[Layer], contents: Sequence[ContentsEntry], read_by_ocr: Collection[int] = ()
) -> list[Composed]:
    """Return the text of each page, with running heads, page numbers and headings found over the whole document.

    Args:
        layers: lines of every page; those of an engine of OCR are in its own order already.
        contents: entries of the file's table of contents.
        read_by_ocr: pages whose lines come from an engine.
    """
    blocks = [
        _as_given(layer.lines) if layer.page in read_by_ocr else in_reading_order(layer.lines) for layer in layers
    ]
    # Pieces of a line were joined: running heads are looked for among the lines as they are read.
    joined = [
        layer._replace(lines=tuple(line for block in page for line in block))
        for layer, page in zip(layers, blocks, strict=True)
    ]
    running = running_lines(joined)
    headings = find_headings(blocks, [set(page) for page in running], contents)
    known_words = words_of(blocks)
    composed = []
    for page_blocks, page_running, page_headings in zip(blocks, running, headings, strict=True):
        kinds: Mapping[PrintedLine, tuple[str, int]] = {
            **{line: (HEADING, level) for line, level in page_headings.items()},
            **{line: (kind, 0) for line, kind in page_running.items()},
        }
        composed.append(compose(page_blocks, kinds, known_words))
    return composed


def _pages(
    layers: Sequence[Layer],
    contents: Sequence[ContentsEntry],
    errors: Mapping[int, str],
    ink: Mapping[int, bool],
    task: ReadTask,
) -> Iterator[PageText]:
    texts = put_together(layers, contents)
    signals = [measure(composed.text, layer) for composed, layer in zip(texts, layers, strict=True)]
    reasons = [
        reason_for_ocr(each, task.thresholds, has_ink=ink.get(layer.page))
        for each, layer in zip(signals, layers, strict=True)
    ]
    keeps_lines = any(reason != KEPT for reason in reasons)
    for layer, composed, each, reason in zip(layers, texts, signals, reasons, strict=True):
        error = errors.get(layer.page)
        if layer.page in task.left_out:
            error = "The page could not be read within the limits."
        is_blank = error is None and each.characters == 0 and not ink.get(layer.page, True)
        kept = layer if keeps_lines else layer._replace(lines=())
        yield PageText(layer.page, kept, composed, each, KEPT if error else reason, is_blank, error)


def _as_given(lines: Sequence[PrintedLine]) -> list[list[PrintedLine]]:
    blocks: list[list[PrintedLine]] = []
    for line in lines:
        if blocks and blocks[-1][-1].block == line.block:
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return blocks


def _opened(file: "pymupdf.Document", most_pages: int) -> Opened:
    if file.needs_pass:
        return Opened(LOCKED, "It opens only with a password; import an unlocked copy.", is_encrypted=True)
    try:
        pages = int(file.page_count)
        contents = _contents(file)
        title = " ".join(str((file.metadata or {}).get("title") or "").split())[:_TITLE] or None
    except (RuntimeError, ValueError) as error:
        return Opened(CANNOT_OPEN, _said(error))
    is_encrypted = bool((file.metadata or {}).get("encryption"))
    if pages == 0:
        return Opened(NO_PAGES, "It has no page.", 0, title, bool(file.is_repaired), is_encrypted)
    if pages > most_pages:
        detail = f"It has {pages:,} pages; the limit is {most_pages:,} (LEGAL_ASSETS_PAGES)."
        return Opened(TOO_LONG, detail, pages, title, bool(file.is_repaired), is_encrypted)
    return Opened(READ, "", pages, title, bool(file.is_repaired), is_encrypted, contents)


def _contents(file: "pymupdf.Document") -> tuple[ContentsEntry, ...]:
    try:
        return tuple((int(level), str(title), int(page)) for level, title, page, *_ in file.get_toc(simple=True))
    except (RuntimeError, ValueError, KeyError, IndexError, TypeError, AttributeError):
        return ()  # a damaged table of contents costs nothing but its headings


def _nothing(number: int) -> Layer:
    return Layer(number, (), 0.0, 0.0, 0, 0, 0.0, 0, 0, 0, 0)


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"
