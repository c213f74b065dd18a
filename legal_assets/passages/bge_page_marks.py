"""Running heads: where a page of the official collection begins, printed in the middle of its text.

A head has the form of a citation (`BGE 148 I 1 S. 5`, always in German); only the ruling's own number tells them apart.
Belongs here: finding heads and taking them out of a text. Real citations belong in `citations/`.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from legal_assets.text.bge_number import RulingNumber

ANY_HEAD = re.compile(r"\bBGE\s?(\d{1,3})\s?([IV]{1,3}[ab]?)\s(\d{1,4})\s+S\.\s?(\d{1,4})\b")
ENOUGH_HEADS = 3
"""As many heads of one other ruling, with rising pages, are no citations any more."""

_WORD = re.compile(r"\S")
_OPENING = "([/«„"
_CLOSING = ".,;:)]»“!?"


class PageMark(NamedTuple):
    """A running head: characters of the text, and the page that begins there."""

    start: int
    end: int
    page: int


class Unmarked(NamedTuple):
    """A text without its heads, and for each the place where it stood and the page that begins there."""

    text: str
    marks: tuple[tuple[int, int], ...]


@lru_cache(maxsize=256)
def _pattern(number: RulingNumber) -> re.Pattern[str]:
    return re.compile(
        rf"\b(?:BGE|ATF|DTF)\s*{number.volume}\s*{number.division}\s*{number.page}\s+(?:S|p|pag)\.\s*(\d{{1,4}})\b"
    )


def find_page_marks(text: str, number: RulingNumber) -> list[PageMark]:
    """Find the running heads of a ruling in its own text."""
    return [
        PageMark(found.start(), found.end(), int(found[1]))
        for found in _pattern(number).finditer(text)
        if int(found[1]) > number.page
    ]


def take_page_marks_out(text: str, number: RulingNumber) -> Unmarked:
    """Take the running heads of a ruling out of its text and close it up."""
    kept: list[str] = []
    marks: list[tuple[int, int]] = []
    at = length = 0
    for mark in find_page_marks(text, number):
        before = text[at : mark.start]
        words = before.rstrip()
        rest = _WORD.search(text, mark.end)
        at = rest.start() if rest else len(text)
        around = before[len(words) :] + text[mark.end : at]
        is_tight = not rest or rest[0] in _CLOSING or not words or words[-1] in _OPENING
        piece = words + ("" if is_tight else "\n" if "\n" in around else " ")
        kept.append(piece)
        length += len(piece)
        marks.append((length, mark.page))
    kept.append(text[at:])
    return Unmarked("".join(kept), tuple(marks))


def foreign_heads(text: str, number: RulingNumber) -> RulingNumber | None:
    """Return another ruling whose running heads stand in the text, if there is one."""
    pages: dict[RulingNumber, list[int]] = {}
    for volume, division, page, head in ANY_HEAD.findall(text):
        pages.setdefault(RulingNumber(int(volume), division, int(page)), []).append(int(head))
    for other, heads in pages.items():
        if other != number and len(set(heads)) >= ENOUGH_HEADS and heads == sorted(heads):
            return other
    return None
