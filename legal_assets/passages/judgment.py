"""What a decision is once it has been read: its header, its whole text, its numbered paragraphs.

Only the values that every reader makes and every later room takes. How they are made belongs in the readers.
"""

import datetime
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Link:
    """A link that the publisher has set inside a paragraph.

    `start` and `end` count characters of the paragraph's text. `ecli` has no prefix (`EU:C:2016:973`) and is
    None where the link does not lead to a decision; `point` is the paragraph it names, None if none.
    """

    start: int
    end: int
    ecli: str | None
    point: int | None
    href: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A numbered paragraph: `text` is `Judgment.text[start:end]` and does not contain the printed number.

    Blocks inside a paragraph (list items, quoted articles) are separated by a line break. `printed` is the number
    as printed (`12`, `12.`); it is empty where the document prints none and the paragraphs are counted, which
    the flag `unnumbered` says. `section` is `parties`, `grounds` or `operative`. Further flags: `before-gap` and
    `after-gap` (numbers are missing there; the text before a short gap may hold them), `split` (cut out of the
    paragraph before it, where the sequence proved it).
    """

    number: int
    printed: str
    text: str
    section: str
    heading_path: tuple[str, ...]
    start: int
    end: int
    links: tuple[Link, ...] = ()
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgment:
    """A decision with its header and paragraphs, in the order of its text.

    `kind` is `judgment`, `order`, `opinion` (of an Advocate General), `court-opinion`, … ; `court` is
    `court-of-justice`, `general-court`, `civil-service-tribunal` or None; `case_numbers` have plain hyphens, the
    leading one first; `names` are parties and short names of the header; `language` is an ISO 639-1 code;
    `problems` says what is doubtful, one sentence each.
    """

    celex: str | None
    ecli: str | None
    kind: str
    court: str | None
    date: datetime.date | None
    title: str
    names: tuple[str, ...]
    case_numbers: tuple[str, ...]
    language: str
    text: str
    paragraphs: tuple[Paragraph, ...]
    problems: tuple[str, ...] = ()
