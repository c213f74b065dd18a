"""Small PDF files that the tests draw themselves."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pymupdf

PROSE = (
    "The council of the valley has met each spring since the mill was built, and its minutes are kept in the tower. "
    "They say who mended the weir, how much the grain had cost and which of the roads could be used after the thaw. "
    "When the railway came the council was asked for land and gave it on the condition that the market would stay. "
)

Drawing = Callable[[pymupdf.Page], object]


def draw(path: Path, *pages: Drawing, size: tuple[float, float] = (595, 842)) -> Path:
    """Write a PDF with one page for each drawing."""
    file = pymupdf.open()
    for drawing in pages:
        drawing(file.new_page(width=size[0], height=size[1]))
    file.save(path)
    return path


def column(left: float, top: float, lines: Sequence[str], size: float = 10, font: str = "helv") -> Drawing:
    """Draw lines below each other."""

    def drawing(page: pymupdf.Page) -> None:
        for number, line in enumerate(lines):
            page.insert_text((left, top + number * size * 1.3), line, fontsize=size, fontname=font)

    return drawing


def all_of(*drawings: Drawing) -> Drawing:
    """Draw several things on one page."""

    def drawing(page: pymupdf.Page) -> None:
        for each in drawings:
            each(page)

    return drawing


def scanned(drawing: Drawing, *, rotation: int = 0, dpi: int = 200) -> Drawing:
    """Draw only a picture of a drawing, turned by so many degrees, as a scanner would."""

    def picture(page: pymupdf.Page) -> None:
        file = pymupdf.open()
        source = file.new_page(width=page.rect.width, height=page.rect.height)
        drawing(source)
        image = source.get_pixmap(dpi=dpi, colorspace=pymupdf.csGRAY)
        page.insert_image(page.rect, pixmap=image, rotate=rotation, keep_proportion=False)

    return picture


def wrapped(text: str, width: int) -> list[str]:
    """Break a text into lines of at most so many characters."""
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return [*lines, line]
