"""The text inside one block: white space, links and print style.

A reader strings the pieces of a block together, with marks where a link or a bold or italic stretch begins and ends;
`inline_of` normalises white space and turns the marks into offsets. White space: every run becomes one space (no-break
spaces too); characters without width are dropped; hyphens, dashes and quotation marks stay as printed. *Soft* white
space, a line break that a serialiser put at the edge of an inline element, disappears before closing punctuation and
after an opening bracket or quotation mark.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

LINK_START, LINK_END = "\x02", "\x03"
BOLD_START, BOLD_END = "\x04", "\x05"
ITALIC_START, ITALIC_END = "\x06", "\x07"
SOFT = "\x1f"

_MARK = "[\x02-\x07]"
_OPENING = "[\x02\x04\x06]"
_CLOSING = "[\x03\x05\x07]"
_SPLIT_AT_MARKS = re.compile(f"({_MARK})")
_SPACE_AFTER_OPENING = re.compile(f"({_OPENING}+)(\\s+)")
_SPACE_BEFORE_CLOSING = re.compile(f"(\\s+)({_CLOSING}+)")
_EMPTY_STRETCH = re.compile("\x04\x05|\x06\x07|\x05\x04|\x07\x06")
_EMPTY_LINK = re.compile(f"{LINK_START}([\\s{BOLD_START}-{ITALIC_END}]*){LINK_END}")
_SOFT_BEFORE_CLOSER = re.compile(f"\\s*{SOFT}\\s*(?={_MARK}*[,.;:)\\]’”»?!])")
_SOFT_AFTER_OPENER = re.compile(f"((?:[(\\[]|(?:(?<=[\\s(\\[])|(?<=^))[‘“«]){_MARK}*)\\s*{SOFT}\\s*")
_WHITE_SPACE = re.compile(r"\s+")
_UNWANTED = dict.fromkeys([*range(0x00, 0x09), *range(0x0E, 0x20), 0xAD, 0x200B, 0x2060, 0xFEFF])
_NEEDS_CLEANING = re.compile("[\x00-\x08\x0e-\x1f\xad\u200b\u2060\ufeff]|&(?:amp|lt|gt|quot);")


class InlineLink(NamedTuple):
    """A link: characters of the text it is printed on, and where it leads."""

    start: int
    end: int
    href: str


class Inline(NamedTuple):
    """Normalised text with its links; `bold` and `italic` are stretches of characters."""

    text: str
    links: tuple[InlineLink, ...] = ()
    bold: tuple[tuple[int, int], ...] = ()
    italic: tuple[tuple[int, int], ...] = ()

    @property
    def is_emphasised(self) -> bool:
        """Whether every word is printed bold or italic."""
        covered = bytearray(len(self.text))
        for start, end in self.bold + self.italic:
            covered[start:end] = b"\x01" * (end - start)
        return (
            bool(self.text)
            and all(covered[at] or not letter.isalnum() for at, letter in enumerate(self.text))
            and any(covered)
        )

    def without_prefix(self, length: int) -> "Inline":
        """The same without its first `length` characters and the white space after them."""
        length += len(self.text[length:]) - len(self.text[length:].lstrip())
        links = tuple(
            InlineLink(max(0, link.start - length), link.end - length, link.href)
            for link in self.links
            if link.end > length
        )
        return Inline(self.text[length:], links, _shifted(self.bold, length), _shifted(self.italic, length))

    def with_prefix(self, prefix: str) -> "Inline":
        """The same with a text before it."""
        length = len(prefix)
        links = tuple(InlineLink(link.start + length, link.end + length, link.href) for link in self.links)
        return Inline(prefix + self.text, links, _shifted(self.bold, -length), _shifted(self.italic, -length))


def _shifted(stretches: tuple[tuple[int, int], ...], length: int) -> tuple[tuple[int, int], ...]:
    return tuple((max(0, start - length), end - length) for start, end in stretches if end > length)


def piece_of(text: str) -> str:
    """Prepare the text between two tags: drop what has no width, and make white space at its edges soft."""
    if _NEEDS_CLEANING.search(text):
        text = text.translate(_UNWANTED)
        text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&amp;", "&")
    if "\n" not in text:
        return text
    body = text.strip()
    if not body:
        return SOFT
    before = text[: text.index(body[0])]
    after = text[len(before) + len(body) :]
    return (SOFT if "\n" in before else before) + body + (SOFT if "\n" in after else after)


def inline_of(raw: str, hrefs: Sequence[str] = ()) -> Inline:
    """Normalise a block's strung-together pieces; `hrefs` are the targets of its link marks, in order."""
    if not _SPLIT_AT_MARKS.search(raw):
        raw = raw.strip()
        return Inline(_close_up(raw) if SOFT in raw else " ".join(raw.split()))
    empty = {raw.count(LINK_START, 0, link.start()) for link in _EMPTY_LINK.finditer(raw)}
    if empty:
        raw = _EMPTY_LINK.sub(r"\1", raw)
        hrefs = [href for at, href in enumerate(hrefs) if at not in empty]
    return _take_marks_out(_close_up(raw), hrefs)


def _close_up(raw: str) -> str:
    """Bring white space outside of the marks, so that every run of it lies together, and make it one space."""
    raw = _SPACE_AFTER_OPENING.sub(r"\2\1", raw)
    raw = _SPACE_BEFORE_CLOSING.sub(r"\2\1", raw)
    raw = _EMPTY_STRETCH.sub("", raw)
    if SOFT in raw:
        raw = _SOFT_BEFORE_CLOSER.sub("", raw)
        raw = _SOFT_AFTER_OPENER.sub(r"\1", raw)
    return (
        _WHITE_SPACE.sub(" ", raw)
        .lstrip(f" {LINK_END}{BOLD_END}{ITALIC_END}")
        .rstrip(f" {LINK_START}{BOLD_START}{ITALIC_START}")
    )


def _take_marks_out(marked: str, hrefs: Sequence[str]) -> Inline:
    words: list[str] = []
    at = link_count = 0
    opened: dict[str, list[tuple[int, int]]] = {LINK_START: [], BOLD_START: [], ITALIC_START: []}
    links: list[InlineLink] = []
    bold: list[tuple[int, int]] = []
    italic: list[tuple[int, int]] = []
    for piece in _SPLIT_AT_MARKS.split(marked):
        if piece in opened:
            opened[piece].append((at, link_count))
            link_count += piece == LINK_START
        elif piece == LINK_END:
            if opened[LINK_START]:
                start, which = opened[LINK_START].pop()
                links.append(InlineLink(start, at, hrefs[which]))
        elif piece in (BOLD_END, ITALIC_END):
            open_here = opened[BOLD_START if piece == BOLD_END else ITALIC_START]
            if open_here:
                (bold if piece == BOLD_END else italic).append((open_here.pop()[0], at))
        else:
            words.append(piece)
            at += len(piece)
    return Inline(
        "".join(words),
        tuple(sorted(links, key=lambda link: (link.start, link.end))),
        tuple(sorted(stretch for stretch in bold if stretch[0] < stretch[1])),
        tuple(sorted(stretch for stretch in italic if stretch[0] < stretch[1])),
    )
