"""From lines in reading order to the text of a page, with the spans that are running heads or headings.

Belongs here: joining lines and mending words divided at the end of a line. Does not belong here: which lines are
running heads (`running_heads.py`) or headings (`headings.py`).
"""

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from legal_assets.pages.printed import PrintedLine

_DIVIDED = re.compile(r"([^\W\d_]{2,})[-\u00ad\u2010]$")
_CONTINUED = re.compile(r"^[a-zß-öø-ÿ]+")
_SOFT = "\u00ad"
_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of a page's text that is a running head, a page number or a heading of some level."""

    start: int
    end: int
    kind: str
    level: int = 0


@dataclass(frozen=True, slots=True)
class Composed:
    """The text of a page with its marks, in order."""

    text: str
    marks: tuple[Mark, ...]


def words_of(pages: Sequence[Sequence[Sequence[PrintedLine]]]) -> frozenset[str]:
    """Return the words and compounds that a document prints undivided, in small letters."""
    found: set[str] = set()
    for blocks in pages:
        for block in blocks:
            for line in block:
                words = _WORDS.findall(line.text.lower())
                # The last word of a line may be half a word.
                found.update(words[:-1] if _DIVIDED.search(line.text) else words)
    return frozenset(found)


def compose(
    blocks: Sequence[Sequence[PrintedLine]],
    kinds: Mapping[PrintedLine, tuple[str, int]],
    known_words: AbstractSet[str],
) -> Composed:
    """Return the text of a page: lines divided by a line break, blocks by an empty line.

    A word divided at the end of a line is put together on the first line; it keeps its hyphen where the document
    prints it so elsewhere and never without.

    Args:
        blocks: lines in reading order, by block.
        kinds: kind and level of the lines that are more than text.
        known_words: what `words_of` found in the document.
    """
    parts: list[str] = []
    marks: list[Mark] = []
    at = 0
    for number, block in enumerate(blocks):
        texts = _mended([line.text for line in block], known_words)
        if number:
            parts.append("\n")
            at += 1
        for line, text in zip(block, texts, strict=True):
            if not text:
                continue
            if line in kinds:
                kind, level = kinds[line]
                marks.append(Mark(at, at + len(text), kind, level))
            parts.append(f"{text}\n")
            at += len(text) + 1
    return Composed("".join(parts).rstrip("\n"), tuple(marks))


def _mended(texts: list[str], known_words: AbstractSet[str]) -> list[str]:
    for place in range(len(texts) - 1):
        head, tail = _DIVIDED.search(texts[place]), _CONTINUED.match(texts[place + 1])
        if head is None or tail is None:
            continue
        first, second = head[1], tail[0]
        whole, compound = f"{first}{second}", f"{first}-{second}"
        keeps_hyphen = compound.lower() in known_words and whole.lower() not in known_words
        rest = texts[place + 1][tail.end() :]
        closing = re.match(r"\S*", rest)
        moved = closing[0] if closing else ""
        texts[place] = f"{texts[place][: head.start(1)]}{compound if keeps_hyphen else whole}{moved}"
        texts[place + 1] = rest[len(moved) :].lstrip()
    return [text.replace(_SOFT, "") for text in texts]
