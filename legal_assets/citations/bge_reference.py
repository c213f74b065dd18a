"""What a reference to a leading decision, or to another judgment by its docket, is.

Only values. Finding references belongs in `bge` and `bge_dockets`, leading them to rulings in `bge_targets`.
"""

import re
from dataclasses import dataclass
from typing import Literal

from legal_assets.text.bge_number import RulingNumber

BgeKind = Literal["full", "listed", "page-only", "unpublished"]
DocketKind = Literal["docket", "ecli"]


@dataclass(frozen=True, slots=True)
class Pinpoint:
    """Where in a decision: considerations and pages as printed, a range as one (`2-4`, `41-43`), and what follows them.

    Considerations lose their closing bracket; a letter alone gets its number back (`2a, b` → `2a`, `2b`). The two
    `following` say `f.`, `ff.`, `s.`, `ss`, `segg.` …, empty if not printed.
    """

    considerations: tuple[str, ...] = ()
    considerations_following: str = ""
    pages: tuple[str, ...] = ()
    pages_following: str = ""

    @property
    def first_page(self) -> int | None:
        """The first page that is named."""
        found = re.match(r"\d+", self.pages[0]) if self.pages else None
        return int(found[0]) if found else None


@dataclass(frozen=True, slots=True)
class BgeReference:
    """One reference to a leading decision, `raw` being `text[start:end]` with its pinpoint.

    Kinds: `full` (with BGE, ATF or DTF before it), `listed` (the word is left out, as in a list), `page-only` (volume
    and division are left out as well, those of the reference before it are meant), `unpublished` (a judgment that is
    printed there in part; a consideration named before it is not in the printed part). `page` is the page that is
    cited, which need not be the first of a ruling.
    """

    kind: BgeKind
    volume: int
    division: str
    page: int
    pinpoint: Pinpoint
    start: int
    end: int
    raw: str

    @property
    def number(self) -> RulingNumber:
        """Volume, division and page."""
        return RulingNumber(self.volume, self.division, self.page)

    @property
    def canonical(self) -> str:
        """The reference without its pinpoint, in the one form of all languages."""
        return str(self.number)


@dataclass(frozen=True, slots=True)
class DocketReference:
    """One reference to a judgment by its docket or ECLI, in the form that the court gives it (`4A_255/2012`)."""

    kind: DocketKind
    canonical: str
    pinpoint: Pinpoint
    start: int
    end: int
    raw: str
