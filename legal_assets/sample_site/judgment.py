"""What a sample judgment consists of, before any mark-up.

Here belong the values that the readers and writers of sample judgments share. Wording of citations is in
`citing.py`, mark-up in the module of each era.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

from legal_assets.sample_site.wording import WORDINGS

LinkKind = Literal["case", "ecli", "point"]
CitationKind = Literal["full", "short", "case-only", "order", "opinion"]

FIRST_LETTERED_YEAR = 1989
"""Cases lodged before this year have numbers without a letter, since there was only one court."""


@dataclass(frozen=True)
class Decision:
    """A decision as others cite it; `celex_ids` starts with the one it is published under."""

    celex_ids: tuple[str, ...]
    ecli: str
    decided: date
    name: str
    is_appeal: bool = False

    @property
    def celex(self) -> str:
        """The CELEX number under which the decision is published."""
        return self.celex_ids[0]

    @property
    def case_numbers(self) -> tuple[str, ...]:
        """The numbers as printed, with no-break hyphens; appeals carry a `P`."""
        suffix = "\N{NO-BREAK SPACE}P" if self.is_appeal else ""
        return tuple(case_number(celex) + suffix for celex in self.celex_ids)


@dataclass(frozen=True)
class Link:
    """A piece of text which the publisher links: a case number, an ECLI or a paragraph number."""

    text: str
    ecli: str
    kind: LinkKind
    point: int | None = None


Part = str | Link


@dataclass(frozen=True)
class Block:
    """One run of text in a paragraph; a `label` such as `(1)` makes it a list item."""

    parts: tuple[Part, ...]
    label: str = ""

    @property
    def text(self) -> str:
        """The block as printed, label first."""
        words = "".join(part if isinstance(part, str) else part.text for part in self.parts)
        return f"{self.label} {words}" if self.label else words


@dataclass(frozen=True)
class Citation:
    """One reference to another decision: the words it is printed in and the paragraphs it names, if any.

    `short` names a decision cited in full before, `case-only` gives no more than its number or name.
    """

    celex: str
    ecli: str
    pinpoints: tuple[int, ...]
    text: str
    kind: CitationKind = "full"


@dataclass(frozen=True)
class Paragraph:
    """A numbered paragraph."""

    number: int
    blocks: tuple[Block, ...]
    citations: tuple[Citation, ...] = ()

    @property
    def text(self) -> str:
        """The paragraph as printed, without its number; blocks are separated by a line feed."""
        return "\n".join(block.text for block in self.blocks)


@dataclass(frozen=True)
class Heading:
    """A heading between paragraphs, from level 1."""

    level: int
    text: str


@dataclass(frozen=True)
class Judgment:
    """A whole judgment; `keywords` are the catchwords under the date."""

    decision: Decision
    language: str
    formation: str
    parties: tuple[str, str]
    referring_court: str
    referred: str
    received: str
    judges: str
    advocate_general: str
    language_of_case: str
    keywords: str
    observations: tuple[str, ...]
    body: tuple[Heading | Paragraph, ...]
    operative: tuple[str, ...]

    @property
    def case_line(self) -> str:
        """`In Case C-1212/14,`."""
        return WORDINGS[self.language].print_case(self.decision.case_numbers)

    @property
    def request_line(self) -> str:
        """Who asked for a preliminary ruling, under which article, and when."""
        return WORDINGS[self.language].print_request(
            self.decision.decided.year, self.referring_court, self.referred, self.received
        )

    @property
    def paragraphs(self) -> Iterator[Paragraph]:
        """The numbered paragraphs in order."""
        return (part for part in self.body if isinstance(part, Paragraph))


def case_number(celex: str) -> str:
    """The case number that a CELEX number stands for: C, no-break hyphen, 1212/14 for `62014CJ1212`."""
    number = f"{int(celex[7:])}/{celex[3:5]}"
    if int(celex[1:5]) < FIRST_LETTERED_YEAR:
        return number
    return f"{celex[5]}\N{NON-BREAKING HYPHEN}{number}"
