"""Facts of a ruling's header: its number, its dockets, its date.

The header has one line with chamber and parties, often one with the docket, and dates of other decisions in between:
the one that was appealed from, the one that is to be explained. Where the header ends belongs in the readers.
"""

import datetime
import re
from collections.abc import Iterator, Sequence

from legal_assets.passages.dates import MONTHS
from legal_assets.text.bge_number import RulingNumber

DOCKET = re.compile(r"(?<![\w/.])\d[A-Z][_.]\d{1,4}/\d{4}(?!\d)|(?<![\w/.])[A-Z]{1,2}\s\d{1,4}/\d{2}(?!\d)")

_NAMES = {
    name: number
    for language in ("de", "fr", "it")
    for number, names in enumerate(MONTHS[language].split(), start=1)
    for name in names.split("|")
}
MONTH = "|".join(sorted(_NAMES, key=len, reverse=True))
DATE = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:\.|er|re|°|º)?\s?(?P<month>{MONTH})\s(?P<year>\d{{4}})\b"
    r"|\b(?P<d>\d{1,2})\.\s?(?P<m>\d{1,2})\.\s?(?P<y>\d{4})\b",
    re.IGNORECASE,
)


def dockets_of(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the numbers of the judgments that the header names, without those in the line of the parties."""
    found = next((numbers for line in reversed(lines) if (numbers := DOCKET.findall(line))), [])
    return tuple(dict.fromkeys(found))


def date_of(lines: Sequence[str], number: RulingNumber) -> tuple[datetime.date | None, str | None]:
    """Return the date of a ruling and, where it cannot be right, what is wrong.

    The line of the docket says it; without one, the first date of the header is the ruling's own, since decisions that
    others made are named after the parties. A ruling is not younger than its volume.
    """
    ordered = [*(line for line in reversed(lines) if DOCKET.search(line)), *lines]
    date = next((date for line in ordered for date in dates_in(line)), None)
    if date is not None and date.year > number.year:
        return None, f"the header says {date}, but volume {number.volume} is of {number.year}"
    return date, None


def dates_in(text: str) -> Iterator[datetime.date]:
    """Yield the dates of a text in its order; those that no calendar has are left out."""
    for found in DATE.finditer(text):
        month = _NAMES[found["month"].lower()] if found["month"] else int(found["m"])
        try:
            yield datetime.date(int(found["year"] or found["y"]), month, int(found["day"] or found["d"]))
        except ValueError:
            continue
