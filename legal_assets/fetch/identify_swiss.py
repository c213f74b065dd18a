"""Which Swiss ruling or commentary a file holds, told without reading it whole.

Only identifiers, by what the file states and by its name. Reading the document belongs in `passages/`.
"""

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass

from legal_assets.text.bge_number import RulingNumber, parse_number

HEAD = 65_536
"""Characters in which a file says what it is."""

TITLE = re.compile(r"<title>([^<]{1,200})</title>")
NUMBER_FIELD = re.compile(r'"(?:nummer|bgeReferenz)"\s*:\s*"([^"]{1,60})"')
COURT_PAGE = re.compile(r'\bclass="paraa?tf|\bid="(?:highlight_content|regeste)"')
SNAPSHOT = re.compile(r'\A\s*\{.*?"eintraege"\s*:', re.DOTALL)
ANSWER = re.compile(r'\A\s*\{\s*"data"\s*:\s*(?P<opening>[\[{])')
HTML_LINK = re.compile(r'"html_link"\s*:\s*"([^"]{1,300})"')
LANGUAGE_FIELD = re.compile(r'"language"\s*:\s*"([a-z]{2})"')
DATE_FIELD = re.compile(r'"date"\s*:\s*"(\d{4}-\d{2}-\d{2})')
COMMENTARY_PAGE = re.compile(r"<template\s+(?:v-slot:|#)content|paragraph-nr|<footnote\b")
PAGE_FACT = re.compile(r"^\s*(slug|date|locale):\s*'([^'\n]{0,300})'", re.MULTILINE)
PAGE_LANGUAGE = re.compile(r"<html[^>]*\blang=[\"']([a-z]{2})")
DAY = re.compile(r"(\d{2})\.(\d{2})\.(\d{4})\Z")
STAMP = re.compile(r"^updated_at:\s*(\d{9,10})\s*$", re.MULTILINE)
SLOT_IN_NAME = re.compile(r"(?:slot-|[_.-])(de|fr|it|en)(?=[_.-])")
DATE_IN_NAME = re.compile(r"\d{4}-\d{2}-\d{2}")
UNSAFE = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class SwissFile:
    """The document of a file, its kind, and the language it is filed under (None where nothing says)."""

    doc_id: str
    kind: str
    language: str | None


class UnknownFormError(ValueError):
    """A file that is neither a ruling nor a commentary, or does not say which: reason code and detail."""

    def __init__(self, code: str, detail: str) -> None:
        """Keep both."""
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


def identify_swiss(data: bytes, name: str) -> SwissFile:
    """Return which ruling (`bge-148-i-1`) or state of a commentary (`ok-or701-de-2022-10-09`) a file holds.

    Raises:
        UnknownFormError: it is neither, or does not say which.
    """
    text = data.decode("utf-8", errors="replace").lstrip("\ufeff")
    start = text.lstrip()
    if start.startswith("---"):
        return _commentary(name, _front_matter(start[:HEAD]), SLOT_IN_NAME.search(name))
    if SNAPSHOT.match(start[:HEAD]):
        return _ruling(name, [found[1] for found in NUMBER_FIELD.finditer(start[:HEAD])])
    answer = ANSWER.match(start)
    if answer:
        return _answer(start, name, is_list=answer["opening"] == "[")
    if start.startswith("<") and COURT_PAGE.search(start):
        return _ruling(name, [found[1] for found in TITLE.finditer(start[:HEAD])])
    if start.startswith("<") and COMMENTARY_PAGE.search(start):
        return _page(start, name)
    if parse_number(name) and start[:1] not in ("<", "{", "["):
        return _ruling(name, [])
    raise UnknownFormError("unknown_form", "It is neither a ruling nor a commentary in a form that is known.")


def _ruling(name: str, stated: list[str]) -> SwissFile:
    numbers: Iterator[RulingNumber | None] = map(parse_number, [*stated, name])
    number = next((each for each in numbers if each), None)
    if number is None and stated:
        raise UnknownFormError("other_decision", f"{stated[0]} is no number of a leading decision.")
    if number is None:
        raise UnknownFormError("no_number", "Nothing says which ruling it is; begin the name with 141-IV-108.")
    return SwissFile(number.doc_id, "ruling", None)


def _front_matter(text: str) -> str:
    """The date that a front matter states, empty for none."""
    found = STAMP.search(text)
    return datetime.datetime.fromtimestamp(int(found[1]), datetime.UTC).date().isoformat() if found else ""


def _answer(text: str, name: str, *, is_list: bool) -> SwissFile:
    if is_list:
        raise UnknownFormError("list_of_commentaries", "It lists commentaries; fetch each by its `link`.")
    head, tail = text[:HEAD], text[-HEAD:]
    link, language, date = HTML_LINK.search(head), LANGUAGE_FIELD.search(head), DATE_FIELD.search(head)
    if link is None and HTML_LINK.search(tail) is None and '"content"' not in text:
        raise UnknownFormError("unknown_form", "The answer is no single commentary.")
    link = link or HTML_LINK.search(tail)
    slug = link[1].replace("\\/", "/").rstrip("/").rpartition("/")[2] if link else ""
    return _commentary(slug or name, date[1] if date else "", language, is_slug=bool(slug))


def _page(text: str, name: str) -> SwissFile:
    facts = dict(PAGE_FACT.findall(text[:HEAD]))
    day = DAY.match(facts.get("date", ""))
    slot = (
        re.match(r"(..)\Z", facts.get("locale", "")) or PAGE_LANGUAGE.search(text[:HEAD]) or SLOT_IN_NAME.search(name)
    )
    date = f"{day[3]}-{day[2]}-{day[1]}" if day else ""
    return _commentary(facts.get("slug") or name, date, slot, is_slug=bool(facts.get("slug")))


def _commentary(name: str, date: str, slot: re.Match[str] | None, *, is_slug: bool = False) -> SwissFile:
    """The id of a commentary's state; without slug or date in the file, its name says them."""
    stem = name if is_slug else re.split(r"__|\.", name)[0]
    named = DATE_IN_NAME.search(name)
    parts = ("ok", stem, slot[1] if slot else "und", (named[0] if named else "") or date or "undated")
    doc_id = "-".join(filter(None, (UNSAFE.sub("-", part.lower()).strip("-") for part in parts)))
    return SwissFile(doc_id, "commentary", slot[1] if slot else None)
