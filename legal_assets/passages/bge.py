"""The way in: from the bytes of a file to the leading decision it holds.

Chooses the reader by content, takes running heads out, lays the text out and checks that it is one usable ruling.
Mark-up belongs in the readers.
"""

import codecs
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from legal_assets.passages.bge_header import date_of, dockets_of
from legal_assets.passages.bge_html import is_court_page, read_court_page
from legal_assets.passages.bge_lines import Draft, Part
from legal_assets.passages.bge_numbers import section_id
from legal_assets.passages.bge_page_marks import foreign_heads, take_page_marks_out
from legal_assets.passages.bge_ruling import PageAnchor, Ruling, Section, UnreadableRuling
from legal_assets.passages.bge_snapshot import read_snapshot
from legal_assets.passages.bge_text import is_ruling_text, read_ruling_text
from legal_assets.text.bge_number import RulingNumber, parse_number
from legal_assets.text.decoding import DEFAULT_LIMIT
from legal_assets.text.language import identify_language

LANGUAGES = ("de", "fr", "it")
SAMPLE = 4000
BETWEEN = "\n"


def parse_ruling(data: bytes, name: str | None = None, limit: int = DEFAULT_LIMIT) -> Ruling:
    """Read one leading decision: a page of the court's site, a snapshot in JSON, or plain text.

    `name` is a file name or id that may say which ruling it is, where the file itself does not. Raises
    UnreadableRuling, with a reason, for a file that is no ruling, mixes two, or has no consideration.
    """
    draft = _read(decode_ruling(data, limit))
    named = parse_number(name) if name else None
    number = draft.number or named
    if number is None:
        raise UnreadableRuling("no-number", "neither the file nor its name says which ruling it is; name it 141-IV-108")
    _refuse(draft, number)
    problems = list(draft.problems)
    if named and named != number:
        problems.append(f"the file is known as {named} but states {number}")
    date = draft.date
    if date is None and draft.header:
        date, doubt = date_of(draft.header, number)
        problems += [doubt] if doubt else []
    language = draft.language or _language(part.text for part in draft.parts if part.kind == "consideration")
    text, sections, pages = _laid_out(draft.parts, number, language)
    return Ruling(
        number=number,
        dockets=draft.dockets or dockets_of(draft.header),
        date=date,
        header=" ".join(draft.header),
        language=language,
        text=text,
        sections=sections,
        pages=pages,
        problems=(*problems, *_doubts(sections, pages)),
    )


def decode_ruling(data: bytes, limit: int = DEFAULT_LIMIT) -> str:
    """Decode UTF-8 or, as the court's site sends it, Latin-1; what is neither is refused.

    A text in Latin-1 has no valid sequence of UTF-8 but by the rarest chance, a damaged one in UTF-8 has many.
    """
    if len(data) > limit:
        raise UnreadableRuling("too-large", f"the file has {len(data)} bytes, the limit is {limit}")
    if not data.strip():
        raise UnreadableRuling("empty-file", "the file has no content; fetch it again")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        valid = sum(character > "\x7f" for character in data.decode("utf-8", errors="ignore"))
        if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\x00" in data or valid:
            raise UnreadableRuling(
                "undecodable", f"byte {error.start} is no valid UTF-8; the file is damaged, fetch it again"
            ) from error
        return data.decode("cp1252", errors="replace")


def _read(text: str) -> Draft:
    start = text.lstrip()[:1]
    if start in ("{", "["):
        return read_snapshot(text)
    if start == "<":
        if is_court_page(text):
            return read_court_page(text)
        raise UnreadableRuling("no-judgment", "the page holds no ruling; it may be a challenge or an error page")
    if is_ruling_text(text):
        return read_ruling_text(text)
    raise UnreadableRuling("no-judgment", "the text has none of the headings of a ruling")


def _refuse(draft: Draft, number: RulingNumber) -> None:
    other = foreign_heads(BETWEEN.join(part.text for part in draft.parts), number)
    if other is not None:
        raise UnreadableRuling(
            "mixed-rulings", f"running heads of {other} stand in the text of {number}; fetch both again"
        )
    if not any(part.kind == "consideration" for part in draft.parts):
        raise UnreadableRuling("no-considerations", f"{number} has no consideration in this file")


def _language(texts: Iterable[str]) -> str:
    sample = ""
    for text in texts:
        sample += text[: SAMPLE - len(sample)] + " "
        if len(sample) >= SAMPLE:
            break
    return identify_language(sample, LANGUAGES).language


def _laid_out(
    parts: Sequence[Part], number: RulingNumber, language: str
) -> tuple[str, tuple[Section, ...], tuple[PageAnchor, ...]]:
    """Put the parts one after the other: the text, the sections with their places, where pages begin."""
    sections: list[Section] = []
    pages = [PageAnchor(number.page, 0)]
    texts: list[str] = []
    at = 0
    for part, section in zip(parts, _ids(parts), strict=True):
        text, marks = take_page_marks_out(part.text, number)
        after = len(BETWEEN) if text else 0
        pages += [PageAnchor(page, at + offset + (after if offset == len(text) else 0)) for offset, page in marks]
        if not text and not part.label:
            continue
        own_language = part.language or (
            identify_language(text, LANGUAGES).language if part.kind == "headnote" else language
        )
        sections.append(
            Section(
                part.kind,
                section,
                part.label,
                part.path,
                own_language,
                text,
                at,
                at + len(text),
                part.heading,
                part.flags,
            )
        )
        texts.append(text)
        at += len(text) + len(BETWEEN)
    end = max(0, at - len(BETWEEN))
    return BETWEEN.join(texts), tuple(sections), _ascending(pages, end)


def _ascending(pages: Iterable[PageAnchor], end: int) -> tuple[PageAnchor, ...]:
    """The anchors whose pages rise with the text; a page of a piece that was moved is left out."""
    kept: list[PageAnchor] = []
    for anchor in pages:
        if not kept or anchor.page > kept[-1].page:
            kept.append(PageAnchor(anchor.page, min(anchor.offset, end)))
    return tuple(kept)


def _ids(parts: Sequence[Part]) -> Iterator[str]:
    """An id for each part, unique in the ruling."""
    used: dict[str, int] = {}
    for part in parts:
        stem = _stem(part)
        used[stem] = used.get(stem, 0) + 1
        yield stem if used[stem] == 1 else f"{stem}-{used[stem]}"


def _stem(part: Part) -> str:
    if part.kind == "consideration":
        return section_id(part.path)
    if part.kind == "facts":
        return "f" + ".".join(part.path)
    return f"r{part.label}-{part.language}" if part.language else f"r{part.label}"


def _doubts(sections: Sequence[Section], pages: Sequence[PageAnchor]) -> Iterator[str]:
    """What is doubtful about the numbers and the pages."""
    repeated = [
        section.label for section in sections if section.kind == "consideration" and re.search(r"-\d+\Z", section.id)
    ]
    if repeated:
        yield f"consideration {', '.join(repeated)} is there twice"
    missing = [str(before.page + 1) for before, after in pairwise(pages[1:]) if after.page != before.page + 1]
    if missing:
        yield f"the running head of page {', '.join(missing)} is missing"
