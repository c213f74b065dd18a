"""The Court's older layouts: `div#TexteOnly` (until 2011), simplified `div.listNotice`, and bare lines of grounds.

Sections have anchors of their own (`MO` the grounds, `DI` the operative part), paragraphs begin with their number, and
many decisions before 1977 print no numbers at all. How numbers are weighed belongs in `prose`, counting in `counting`.
"""

import re
from collections.abc import Iterator, Sequence

from lxml import etree

from legal_assets.passages.blocks import Block, Draft, Role
from legal_assets.passages.counting import resolve_sections
from legal_assets.passages.dates import find_date
from legal_assets.passages.inline import Inline
from legal_assets.passages.markup import Line, read_lines
from legal_assets.passages.prose import resolve_prose
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
    sectioned = any(line.anchor in SECTIONS for line in lines)
    blocks = list(_blocks(lines, sectioned))
    blocks = resolve_sections(blocks) if sectioned else resolve_prose(blocks)
    heading = [Block("title", Inline(description[0].rstrip(". ")))] if description[0] else []
    return Draft(
        (*heading, *blocks),
        celex=str(celex) if celex else None,
        date=find_date(description[0]),
        language=language[1].lower() if language else None,
        names=tuple(name.strip(" .") for name in VERSUS.split(description[1])) if len(description) > 1 else (),
    )


def _blocks(lines: Sequence[Line], sectioned: bool) -> Iterator[Block]:
    """Lines with the role of their section."""
    role: Role = "contents" if sectioned else "text"
    for line in lines:
        if NOISE.match(line.text):
            continue
        if line.place.tag in ("h1", "h2"):
            role = SECTIONS.get(line.anchor, NAMED_SECTIONS.get(line.text.casefold(), role))
            yield Block("heading", line.inline, level=1)
        else:
            yield Block(role, line.inline)
