"""The mark-up eras of the samples, and when each began.

Here belong names, days and media types. The mark-up itself is in the module of each era.
"""

from datetime import date
from typing import Literal

Era = Literal["legacy", "simplified", "count", "coj-count", "word-export"]

REPORT_ERAS: tuple[Era, ...] = ("legacy", "simplified")
"""Eras whose judgments cite by the page of the report, and link nothing."""

LINKED_ERAS: tuple[Era, ...] = ("count", "coj-count")
"""Eras in which the publisher links citations."""

FIRST_SIMPLIFIED_DAY = date(2004, 1, 1)
FIRST_CURRENT_DAY = date(2012, 1, 1)
FIRST_PREFIXED_DAY = date(2018, 9, 1)
FIRST_PROVISIONAL_DAY = date(2024, 7, 1)
"""From this day on some judgments are served as exports from Word until they are final."""


def choose_era(day: date, *, is_provisional: bool = False) -> Era:
    """The era of a judgment given on `day`; provisional texts exist in the newest only."""
    if day < FIRST_SIMPLIFIED_DAY:
        return "legacy"
    if day < FIRST_CURRENT_DAY:
        return "simplified"
    if is_provisional and day >= FIRST_PROVISIONAL_DAY:
        return "word-export"
    return "coj-count" if day >= FIRST_PREFIXED_DAY else "count"
