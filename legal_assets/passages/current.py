"""The Court's present mark-up: XHTML since 2012, paragraphs as two-column tables, classes `count` or `coj-count`.

The number stands in the first cell of a table of its own (`<p class="coj-count" id="point12">12</p>`), the text in the
second; quotations and lists are tables inside it. Older layouts belong in `legacy`, Word exports in `word_export`.
"""

import re
from collections.abc import Iterator, Sequence

from lxml import etree

from legal_assets.passages.blocks import Block, Draft, Role
from legal_assets.passages.dates import find_date
from legal_assets.passages.inline import Inline
from legal_assets.passages.markup import Line, read_lines
from legal_assets.passages.phrases import opens_contents, opens_operative_part
from legal_assets.text.celex import find_celex

NUMBER = re.compile(r"(\d{1,4})\s?\.?")
HEADING_LEVEL = re.compile(r"title-grseq-(\d)")
RECORD = re.compile(r"#?[ct]-ECR_(6\d{4}[A-Z]{2}\d{4}(?:\(\d\d\))?)_([A-Z]{2})_")
KIND_OF_ANCHOR = {
    "judgment": "judgment",
    "order": "order",
    "conclusion": "opinion",
    "opinion": "court-opinion",
}
LONGEST_HEADING = 400
TABLE_WEIGHT = 3.0


def is_current(text: str) -> bool:
    """Whether a file is in this mark-up."""
    return re.search(r"""class\s*=\s*["'](?:coj-)?(?:count|sum-title-1|C?OJ-)\b""", text) is not None


def read_current(root: etree._Element) -> Draft:
    """Read a document in the present mark-up into blocks."""
    lines = read_lines(root)
    celex, language = _record(root)
    kind = next((KIND_OF_ANCHOR[line.anchor] for line in lines if line.anchor in KIND_OF_ANCHOR), None)
    return Draft(tuple(_blocks(lines)), celex=celex, kind=kind, language=language)


def _record(root: etree._Element) -> tuple[str | None, str | None]:
    """The CELEX number and the language that the anchors of the footnotes state, else the number in the title."""
    for element in root.iter("{*}a"):
        match = RECORD.match(element.get("href") or element.get("id") or "")
        if match:
            return match[1], match[2].lower()
    title = next((element.text or "" for element in root.iter("{*}title")), "")
    celex = find_celex(title)
    return (str(celex) if celex else None), None


def _blocks(lines: Sequence[Line]) -> Iterator[Block]:
    """Blocks in order; a count and the text beside it become one."""
    numbered = [line.place.row for line in lines if _class_of(line) == "count" and _begins_paragraph([line])]
    part = _Part(last_row=numbered[-1] if numbered else 0)
    counts: list[Line] = []
    for at, line in enumerate(lines):
        if _class_of(line) == "count" and _is_beside(line, lines[at + 1 : at + 2]):
            counts.append(line)
            continue
        ends_paragraph = line.place.depth == 0 or _begins_paragraph(lines[at + 1 : at + 2])
        yield part.block(line, counts, ends_paragraph)
        counts = []


def _class_of(line: Line) -> str:
    """The block's own class without the prefix; `coj-count coj-bold` is a count."""
    return line.place.class_name.partition(" ")[0].removeprefix("coj-")


def _is_beside(count: Line, following: Sequence[Line]) -> bool:
    """Whether text follows in the same row, or the first cell of a list inside that row's next cell."""
    if not following:
        return False
    place = following[0].place
    return place.row == count.place.row or (place.depth > count.place.depth and _class_of(following[0]) == "count")


def _begins_paragraph(following: Sequence[Line]) -> bool:
    return bool(following) and following[0].place.depth == 1 and NUMBER.fullmatch(following[0].text) is not None


class _Part:
    """Where in a document the lines are: header, grounds or what follows them."""

    def __init__(self, last_row: int) -> None:
        self.last_row = last_row
        self.headings_count = True
        self.seen_date = False
        self.seen_keywords = False
        self.is_opinion = False
        self.in_grounds = False
        self.in_operative = False

    def block(self, line: Line, counts: Sequence[Line], ends_paragraph: bool) -> Block:
        """The block of a line with the counts beside it; inside a paragraph, only its last line can be a heading."""
        self.headings_count = ends_paragraph or not self.in_grounds
        marker = " ".join(count.text for count in counts)
        number = self.number_of(counts[0]) if counts else None
        if number is not None:
            self.in_grounds = True
            return Block("text", line.inline, marker, number, TABLE_WEIGHT)
        role, level = self.role_of(line)
        return Block(role, line.inline, marker, level=level)

    def number_of(self, count: Line) -> int | None:
        """The number of a paragraph: a count of digits in a table that lies in no other one."""
        if self.in_operative or count.place.depth != 1:
            return None
        match = NUMBER.fullmatch(count.text)
        return int(match[1]) if match else None

    def role_of(self, line: Line) -> tuple[Role, int]:
        name = _class_of(line)
        if name == "note":
            return "note", 0
        if "signaturecase" in line.place.region or "signator" in line.place.region:
            return "signature", 0
        if name == "index":
            self.seen_keywords = True
            return "keywords", 0
        if name.startswith("NTOC") or opens_contents(line.text):
            return "contents", 0
        return self._role_by_part(line, name)

    def _role_by_part(self, line: Line, name: str) -> tuple[Role, int]:
        self.in_operative |= self.opens_operative_part(line)
        if self.in_operative:
            return "operative", 0
        return self._role_of_text(line, name)

    def opens_operative_part(self, line: Line) -> bool:
        """Whether a line begins what is ruled: by its words, or as a row of its own behind the last paragraph's."""
        if not self.in_grounds or line.place.depth > 1:
            return False
        is_behind = line.place.row > self.last_row and line.place.column == 1 and not self.is_opinion
        return is_behind or opens_operative_part(line.text)

    def _role_of_text(self, line: Line, name: str) -> tuple[Role, int]:
        level = HEADING_LEVEL.fullmatch(name) if self.headings_count else None
        if level:
            return "heading", int(level[1])
        if name == "sum-title-1" and self.headings_count:
            if self.seen_keywords or self.in_grounds:
                return "heading", 1
            if self.seen_date:
                return "contents", 0
            self.seen_date = find_date(line.text) is not None
            return "title", 0
        if not self.in_grounds and not (self.is_opinion and self.seen_keywords):
            self.is_opinion |= name == "subtitle"
            return "party", 0
        if line.place.depth == 0 and is_heading(line.inline):
            return "heading", 0
        return "text", 0


def is_heading(inline: Inline) -> bool:
    """Whether a line between paragraphs is a heading: all of it emphasised, or short and no sentence."""
    if len(inline.text) > LONGEST_HEADING:
        return False
    return inline.is_emphasised or inline.text[-1:] not in ".:;,"
