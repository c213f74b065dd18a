"""What an engine of OCR is: one class that turns the picture of a page into lines of print with a confidence.

Belongs here: the interface and its values. Does not belong here: any engine (`tesseract.py`, `mineru.py`), and how
pages are given to one (`ocr.py`).
"""

from typing import NamedTuple, Protocol

from legal_assets.pages.printed import PrintedLine


class PageImage(NamedTuple):
    """A page rendered in shades of grey: one byte a pixel, row after row of `stride` bytes."""

    samples: bytes
    width: int
    height: int
    stride: int
    dpi: int


class EngineText(NamedTuple):
    """What an engine read on one page.

    Args:
        lines: lines in reading order, in points of the upright page; `block` counts its blocks.
        words: words read, whatever their confidence.
        confidence: mean confidence of the words, from 0 to 100; None where the engine says none.
        rotation: degrees by which the picture must be turned clockwise to be upright.
        width, height: size of the upright page in points.
        language: language it was read with, as ISO 639-1 code.
        version: version of the engine and of its data.
        warning: what was amiss, such as a language without data; empty if nothing.
    """

    lines: tuple[PrintedLine, ...]
    words: int
    confidence: float | None
    rotation: int
    width: float
    height: float
    language: str
    version: str
    warning: str = ""


class OcrEngine(Protocol):
    """Reads pictures of pages; made once in each process."""

    name: str

    def version(self, language: str) -> str:
        """Return what decides the result for a language: versions of the engine and of its data."""
        ...

    def read(self, image: PageImage, language: str) -> EngineText:
        """Read one page.

        Args:
            image: the picture.
            language: ISO 639-1 code of the text.
        """
        ...
