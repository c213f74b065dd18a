"""The Court's older layouts: `div#TexteOnly` (until 2011), simplified `div.listNotice`, and bare lines of grounds.

Sections have anchors of their own (`MO` the grounds, `DI` the operative part), paragraphs begin with their number, and many
decisions before 1977 print no numbers at all. How numbers in prose are weighed belongs in `prose`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lxml import etree

from legal_assets.passages.blocks import Block, Draft, Role
from legal_assets.passages.dates import find_date
from legal_assets.passages.headings import NOT_ENUMERATED, readings_of
from legal_assets.passages.inline import Inline
from legal_assets.passages.markup import Line, read_lines
from legal_assets.passages.prose import reads_as_heading, resolve_prose
from legal_assets.text.celex import find_celex

SECTIONS: dict[str, Role] = {
    "KW": "keywords",
    "MC": "keywords",
    "SM": "keywords",
    "I1": "party",
    "I2": "party",
    "I3": "party",
    "MO": "text",
    "CO": "text",
    "OP": "text",
    "DI": "operative",
}
"""Anchors before the headings of sections, in all languages."""

NAMED_SECTIONS: dict[str, Role] = {"keywords": "keywords", "summary": "keywords", "index": "contents"}
NOISE = re.compile(r"^\++$")
DESCRIPTION_PARTS = re.compile(r"\s+[-–]\s+(?=\S)")
VERSUS = re.compile(r"\s+(?:v\.?|contre|gegen|contro|contra|tegen|mod|mot|vastaan|proti|przeciwko)\s+")
LANGUAGE_IN_TITLE = re.compile(r"6\d{4}[A-Z]{1,2}\d{4}(?:\(\d\d\))?(?:_|\s-\s)([A-Z]{2})\b")
MOST_BEFORE_FIRST = 2
"""Sentences before number 1; a numbered decision begins with its number."""


def is_legacy(text: str) -> bool:
    """Whether a file has the marks of an older layout."""
    return re.search(r"""id\s*=\s*["']?TexteOnly|class\s*=\s*["']?listNotice""", text) is not None


def read_legacy(root: etree._Element) -> Draft:
    """Read an older layout into blocks, with the facts that its `meta` elements and its title state."""
    part = root.find(".//*[@id='TexteOnly']")
    part = root.find(".//{*}div[@class='listNotice']") if part is None else part
    lines = read_lines(root if part is None else part)
    stated = {str(meta.get("name")): str(meta.get("content") or "") for meta in root.iter("{*}meta")}
    title = next((element.text or "" for element in root.iter("{*}title")), "")
    celex = find_celex(title) or find_celex(stated.get("DC.title", ""))
    language = LANGUAGE_IN_TITLE.search(title)
    description = DESCRIPTION_PARTS.split(" ".join(stated.get("DC.description", "").split()))
    blocks = _numbered(list(_blocks(lines)), has_header=not any(line.anchor in SECTIONS for line in lines))
    heading = [Block("title", Inline(description[0].rstrip(". ")))] if description[0] else []
    return Draft(
        (*heading, *blocks),
        celex=str(celex) if celex else None,
        date=find_date(description[0]),
        language=language[1].lower() if language else None,
        names=tuple(name.strip(" .") for name in VERSUS.split(description[1])) if len(description) > 1 else (),
    )


def _blocks(lines: Sequence[Line]) -> Iterator[Block]:
    """Lines with the role of their section."""
    sectioned = any(line.anchor in SECTIONS for line in lines)
    role: Role = "contents" if sectioned else "text"
    for line in lines:
        if NOISE.match(line.text):
            continue
        if line.place.tag in ("h1", "h2"):
            role = SECTIONS.get(line.anchor, NAMED_SECTIONS.get(line.text.casefold(), role))
            yield Block("heading", line.inline, level=1)
        else:
            yield Block(role, line.inline)


def _numbered(blocks: Sequence[Block], has_header: bool) -> list[Block]:
    resolved = resolve_prose(blocks, has_header)
    first = next((at for at, block in enumerate(resolved) if block.number is not None), None)
    if first is not None and (has_header or _sentences(resolved[:first]) <= MOST_BEFORE_FIRST):
        return resolved
    return list(_counted(blocks))


def _sentences(blocks: Sequence[Block]) -> int:
    return sum(block.role == "text" and not reads_as_heading(block) for block in blocks)


def _counted(blocks: Sequence[Block]) -> Iterator[Block]:
    """Number the paragraphs of a decision that prints no numbers; headings are known by their enumeration."""
    number = 0
    for block in blocks:
        if block.role != "text":
            yield block
        elif reads_as_heading(block) and readings_of(block.text)[0] != NOT_ENUMERATED:
            yield replace(block, role="heading")
        else:
            number += 1
            yield replace(block, number=number, weight=1.0)
