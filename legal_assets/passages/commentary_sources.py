"""Files of a commentary: Markdown with a front matter, answers of the JSON interface, pages of the site.

Brings each form to the same: a few facts and the mark-up of the content. What the mark-up means belongs in
`commentary_passages`.
"""

import datetime
import html
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from legal_assets.passages.commentary_document import UnreadableCommentary
from legal_assets.passages.commentary_nodes import markup_of

FRONT_MATTER = re.compile(r"\A---[ \t]*\r?\n(.*?)(?:^---[ \t]*(?:\r?\n|\Z)|\Z)", re.DOTALL | re.MULTILINE)
PAGE_CONTENT = re.compile(r"<template\s+(?:v-slot:|#)content\s*>")
PAGE_CONTENT_END = "</template>"
PAGE_TITLE = re.compile(r"<title>([^<]{1,300})</title>")
PAGE_LANGUAGE = re.compile(r"<html[^>]*\blang=[\"']([a-z]{2})")
PAGE_FACT = re.compile(r"^\s*(id|slug|title|date|locale):\s*'([^'\n]{0,300})'", re.MULTILINE)
PAGE_URL = re.compile(r"<meta\s+property=\"og:url\"\s+content=\"([^\"]{1,300})\"")
DAY = re.compile(r"(\d{2})\.(\d{2})\.(\d{4})\Z")


@dataclass(frozen=True, slots=True)
class Source:
    """What a file says of itself; empty where it does not."""

    content: str
    source_id: str = ""
    title: str = ""
    slug: str = ""
    slot: str = ""
    date: datetime.date | None = None
    authors: tuple[str, ...] = ()
    legal_text: str = ""
    url: str = ""


def read_source(text: str) -> Source:
    """Read a file of a commentary; UnreadableCommentary where it is none."""
    start = text.lstrip()
    if start.startswith("---"):
        return _markdown(start)
    if start[:1] in ("{", "["):
        return _answer(start)
    if start[:1] == "<":
        return _page(start)
    raise UnreadableCommentary("no-commentary", "the file has neither a front matter nor mark-up")


def _markdown(text: str) -> Source:
    found = FRONT_MATTER.match(text)
    front = found[1] if found else ""
    try:
        facts = yaml.load(front, Loader=yaml.CSafeLoader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise UnreadableCommentary("front-matter", f"the front matter is no valid YAML: {error}") from error
    if not isinstance(facts, dict):
        raise UnreadableCommentary("front-matter", "the front matter has no fields")
    body = text[found.end() :] if found else ""
    return Source(
        content=_markup(facts["content"]) if facts.get("content") else body.replace("\\'", "'"),
        source_id=_words(facts.get("id")),
        title=_words(facts.get("title")),
        date=_day_of(facts.get("updated_at")),
        legal_text=_markup(facts.get("legal_text")),
    )


def _words(value: object) -> str:
    return value if isinstance(value, str) else ""


def _markup(value: object) -> str:
    return markup_of(value) if isinstance(value, list) else value if isinstance(value, str) else ""


def _answer(text: str) -> Source:
    try:
        answer = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise UnreadableCommentary("no-commentary", f"the file is no valid JSON: {error}") from error
    facts: Any = answer.get("data", answer) if isinstance(answer, dict) else answer
    if not isinstance(facts, dict) or "content" not in facts:
        raise UnreadableCommentary("no-commentary", "the answer is no single commentary; fetch each by its `link`")
    url = _words(facts.get("html_link"))
    return Source(
        content=_markup(facts["content"]),
        source_id=_words(facts.get("id")),
        title=_words(facts.get("title")),
        slug=url.rstrip("/").rpartition("/")[2],
        slot=_words(facts.get("language")),
        date=_date(facts.get("date")),
        authors=tuple(_authors(facts.get("authors"))),
        legal_text=_markup(facts.get("legal_text")),
        url=url,
    )


def _authors(authors: object) -> Iterator[str]:
    for author in authors if isinstance(authors, list) else ():
        if isinstance(author, dict) and isinstance(author.get("name"), str):
            yield author["name"]


def _day_of(stamp: object) -> datetime.date | None:
    """The day of a time stamp in seconds."""
    try:
        return datetime.datetime.fromtimestamp(stamp, datetime.UTC).date() if isinstance(stamp, int) else None
    except (OverflowError, OSError, ValueError):
        return None


def _date(value: object) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _page(text: str) -> Source:
    """A page of the site, or mark-up alone."""
    start = PAGE_CONTENT.search(text)
    facts = dict(PAGE_FACT.findall(text[: start.start()])) if start else {}
    title = PAGE_TITLE.search(text)
    language = PAGE_LANGUAGE.search(text)
    url = PAGE_URL.search(text)
    day = DAY.match(facts.get("date", ""))
    return Source(
        content=text[start.end() :].partition(PAGE_CONTENT_END)[0] if start else text,
        source_id=facts.get("id", ""),
        title=html.unescape(facts.get("title", "") or (title[1].strip() if title else "")),
        slug=facts.get("slug", ""),
        slot=facts.get("locale", "") or (language[1] if language else ""),
        date=_date(f"{day[3]}-{day[2]}-{day[1]}") if day else None,
        url=url[1] if url else "",
    )
