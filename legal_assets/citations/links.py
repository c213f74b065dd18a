"""The publisher's links as references: links of one citation joined, ranges filled.

EUR-Lex links a citation piece by piece: the case number, the ECLI, and each printed paragraph number, of a
range only its two ends. The words between two links decide whether they are ends of a range or a list.
Reading links out of mark-up belongs in `passages`; citations that are not linked belong in `prose`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Protocol

from legal_assets.citations.reference import Part, Reference

LONGEST_RANGE = 400
"""A wider "range" is a misprint: its two ends are kept, the numbers between are not invented."""

PAUSE = r"[\s,;()\[\]\u00a0]*"
DASH = r"[-\u2010-\u2015\u2212]"
RANGE = re.compile(rf"\s*(?:to|through|until|à|bis|{DASH})\s*", re.IGNORECASE)
NEXT_PINPOINT = re.compile(rf"{PAUSE}(?:(?:and|et|or|&|to|through|until|à|bis|{DASH}){PAUSE})?", re.IGNORECASE)
SAME_CITATION = re.compile(
    rf"{PAUSE}(?:(?:not published|RENV|PPU|REV|ECR|ibid|and|to|et|in particular|{DASH}){PAUSE})*"
    rf"(?:(?:paragraphs?|points?|pages?|paras?|pp?)\.?{PAUSE})?",
    re.IGNORECASE,
)
PAGE_WORD = re.compile(r"\b(?:pp?\.|pages?)[\d\s,\u00a0]*(?:(?:and|to)\s*)?$", re.IGNORECASE)
OF_THE_NEXT = re.compile(
    r"(?:[\s,]*(?:and|to|et)?[\s,]*\d+)*\s+(?:of|in)\s+(?:the|that|its)\s+(?:judgment|order|Opinion)"
)
PINPOINT_WORD = re.compile(r"\b(?:paragraphs?|points?|paras?\.?)\s*$", re.IGNORECASE)
LOOK_BACK = 24


class Link(Protocol):
    """A publisher's link in a paragraph: characters `start` to `end`, and the paragraph it points to."""

    @property
    def start(self) -> int:
        """First character of the printed text of the link."""

    @property
    def end(self) -> int:
        """One past its last character."""

    @property
    def ecli(self) -> str | None:
        """Decision it leads to, without prefix: `EU:C:2012:608`."""

    @property
    def point(self) -> int | None:
        """Paragraph of that decision; None when it leads to the whole."""


def find_linked_references(paragraph: int, text: str, links: Iterable[Link]) -> list[Reference]:
    """Join the links of one paragraph into references, in order of appearance.

    `paragraph` is the index that the references carry. Links without an ECLI are no citations. Two faults of
    linking are undone: a page of a report ("p. 1143") is no paragraph, and "paragraph 79 of the judgment in" is
    none of the decision named before it.
    """
    cited = sorted((link for link in links if link.ecli), key=lambda link: link.start)
    return [_joined(paragraph, text, group) for group in _groups(text, cited)]


def _groups(text: str, links: Sequence[Link]) -> Iterator[list[Link]]:
    group: list[Link] = []
    for link in links:
        if group and not _continues(text, group[-1], link):
            yield group
            group = []
        group.append(link)
    if group:
        yield group


def _continues(text: str, before: Link, after: Link) -> bool:
    """Whether two links belong to one citation: same decision, nothing but joining words between."""
    if before.ecli != after.ecli or (before.point is not None and after.point is None):
        return False
    return SAME_CITATION.fullmatch(text, before.end, after.start) is not None


def _joined(paragraph: int, text: str, group: Sequence[Link]) -> Reference:
    pointed = [link for link in group if link.point is not None and not _is_misled(text, link)]
    parts = [part for link in group if link.point is None for part in _identifying(text, link)]
    parts += _pinpoint_parts(text, pointed)
    start = min((part.start for part in parts), default=group[0].start)
    end = max((part.end for part in parts), default=group[-1].end)
    pinpoints, filled = _numbers(text, pointed)
    return Reference(
        paragraph=paragraph,
        start=start,
        end=end,
        raw=text[start:end],
        kind="full" if len(pointed) < len(group) else "short",
        ecli=group[0].ecli,
        pinpoints=tuple(sorted(pinpoints)),
        filled=tuple(sorted(filled)),
        parts=tuple(parts),
        found_by="publisher",
    )


def _is_misled(text: str, link: Link) -> bool:
    """Whether the number is a page, or a paragraph of the decision named after it."""
    is_page = PAGE_WORD.search(text, max(0, link.start - LOOK_BACK), link.start) is not None
    return is_page or OF_THE_NEXT.match(text, link.end) is not None


def _identifying(text: str, link: Link) -> Iterator[Part]:
    printed = text[link.start : link.end]
    if printed.strip():
        yield Part("ecli" if "EU:" in printed else "number", link.start, link.end)


def _pinpoint_parts(text: str, links: Sequence[Link]) -> Iterator[Part]:
    """One part per uninterrupted run of paragraph numbers, with the word "paragraphs" before it."""
    start = end = -1
    for link in links:
        if end >= 0 and NEXT_PINPOINT.fullmatch(text, end, link.start):
            end = link.end
            continue
        if end >= 0:
            yield Part("pinpoint", start, end)
        word = PINPOINT_WORD.search(text, max(0, link.start - LOOK_BACK), link.start)
        start, end = (word.start() if word else link.start), link.end
    if end >= 0:
        yield Part("pinpoint", start, end)


def _numbers(text: str, links: Sequence[Link]) -> tuple[set[int], set[int]]:
    """The numbers linked with those between the two ends of a range, and the latter alone."""
    printed = {link.point for link in links if link.point is not None}
    between: set[int] = set()
    for first, last in pairwise(links):
        low, high = first.point or 0, last.point or 0
        if RANGE.fullmatch(text, first.end, last.start) and low < high <= low + LONGEST_RANGE:
            between.update(range(low + 1, high))
    return printed | between, between - printed
