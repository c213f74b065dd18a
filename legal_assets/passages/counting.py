"""Decisions that print no paragraph numbers, as most did before 1977: their paragraphs are counted instead.

A numbered decision begins with its number; where several sentences stand before number 1, the numbers found belong to a
list. Numbers that are printed belong in `prose`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from legal_assets.passages.blocks import Block
from legal_assets.passages.headings import NOT_ENUMERATED, readings_of
from legal_assets.passages.prose import ORDINARY, reads_as_heading, resolve_prose

MOST_BEFORE_FIRST = 2
"""Sentences that may stand before number 1 of a numbered decision."""


def resolve_sections(blocks: Sequence[Block]) -> list[Block]:
    """Number the running text of a decision whose sections are known: as printed, or counted where none is printed."""
    resolved = resolve_prose(blocks, has_header=False)
    first = next((at for at, block in enumerate(resolved) if block.number is not None), None)
    if first is not None and sum(_is_sentence(block) for block in resolved[:first]) <= MOST_BEFORE_FIRST:
        return resolved
    return list(_counted(blocks))


def _is_sentence(block: Block) -> bool:
    return block.role == "text" and not reads_as_heading(block)


def _counted(blocks: Sequence[Block]) -> Iterator[Block]:
    """Headings are known by their enumeration alone: older decisions leave full stops out everywhere."""
    number = 0
    for block in blocks:
        if block.role != "text":
            yield block
        elif reads_as_heading(block) and readings_of(block.text) != [NOT_ENUMERATED]:
            yield replace(block, role="heading")
        else:
            number += 1
            yield replace(block, number=number, weight=ORDINARY)
