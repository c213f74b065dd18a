"""Considerations and pages after a reference, in German, French, Italian and English.

Reads `E. 2.3.1`, `consid. 2b/aa et 3`, `E. 2-4 S. 44 f.`, `p. 20/21`, `consid. 6.1. p. 332`, `, 195`. Stops before
what is no consideration: a date, the next reference of a list, a number of years. The patterns are bounded; each
looks at one token.
"""

import re
from dataclasses import dataclass, field

from legal_assets.citations.bge_reference import Pinpoint
from legal_assets.passages.bge_header import MONTH

ASIDE = re.compile(
    r"[\s,]*(?:\(?(?:précitée?s?|precitat[aeio]|cit\.|zit\.|a\.a\.O\.|loc\. cit\.)\)?"
    r"|insb(?:es)?\.|insbesondere|spéc(?:ialement|\.)|en particulier|notamment|in part(?:icolare|\.)|segnatamente"
    r"|namentlich|vorab|\[[^\[\]]{1,40}\](?=[\s,]*(?:E\.|consid|S\.|p\.)))(?=[\s,(])"
)
MARK = re.compile(
    r"[\s,]*\(?(?:E\.|Erw\.|Erwägung(?:en)?|[Cc]onsid\.?|[Cc]ons\.|c\.(?=\s?\d)|considérants?|considerand[oi]"
    r"|considerations?)\s?(?:consid\.\s?)?",
)
MARK_AGAIN = re.compile(rf"{MARK.pattern}(?=[\dIVX])")
DIVISION = r"(?:I[ab]|III|II|IV|VI|I|V)"
ITEM = re.compile(
    rf"""(?!\d{{1,3}}\s?{DIVISION}\s\d)
    (?:[IVX]{{1,4}}[./]\s?)?\d{{1,2}}(?:\.\d{{1,2}}){{0,6}}
    (?:\.?(?!(?:ff|ss|pp|et|ed|in)\b)[a-z]{{1,2}}(?:/[a-z]{{1,3}}){{0,2}})?
    (?!(?!(?:ff|ss)\b)[\w/]|\.?\d|\.?\s?(?i:{MONTH})\b)
    """,
    re.VERBOSE,
)
LETTER = re.compile(r"[a-z]{1,2}(?:/[a-z]{1,3})?(?=\)?\s*(?:[;,.)\]]|\Z|(?:S|p|pag)\.|und\s|et\s|e\s))")
RANGE = re.compile(r"\s?[-–—]\s?")
SEPARATOR = re.compile(r"\s*(?:,|und|et|e|ed|u\.|sowie|ou|oder|resp\.|bzw\.|and|or|&)(?=[\s\d])\s*")
AFTER_WHOLE = re.compile(
    r"\)?\s*(?:[;,.()\[\]:]|\Z|[-–—]|(?:und|et|e|ed|ou|oder|and|or|sowie|in fine|i\.f\.|a\.E\.|am Ende)\b"
    r"|(?:S|p|pp|pag|pagg)\.|ff?\.|ss?\b|segg?\.)"
)
ELSEWHERE = re.compile(
    r"\)?\s*(?:ci-dessus|ci-après|supra|infra|hiervor|hiernach|vorstehend|nachstehend|non publié|qui sopra)"
)
FOLLOWING = re.compile(
    r"\)?\s?(?P<mark>ff\.?|f\.|ss\.?|s\.(?!\s?\d)|e\s+segg?\.|e\s+seguenti|segg?\.|et\s+ss\.?|et\s+seqq?\.?"
    r"|und\s+ff\.)(?!\w)"
)
CLOSED = re.compile(r"\)(?!\w)")
PAGE_MARK = re.compile(r"\.?[\s,]*(?:S\.|pp\.|pagg\.|pag\.|p\.|Seiten?|pages?|pagin[ae])\s?(?:pag\.\s)?(?=\d)")
PAGE = re.compile(rf"(?!\d{{1,3}}\s?{DIVISION}\s\d)\d{{1,4}}(?:\s?[-–/]\s?\d{{1,4}})?(?![\w/]|\.\d)")
PAGE_AFTER = re.compile(r"\s*,\s*(?P<page>\d{1,4})(?=\s*(?:[;.)\]]|\Z|ff?\.|ss?\b))(?!\.\d)")
NO_MARK = re.compile(r"[\s,]+(?=\d{1,2}\.\d{1,2})")
DOTTED = re.compile(r"\d{1,2}\.\d{1,2}")
WHOLE = re.compile(r"\d{1,4}(?![\w./])")
FURTHEST_BRACKET = 400
FURTHEST_PAGE = 100
"""A number after the first page is another page of the ruling if it is no further off."""


@dataclass(slots=True)
class Found:
    """What stands after a reference: the pinpoint, its end, and where the page of another ruling of the volume is."""

    pinpoint: Pinpoint
    end: int
    next_page: int | None = None


@dataclass(slots=True)
class _Reading:
    text: str
    at: int
    considerations: list[str] = field(default_factory=list)
    considerations_following: str = ""
    pages: list[str] = field(default_factory=list)
    pages_following: str = ""
    next_page: int | None = None


def read_pinpoint(text: str, at: int, page: int | None = None) -> Found:
    """Read the pinpoint that begins at a place of a text.

    `page` is the page of the reference; after a docket there is none. `next_page` of the answer is where a number
    stands that is the page of another ruling in the same volume and division (`…consid. 3.2, 121 consid. 3.1.2`).
    """
    reading = _Reading(text, at)
    start = _skip_asides(text, at)
    if not _pages(reading, start):
        marked = MARK_AGAIN.match(text, start)
        unmarked = None if marked or page is None else NO_MARK.match(text, start)
        first = marked or unmarked
        if first and _considerations(reading, first.end(), may_go_on=marked is not None):
            _pages(reading, _skip_asides(text, reading.at))
        elif page is not None:
            _page_after(reading, start, page)
    elif marked := MARK_AGAIN.match(text, reading.at):
        _considerations(reading, marked.end(), may_go_on=True)
    while (again := SEPARATOR.match(text, reading.at)) and reading.pages and DOTTED.match(text, again.end()):
        if not _considerations(reading, again.end(), may_go_on=True) or not _pages(reading, reading.at):
            break
    if page is not None and reading.next_page is None:
        separator = SEPARATOR.match(text, reading.at)
        reading.next_page = separator.end() if separator and _is_page(text, separator.end()) else None
    pinpoint = Pinpoint(
        tuple(reading.considerations),
        reading.considerations_following,
        tuple(reading.pages),
        reading.pages_following,
    )
    return Found(pinpoint, reading.at, reading.next_page)


def _skip_asides(text: str, at: int) -> int:
    for _ in range(3):
        aside = ASIDE.match(text, at)
        if not aside:
            break
        at = aside.end()
    return at


def _considerations(reading: _Reading, at: int, *, may_go_on: bool) -> bool:
    """Read considerations from their first number on; False, and nothing read, where there is none."""
    first = ITEM.match(reading.text, at)
    if not first:
        return False
    _take(reading, first)
    while may_go_on and (separator := SEPARATOR.match(reading.text, reading.at)):
        marked = MARK_AGAIN.match(reading.text, separator.end())
        if not _go_on(reading, marked.end() if marked else separator.end(), is_marked=marked is not None):
            break
    following = FOLLOWING.match(reading.text, reading.at)
    if following:
        reading.considerations_following = following["mark"]
        reading.at = following.end()
    return True


def _go_on(reading: _Reading, at: int, *, is_marked: bool) -> bool:
    """Read one more consideration of a list; False where something else stands there."""
    text = reading.text
    letter = LETTER.match(text, at)
    last = reading.considerations[-1]
    if letter and re.search(r"\d[a-z]", last):
        stem = re.match(r"[\d.]*\d", last)
        reading.considerations.append((stem[0] if stem else "") + letter[0])
        reading.at = _closed(text, letter.end())
        return True
    if not is_marked and _is_page(text, at):
        reading.next_page = at
        return False
    item = ITEM.match(text, at)
    if not item or (is_marked and ELSEWHERE.match(text, item.end())):
        return False
    if item[0].isdecimal() and not is_marked and not AFTER_WHOLE.match(text, item.end()):
        return False
    _take(reading, item)
    return True


def _is_page(text: str, at: int) -> bool:
    """Whether a whole number is the page of another ruling: it has its own consideration after it."""
    number = WHOLE.match(text, at)
    return number is not None and MARK.match(text, number.end()) is not None


def _take(reading: _Reading, item: re.Match[str]) -> None:
    """Take one consideration, with the other end of its range."""
    text, end = reading.text, item.end()
    label = item[0]
    dash = RANGE.match(text, end)
    last = dash and (ITEM.match(text, dash.end()) or LETTER.match(text, dash.end()))
    if last:
        label, end = f"{label}-{last[0]}", last.end()
    reading.considerations.append(re.sub(r"\.(?=[a-z])|\s", "", label))
    reading.at = _closed(text, end)


def _closed(text: str, at: int) -> int:
    """Past the bracket of an old number (`3d)`), which is not that of a sentence."""
    opened = text.rfind("(", max(0, at - FURTHEST_BRACKET), at)
    closed = CLOSED.match(text, at) if text[at - 1].isalpha() else None
    return closed.end() if closed and (opened < 0 or ")" in text[opened:at]) else at


def _pages(reading: _Reading, at: int) -> bool:
    text = reading.text
    mark = PAGE_MARK.match(text, at)
    page = PAGE.match(text, mark.end()) if mark else None
    while page:
        reading.pages.append(re.sub(r"\s", "", page[0]))
        reading.at = page.end()
        following = FOLLOWING.match(text, reading.at)
        if following:
            reading.pages_following, reading.at = following["mark"], following.end()
        separator = SEPARATOR.match(text, reading.at)
        page = PAGE.match(text, separator.end()) if separator else None
        if page and (_is_page(text, page.start()) or not AFTER_WHOLE.match(text, page.end())):
            break
    return bool(reading.pages)


def _page_after(reading: _Reading, at: int, first: int) -> None:
    """Read a page that has no mark of its own: `BGE 134 III 193, 195`."""
    found = PAGE_AFTER.match(reading.text, at)
    if found and first < int(found["page"]) <= first + FURTHEST_PAGE:
        reading.pages.append(found["page"])
        reading.at = found.end("page")
        following = FOLLOWING.match(reading.text, reading.at)
        if following:
            reading.pages_following, reading.at = following["mark"], following.end()
