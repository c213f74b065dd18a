"""How the sample reports are printed: PDF pages with heads, page numbers and a table of contents.

Some reports have two columns, some pages lie on their side, and the last page of some is a scan without text. Belongs
here: PyMuPDF as a printer. Does not belong here: what the reports say (`writing.py`).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from legal_assets.sample_site.reports.writing import Report

if TYPE_CHECKING:
    import pymupdf

SCANNED_EVERY, COLUMNS_EVERY, ROTATED_EVERY = 11, 4, 9
_WIDTH, _HEIGHT, _MARGIN = 420.0, 595.0, 45.0
_SIZE, _LEADING = 10.0, 13.5
_SCAN_DPI = 150
_PLAIN, _BOLD = "helv", "hebo"


def is_scanned(number: int) -> bool:
    """Whether the last page of the report of this number is a scan."""
    return number % SCANNED_EVERY == SCANNED_EVERY - 1


def print_report(report: Report) -> bytes:
    """Return a report as a PDF; the same report always gives the same bytes."""
    import pymupdf

    printer = _Printer(report)
    printer.title_page()
    for chapter in report.chapters:
        printer.chapter(chapter.title, chapter.paragraphs)
    file = pymupdf.open()
    printer.print_to(file)
    file.set_metadata({"title": "Document", "producer": "sample", "creationDate": "D:20200101000000Z"})
    file.set_toc(printer.contents)
    if is_scanned(report.number):
        _scan_last(file)
    if report.number % ROTATED_EVERY == ROTATED_EVERY - 1:
        file[1].set_rotation(90)
    data: bytes = file.tobytes(deflate=True, no_new_id=True)
    file.close()
    return data


class _Set(NamedTuple):
    """A line that is set: where, what, how large, in which font."""

    place: tuple[float, float]
    text: str
    size: float
    font: str


class _Printer:
    """Sets text line by line, in one or two columns, a page after the other, and prints it at last."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._columns = 2 if report.number % COLUMNS_EVERY == COLUMNS_EVERY - 1 else 1
        gap = 18.0
        self._measure = (_WIDTH - 2 * _MARGIN - gap * (self._columns - 1)) / self._columns
        self._lefts = [_MARGIN + number * (self._measure + gap) for number in range(self._columns)]
        self._pages: list[list[_Set]] = []
        self._column = 0
        self._top = _HEIGHT
        self.contents: list[list[object]] = []

    def title_page(self) -> None:
        title = _wrapped(self._report.title, _WIDTH - 2 * _MARGIN, 18.0)
        lines = [_Set((_MARGIN, 180 + row * 24), line, 18, _BOLD) for row, line in enumerate(title)]
        self._pages.append([*lines, _Set((_MARGIN, 300), f"Printed in {self._report.year}", 11, _PLAIN)])

    def chapter(self, title: str, paragraphs: tuple[str, ...]) -> None:
        if self._top + 5 * _LEADING > _HEIGHT - 2 * _MARGIN:
            self._next_column()
        self._top += _LEADING
        for line in _wrapped(title, self._measure, 13.0):
            self._line(line, 13.0, _BOLD)
        self.contents.append([1, title, len(self._pages)])
        for paragraph in paragraphs:
            for line in _wrapped(paragraph, self._measure, _SIZE):
                self._line(line, _SIZE, _PLAIN)
            self._top += _LEADING / 2

    def print_to(self, file: "pymupdf.Document") -> None:
        """Print all pages, with heads and numbers; one stream of commands a page, since each line would add one."""
        head = f"{self._report.place} {self._report.sector} Review"
        for number, lines in enumerate(self._pages, start=1):
            page = file.new_page(width=_WIDTH, height=_HEIGHT)
            shape = page.new_shape()
            heads = [_Set((_MARGIN, 28), head, 8, _PLAIN)] if number > 1 else []
            for place, text, size, font in [*heads, *lines, _Set((_WIDTH / 2, _HEIGHT - 20), str(number), 8, _PLAIN)]:
                shape.insert_text(place, text, fontsize=size, fontname=font)
            shape.commit()

    def _line(self, line: str, size: float, font: str) -> None:
        if self._top > _HEIGHT - 1.5 * _MARGIN:
            self._next_column()
        self._pages[-1].append(_Set((self._lefts[self._column], self._top), line, size, font))
        self._top += _LEADING * size / _SIZE

    def _next_column(self) -> None:
        if self._column + 1 < self._columns and len(self._pages) > 1:
            self._column += 1
        else:
            self._pages.append([])
            self._column = 0
        self._top = 1.5 * _MARGIN


def _wrapped(text: str, width: float, size: float) -> Iterator[str]:
    import pymupdf

    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and pymupdf.get_text_length(longer, fontname="helv", fontsize=size) > width * 0.97:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line


def _scan_last(file: "pymupdf.Document") -> None:
    """Put a picture in the place of the last page."""
    import pymupdf

    last = file.page_count - 1
    picture = file[last].get_pixmap(dpi=_SCAN_DPI, colorspace=pymupdf.csGRAY).tobytes("png")
    file.delete_page(last)
    file.new_page(width=_WIDTH, height=_HEIGHT).insert_image((0, 0, _WIDTH, _HEIGHT), stream=picture)
