"""Which text a page has in the end."""

import pytest

from legal_assets.pages.composing import Composed
from legal_assets.pages.document import PageText
from legal_assets.pages.engines import EngineText
from legal_assets.pages.ocr import OcrPage
from legal_assets.pages.printed import Layer
from legal_assets.pages.settling import Settled, settle
from legal_assets.pages.signals import measure
from legal_assets_tests.pages.written_pdfs import PROSE


def page(text: str, reason: str = "", *, is_blank: bool = False, error: str | None = None) -> PageText:
    layer = Layer(1, (), 595, 842, 0, 0, 1.0, 0, 0, 0, 0)
    return PageText(1, layer, Composed(text, ()), measure(text, layer), reason, is_blank, error)


def ocr(words: int, confidence: float, warning: str = "") -> OcrPage:
    return OcrPage(1, EngineText((), words, confidence, 0, 595, 842, "en", "5", warning), "d", 300, False, 1.0)


@pytest.mark.parametrize(
    ("layer", "read", "settled"),
    [
        (page(PROSE), None, Settled("text_layer", False, True)),
        (page("", is_blank=True), None, Settled("none", False, True)),
        (page("", error="broken"), None, Settled("text_layer", False, False, ("unreadable",))),
        (page("", "no_text"), ocr(300, 92), Settled("tesseract", True, True)),
        (page("", "no_text"), ocr(300, 92, "no fra"), Settled("tesseract", True, True, ("language_missing",))),
        (page("", "no_text"), ocr(300, 40), Settled("tesseract", True, False, ("low_confidence",))),
        (page("7", "no_text"), ocr(4, 20), Settled("text_layer", False, True, ("picture",))),
        (page("7", "no_text"), ocr(0, 0), Settled("text_layer", False, True, ("picture",))),
        (page("Bg\x01", "bad_characters"), ocr(0, 0), Settled("tesseract", False, False, ("low_confidence",))),
        (
            page("", "no_text"),
            OcrPage(1, None, "", 0, False, 1.0, "time_limit"),
            Settled("text_layer", False, False, ("ocr_failed",)),
        ),
        (page(PROSE, "hidden_layer"), ocr(60, 95), Settled("tesseract", True, True)),
        (page(PROSE, "hidden_layer"), ocr(60, 30), Settled("text_layer", False, True, ("layer_kept",))),
        (page(PROSE, "hidden_layer"), ocr(5, 95), Settled("text_layer", False, True, ("layer_kept",))),
    ],
)
def test_the_better_text_is_taken(layer: PageText, read: OcrPage | None, settled: Settled) -> None:
    assert settle(layer, read, "tesseract", 60.0) == settled
