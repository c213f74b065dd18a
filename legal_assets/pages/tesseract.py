"""Tesseract as an engine of OCR, through tesserocr: one loaded object for each process and language.

A page is read as it lies; where that reads badly, page segmentation mode 1 finds its orientation. Belongs here:
everything that calls tesserocr. Does not belong here: where its data lie (`tessdata.py`).
"""

from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from legal_assets.pages.engines import EngineText, PageImage
from legal_assets.pages.printed import PrintedLine
from legal_assets.pages.tessdata import LANGUAGES, data_digest, installed

_KEPT_OBJECTS = 2
_SURE = 80.0
"""Mean confidence from which a page is read the right way up without looking for its orientation."""
_LONG_LINE = 8
_UPRIGHT = 60.0
"""Mean confidence below which a page may be the wrong way up though its orientation was looked for."""
_POINTS = 72.0
_TYPE_SHARE = 0.75
"""Size of type over height of a line's box, as the text layers of the same pages have it."""

Box = tuple[int, int, int, int]


class Tesseract:
    """Reads pages with Tesseract; a language without data is read as English, which the result says."""

    name = "tesseract"

    def __init__(self, tessdata: Path) -> None:
        """Use the data in this folder."""
        self._tessdata = tessdata
        self._installed = installed(tessdata)
        self._objects: OrderedDict[str, Any] = OrderedDict()

    def version(self, language: str) -> str:
        """Return Tesseract's version and the digest of the language's data."""
        import tesserocr

        data, _ = self._data_of(language)
        release = str(tesserocr.tesseract_version()).split()[1]
        return f"{release} {data}:{data_digest(self._tessdata, data)}"

    def read(self, image: PageImage, language: str) -> EngineText:
        """Read one page.

        Args:
            image: the picture.
            language: ISO 639-1 code of the text.
        """
        data, warning = self._data_of(language)
        engine = self._object(data)
        best = _recognise(engine, image, finds_orientation=False)
        if best.confidence < _SURE or _stands(best):
            # Looking for the orientation takes as long as reading; a page that reads well is the right way up, unless
            # its lines run up or down, which Tesseract reads without saying so.
            found = _recognise(engine, image, finds_orientation=True)
            best = max(found, best, key=lambda reading: (not _stands(reading), reading.confidence))
        for turns in (2, 1, 3) if best.words else ():
            # Of a few words Tesseract does not find the orientation.
            if best.confidence >= _UPRIGHT:
                break
            turned = _recognise(engine, turn(image, turns), 90 * turns, finds_orientation=False)
            best = max(best, turned, key=lambda reading: reading.confidence)
        sides = (image.width, image.height) if best.rotation in (0, 180) else (image.height, image.width)
        return EngineText(
            best.lines,
            best.words,
            best.confidence,
            best.rotation,
            sides[0] * _POINTS / image.dpi,
            sides[1] * _POINTS / image.dpi,
            next((code for code, name in LANGUAGES.items() if name == data), language),
            self.version(language),
            warning,
        )

    def _data_of(self, language: str) -> tuple[str, str]:
        name = LANGUAGES.get(language)
        if name in self._installed:
            return str(name), ""
        wanted = f"{language} ({name})" if name else language
        return "eng", f"Tesseract has no data for {wanted}; the page was read as English."

    def _object(self, data: str) -> Any:
        import tesserocr

        if data not in self._objects:
            self._objects[data] = tesserocr.PyTessBaseAPI(
                path=str(self._tessdata), lang=data, psm=tesserocr.PSM.AUTO_OSD, oem=tesserocr.OEM.LSTM_ONLY
            )
            while len(self._objects) > _KEPT_OBJECTS:
                self._objects.popitem(last=False)[1].End()
        self._objects.move_to_end(data)
        return self._objects[data]


class _Reading(NamedTuple):
    lines: tuple[PrintedLine, ...]
    words: int
    confidence: float
    rotation: int


def turn(image: PageImage, turns: int) -> PageImage:
    """Return a picture turned clockwise by so many right angles."""
    rows = np.frombuffer(image.samples, dtype=np.uint8).reshape(image.height, image.stride)[:, : image.width]
    turned = np.ascontiguousarray(np.rot90(rows, -turns))
    return PageImage(turned.tobytes(), turned.shape[1], turned.shape[0], turned.shape[1], image.dpi)


def _recognise(engine: Any, image: PageImage, turned: int = 0, *, finds_orientation: bool) -> _Reading:
    """Read a picture that was turned clockwise by so many degrees already."""
    import tesserocr

    modes = tesserocr.PSM
    engine.SetPageSegMode(modes.AUTO_OSD if finds_orientation else modes.AUTO)
    try:
        engine.SetImageBytes(image.samples, image.width, image.height, 1, image.stride)
        engine.SetSourceResolution(image.dpi)
        engine.Recognize()
        confidences = engine.AllWordConfidences()
        iterator = engine.GetIterator()
        if iterator is None or not confidences:
            return _Reading((), 0, 0.0, turned)
        rotation = 90 * int(iterator.Orientation()[0])
        lines = tuple(_lines(iterator, image, rotation))
        return _Reading(lines, len(confidences), sum(confidences) / len(confidences), (turned - rotation) % 360)
    finally:
        engine.Clear()
        # What was learned from one page would make the next one's result depend on the order of pages.
        engine.ClearAdaptiveClassifier()


def _stands(reading: _Reading) -> bool:
    """Whether most lines are higher than wide."""
    long_lines = [line for line in reading.lines if len(line.text) >= _LONG_LINE]
    return 2 * sum(line.height > line.width for line in long_lines) > len(long_lines)


def _lines(iterator: Any, image: PageImage, rotation: int) -> Iterator[PrintedLine]:
    import tesserocr

    level = tesserocr.RIL.TEXTLINE
    block = 0
    while True:
        if iterator.IsAtBeginningOf(tesserocr.RIL.PARA):
            block += 1
        box = iterator.BoundingBox(level)
        text = " ".join((iterator.GetUTF8Text(level) or "").split()) if box else ""
        if text:
            yield _line(text, box, image, rotation, block)
        if not iterator.Next(level):
            return


def _line(text: str, box: Box, image: PageImage, rotation: int, block: int) -> PrintedLine:
    """A line in points of the upright page; `rotation` says how the print is turned in the picture, clockwise."""
    left, top, right, bottom = box
    turned: dict[int, Box] = {
        0: (left, top, right, bottom),
        90: (top, image.width - right, bottom, image.width - left),
        180: (image.width - right, image.height - bottom, image.width - left, image.height - top),
        270: (image.height - bottom, left, image.height - top, right),
    }
    scale = _POINTS / image.dpi
    left_, top_, right_, bottom_ = (side * scale for side in turned[rotation])
    return PrintedLine(text, left_, top_, right_, bottom_, round((bottom_ - top_) * _TYPE_SHARE, 1), block=block)
