"""What a reference to a decision is: its place in a passage, its target, its pinpoints and its parts.

Only the value types every finder of references shares. How references are found belongs in `prose`, `links`
and `legalpincite`; identifiers of targets follow the forms `EU:C:2012:608` and `62011CJ0249`.
"""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

PartKind = Literal["number", "ecli", "date", "name", "pinpoint", "lead-in", "report", "note"]
ReferenceKind = Literal["full", "short", "case-only", "order", "opinion", "self", "own-opinion", "under-appeal"]


@dataclass(frozen=True, slots=True)
class Part:
    """One exact stretch of a reference, `text[start:end]` of its paragraph.

    Kinds: `number` (case numbers), `ecli`, `date`, `name` (case or party names), `pinpoint` (with its word
    "paragraphs"), `report` ("[1963] ECR 1"), `note` ("not published"), `lead-in` ("judgment of").
    """

    kind: PartKind
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Reference:
    """One citation found in a paragraph; `paragraph` is that paragraph's index, offsets count characters.

    `ecli`, `celex`, `name` and `date` are None where the source does not give them; `pinpoints` has every
    number of a range, `filled` those of them that lie inside a range, not at its ends. A joined case is cited
    under its first number; `case_numbers` has all of them.
    """

    paragraph: int
    start: int
    end: int
    raw: str
    kind: ReferenceKind
    case_numbers: tuple[str, ...] = ()
    ecli: str | None = None
    celex: str | None = None
    name: str | None = None
    date: datetime.date | None = None
    pinpoints: tuple[int, ...] = ()
    filled: tuple[int, ...] = ()
    parts: tuple[Part, ...] = ()
    found_by: str = "prose"


@dataclass(frozen=True, slots=True)
class OwnIdentity:
    """What the citing document is, so that it recognises references to itself."""

    celex: str | None = None
    ecli: str | None = None
    case_numbers: Sequence[str] = ()
    names: Sequence[str] = ()
    date: datetime.date | None = None
