"""Paragraphs that a source has joined to the one before: split off where the sequence of numbers proves it.

Older files run "… the Court. 15 THESE …" or "….15THESE …" together in one block. Between two numbered paragraphs every
missing number must be found, in order; behind the last one, at least two must. Choosing among numbers that begin blocks
belongs in `numbering`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from legal_assets.passages.blocks import Block
from legal_assets.passages.inline import Inline, InlineLink

INSIDE = re.compile(r"(?<=[.!?;:)’”\"…])\s*(?<!\d)(\d{1,4})\s?\.?\s*(?=[^\W\d_])")
"""A number behind the end of a sentence and before a word."""

FEWEST_AT_END = 2
"""Numbers found behind the last paragraph that prove each other; a single one may belong to its sentence."""

PROSE_WEIGHT = 1.0
"""Numbers with more weight are vouched for by mark-up, which does not join what comes last."""

Found = tuple[int, int, int]
"""A number, where it is printed and where the text behind it begins."""


@dataclass(frozen=True, slots=True)
class Split:
    """Blocks after splitting, the numbers split off, and one that was found but not proven."""

    blocks: Sequence[Block]
    numbers: frozenset[int] = frozenset()
    doubtful: int | None = None


def find_joined(text: str, first: int, last: int) -> list[Found]:
    """Find `first`, the number after it, and so on up to `last` inside a text, as far as they come in order.

    A number counts where a sentence has ended before it and a capital letter follows.
    """
    found: list[Found] = []
    at = 0
    for number in range(first, last + 1):
        place = _place_of(number, text, at)
        if place is None:
            break
        found.append(place)
        at = place[2]
    return found


def numbers_inside(text: str) -> list[int]:
    """All numbers inside a text that stand where a joined paragraph could begin."""
    return [int(match[1]) for match in INSIDE.finditer(text) if text[match.end()].isupper()]


def _place_of(number: int, text: str, at: int) -> Found | None:
    for match in INSIDE.finditer(text, at):
        if int(match[1]) == number and text[match.end()].isupper():
            return number, match.start(1), match.end()
    return None


def split_joined(blocks: Sequence[Block], chain: Sequence[int]) -> Split:
    """Split what is joined; `chain` are the places of the numbered paragraphs among the blocks."""
    cuts: dict[int, list[Found]] = {}
    doubtful = None
    for at, following in zip(chain, [*chain, len(blocks)][1:], strict=True):
        number = blocks[at].number or 0
        if following < len(blocks):
            missing = (blocks[following].number or 0) - number - 1
            found = _search(blocks, range(at, following), number + 1, number + missing) if missing else {}
            if missing and sum(map(len, found.values())) == missing:
                cuts |= found
        elif blocks[at].weight <= PROSE_WEIGHT and blocks[at].marker:
            found = _search(blocks, range(at, following), number + 1, number + len(blocks[at].text))
            if sum(map(len, found.values())) >= FEWEST_AT_END:
                cuts |= found
            elif found:
                doubtful = number + 1
    if not cuts:
        return Split(blocks, doubtful=doubtful)
    result = [part for at, block in enumerate(blocks) for part in _parts(block, cuts.get(at, []))]
    return Split(result, frozenset(one[0] for found in cuts.values() for one in found), doubtful)


def _search(blocks: Sequence[Block], reach: range, first: int, last: int) -> dict[int, list[Found]]:
    """Where in the running text of `reach` the numbers from `first` on are, block by block."""
    cuts: dict[int, list[Found]] = {}
    for at in reach:
        if blocks[at].role not in ("text", "heading"):
            break
        found = find_joined(blocks[at].text, first, last) if blocks[at].role == "text" else []
        if found:
            cuts[at] = found
            first = found[-1][0] + 1
    return cuts


def _parts(block: Block, found: Sequence[Found]) -> Iterator[Block]:
    if not found:
        yield block
        return
    yield replace(block, inline=_slice(block.inline, 0, found[0][1]))
    stops = [start for _, start, _ in found[1:]] + [len(block.text)]
    for (number, start, end), stop in zip(found, stops, strict=True):
        marker = block.text[start:end].strip()
        yield Block("text", _slice(block.inline, end, stop), marker, number, block.weight or PROSE_WEIGHT)


def _slice(inline: Inline, start: int, stop: int) -> Inline:
    words = inline.text[start:stop].rstrip()
    links = tuple(
        InlineLink(max(link.start, start) - start, min(link.end - start, len(words)), link.href)
        for link in inline.links
        if link.start < start + len(words) and link.end > start
    )
    return Inline(words, links)
