"""What a reader hands over: the blocks of a document in order, each with its role.

The common form of all eras of mark-up. Readers make it, `assembly` turns it into text and paragraphs, `header` into
the facts of the header. Neither mark-up nor offsets into the document belong here.
"""

import datetime
from dataclasses import dataclass
from typing import Literal

from legal_assets.passages.inline import Inline

Role = Literal["title", "keywords", "party", "contents", "heading", "text", "operative", "signature", "note"]


@dataclass(frozen=True, slots=True)
class Block:
    """One block: a heading, a paragraph's first or later block, a line of the header.

    `marker` is printed before the words (`12`, `12.`, `–`, `(a)`). `number` makes the block a candidate for a
    numbered paragraph, and `weight` says how much its print speaks for that; the sequence decides. `level` of a
    heading counts from 1, 0 where the mark-up does not say.
    """

    role: Role
    inline: Inline
    marker: str = ""
    number: int | None = None
    weight: float = 0.0
    level: int = 0

    @property
    def text(self) -> str:
        """The words without the marker."""
        return self.inline.text


@dataclass(frozen=True, slots=True)
class Draft:
    """A document as one reader sees it: its blocks, and those facts that its mark-up states."""

    blocks: tuple[Block, ...]
    celex: str | None = None
    ecli: str | None = None
    kind: str | None = None
    date: datetime.date | None = None
    language: str | None = None
    names: tuple[str, ...] = ()
    case_numbers: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
