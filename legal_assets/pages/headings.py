"""Which lines of a document are headings, and of which level: from size, weight, numbering and the table of contents.

Belongs here: judging lines by how they are printed. Does not belong here: paths of headings (`passages/chunks.py`).
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from legal_assets.pages.printed import PrintedLine

HEADING = "heading"
_LONGEST = 120
_MOST_WORDS = 16
_LARGER = 1.12
_NOT_SMALLER = 0.95
_LOWEST = 6
_NUMBERED = re.compile(
    r"^(?P<mark>\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+(?=[^\W\d_])|^(?:chapter|annex|appendix|part|section)\s+[\dIVXA-Z]+\b",
    re.IGNORECASE,
)
_ENDS_AS_TEXT = re.compile(r"[,;]$|\.\s*\d+$|\.{4,}|…")
_LETTERS = re.compile(r"[^\W\d_]{2,}")

ContentsEntry = tuple[int, str, int]
"""Level, title and page of an entry of the file's table of contents, as PyMuPDF gives it."""


def body_size(pages: Sequence[Sequence[Sequence[PrintedLine]]]) -> float:
    """Return the size in which most characters of a document are printed; 0 without any."""
    sizes: Counter[float] = Counter()
    for blocks in pages:
        for block in blocks:
            for line in block:
                sizes[round(line.size * 2) / 2] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def find_headings(
    pages: Sequence[Sequence[Sequence[PrintedLine]]],
    left_out: Sequence[Collection[PrintedLine]],
    contents: Sequence[ContentsEntry] = (),
) -> list[dict[PrintedLine, int]]:
    """Return for each page its headings with their level, 1 for the highest.

    A title of the table of contents that stands on its page has the level given there. Otherwise a short line is a
    heading when it is clearly larger than the body, or bold and either numbered or a block of its own; sizes give the
    level, and a number such as 2.1 its depth.

    Args:
        pages: blocks of lines in reading order, a page each.
        left_out: running heads of each page.
        contents: entries of the file's table of contents.
    """
    body = body_size(pages)
    listed: dict[int, dict[str, int]] = {}
    for level, title, page in contents:
        listed.setdefault(page, {})[_plain(title)] = level
    judged = [
        {
            line: depth
            for block in blocks
            for line, depth in _judged(block, body, listed.get(number, {}))
            if line not in left_out[number - 1]
        }
        for number, blocks in enumerate(pages, start=1)
    ]
    return _levelled(judged, body)


def _judged(
    block: Sequence[PrintedLine], body: float, listed: Mapping[str, int]
) -> list[tuple[PrintedLine, tuple[int, int]]]:
    """Lines of a block that are headings, each with its level in the contents and the depth of its number, or 0."""
    found = []
    for line in block:
        level = listed.get(_plain(line.text), 0) if listed else 0
        if not level and not _stands_out(line, body):
            continue
        text = line.text.strip()
        numbered = _NUMBERED.match(text)
        mark = numbered["mark"] if numbered else None
        depth = mark.count(".") + 1 if mark else int(bool(numbered))
        if level or _reads_as_one(line, text, body, bool(numbered), len(block)):
            found.append((line, (level, depth)))
    return found


def _stands_out(line: PrintedLine, body: float) -> bool:
    """Whether a line is short, and larger than the body or bold."""
    return (
        len(line.text) <= _LONGEST
        and not line.turn
        and (line.size >= _LARGER * body or (line.is_bold and line.size >= _NOT_SMALLER * body))
    )


def _reads_as_one(line: PrintedLine, text: str, body: float, is_numbered: bool, lines_in_block: int) -> bool:
    if len(text.split()) > _MOST_WORDS or not _LETTERS.search(text) or _ENDS_AS_TEXT.search(text) or text[0].islower():
        return False
    return line.size >= _LARGER * body or is_numbered or (lines_in_block <= 2 and not text.endswith("."))


def _levelled(judged: Sequence[Mapping[PrintedLine, tuple[int, int]]], body: float) -> list[dict[PrintedLine, int]]:
    """Turn sizes into levels: the largest that occurs twice is 1, bold lines of body size come last."""
    sizes = Counter(
        round(line.size) for page in judged for line, (level, depth) in page.items() if not level and not depth
    )
    ladder = sorted((size for size in sizes if size > round(body)), reverse=True)[: _LOWEST - 1]
    below = len(ladder) + 1

    def level_of(line: PrintedLine, given: tuple[int, int]) -> int:
        level, depth = given
        if level or depth:
            return min(level or depth, _LOWEST)
        size = round(line.size)
        return min(ladder.index(size) + 1 if size in ladder else below, _LOWEST)

    return [{line: level_of(line, given) for line, given in page.items()} for page in judged]


def _plain(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())
