"""From blocks to one text and its paragraphs: the chain of numbers applied, spans counted, headings followed.

The text has one line per block, with its marker before it. A paragraph reaches from its number to the last block before
the next paragraph, heading or closing part. Reading mark-up belongs in the readers, choosing numbers in `numbering`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

from legal_assets.passages.blocks import Block
from legal_assets.passages.headings import HeadingStack
from legal_assets.passages.inline import Inline
from legal_assets.passages.joined import Split, split_joined
from legal_assets.passages.judgment import Link, Paragraph
from legal_assets.passages.numbering import choose_sequence, gaps
from legal_assets.passages.phrases import opens_grounds
from legal_assets.text.celex import find_ecli

POINT = re.compile(r"#point(\d{1,4})\b")
NOTE_TARGET = re.compile(r"^#(?:[ct]-ECR|Foot|_?ftn|_?Ftn|note|ref)")


@dataclass(frozen=True, slots=True)
class Assembled:
    """The text of a document with its paragraphs and what is doubtful about them."""

    text: str
    paragraphs: tuple[Paragraph, ...]
    problems: tuple[str, ...]


@dataclass(slots=True)
class _Open:
    """A paragraph that is being collected."""

    number: int
    printed: str
    heading_path: tuple[str, ...]
    start: int
    end: int
    links: list[Link] = field(default_factory=list)


def assemble(blocks: Sequence[Block]) -> Assembled:
    """Choose the paragraph numbers of a document's blocks and lay its text out."""
    split = split_joined(blocks, _chain(blocks))
    starts = set(_chain(split.blocks))
    lines: list[str] = []
    paragraphs: list[_Open] = []
    headings = HeadingStack()
    collecting: _Open | None = None
    at = 0
    for index, block in enumerate(split.blocks):
        prefix = f"{block.marker} " if block.marker else ""
        start, end = at + len(prefix), at + len(prefix) + len(block.text)
        if index in starts:
            collecting = _Open(block.number or 0, block.marker, headings.path, start, end)
            paragraphs.append(collecting)
        elif block.role == "heading":
            headings.push("" if opens_grounds(block.text) else prefix + block.text, block.level)
            collecting = None
        elif block.role != "text":
            collecting = None
        if collecting is not None:
            collecting.end = end
            collecting.links += links_of(block.inline, start - collecting.start)
        lines.append(prefix + block.text)
        at = end + 1
    text = "\n".join(lines)
    return Assembled(text, tuple(_finished(paragraphs, text, split)), tuple(_problems(paragraphs, split)))


def _chain(blocks: Sequence[Block]) -> list[int]:
    numbered = [at for at, block in enumerate(blocks) if block.number is not None and block.role == "text"]
    chosen = choose_sequence([(blocks[at].number or 0, blocks[at].weight) for at in numbered])
    return [numbered[at] for at in chosen]


def links_of(inline: Inline, offset: int) -> list[Link]:
    """The publisher's links of a block, `offset` characters further on; calls of footnotes are none."""
    return [
        Link(link.start + offset, link.end + offset, *target_of(link.href), link.href)
        for link in inline.links
        if link.start < link.end and not NOTE_TARGET.match(link.href)
    ]


def target_of(href: str) -> tuple[str | None, int | None]:
    """The ECLI (without prefix) and the paragraph that an address names, None where it names none."""
    address = unquote(href)
    point = POINT.search(address)
    return find_ecli(address), int(point[1]) if point else None


def _finished(paragraphs: Sequence[_Open], text: str, split: Split) -> Iterator[Paragraph]:
    previous = 0
    missing_after = {first - 1 for first, _ in gaps([paragraph.number for paragraph in paragraphs])}
    for paragraph in paragraphs:
        flags: tuple[str, ...] = () if paragraph.printed else ("unnumbered",)
        if paragraph.number > previous + 1:
            flags += ("after-gap",)
        if paragraph.number in split.numbers:
            flags += ("split",)
        if paragraph.number in missing_after or paragraph.number + 1 == split.doubtful:
            flags += ("before-gap",)
        yield Paragraph(
            paragraph.number,
            paragraph.printed,
            text[paragraph.start : paragraph.end],
            "grounds",
            paragraph.heading_path,
            paragraph.start,
            paragraph.end,
            tuple(paragraph.links),
            flags,
        )
        previous = paragraph.number


def _problems(paragraphs: Sequence[_Open], split: Split) -> Iterator[str]:
    for first, last in gaps([paragraph.number for paragraph in paragraphs]):
        yield (f"paragraph {first} is missing" if first == last else f"paragraphs {first} to {last} are missing")
    for number in sorted(split.numbers):
        yield f"paragraph {number} was split off the paragraph before it"
    if split.doubtful is not None:
        yield f"the last paragraph may hold paragraph {split.doubtful} as well"
