"""What a reference to an article of an act is.

Only the value. Finding references belongs in `statutes`, what an abbreviation means in `statutes_acts`.
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class StatuteReference:
    """One article, or one paragraph, letter or number of it, as `text[start:end]` names it.

    Several that are named together are several references.

    `article` is `97`, `8bis`, `16c` or a range `519-521`; `paragraph` (Abs., al., cpv.), `letter` (lit., let., lett.)
    and `number` (Ziff., ch., n.) are empty where none is named. `following` says `ff.`, `ss` … as printed. `act` is
    the abbreviation as printed (`OR`, `CO`, `aBV`, `LT/TI`), empty where none is; `act_id` is the act whatever the
    language: its German abbreviation (`OR` for OR and CO), a canton after a slash, the printed form for an act that
    the table does not have. `version` tells the former and the new law (`aOR`, `nArt.`) from the law in force.
    """

    article: str
    paragraph: str
    letter: str
    number: str
    following: str
    act: str
    act_id: str
    version: Literal["", "old", "new"]
    start: int
    end: int
    raw: str

    @property
    def key(self) -> str:
        """The provision in one form for all languages: `OR 97 1`, `BV 29 2 a`; the same key is the same provision.

        What German numbers (Ziff.) in treaties, French and Italian count as paragraphs (par., n.): there both are one.
        """
        innermost = self.number if self.paragraph else ""
        below = (self.paragraph or self.number, self.letter, innermost)
        return " ".join(part for part in (self.version, self.act_id, self.article, *below) if part)

    @property
    def article_key(self) -> str:
        """The article alone, without what is below it: `OR 97`."""
        return " ".join(part for part in (self.version, self.act_id, self.article) if part)
