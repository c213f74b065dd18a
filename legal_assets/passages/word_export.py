"""The Court's Word export: provisional texts of recent years, classes `C01PointnumeroteAltN`, `C04Titre1`, ….

Upper-case tags, paragraphs that are never closed, the number as first word of the text behind `<A NAME="point12">`. The
present final mark-up belongs in `current`.
"""

import re
from collections.abc import Iterator, Sequence

from lxml import etree

from legal_assets.passages.blocks import Block, Draft, Role
from legal_assets.passages.markup import Line, read_lines
from legal_assets.passages.phrases import opens_operative_part

NUMBER = re.compile(r"(\d{1,4})\s?\.?(?:\s|$)")
TITLE_LEVEL = re.compile(r"^C\d\dTitre(\d)")
POINT_WEIGHT = 3.0
ROLES: tuple[tuple[str, Role], ...] = (
    ("C71", "keywords"),
    ("C41", "operative"),
    ("C42", "operative"),
    ("C49", "note"),
    ("C77", "signature"),
)


def is_word_export(text: str) -> bool:
    """Whether a file is in this mark-up."""
    return re.search(r"""class\s*=\s*["']?C(?:01Point|19Centre|71Indicateur)""", text, re.IGNORECASE) is not None


def read_word_export(root: etree._Element) -> Draft:
    """Read a Word export into blocks."""
    return Draft(tuple(_blocks(read_lines(root))))


def _blocks(lines: Sequence[Line]) -> Iterator[Block]:
    before: Role = "title"
    for line in lines:
        block = _numbered(line)
        if block is None:
            role, level = _role_of(line, before)
            block = Block(role, line.inline, level=level)
        yield block
        before = _part_after(block, before)


def _numbered(line: Line) -> Block | None:
    """A paragraph by its class; its number is the one that is printed, not the one of its anchor."""
    match = NUMBER.match(line.text) if line.place.class_name.startswith("C01") else None
    if match is None:
        return None
    inline = line.inline.without_prefix(match.end())
    return Block("text", inline, match[0].strip(), int(match[1]), POINT_WEIGHT) if inline.text else None


def _role_of(line: Line, before: Role) -> tuple[Role, int]:
    name = line.place.class_name
    level = TITLE_LEVEL.match(name)
    if level:
        return "heading", int(level[1])
    if name.startswith("C75"):
        return "heading", 1
    if opens_operative_part(line.text):
        return "operative", 0
    if line.text == "Provisional text":
        return "contents", 0
    return next((role for start, role in ROLES if name.startswith(start)), before), 0


def _part_after(block: Block, before: Role) -> Role:
    """What a line without a telling class is after this one."""
    if block.role in ("operative", "text"):
        return block.role
    if block.role == "keywords":
        return "party"
    return before
