"""Numbers of considerations: from what is printed (`3.2.1`, `E. 2b/bb`, `3d)`, `1.-`) to levels and ids.

Belongs here: the number of a consideration by itself, and which printed number may follow which. Does not belong here:
where a number stands in a file (the readers), nor references to considerations (`citations/`).
"""

import re
from collections.abc import Sequence

from legal_assets.passages.bge_header import MONTH

MARK = re.compile(r"\A(?:E(?:rw)?|c(?:ons(?:id)?)?)\.?\s+(?=[\dIVX])", re.IGNORECASE)
LEVEL = re.compile(r"\d+|[ivx]+(?=\.\d)|[a-z]+")
ROMAN_LEVEL = re.compile(r"\A([IVX]{1,5})\.(?=\d)")
PRINTED = re.compile(
    rf"""(?!\d{{1,2}}\.\s(?:\d|(?i:{MONTH})\b))
        (?P<number>\d{{1,2}}(?:\.\d{{1,3}}){{0,6}})(?:\.?\s?[-–—](?=\s)|\.(?=\s)|\)(?=\s)|(?=\s|$))
      | (?P<letter>[a-z])\)(?=\s|$)
      | (?P<double>(?P<twin>[a-z])(?P=twin))\)(?=\s|$)""",
    re.VERBOSE,
)
"""A number that is not the day of a date, or a letter."""


def parse_label(label: str) -> tuple[str, ...]:
    """Return the levels of a printed number, outermost first; an empty tuple where there is none.

    `3.2.1` → `("3", "2", "1")`, `E. 2b/bb` and `2.b.bb)` → `("2", "b", "bb")`, `II.2` → `("ii", "2")`. Where the letter
    above a double letter is left out, as in `5aa`, it stays out: which one is meant only the ruling knows.
    """
    plain = MARK.sub("", label.strip()).lower()
    return tuple(LEVEL.findall(plain))


def section_id(path: tuple[str, ...]) -> str:
    """Return the id of a consideration: `e2.3`, `e2b`, `e2b-bb`."""
    written = ""
    for level, inner in zip(("", *path), path, strict=False):
        joint = "" if not level or (inner.isalpha() and level.isdecimal()) else "-" if inner.isalpha() else "."
        written += joint + inner
    return "e" + written


def match_path(path: tuple[str, ...], paths: Sequence[tuple[str, ...]]) -> tuple[str, ...] | None:
    """Find a cited number among those of a ruling, also where it leaves out a letter (`5aa` for 5a/aa or 5b/aa).

    None where it is not there or where it may mean several.
    """
    if path in paths:
        return path
    if len(path) < 2 or len(path[-1]) < 2 or not path[-1].isalpha():
        return None
    shortened = [known for known in paths if known[:-2] == path[:-1] and known[-1] == path[-1]]
    return shortened[0] if len(shortened) == 1 else None


def leading_path(
    text: str, before: tuple[str, ...] | None, *, has_letters: bool, after_gap: bool = False
) -> tuple[tuple[str, ...], int] | None:
    """Read the number at the start of a line, if it can follow the number before it.

    Returns the levels and the length of what is printed. `before` is None at the first consideration, since excerpts
    start anywhere; `has_letters` says whether this ruling divides by letters, which those with dotted numbers do not;
    `after_gap` that considerations were left out here.
    """
    path: tuple[str, ...] = ()
    at = 0
    while found := PRINTED.match(text, at):
        if found["number"]:
            if path:
                break
            path = tuple(found["number"].split("."))
        elif not has_letters or not (path or before):
            break
        else:
            path = below(path or before or (), found["letter"] or found["double"])
        at = found.end()
        at += len(text[at:]) - len(text[at:].lstrip())
    if not path or at == len(text) or not may_follow(path, before, after_gap=after_gap):
        return None
    return path, at


def below(path: tuple[str, ...], letters: str) -> tuple[str, ...]:
    """Return the levels of a letter, or of a double letter, under the number or letter that is open."""
    kept = [level for level in path if level.isdecimal() or len(level) < len(letters)]
    return (*kept, letters)


def may_follow(path: tuple[str, ...], before: tuple[str, ...] | None, *, after_gap: bool = False) -> bool:
    """Whether a number can be the next consideration after `before`.

    A dotted number may leave out others, as excerpts do; a whole number or a letter only goes one further, so that the
    items of a list are no considerations.
    """
    if before is None:
        return True
    pairs = enumerate(zip(path, before, strict=False))
    shared = next((at for at, (new, old) in pairs if new != old), min(len(path), len(before)))
    if shared == len(path):
        return False
    step = _rank(path[shared]) - (_rank(before[shared]) if shared < len(before) else 0)
    if step <= 0:
        return False
    is_dotted = len(path) > 1 and path[-1].isdecimal()
    return is_dotted or after_gap or (step == 1 and all(_rank(level) == 1 for level in path[shared + 1 :]))


def _rank(level: str) -> int:
    return int(level) if level.isdecimal() else ord(level[0]) - ord("a") + 1
