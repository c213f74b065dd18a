"""Formex 4, the Publications Office's own XML of a decision: roots `JUDGMENT`, `ORDER`, `CONCLUSION`, `OPINION`.

The structure says what everything is (`NP.ECR` a numbered paragraph, `QUOT.S` a quotation, `JURISDICTION` the operative
part); what the page shows but the file only implies is made here: dashes of lists, quotation marks, calls of footnotes.
"""

import datetime
import re
from collections.abc import Callable, Iterator

from lxml import etree

from legal_assets.passages.blocks import Block, Draft, Role
from legal_assets.passages.inline import (
    BOLD_END,
    BOLD_START,
    ITALIC_END,
    ITALIC_START,
    LINK_END,
    LINK_START,
    inline_of,
    piece_of,
)
from legal_assets.text.celex import find_ecli

KIND_OF_ROOT = {"JUDGMENT": "judgment", "ORDER": "order", "CONCLUSION": "opinion", "OPINION": "court-opinion"}
NUMBER = re.compile(r"(\d{1,4})\s?\.?")
FORMEX_WEIGHT = 3.0

ROLES: dict[str, Role] = {
    "STI": "party",
    "TOC": "contents",
    "INDEX": "keywords",
    "JURISDICTION": "operative",
    "ENACTING.TERMS.CJT": "operative",
    "SIGNATURE.CASE": "signature",
    "FINAL": "signature",
}
"""What the blocks inside an element are; elsewhere the part of the document decides."""

MARKERS = frozenset(("NO.P", "NO.PARAG", "NO.ITEM"))
BLOCKS = MARKERS | frozenset(
    (
        *("P", "TXT", "ALINEA", "TI", "STI", "KEYWORD", "AGAINST", "PARTY.STATUS", "VISA", "PREAMBLE.FINAL", "INTRO"),
        *("LIST", "ITEM", "ITEM.CONT", "NP", "NP.ECR", "PARAG", "QUOT.S", "TITLE", "GR.SEQ", "TI.ART", "STI.ART"),
        *("TBL", "ROW", "CELL", "INDEX", "TOC", "TOC.ITEM"),
    )
)
ENCLOSING = frozenset(("NP", "NP.ECR", "QUOT.S", "LIST", "TITLE", "TBL", "NOTE"))
"""Inside these a number is no paragraph's."""

SKIPPED = frozenset(("BIB.JUDGMENT", "BIB.ORDER", "BIB.CONCLUSION", "BIB.OPINION", "CURR.TITLE", "ITEM.REF"))
STYLES = {"BOLD": (BOLD_START, BOLD_END), "ITALIC": (ITALIC_START, ITALIC_END)}


def read_formex(root: etree._Element) -> Draft:
    """Read a Formex document into blocks, with the facts that its bibliographic part states."""
    header = root.find("CURR.TITLE/PAGE.HEADER")
    lines = [_words(line) for line in header.findall("P")] if header is not None else []
    ecli = root.find("*/NO.ECLI")
    return Draft(
        tuple(_Walk(root).blocks()),
        celex=(root.findtext("*/NO.CELEX") or "").strip() or None,
        ecli=find_ecli(ecli.get("ECLI") or "") if ecli is not None else None,
        kind=KIND_OF_ROOT.get(root.tag),
        date=_date(root.find("TITLE/TI//DATE")),
        names=tuple(lines[1:2]),
    )


def _words(element: etree._Element) -> str:
    return " ".join("".join(map(str, element.itertext())).split())


def _date(element: etree._Element | None) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(element.get("ISO") or "") if element is not None else None
    except ValueError:
        return None


class _Walk:
    """The walk over one document: the block that is being collected, and what is open around it."""

    def __init__(self, root: etree._Element) -> None:
        self.root = root
        self.pieces: list[str] = []
        self.hrefs: list[str] = []
        self.marker = ""
        self.number: int | None = None
        self.capitals = False
        self.enclosing = 0
        self.in_title = 0
        self.in_grounds = False
        self.roles: list[Role] = []
        self.levels: list[int] = []
        self.dashes: list[str] = []
        self.cited: list[str] = []
        self.around_note: list[tuple[list[str], list[str], str, int | None]] = []
        self.notes: list[Block] = []
        self.openers: dict[str, Callable[[etree._Element], None]] = {
            "NP.ECR": self.open_numbered,
            "NP": self.open_numbered,
            "GR.SEQ": self.open_section,
            "TITLE": self.open_title,
            "LIST": self.open_list,
            "ITEM": self.open_item,
            "QUOT.START": self.print_quotation_mark,
            "QUOT.END": self.print_quotation_mark,
            "HT": self.open_style,
            "REF.DOC.ECR": self.open_reference,
            "NO.CASE": self.open_link,
            "NO.ECLI": self.open_link,
            "REF.NP.ECR": self.open_link,
            "NOTE": self.open_note,
        }
        self.closers: dict[str, Callable[[etree._Element], None]] = {
            "GR.SEQ": lambda _: self._drop(self.levels),
            "TITLE": self.close_title,
            "LIST": lambda _: self._drop(self.dashes),
            "HT": self.close_style,
            "REF.DOC.ECR": lambda _: self._drop(self.cited),
            "NO.CASE": lambda _: self.pieces.append(LINK_END),
            "NO.ECLI": lambda _: self.pieces.append(LINK_END),
            "REF.NP.ECR": lambda _: self.pieces.append(LINK_END),
            "NOTE": self.close_note,
        }

    @staticmethod
    def _drop(stack: list[str] | list[int]) -> None:
        stack.pop()

    def blocks(self) -> Iterator[Block]:
        walk = etree.iterwalk(self.root, events=("start", "end", "comment", "pi"))
        for event, element in walk:
            if event == "start":
                if element.tag in SKIPPED:
                    walk.skip_subtree()
                    continue
                yield from self.flush(element.tag)
                self.open(element)
                self.add(element.text)
                continue
            if event == "end" and element.tag not in SKIPPED:
                yield from self.flush(element.tag, ended=True)
                self.close(element)
            if element is not self.root:
                self.add(element.tail)
        yield from self.notes

    def add(self, text: str | None) -> None:
        if text and (self.pieces or not text.isspace()):
            piece = piece_of(text)
            self.pieces.append(piece.upper() if self.capitals else piece)

    def flush(self, tag: str, ended: bool = False) -> Iterator[Block]:
        """End the block that is being collected, if `tag` ends one; a number waits for the text behind it."""
        if tag not in BLOCKS or not self.pieces:
            return
        inline = inline_of("".join(self.pieces), self.hrefs)
        self.pieces, self.hrefs = [], []
        if not inline.text:
            return
        if ended and tag in MARKERS:
            self.marker = f"{self.marker} {inline.text}".strip()
            return
        role, level = self.role()
        weight = FORMEX_WEIGHT if self.number is not None else 0.0
        block = Block(role, inline, self.marker, self.number, weight, level)
        self.marker, self.number = "", None
        if self.around_note:
            self.notes.append(block)
        else:
            yield block

    def role(self) -> tuple[Role, int]:
        if self.around_note:
            return "note", 0
        if self.roles:
            return self.roles[-1], 0
        if self.in_title:
            return ("heading", self.levels[-1]) if self.levels else ("title", 0)
        return ("text", 0) if self.in_grounds else ("party", 0)

    def open(self, element: etree._Element) -> None:
        if element.tag in ROLES:
            self.roles.append(ROLES[element.tag])
        opener = self.openers.get(element.tag)
        if opener is not None:
            opener(element)
        if element.tag in ENCLOSING:
            self.enclosing += 1

    def close(self, element: etree._Element) -> None:
        closer = self.closers.get(element.tag)
        if closer is not None:
            closer(element)
        if element.tag in ROLES:
            self.roles.pop()
        if element.tag in ENCLOSING:
            self.enclosing -= 1

    def open_numbered(self, element: etree._Element) -> None:
        number = element.find("NO.P")
        if number is None or self.enclosing or self.roles:
            return
        match = NUMBER.fullmatch(_words(number))
        if match:
            self.number = int(match[1])
            self.in_grounds = True

    def open_section(self, element: etree._Element) -> None:
        level = element.get("LEVEL") or ""
        self.levels.append(int(level) if level.isdecimal() else len(self.levels) + 1)

    def open_title(self, element: etree._Element) -> None:
        self.in_title += 1

    def close_title(self, element: etree._Element) -> None:
        self.in_title -= 1

    def open_list(self, element: etree._Element) -> None:
        self.dashes.append("–" if "DASH" in (element.get("TYPE") or "") else "")

    def open_item(self, element: etree._Element) -> None:
        if self.dashes and self.dashes[-1]:
            self.marker = f"{self.marker} {self.dashes[-1]}".strip()

    def print_quotation_mark(self, element: etree._Element) -> None:
        code = element.get("CODE") or ""
        self.pieces.append(chr(int(code, 16)) if re.fullmatch("[0-9A-Fa-f]{2,5}", code) else '"')

    def open_style(self, element: etree._Element) -> None:
        style = element.get("TYPE") or ""
        self.capitals = style == "UC"
        self.pieces.append(STYLES.get(style, ("", ""))[0])

    def close_style(self, element: etree._Element) -> None:
        self.capitals = False
        self.pieces.append(STYLES.get(element.get("TYPE") or "", ("", ""))[1])

    def open_reference(self, element: etree._Element) -> None:
        ecli = element.find(".//NO.ECLI")
        self.cited.append((ecli.get("ECLI") or "") if ecli is not None else "")

    def open_link(self, element: etree._Element) -> None:
        point = (element.get("REF") or "").removeprefix("NP").lstrip("0")
        decision = element.get("ECLI") or (self.cited[-1] if self.cited else "")
        self.hrefs.append(decision + (f"#point{point}" if point.isdecimal() else ""))
        self.pieces.append(LINK_START)

    def open_note(self, element: etree._Element) -> None:
        """Print the call of a footnote, and collect the footnote apart from the text around the call."""
        label = (element.get("NOTE.ID") or "").lstrip("E0")
        call = f"({'*' if element.get('NUMBERING') == 'STAR' else ''}{label})"
        self.pieces.append(f" {call}" if self.pieces else call)
        self.around_note.append((self.pieces, self.hrefs, self.marker, self.number))
        self.pieces, self.hrefs, self.marker, self.number = [], [], call, None

    def close_note(self, element: etree._Element) -> None:
        self.pieces, self.hrefs, self.marker, self.number = self.around_note.pop()
