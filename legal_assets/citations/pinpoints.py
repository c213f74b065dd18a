"""Pinpoints as printed: "paragraphs 30 to 36, 41 and 42", ranges filled.

Works on plain text (see `plain_text`). To which decision a pinpoint belongs is decided in `full` and `short`; the
links that a publisher put on the numbers are read in `links`.
"""

import re
from dataclasses import dataclass

MONTHS = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}"
"""Months by their first letters: decisions also print "Novembre" and "Sept"."""
LONGEST_RANGE = 400
"""A wider "range" is a misprint: its two ends are kept, the numbers between are not invented."""
HIGHEST = 5000
"""No decision has more paragraphs; a larger number is a page, a year or a sum."""

WORD = r"(?:[Pp]aragraphs?|[Pp]oints?|[Pp]aras?\.?|[Gg]rounds?)"
NUMBER = rf"\d{{1,4}}(?![\d/]|[.,]\d|-?[A-Za-z]\w|\(\w|(?: ?(?:%|{MONTHS})))[a-z]?"
GAP = " {1,3}"
JOINT = (
    rf"(?: ?,{GAP}and{GAP}| ?, {{0,3}}|{GAP}(?:and|to|or|through){GAP}| ?[\u2013-] ?"
    rf"| ?,{GAP}(?:and )?in particular{GAP})"
)
LIST = rf"{NUMBER}(?:{JOINT}{NUMBER})*(?: et seq\.?)?"
PINPOINT = rf"{WORD} {{0,3}}{LIST}"

_ONE_WORD_FIRST = re.compile(PINPOINT)
_STEP = re.compile(r"(?P<joint>[^\d]*)(?P<number>\d+)")
_RANGE = re.compile(r" +(?:to|through) +| ?[\u2013-] ?")


@dataclass(frozen=True, slots=True)
class Pinpoints:
    """Numbers of paragraphs cited at `start` to `end` (the word "paragraphs" included), in order."""

    start: int
    end: int
    numbers: tuple[int, ...]
    filled: tuple[int, ...]


def read_pinpoints(text: str, start: int) -> Pinpoints | None:
    """The pinpoints whose word ("paragraphs") begins at `start`, or None."""
    match = _ONE_WORD_FIRST.match(text, start)
    return pinpoints_of(text, *match.span()) if match else None


def pinpoints_of(text: str, start: int, end: int) -> Pinpoints | None:
    """The numbers printed in `text[start:end]`, which is known to be a pinpoint; None if none is possible."""
    printed: set[int] = set()
    between: set[int] = set()
    before: int | None = None
    for step in _STEP.finditer(text, start, end):
        number = int(step["number"])
        if not 0 < number <= HIGHEST:
            before = None
            continue
        is_range = before is not None and _RANGE.fullmatch(step["joint"]) is not None
        if is_range and before is not None and before < number <= before + LONGEST_RANGE:
            between.update(range(before + 1, number))
        printed.add(number)
        before = number
    if not printed:
        return None
    return Pinpoints(start, end, tuple(sorted(printed | between)), tuple(sorted(between - printed)))
