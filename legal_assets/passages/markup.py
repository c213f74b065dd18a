"""From mark-up to lines: the blocks of an XML or HTML tree, each with its normalised text and its place.

Knows elements, tables, white space and links, but no class or element of any source: what a line means belongs in
the readers (`current`, `legacy`, `word_export`). The tree is walked without recursion, no entity is resolved and
nothing is loaded from outside.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from html.entities import html5
from typing import NamedTuple

from lxml import etree

from legal_assets.passages.inline import (
    BOLD_END,
    BOLD_START,
    ITALIC_END,
    ITALIC_START,
    LINK_END,
    LINK_START,
    Inline,
    inline_of,
    piece_of,
)
from legal_assets.text.decoding import UnreadableDocument

DEEPEST = 200
"""Nested elements; tables in tables in quotations stay under 60."""

COLUMNS = re.compile(r"<col(?:group)?(?:\s[^<>]*)?/?>|</col(?:group)?>", re.IGNORECASE)
"""A fifth of all elements of the present mark-up, and empty."""

NAMED_ENTITY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)([A-Za-z][A-Za-z0-9]{1,30});")
SKIPPED = frozenset(("head", "script", "style", "noscript", "select", "template"))
EMPTY = frozenset(("col", "colgroup", "img", "meta", "link", "input", "wbr"))
BLOCKS = frozenset(
    (
        *("html", "body", "main", "nav", "header", "footer", "section", "article", "aside", "address", "center"),
        *("div", "p", "pre", "blockquote", "fieldset", "form", "figure", "hr", "title", "caption"),
        *("h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd"),
        *("table", "thead", "tbody", "tfoot", "tr", "td", "th"),
    )
)


class Place(NamedTuple):
    """Where a block stands.

    `class_name` and `region` are the classes of the block element and of the nearest `div` that has one; `depth`
    counts the tables around it, `row` numbers the table rows of a file, `column` counts cells from 0 (-1 outside).
    """

    tag: str
    class_name: str = ""
    region: str = ""
    depth: int = 0
    row: int = 0
    column: int = -1


class Line(NamedTuple):
    """One block of text, its place, and the first name or id given inside it."""

    inline: Inline
    place: Place
    anchor: str = ""

    @property
    def text(self) -> str:
        """The words of the line."""
        return self.inline.text


def parse_tree(text: str) -> etree._Element:
    """Parse mark-up as XML, or as HTML where it is not well-formed; UnreadableDocument where it is neither."""
    text = NAMED_ENTITY.sub(_character, COLUMNS.sub("", text.strip()))
    data = (text.partition("?>")[2].lstrip() if text.startswith("<?xml") else text).encode()
    try:
        return etree.fromstring(data, _XML)
    except etree.XMLSyntaxError as error:
        if "Excessive depth" in str(error):
            raise _too_deep() from error
    try:
        root: etree._Element | None = etree.fromstring(data, _HTML)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise UnreadableDocument("no-judgment", f"the mark-up cannot be read: {error}") from error
    if root is None:
        raise UnreadableDocument("no-judgment", "the mark-up holds no element")
    return root


def _character(entity: re.Match[str]) -> str:
    """The character that HTML names so; XML knows none of the names but those of mark-up itself."""
    return html5.get(entity[1] + ";", entity[0])


_XML = etree.XMLParser(encoding="utf-8", resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
_HTML = etree.HTMLParser(encoding="utf-8", no_network=True, huge_tree=False)


def _too_deep() -> UnreadableDocument:
    return UnreadableDocument("too-deep", f"elements are nested more than {DEEPEST} deep; the file is damaged")


@lru_cache(maxsize=1024)
def kind_of(tag: str) -> tuple[str, str]:
    """The name of an element without its namespace, in small letters, and what the walk does with it."""
    name = tag.rpartition("}")[2].lower()
    for kind, names in (("block", BLOCKS), ("skipped", SKIPPED), ("empty", EMPTY)):
        if name in names:
            return kind, name
    return "inline", name


def read_lines(root: etree._Element) -> list[Line]:
    """Walk a tree in document order and return its blocks of text."""
    return list(_Walk().lines(root))


class _Walk:
    """The walk over one tree: pieces of the block being collected, and the open elements around it."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.hrefs: list[str] = []
        self.anchor = ""
        self.places = [Place("body")]
        self.columns: list[int] = []
        self.rows = 0
        self.level = 0

    def lines(self, root: etree._Element) -> Iterator[Line]:
        walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
        for event, element in walk:
            if event == "start":
                yield from self.enter(element, walk)
                continue
            if event == "end":
                yield from self.leave(element)
            if element is not root:
                self.add(element.tail)

    def enter(self, element: etree._Element, walk: etree.iterwalk) -> Iterable[Line]:
        self.level += 1
        if self.level > DEEPEST:
            raise _too_deep()
        kind, name = kind_of(element.tag)
        ended: Iterable[Line] = ()
        if kind == "block":
            ended = self.flush()
            self.open_block(name, element)
            self.add(element.text)
        elif kind == "inline":
            self.open_inline(name, element)
            self.add(element.text)
        elif kind == "skipped":
            walk.skip_subtree()
        return ended

    def leave(self, element: etree._Element) -> Iterable[Line]:
        self.level -= 1
        kind, name = kind_of(element.tag)
        ended: Iterable[Line] = ()
        if kind == "block":
            ended = self.flush()
            self.close_block(name)
        elif kind == "inline":
            self.close_inline(name, element)
        return ended

    def add(self, text: str | None) -> None:
        if text and (self.pieces or not text.isspace()):
            self.pieces.append(piece_of(text))

    def flush(self) -> Iterable[Line]:
        """End the block that is being collected; the line it makes, if it has words."""
        if not self.pieces:
            return ()
        inline = inline_of("".join(self.pieces), self.hrefs)
        self.pieces.clear()
        self.hrefs = []
        if not inline.text:
            return ()
        line = Line(inline, self.places[-1], self.anchor)
        self.anchor = ""
        return (line,)

    def open_block(self, name: str, element: etree._Element) -> None:
        self.note_anchor(element)
        around = self.places[-1]
        class_name = element.get("class") or ""
        depth, row, column, region = around.depth, around.row, around.column, around.region
        if name == "tr":
            self.rows += 1
            self.columns.append(-1)
            row = self.rows
        elif name in ("td", "th") and self.columns:
            self.columns[-1] += 1
            column = self.columns[-1]
        elif name == "table":
            depth += 1
        elif name == "div":
            region = class_name or region
        self.places.append(Place(name, class_name, region, depth, row, column))

    def close_block(self, name: str) -> None:
        self.places.pop()
        if name == "tr" and self.columns:
            self.columns.pop()

    def note_anchor(self, element: etree._Element) -> None:
        if not self.anchor:
            self.anchor = element.get("id") or element.get("name") or ""

    def open_inline(self, name: str, element: etree._Element) -> None:
        self.note_anchor(element)
        if name == "a":
            href = element.get("href")
            if href:
                self.hrefs.append(href)
                self.pieces.append(LINK_START)
        elif name == "br":
            self.pieces.append(" ")
        else:
            self.mark(_START_OF, name, element)

    def close_inline(self, name: str, element: etree._Element) -> None:
        if name == "a":
            if element.get("href"):
                self.pieces.append(LINK_END)
        elif name != "br":
            self.mark(_END_OF, name, element)

    def mark(self, marks: dict[str, str], name: str, element: etree._Element) -> None:
        style = STYLE_OF.get(name)
        if style is None and name == "span":
            class_name = element.get("class") or ""
            style = "bold" if "bold" in class_name else "italic" if "italic" in class_name else None
        if style is not None:
            self.pieces.append(marks[style])


STYLE_OF = {"b": "bold", "strong": "bold", "i": "italic", "em": "italic"}
_START_OF = {"bold": BOLD_START, "italic": ITALIC_START}
_END_OF = {"bold": BOLD_END, "italic": ITALIC_END}
