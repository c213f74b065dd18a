"""Which lines stand at the edge of many pages: running heads and feet, and page numbers.

Belongs here: comparing the edges of a document's pages. Does not belong here: leaving them out (`passages/`).
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from legal_assets.pages.printed import Layer, PrintedLine

RUNNING_HEAD = "running_head"
PAGE_NUMBER = "page_number"
_EDGE = 0.12
_EDGE_LINES = 4
_LEAST_PAGES = 3
_LEAST_SHARE = 0.10
_LONGEST = 200
_NUMBER = re.compile(
    r"^[\W_]*(?:page|seite|p\.|página)?\s*(?:\d{1,4}|[ivxlc]{1,8})(?:\s*(?:of|/|de|von|sur)\s*\d{1,4})?[\W_]*$",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+|\b[ivxlc]+\b")


def running_lines(layers: Sequence[Layer]) -> list[Mapping[PrintedLine, str]]:
    """Return for each page the lines at its edges that are running heads or page numbers.

    A line is one when it stands, numbers aside, at the same edge of at least three pages and of a tenth of them, or
    when it is nothing but a number at the edge. A turned line that repeats counts wherever it stands.
    """
    places: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    edges = [list(_edge_lines(layer)) for layer in layers]
    for number, lines in enumerate(edges):
        for edge, line in lines:
            places[edge, _shape(line.text)].add(number)
    least = max(_LEAST_PAGES, _LEAST_SHARE * len(layers))
    marked: list[Mapping[PrintedLine, str]] = []
    for lines in edges:
        page: dict[PrintedLine, str] = {}
        for edge, line in lines:
            if edge != "turned" and _NUMBER.match(line.text):
                page[line] = PAGE_NUMBER
            elif len(places[edge, _shape(line.text)]) >= least:
                page[line] = RUNNING_HEAD
        marked.append(page)
    return marked


def _edge_lines(layer: Layer) -> Iterator[tuple[str, PrintedLine]]:
    level = sorted((line for line in layer.lines if not line.turn), key=lambda line: line.top)
    for line in level[:_EDGE_LINES]:
        if line.bottom <= layer.height * _EDGE and len(line.text) <= _LONGEST:
            yield "head", line
    for line in level[-_EDGE_LINES:]:
        if line.top >= layer.height * (1 - _EDGE) and len(line.text) <= _LONGEST:
            yield "foot", line
    for line in layer.lines:
        if line.turn and len(line.text) <= _LONGEST:
            yield "turned", line


def _shape(text: str) -> str:
    """The text with numbers aside, as the same head may count chapters or pages."""
    return _DIGITS.sub("#", " ".join(text.lower().split()))
