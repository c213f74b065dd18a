"""Spans taken out of a text, and the text without them.

Only the value types and the arithmetic of spans: cutting out, and never cutting a word in two. Which spans
to take belongs in `citations` and `entities`, the repair of what is left in `tidying`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

WORD = re.compile(r"\w+(?:['\u2019\u2010\u2011\u2013-]\w+)*")
"""A word with its inner apostrophes and hyphens: "Budvar’s", "C‑249" and "non-Altmark" are one each."""


class Stretch(Protocol):
    """Anything that knows its place in a text and why it matters: a `Span`, a part of a reference."""

    @property
    def start(self) -> int:
        """First character."""

    @property
    def end(self) -> int:
        """One past the last character."""

    @property
    def kind(self) -> str:
        """What it reveals."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Characters `start` to `end` of the original text; `kind` says what they reveal, or `tidy`."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Masked:
    """A masked text; it is the original without `spans`, which are in order and do not overlap."""

    text: str
    spans: tuple[Span, ...] = ()


def without(text: str, spans: Iterable[Span]) -> str:
    """The text with the ordered, disjoint spans cut out."""
    pieces, position = [], 0
    for span in spans:
        pieces.append(text[position : span.start])
        position = span.end
    pieces.append(text[position:])
    return "".join(pieces)


def whole_words(text: str, stretches: Iterable[Stretch]) -> list[Span]:
    """Trim white space off each stretch, widen it to whole words, and cut away what an earlier one has.

    Raises:
        ValueError: A stretch lies outside the text.
    """
    wanted = sorted(stretches, key=lambda stretch: (stretch.start, -stretch.end))
    if wanted and not all(0 <= stretch.start <= stretch.end <= len(text) for stretch in wanted):
        message = f"a span lies outside the text of {len(text)} characters; were offsets made for another text?"
        raise ValueError(message)
    words = [match.span() for match in WORD.finditer(text)] if wanted else []
    spans: list[Span] = []
    position = index = 0
    for stretch in wanted:
        start, end = _trimmed(text, stretch.start, stretch.end)
        if start >= end:
            continue
        index, start, end = _widened(words, index, start, end)
        start = max(start, position)
        if start < end:
            spans.append(Span(start, end, stretch.kind))
            position = end
    return spans


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _widened(words: Sequence[tuple[int, int]], index: int, start: int, end: int) -> tuple[int, int, int]:
    """Widen to the words that the two ends cut; `index` moves on to the first word ending after `start`."""
    while index < len(words) and words[index][1] <= start:
        index += 1
    if index < len(words) and words[index][0] < start:
        start = words[index][0]
    last = index
    while last < len(words) and words[last][1] < end:
        last += 1
    if last < len(words) and words[last][0] < end:
        end = words[last][1]
    return index, start, end
