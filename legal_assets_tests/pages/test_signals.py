"""Signals are shares that a reader can count, and each kind of broken text has its reason."""

import pytest

from legal_assets.pages.printed import Layer
from legal_assets.pages.signals import KEPT, Thresholds, measure, reason_for_ocr
from legal_assets_tests.pages.written_pdfs import PROSE

THRESHOLDS = Thresholds()


def layer(*, image_cover: float = 0.0, paths: int = 0, hidden: int = 0, unmapped: int = 0) -> Layer:
    return Layer(1, (), 595, 842, 0, 0, image_cover, paths, hidden, unmapped, 0)


def shifted(text: str) -> str:
    """Letters moved back by one, as by a font whose map is off by one."""
    return "".join(chr(ord(letter) - 1) if letter.isalpha() and letter.lower() != "a" else letter for letter in text)


def test_shares_are_of_printed_characters_and_words() -> None:
    signals = measure("The \x01 mill\ufffd of\ue000 xyzzt", layer(image_cover=0.5, unmapped=4))
    assert signals.characters == 3 + 1 + 5 + 3 + 5
    assert signals.words == 4
    assert signals.control_share == 1 / 17
    assert signals.private_share == 1 / 17
    assert signals.replacement_share == 1 / 17
    assert signals.unmapped_share == 4 / 17
    assert signals.function_word_share == 2 / 4
    assert signals.vowel_word_share == 1.0  # y counts
    assert signals.image_cover == 0.5


@pytest.mark.parametrize(
    ("text", "seen", "reason"),
    [
        (PROSE, layer(), KEPT),
        (PROSE, layer(image_cover=1.0), KEPT),  # print over a picture
        ("", layer(image_cover=1.0), "no_text"),
        ("x", layer(image_cover=0.6), "no_text"),  # one stray letter
        ("12", layer(image_cover=0.1), KEPT),  # a page number under a small logo
        ("", layer(paths=400), "no_text"),
        ("4", layer(paths=400), "outlines"),
        ("Case 17-22 Document 17 Filed 10/31/2017 Page 1 of 1 Clerk of the Court", layer(image_cover=0.98), "stamp"),
        (PROSE, layer(image_cover=0.98, hidden=400), "hidden_layer"),
        (shifted(PROSE), layer(), "no_language"),
        (PROSE.replace("e", "\x05"), layer(), "bad_characters"),
        (PROSE.replace("e", "\ue065"), layer(), "bad_characters"),
        (PROSE, layer(unmapped=200), "bad_characters"),
        ('"7+%-', layer(), "bad_characters"),
        ("\uf0b7 one point\n\uf0b7 and another", layer(), KEPT),  # bullets of a symbol font
        ("1 200 3 400 5 600 7 800", layer(), KEPT),
        ("Gjfkd", layer(), KEPT),
    ],
)
def test_each_fault_has_its_reason(text: str, seen: Layer, reason: str) -> None:
    assert reason_for_ocr(measure(text, seen), THRESHOLDS, has_ink=True) == reason


def test_an_empty_sheet_needs_no_ocr() -> None:
    assert reason_for_ocr(measure("", layer(image_cover=1.0)), THRESHOLDS, has_ink=False) == KEPT


@pytest.mark.parametrize(
    "text",
    [
        "Le conseil de la vallée se réunit chaque printemps depuis que le moulin est construit et ses actes sont "
        "gardés dans la tour avec les comptes",
        "El consejo del valle se reúne cada primavera desde que se construyó el molino y sus actas se guardan en la "
        "torre con las cuentas",
        "Der Rat des Tales tagt in jedem Frühjahr seit die Mühle gebaut wurde und seine Akten sind in dem Turm "
        "verwahrt mit den Rechnungen",
        "O conselho do vale reúne todas as primaveras desde que o moinho foi feito e as suas atas ficam na torre com "
        "as contas de todos",
    ],
)
def test_other_languages_are_languages(text: str) -> None:
    signals = measure(text)
    assert signals.function_word_share > 0.3
    assert reason_for_ocr(signals, THRESHOLDS) == KEPT
