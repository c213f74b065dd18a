"""Measured signals of a page's text, and which of them say that the page must be read by OCR.

Belongs here: counting and comparing with thresholds. Does not belong here: where the text comes from (`text_layer.py`,
the engines) and the thresholds of an installation (`settings.py`).
"""

import re
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from legal_assets.pages.printed import Layer
from legal_assets.text.function_words import function_word_share

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_WITHOUT_VOWEL = re.compile(r"\b[bcdfghjklmnpqrstvwxzçñßšžčřłźżśćďťňǧğ]{2,}\b", re.IGNORECASE)
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_SYMBOL = re.compile(r"[\"#$%&*+<=>@\\^_`{|}~]")
_PRIVATE = re.compile(r"[\ue000-\uf8ff\U000f0000-\U0010fffd]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_BULLETS = re.compile(r"^[\uf000-\uf0ff]\s", re.MULTILINE)

_MOSTLY_LATIN = 0.5

KEPT = ""
"""No reason for OCR."""


class Thresholds(NamedTuple):
    """When a page's text layer is not trusted."""

    few_characters: int = 50
    """Fewer printed characters than this are no text of a page that an image covers."""
    image_cover: float = 0.25
    """Share of a page that an image must cover before too little text is suspicious."""
    full_cover: float = 0.85
    """Share that a scan covers: a few lines of text over it are a stamp."""
    stamp_characters: int = 200
    """Fewer printed characters than this over a scan are a stamp."""
    outlines: int = 150
    """Filled outlines from which a page without text may have its letters drawn."""
    bad_share: float = 0.05
    """Share of control, private, unmapped and replacement characters."""
    few_function_words: float = 0.06
    few_vowel_words: float = 0.80
    least_words: int = 20
    """Words from which their shares say something."""
    symbol_share: float = 0.4
    """Share of symbols among the characters of a page without a word."""
    hidden_share: float = 0.5
    """Share of text that does not show, because it is invisible or under an image: the layer of an earlier OCR."""


class Signals(NamedTuple):
    """What was counted in the text of a page; shares lie between 0 and 1 and are of printed characters or words."""

    characters: int
    words: int
    control_share: float
    private_share: float
    replacement_share: float
    unmapped_share: float
    symbol_share: float
    hidden_share: float
    latin_share: float
    function_word_share: float
    vowel_word_share: float
    image_cover: float
    paths: int


def measure(text: str, layer: Layer | None = None) -> Signals:
    """Count the signals of a page's text.

    Args:
        text: the page's text.
        layer: the page's layer, where the text is that of the layer; an engine's text has none.
    """
    printed = _BULLETS.sub("", text)
    characters = len(printed) - sum(map(str.isspace, printed))
    whole = max(characters, 1)
    words = _WORD.findall(printed)
    letters = sum(map(str.isalpha, printed))
    counts = Counter(map(str.lower, words))
    long_words = sum(len(word) > 1 for word in words)
    return Signals(
        characters,
        len(words),
        len(_CONTROL.findall(printed)) / whole,
        len(_PRIVATE.findall(printed)) / whole,
        printed.count("\ufffd") / whole,
        min(1.0, layer.unmapped / whole) if layer else 0.0,
        len(_SYMBOL.findall(printed)) / whole,
        min(1.0, layer.hidden / whole) if layer else 0.0,
        len(_LATIN.findall(printed)) / max(letters, 1),
        function_word_share(counts),
        1 - min(1.0, len(_WITHOUT_VOWEL.findall(printed)) / long_words) if long_words else 0.0,
        layer.image_cover if layer else 0.0,
        layer.paths if layer else 0,
    )


def reason_for_ocr(signals: Signals, thresholds: Thresholds, *, has_ink: bool | None = None) -> str:
    """Return why a page must be read by OCR, `KEPT` if its text layer is good.

    The reasons: `no_text` (too little text, an image), `outlines` (too little text, letters may be drawn), `stamp` (a
    scan with a few lines over it), `bad_characters`, `no_language` (neither function words nor vowels: a wrong map),
    `hidden_layer` (the text does not show: an earlier OCR, which may be wrong however well it reads).

    Args:
        signals: signals of the text layer.
        thresholds: what is too little.
        has_ink: whether the rendered page has print on it at all; None where nobody looked.
    """
    reason = _too_little(signals, thresholds) or _not_language(signals, thresholds)
    return KEPT if reason in ("no_text", "outlines") and has_ink is False else reason


def _too_little(signals: Signals, thresholds: Thresholds) -> str:
    if signals.characters < thresholds.few_characters:
        if not signals.characters or signals.image_cover >= thresholds.image_cover:
            return "no_text"
        if signals.paths >= thresholds.outlines:
            return "outlines"
    if signals.characters < thresholds.stamp_characters and signals.image_cover >= thresholds.full_cover:
        return "stamp"
    return KEPT


def _not_language(signals: Signals, thresholds: Thresholds) -> str:
    bad = signals.control_share + signals.private_share + signals.replacement_share
    if max(bad, signals.unmapped_share) > thresholds.bad_share:
        return "bad_characters"
    if signals.hidden_share > thresholds.hidden_share and signals.image_cover >= thresholds.image_cover:
        return "hidden_layer"
    if not signals.words:
        odd = signals.characters > 2 and signals.symbol_share > thresholds.symbol_share
        return "bad_characters" if odd else KEPT
    if (
        signals.words >= thresholds.least_words
        and signals.latin_share >= _MOSTLY_LATIN
        and signals.function_word_share < thresholds.few_function_words
        and signals.vowel_word_share < thresholds.few_vowel_words
    ):
        return "no_language"
    return KEPT


def as_row(signals: Signals) -> Mapping[str, float]:
    """Return the signals by column of the table `pages`."""
    return signals._asdict()
