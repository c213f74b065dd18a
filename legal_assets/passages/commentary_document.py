"""What an article of a legal commentary is once it has been read: passages, one a margin number, and their footnotes.

Only values. How they are made belongs in `commentary_sources` (files), `commentary_footnotes` and
`commentary_passages`.
"""

import datetime
from dataclasses import dataclass
from typing import Literal

from legal_assets.text.bge_number import RulingNumber
from legal_assets.text.decoding import UnreadableDocument


@dataclass(frozen=True, slots=True)
class CommentedProvision:
    """What a commentary is about: `article` of `act`, preliminary remarks to a part of it, an introduction, or else.

    `article` is `119a`, `5bis` or a range `32-37`; empty for other kinds. `act` is the abbreviation as the title has
    it.
    """

    kind: Literal["article", "preliminary", "introduction", "other"]
    article: str = ""
    act: str = ""


@dataclass(frozen=True, slots=True)
class Footnote:
    """A footnote: characters of its passage's text, and the place in the body where it is called; numbers from 1."""

    number: int
    start: int
    end: int
    called_at: int


@dataclass(frozen=True, slots=True)
class RulingLink:
    """A link that the publisher has set to a leading decision: characters of the passage's text, and where it leads."""

    start: int
    end: int
    number: RulingNumber
    language: str
    href: str


@dataclass(frozen=True, slots=True)
class CommentaryPassage:
    """A margin number: `text` is `Commentary.text[start:end]`, the body up to `body_end`, then footnotes, one a line.

    Paragraphs and list items of the body are separated by a line break; the printed number is not part of it. Flags:
    `unnumbered` (the number is missing in the file and was told from the one after it).
    """

    id: str
    label: str
    heading_path: tuple[str, ...]
    language: str
    text: str
    start: int
    end: int
    body_end: int
    footnotes: tuple[Footnote, ...] = ()
    links: tuple[RulingLink, ...] = ()
    flags: tuple[str, ...] = ()

    @property
    def body(self) -> str:
        """The text without its footnotes."""
        return self.text[: self.body_end]


@dataclass(frozen=True, slots=True)
class Commentary:
    """One state of a commentary in one language slot.

    `doc_id` is the same for all states (`ok-or701-de`); `date` tells them apart. `source_id` is the publisher's id of
    this translation. `slot` is the language under which it is filed, `language` the one it is written in.
    """

    doc_id: str
    source_id: str
    title: str
    provision: CommentedProvision
    slot: str
    language: str
    date: datetime.date | None
    authors: tuple[str, ...]
    url: str
    text: str
    passages: tuple[CommentaryPassage, ...]
    problems: tuple[str, ...] = ()


class UnreadableCommentary(UnreadableDocument):
    """A file that holds no commentary that can be used; `reason` is a short code.

    Codes beside those of UnreadableDocument: `front-matter`, `no-commentary` (another file of the site), `no-passages`,
    `unescaped-quotes` (a footnote whose end cannot be told).
    """
