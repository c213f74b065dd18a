"""A document of pages cut into chunks: equal numbers of tokens, with an overlap, their pages and their headings.

A token is a word or a mark, whatever any model counts. Belongs here: cutting one document. Does not belong here: its
pages (`pages/`), tables (`reports.py`).
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

TOKENS, OVERLAP = 3072, 256
LEFT_OUT = frozenset({"running_head", "page_number"})
HEADING = "heading"

_TOKEN = re.compile(r"\w+|[^\w\s]")
_BETWEEN_PAGES = "\n\n"


class Mark(NamedTuple):
    """A stretch of a page's text, its kind, and its level if it is a heading."""

    start: int
    end: int
    kind: str
    level: int


class Page(NamedTuple):
    """A page's number, text and marks."""

    number: int
    text: str
    marks: tuple[Mark, ...] = ()


class PageSpan(NamedTuple):
    """Characters of a text that lie on a page."""

    page: int
    start: int
    end: int


class Heading(NamedTuple):
    """A heading and where it begins in the document's text."""

    start: int
    text: str
    level: int


class RunningText(NamedTuple):
    """A document's text without running heads, where its pages lie in it, and its headings."""

    text: str
    pages: tuple[PageSpan, ...]
    headings: tuple[Heading, ...]


class Chunk(NamedTuple):
    """A stretch of a document's text; page spans count characters of the chunk."""

    start: int
    end: int
    tokens: int
    pages: tuple[PageSpan, ...]
    heading_path: tuple[str, ...]


def running_text(pages: Sequence[Page]) -> RunningText:
    """Join pages, leaving out running heads and page numbers; a page without other text has no span."""
    parts: list[str] = []
    spans: list[PageSpan] = []
    headings: list[Heading] = []
    at = 0
    for page in pages:
        kept = list(_kept(page))
        length = sum(end - start for start, end in kept)
        text = "".join(page.text[start:end] for start, end in kept)
        leading = length - len(text.lstrip())
        body = text.strip()
        if not body:
            continue
        if parts:
            parts.append(_BETWEEN_PAGES)
            at += len(_BETWEEN_PAGES)
        headings += _headings(page, kept, at - leading)
        spans.append(PageSpan(page.number, at, at + len(body)))
        parts.append(body)
        at += len(body)
    return RunningText("".join(parts), tuple(spans), tuple(headings))


def _kept(page: Page) -> Iterator[tuple[int, int]]:
    at = 0
    for mark in sorted(mark for mark in page.marks if mark.kind in LEFT_OUT):
        if mark.start > at:
            yield at, mark.start
        # With a line its break goes, too.
        at = max(at, mark.end + (page.text[mark.end : mark.end + 1] == "\n"))
    if at < len(page.text):
        yield at, len(page.text)


def _headings(page: Page, kept: Sequence[tuple[int, int]], offset: int) -> Iterator[Heading]:
    before = 0
    for start, end in kept:
        for mark in page.marks:
            if mark.kind == HEADING and start <= mark.start < end:
                text = " ".join(page.text[mark.start : mark.end].split())
                yield Heading(offset + before + mark.start - start, text, mark.level)
        before += end - start


def cut(document: RunningText, tokens: int = TOKENS, overlap: int = OVERLAP) -> list[Chunk]:
    """Cut a document into chunks; each begins so many tokens before the end of the one before it.

    The last chunk may be shorter; no chunk lies wholly in the one before it.

    Args:
        document: its running text.
        tokens: tokens of a chunk.
        overlap: tokens that a chunk shares with the one before it, fewer than it has.

    Raises:
        ValueError: the overlap is not smaller than the chunk.
    """
    if not 0 <= overlap < tokens:
        raise ValueError(f"The overlap of chunks must lie between 0 and {tokens - 1}, not {overlap}.")
    places = [match.span() for match in _TOKEN.finditer(document.text)]
    page_starts = [span.start for span in document.pages]
    chunks = []
    for first in range(0, len(places), tokens - overlap):
        if first and first + overlap >= len(places):
            break
        last = min(first + tokens, len(places)) - 1
        start, end = places[first][0], places[last][1]
        chunks.append(
            Chunk(
                start,
                end,
                last - first + 1,
                tuple(_pages_of(document.pages, page_starts, start, end)),
                heading_path(document.headings, start),
            )
        )
    return chunks


def _pages_of(pages: Sequence[PageSpan], starts: Sequence[int], start: int, end: int) -> Iterator[PageSpan]:
    for span in pages[max(0, bisect_right(starts, start) - 1) :]:
        if span.start >= end:
            return
        if span.end > start:
            yield PageSpan(span.page, max(span.start, start) - start, min(span.end, end) - start)


def heading_path(headings: Sequence[Heading], place: int) -> tuple[str, ...]:
    """Return the headings under which a place stands, outermost first; one that begins there is among them."""
    path: list[Heading] = []
    for heading in headings:
        if heading.start > place:
            break
        while path and path[-1].level >= heading.level:
            path.pop()
        path.append(heading)
    return tuple(heading.text for heading in path)
