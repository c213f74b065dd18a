"""Whether a place in a text lies inside a quotation, as far as its quotation marks tell.

Follows opening and closing marks from line to line; an apostrophe is told from a closing mark by the letter behind it.
What being quoted means for numbers and headings is decided in `prose`.
"""

import re

PAIRS = {"‘": "’", "“": "”", "„": "“”", "«": "»", "‚": "‘’"}
STRAIGHT = '"'
MARKS = re.compile('["‘’“”„«»‚]')


class Quotations:
    """The quotation marks that are open while lines are read."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._straight = False

    @property
    def is_open(self) -> bool:
        """Whether the next line begins inside a quotation."""
        return bool(self._open) or self._straight

    def reset(self) -> None:
        """Forget what is open: a numbered paragraph begins."""
        self._open.clear()
        self._straight = False

    def read(self, line: str) -> None:
        """Take in one line."""
        for found in MARKS.finditer(line):
            mark = found[0]
            if mark == STRAIGHT:
                self._straight = not self._straight
            elif self._closes(line, found.start(), mark):
                self._open.pop()
            elif mark in PAIRS:
                self._open.append(mark)

    def _closes(self, line: str, at: int, mark: str) -> bool:
        """Whether a mark closes the innermost open one; `’` between letters is an apostrophe."""
        return bool(self._open) and mark in PAIRS[self._open[-1]] and not line[at + 1 : at + 2].isalpha()
