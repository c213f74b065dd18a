"""Words in texts of pages: whether words stand in a text, and the stretches around forms of a concept.

Belongs here: comparing and cutting a few texts for a question. Does not belong here: searching all pages
(`mentions.py`).
"""

import itertools
import re
import unicodedata
from collections.abc import Sequence

_WORD = re.compile(r"[^\W_]+")
_GAP = r"[\W_]+"
CUT = "\n[…]\n"
"""Stands where a page was cut."""


def words_of(text: str) -> list[str]:
    """Return the words of a text, whatever case and spaces: letters and digits, folded."""
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def stand_in(words: Sequence[str], text: str) -> bool:
    """Return whether words stand in a text one after another, also where a line break cut one of them in two."""
    of_text = words_of(text)
    wanted, joined = "".join(words), "".join(of_text)
    ends = list(itertools.accumulate(len(word) for word in of_text))
    starts = {0, *ends}
    place = joined.find(wanted) if wanted else -1
    while place >= 0:
        if place in starts and place + len(wanted) in starts:
            return True
        place = joined.find(wanted, place + 1)
    return False


def pattern_of(forms: Sequence[str]) -> re.Pattern[str]:
    """Return what finds forms of a concept in a page: words in any case, short forms in their own letters."""
    longest_first = sorted(forms, key=lambda form: (-len(form), form))
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(_one(form) for form in longest_first)})(?![^\W_])")


def stretches(text: str, patterns: Sequence[re.Pattern[str]], around: int) -> str:
    """Return a text cut to what stands around the first match of each pattern; its beginning where none matches.

    Args:
        text: text of a page.
        patterns: what to look for.
        around: characters on each side.
    """
    found = [match.span() for pattern in patterns if (match := pattern.search(text))] or [(0, around)]
    windows: list[tuple[int, int]] = []
    for start, end in sorted((max(start - around, 0), min(end + around, len(text))) for start, end in found):
        if windows and start <= windows[-1][1]:
            windows[-1] = (windows[-1][0], max(end, windows[-1][1]))
        else:
            windows.append((start, end))
    kept = CUT.join(text[start:end] for start, end in windows)
    return f"{CUT if windows[0][0] else ''}{kept}{CUT if windows[-1][1] < len(text) else ''}"


def _one(form: str) -> str:
    if form != form.lower():
        return re.escape(form)
    return f"(?i:{_GAP.join(re.escape(word) for word in form.split(' '))})"
