"""Markdown and plain text of a decision: one block a line, the number as its first word, links as `[30](…#point30)`.

Layouts with mark-up belong in `current`, `legacy`, `word_export`; numbers and headings of the lines in `prose`.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from legal_assets.passages.blocks import Block, Draft, Role
from legal_assets.passages.counting import resolve_sections
from legal_assets.passages.inline import (
    BOLD_END,
    BOLD_START,
    ITALIC_END,
    ITALIC_START,
    LINK_END,
    LINK_START,
    Inline,
    inline_of,
)
from legal_assets.passages.prose import resolve_prose
from legal_assets.text.celex import find_celex

LINK = re.compile(
    r"\[((?:\\.|[^\[\]\\])*)\]\(\s*<?((?=https?:|\.{0,2}/|[#?])(?:[^()\s\\]|\\.|\([^()\s]*\))*)>?(?:\s+\"[^\"]*\")?\s*\)"
)
ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
BOLD = re.compile(r"(?<![\\*])\*\*(?=\S)(.{1,3000}?)(?<=\S)\*\*")
ITALIC = re.compile(r"(?<![\\*\w])[*_](?=[^\s*_])(.{1,500}?)(?<=[^\s\\])[*_](?![*\w])")
RULE = re.compile(r"^\s*(?:\*\s*){3,}$|^\s*(?:-\s*){3,}$|^\s*(?:_\s*){3,}$")
HEADING = re.compile(r"^(#{1,6})\s+")
RECORD = re.compile(r"[ct]-ECR_(6\d{4}[A-Z]{2}\d{4}(?:\(\d\d\))?)_([A-Z]{2})_")
SECTION_NAMES: dict[str, Role] = {
    "keywords": "keywords",
    "summary": "keywords",
    "parties": "party",
    "subject of the case": "party",
    "grounds": "text",
    "decision on costs": "text",
    "operative part": "operative",
    "top": "note",
}
"""Headings of the sections in text made of older decisions, in English."""

ONLY_CELEX = re.compile(r"6\d{4}[A-Z]{1,2}\d{4}(?:\(\d\d\))?")
SPACE_IN_BRACKETS = re.compile(r"(?<=\() (?=[\x02*])|(?<=\x03) (?=[),.;:])|(?<=\*\d) (?=\))")


def read_markdown(text: str) -> Draft:
    """Read Markdown, or text without any mark-up, into blocks."""
    record = RECORD.search(text)
    lines = [line for line in text.splitlines() if line.strip() and not RULE.match(line)]
    celex = find_celex(lines[0]) if lines and ONLY_CELEX.fullmatch(lines[0].strip()) else None
    stated = record[1] if record else str(celex) if celex else None
    blocks = [block for line in (lines[1:] if celex else lines) if (block := block_of(line)).text]
    sectioned = divide_into_sections(blocks)
    return Draft(
        tuple(resolve_sections(sectioned) if sectioned else resolve_prose(blocks)),
        celex=stated,
        language=record[2].lower() if record else None,
    )


def divide_into_sections(blocks: Sequence[Block]) -> list[Block]:
    """Give the blocks of an older decision the roles of the sections they stand in; empty for any other text.

    The names of the sections stand twice in such texts, first one after another as a table of contents.
    """
    named = [block.text.casefold() in SECTION_NAMES for block in blocks]
    if not any(
        block.text.casefold() == "grounds" and not after for block, after in zip(blocks, named[1:], strict=False)
    ):
        return []
    role: Role = "title"
    divided: list[Block] = []
    for at, block in enumerate(blocks):
        if named[at] and not any(named[at + 1 : at + 2]):
            role = SECTION_NAMES[block.text.casefold()]
            divided.append(replace(block, role="heading", level=1))
        else:
            divided.append(replace(block, role="contents" if named[at] else role))
    return divided


def block_of(line: str) -> Block:
    """One line as a block; a line with `#` before it is a heading of that level."""
    heading = HEADING.match(line)
    if heading:
        return Block("heading", inline_of_markdown(line[heading.end() :]), level=len(heading[1]))
    return Block("text", inline_of_markdown(line))


def inline_of_markdown(line: str) -> Inline:
    """Text and links of a line; white space that the conversion put around links goes."""
    hrefs: list[str] = []

    def mark(link: re.Match[str]) -> str:
        hrefs.append(ESCAPED.sub(r"\1", link[2]))
        return f"{LINK_START}{link[1]}{LINK_END}"

    marked = BOLD.sub(f"{BOLD_START}\\1{BOLD_END}", LINK.sub(mark, line))
    marked = ESCAPED.sub(r"\1", ITALIC.sub(f"{ITALIC_START}\\1{ITALIC_END}", marked))
    return inline_of(SPACE_IN_BRACKETS.sub("", marked), hrefs)
