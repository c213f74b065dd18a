"""Which text a page has in the end: that of its layer or that of an engine, and whether it can be trusted.

Belongs here: the choice. Does not belong here: why a layer is not trusted (`signals.py`).
"""

from typing import NamedTuple

from legal_assets.pages.document import PageText
from legal_assets.pages.ocr import OcrPage

TEXT_LAYER = "text_layer"
NOTHING = "none"

UNREADABLE = "unreadable"
OCR_FAILED = "ocr_failed"
PICTURE = "picture"
LOW_CONFIDENCE = "low_confidence"
LAYER_KEPT = "layer_kept"
LANGUAGE_MISSING = "language_missing"

_STRAY_WORDS = 15
_READS_WELL = 0.2
_LEAST_OF_LAYER = 0.5
_EMPTY_REASONS = frozenset({"no_text", "outlines", "stamp"})


class Settled(NamedTuple):
    """What a page's text is taken from: the engine's text if `takes_ocr`, else the layer's."""

    engine: str
    takes_ocr: bool
    usable: bool
    problems: tuple[str, ...] = ()


def settle(page: PageText, ocr: OcrPage | None, engine: str, least_confidence: float) -> Settled:
    """Choose between the text layer and what an engine read.

    Where the layer has too little text and the engine finds but a few doubtful words, the page is a picture: there is
    nothing to read. A hidden layer that reads well stays where the engine reads badly or much less.

    Args:
        page: the page as its layer has it.
        ocr: what an engine made of it; None where none was asked.
        engine: name of that engine.
        least_confidence: mean confidence from which its text is trusted.
    """
    if page.error is not None:
        return Settled(TEXT_LAYER, False, False, (UNREADABLE,))
    if page.is_blank:
        return Settled(NOTHING, False, True)
    if not page.reason:
        return Settled(TEXT_LAYER, False, True)
    reads_well = page.reason == "hidden_layer" and page.signals.function_word_share >= _READS_WELL
    if ocr is None or ocr.text is None:
        return Settled(TEXT_LAYER, False, reads_well, (OCR_FAILED,))
    warnings = (LANGUAGE_MISSING,) if ocr.text.warning else ()
    is_sure = (ocr.text.confidence or 0.0) >= least_confidence
    if page.reason in _EMPTY_REASONS and (not ocr.text.words or (not is_sure and ocr.text.words < _STRAY_WORDS)):
        return Settled(TEXT_LAYER, False, True, (PICTURE,))
    if reads_well and (not is_sure or ocr.text.words < _LEAST_OF_LAYER * page.signals.words):
        return Settled(TEXT_LAYER, False, True, (LAYER_KEPT,))
    if not is_sure:
        return Settled(engine, bool(ocr.text.words), False, (LOW_CONFIDENCE, *warnings))
    return Settled(engine, True, True, warnings)
