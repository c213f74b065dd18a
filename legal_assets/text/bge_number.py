"""The number under which a leading decision of the Swiss Federal Supreme Court is printed: BGE 141 IV 108.

Belongs here: the number as a value, and how it is read in a name or a heading. Does not belong here: references in
running text (`citations/bge.py`).
"""

import re
from dataclasses import dataclass

FIRST_VOLUME_YEAR = 1875
"""Year of volume 1; there is one volume a year."""

NUMBER = re.compile(
    r"(?<![A-Za-z0-9/.])(\d{1,3})[\s_-]{1,3}(VI|IV|I[ab]|III|II|I|V)[\s_-]{1,3}(\d{1,4})(?![A-Za-z0-9/])", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, order=True)
class RulingNumber:
    """Volume, division and first page under which a ruling is printed, as in BGE 141 IV 108.

    `division` is `I`, `Ia`, `Ib`, `II` … `VI`, and empty in the oldest volumes, which had none.
    """

    volume: int
    division: str
    page: int

    def __str__(self) -> str:
        """The number as it is printed in German."""
        return " ".join(part for part in ("BGE", str(self.volume), self.division, str(self.page)) if part)

    @property
    def doc_id(self) -> str:
        """The id of the document, such as `bge-141-iv-108`."""
        return str(self).lower().replace(" ", "-")

    @property
    def year(self) -> int:
        """The year of the volume; no ruling in it was made later."""
        return FIRST_VOLUME_YEAR - 1 + self.volume


def parse_number(text: str) -> RulingNumber | None:
    """Return the first number of a ruling in a text, a file name or an id: `146 III 1`, `146_III_1`, `146-iii-1`."""
    found = NUMBER.search(text)
    if not found:
        return None
    division = found[2].upper()
    return RulingNumber(int(found[1]), division.replace("A", "a").replace("B", "b"), int(found[3]))
