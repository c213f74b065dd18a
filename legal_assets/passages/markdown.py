"""Markdown and plain text of a decision: one block a line, the number as its first word, links as `[30](…#point30)`.

Layouts with mark-up belong in `current`, `legacy`, `word_export`; numbers and headings of the lines in `prose`.
"""

import re

from legal_assets.passages.blocks import Block, Draft
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
BOLD = re.compile(r"(?<![\\*])\*\*(?=\S)(.+?)(?<=\S)\*\*")
ITALIC = re.compile(r"(?<![\\*\w])[*_](?=[^\s*_])(.+?)(?<=[^\s\\])[*_](?![*\w])")
RULE = re.compile(r"^\s*(?:\*\s*){3,}$|^\s*(?:-\s*){3,}$|^\s*(?:_\s*){3,}$")
HEADING = re.compile(r"^(#{1,6})\s+")
RECORD = re.compile(r"[ct]-ECR_(6\d{4}[A-Z]{2}\d{4}(?:\(\d\d\))?)_([A-Z]{2})_")
ONLY_CELEX = re.compile(r"6\d{4}[A-Z]{1,2}\d{4}(?:\(\d\d\))?")
SPACE_IN_BRACKETS = re.compile(r"(?<=\() (?=[\x02*])|(?<=\x03) (?=[),.;:])|(?<=\*\d) (?=\))")


def read_markdown(text: str) -> Draft:
    """Read Markdown, or text without any mark-up, into blocks."""
    record = RECORD.search(text)
    lines = [line for line in text.splitlines() if line.strip() and not RULE.match(line)]
    celex = find_celex(lines[0]) if lines and ONLY_CELEX.fullmatch(lines[0].strip()) else None
    stated = record[1] if record else str(celex) if celex else None
    blocks = [block_of(line) for line in (lines[1:] if celex else lines)]
    return Draft(
        tuple(resolve_prose([block for block in blocks if block.text])),
        celex=stated,
        language=record[2].lower() if record else None,
    )


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
