"""MinerU's content list as an engine whose texts are imported: blocks of a document with the page they begin on.

Its pages count from 0, and a paragraph that crosses a page stands whole on the first one, with an empty block on the
next. Here pages count from 1, and such a paragraph is divided where the page's own text layer says, or marked on both
pages where there is none. Does not belong here: the engines that read pictures (`tesseract.py`).
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from legal_assets.pages.composing import Composed, Mark
from legal_assets.pages.headings import HEADING

NAME = "mineru"
CROSSES = "paragraph_crosses_page"

_WORD = re.compile(r"\w+")
_LEAST_WORDS = 3
_LOOKED_AT = 6


class Block(NamedTuple):
    """A block of a content list; `level` is that of a heading, 0 for other text."""

    page: int
    text: str
    level: int = 0


class ImportedPage(NamedTuple):
    """A page as MinerU read it, with what is doubtful about it."""

    composed: Composed
    problems: tuple[str, ...] = ()


class ContentListError(ValueError):
    """A file is no content list of MinerU."""


def read_content_list(data: bytes) -> list[Block]:
    """Read a content list.

    Raises:
        ContentListError: it is no JSON, no list, or an entry has no page.
    """
    try:
        entries = json.loads(data)
    except ValueError as error:
        raise ContentListError(f"It is no JSON: {error}") from error
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ContentListError("It is no list of blocks.")
    blocks = []
    for number, entry in enumerate(entries, start=1):
        page = entry.get("page_idx")
        if not isinstance(page, int) or page < 0:
            raise ContentListError(f"Block {number} has no page_idx of 0 or more.")
        blocks.append(Block(page + 1, _text(entry), int(entry.get("text_level") or 0)))
    return blocks


def _text(entry: Mapping[str, object]) -> str:
    """The text of a block: of a table its caption, cells and foot; of a picture its caption."""
    parts: list[str] = []
    for key in ("img_caption", "image_caption", "table_caption", "text", "table_body", "table_footnote", "list_items"):
        value = entry.get(key)
        parts += [str(each) for each in value] if isinstance(value, list) else [str(value)] if value else []
    text = " ".join(" ".join(parts).split())
    return " ".join(re.sub(r"</?(?:table|tbody|thead|tr|td|th|html|body)\b[^>]*>", " ", text).split())


def read_imported(blocks: Sequence[Block], layers: Mapping[int, str]) -> dict[int, ImportedPage]:
    """Return the pages of a content list.

    Args:
        blocks: blocks in their own order.
        layers: text layers of the document's pages, by page from 1; pages without text may be missing.
    """
    pages: dict[int, list[Block]] = {}
    problems: dict[int, list[str]] = {}
    for block in blocks:
        pages.setdefault(block.page, []).append(block)
    for number in sorted(pages):
        first = pages[number][0]
        before = pages.get(number - 1)
        if first.text or before is None or not before[-1].text or first.level:
            continue
        divided = divide(before[-1].text, layers.get(number - 1, ""), layers.get(number, ""))
        if divided is None:
            problems.setdefault(number - 1, []).append(CROSSES)
            problems.setdefault(number, []).append(CROSSES)
        else:
            before[-1] = before[-1]._replace(text=divided[0])
            pages[number][0] = first._replace(text=divided[1])
    return {
        number: ImportedPage(_composed(blocks_of_page), tuple(dict.fromkeys(problems.get(number, ()))))
        for number, blocks_of_page in pages.items()
    }


def divide(paragraph: str, this_page: str, next_page: str) -> tuple[str, str] | None:
    """Divide a paragraph at the end of a page; None where the text layers do not say where.

    It ends on this page after the last words that this page has and before the first ones that only the next has.

    Args:
        paragraph: the whole paragraph.
        this_page: text layer of the page it begins on.
        next_page: text layer of the page it ends on.
    """
    words = list(_WORD.finditer(paragraph))
    here, there = (_joined(text) for text in (this_page, next_page))
    if len(words) < 2 * _LEAST_WORDS or not here or not there:
        return None
    folded = [word[0].casefold() for word in words]
    ends_here = [
        place
        for place in range(_LEAST_WORDS, len(words) - _LEAST_WORDS + 1)
        if _has(here, folded[max(0, place - _LOOKED_AT) : place]) and _has(there, folded[place : place + _LOOKED_AT])
    ]
    if len(ends_here) != 1:
        return None
    cut = words[ends_here[0]].start()
    return paragraph[:cut].rstrip(), paragraph[cut:]


def _joined(text: str) -> str:
    return "".join(word.casefold() for word in _WORD.findall(text))


def _has(joined: str, words: Sequence[str]) -> bool:
    return "".join(words) in joined


def _composed(blocks: Sequence[Block]) -> Composed:
    parts: list[str] = []
    marks: list[Mark] = []
    at = 0
    for block in blocks:
        if not block.text:
            continue
        if block.level:
            marks.append(Mark(at, at + len(block.text), HEADING, block.level))
        parts.append(block.text)
        at += len(block.text) + 2
    return Composed("\n\n".join(parts), tuple(marks))
