"""Full citations of one paragraph: what stands around a case number or an ECLI, read to both sides.

To the left the name, the date, "judgment of" and a pinpoint ("paragraph 12 of the judgment of …"), to the right the
pinpoints. Works on plain text (see `plain_text`); citations by name alone belong in `short`.
"""

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass

from legal_assets.citations.anchors import DATE, Anchor, find_anchors
from legal_assets.citations.names import is_name, name_at, name_before
from legal_assets.citations.pinpoints import PINPOINT, WORD, Pinpoints, pinpoints_of, read_pinpoints
from legal_assets.citations.reference import OwnIdentity, Part, Reference, ReferenceKind

WINDOW = 460
"""Characters before an anchor in which its name, date and lead-in are looked for."""

FIRST_LETTERS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
MONTH_NUMBERS = {letters: number for number, letters in enumerate(FIRST_LETTERS, start=1)}
DATES = re.compile(rf"{DATE}|\b(?P<today>today)(?:'s date)?")
LEAD_WORD = (
    r"\b(?:[Jj]udgments?|[Oo]rders?|Opinions?|[Rr]ulings?|[Vv]iews?)\b"
    r"(?: of (?:the )?(?:Advocate General|President|Vice-President|Court|General Court|Grand Chamber)[^,;:()]{0,70}?)?"
    r"(?: of the (?:Court|General Court)[^,;:()]{0,40}?)?"
)
LEAD_DATE = re.compile(
    rf"(?:(?P<lead>{LEAD_WORD}),? ?\[?(?:delivered |made |given )?)?(?:(?:and|or),? )?(?:of|dated|on|from)? ?\[?$"
)
LEAD_IN = re.compile(rf"(?P<lead>{LEAD_WORD})(?: (?:delivered|made|given))? in ")
BEFORE_NAME = re.compile(
    r"[\s,\[\]]*(?:(?:delivered|made|given) )?(?:in )?(?:the )?(?:(?:[Jj]oined )?[Cc]ases?(?: of)? )?[\s,\[\]]*"
)
AFTER_NAME = re.compile(r"[\s,(\[]*(?:in )?(?:(?:[Jj]oined )?[Cc]ases? )?[\s(\[]*$")
TO_PINPOINT = re.compile(
    r"[\s,)\]]{0,6}(?:(?:and|see|at|also|especially|notably|in particular|cited above|'[^']{1,80}'|"
    rf"\([\"'][^()]{{1,90}}\))[\s,)\]]{{1,4}}){{0,3}}(?={WORD} {{0,3}}\d)"
)
TO_NEXT_PINPOINT = re.compile(
    r"(?:,? and the (?:\w+ )?(?:case-law|authorities|judgments?) (?:there )?cited(?: therein| there)?)?"
    rf"[,\s]{{0,3}}(?:(?:and|as well as|and also|and in particular),? )?(?={WORD} {{0,3}}\d)"
)
OF_ANOTHER = re.compile(
    r",?(?: respectively,?)? (?:of|in|to) (?:(?:the|that|its|this|his|her|those|each|both) )?(?:same |present )?"
    r"(?:(?:[Jj]oined )?[Cc]ases? |judgments?\b|orders?\b|Opinions?\b|operative part|"
    r"Article|Directive|Regulation|Annex)"
)
PINPOINT_BEFORE = re.compile(
    rf"(?P<pinpoint>{PINPOINT})(?:,? respectively,?)? (?:of|in|to) (?:(?:the|its|that|his|her|this|a|both) )?"
    r"(?:same |aforementioned |abovementioned |latter |above-mentioned )?(?:Court's |General Court's )?$"
)
PAGES = re.compile(r"[\s,]{0,3}pp?\. ?\d{1,4}(?:(?:, ?| and | to |-)\d{1,4}(?!\d))*")
LIST_GAP = re.compile(r"[^.]{0,160}")
TYPE_LETTERS: dict[str, str] = {"order": "O", "opinion": "C"}


@dataclass(frozen=True, slots=True)
class _Before:
    """What was read to the left of an anchor."""

    start: int
    parts: tuple[Part, ...] = ()
    name: str | None = None
    date: datetime.date | None = None
    lead: str | None = None


def find_full_references(paragraph: int, text: str, plain: str, own: OwnIdentity) -> list[Reference]:
    """The full citations of a paragraph in order; `plain` is the plain form of `text`, of the same length."""
    found: list[Reference] = []
    low = 0
    lead: str | None = None
    for anchor in find_anchors(plain):
        if anchor.start < low:
            continue
        before = _read_before(plain, low, anchor, own)
        if before.lead:
            lead = before.lead
        elif not (found and LIST_GAP.fullmatch(plain, found[-1].end, before.start)):
            lead = None
        if not _is_citation(anchor, before):
            continue
        reference = _reference(paragraph, text, plain, low, anchor, before, lead, own)
        found.append(reference)
        low = max(reference.end, anchor.end)
    return found


def _is_citation(anchor: Anchor, before: _Before) -> bool:
    if anchor.bare:
        return anchor.cased or (before.name is not None and before.date is not None)
    return bool(anchor.numbers or anchor.ecli or before.name)


def _read_before(plain: str, low: int, anchor: Anchor, own: OwnIdentity) -> _Before:
    """Name, date and lead-in to the left of an anchor."""
    first = max(low, anchor.start - WINDOW)
    dates = list(DATES.finditer(plain, first, anchor.start))
    if dates and (name := _name_in(plain, dates[-1].end(), anchor.start)) is not None:
        dated = _dated(plain, first, dates[-1], name, own)
        if dated.lead or dated.name or anchor.ecli:
            return dated
    leads = list(LEAD_IN.finditer(plain, first, anchor.start))
    if leads and (name := _name_in(plain, leads[-1].end(), anchor.start)) is not None:
        lead = leads[-1]
        return _named(plain, lead.start(), name, Part("lead-in", lead.start(), lead.end() - 1), lead["lead"])
    if anchor.of_court or not (anchor.ecli or len(anchor.parts) > 1):
        return _Before(anchor.start)
    end = anchor.start
    while end > first and plain[end - 1] in " ,([":
        end -= 1
    bare_name = name_before(plain, first, end) if end < anchor.start else None
    return _named(plain, anchor.start, bare_name, None, None) if bare_name else _Before(anchor.start)


def _name_in(plain: str, start: int, end: int) -> tuple[int, int] | None:
    """The name that fills the stretch, an empty one if there is only punctuation, None if it is no name."""
    skipped = BEFORE_NAME.match(plain, start, end)
    start = skipped.end() if skipped else start
    loose = AFTER_NAME.search(plain, start, end)
    end = loose.start() if loose else end
    if start >= end:
        return start, start
    return (start, end) if is_name(plain[start:end]) else None


def _dated(plain: str, first: int, match: re.Match[str], name: tuple[int, int], own: OwnIdentity) -> _Before:
    lead = LEAD_DATE.search(plain, first, match.start())
    word = lead["lead"] if lead else None
    part = Part("lead-in", lead.start("lead"), match.start() - 1) if lead and word else None
    start = lead.start("lead") if lead and word else match.start()
    named = _named(plain, start, name, part, word)
    day = own.date if match["today"] else _date(match)
    parts = (*named.parts, Part("date", *match.span()))
    return _Before(min(start, named.start), parts, named.name, day, word)


def _date_at(plain: str, span: tuple[int, int] | None) -> datetime.date | None:
    match = DATES.fullmatch(plain, *span) if span else None
    return _date(match) if match else None


def _date(match: re.Match[str]) -> datetime.date | None:
    try:
        return datetime.date(int(match["year"]), MONTH_NUMBERS[match["month"][:3]], int(match["day"]))
    except ValueError:
        return None


def _named(plain: str, start: int, name: tuple[int, int], lead: Part | None, word: str | None) -> _Before:
    parts = (lead,) if lead else ()
    if name[0] == name[1]:
        return _Before(start, parts, None, None, word)
    return _Before(min(start, name[0]), (*parts, Part("name", *name)), plain[slice(*name)], None, word)


def _reference(
    paragraph: int,
    text: str,
    plain: str,
    low: int,
    anchor: Anchor,
    before: _Before,
    lead: str | None,
    own: OwnIdentity,
) -> Reference:
    name = anchor.name or (None if before.name else _name_after(plain, anchor))
    parts = [*before.parts, *anchor.parts]
    if name and name != anchor.name:
        parts.append(Part("name", *name))
    if pages := PAGES.match(plain, anchor.end):
        parts.append(Part("report", pages.start() + len(pages[0]) - len(pages[0].lstrip(" ,")), pages.end()))
    known = max([anchor.end, *(part.end for part in parts)])
    pinpoints = list(_pinpoints_after(plain, known))
    preceding = PINPOINT_BEFORE.search(plain, max(low, before.start - 240), before.start)
    if preceding and (read := pinpoints_of(plain, *preceding.span("pinpoint"))):
        pinpoints.insert(0, read)
    parts += [Part("pinpoint", pinpoint.start, pinpoint.end) for pinpoint in pinpoints]
    parts.sort(key=lambda part: part.start)
    start, end = parts[0].start, max(part.end for part in parts)
    kind = _kind(anchor, before, lead, own)
    letter = "V" if anchor.of_court else TYPE_LETTERS.get(_lead_kind(lead), "J")
    return Reference(
        paragraph=paragraph,
        start=start,
        end=end,
        raw=text[start:end],
        kind=kind,
        case_numbers=tuple(str(number) for number in anchor.numbers),
        ecli=anchor.ecli,
        celex=str(anchor.numbers[0].celex(letter)) if anchor.numbers else None,
        name=next((_printed(text, part) for part in parts if part.kind == "name"), None),
        date=before.date or _date_at(plain, anchor.date),
        pinpoints=tuple(sorted({number for pinpoint in pinpoints for number in pinpoint.numbers})),
        filled=tuple(sorted({number for pinpoint in pinpoints for number in pinpoint.filled})),
        parts=tuple(parts),
    )


def _printed(text: str, part: Part) -> str:
    return " ".join(text[part.start : part.end].split())


def _name_after(plain: str, anchor: Anchor) -> tuple[int, int] | None:
    """The name after a bare "Case C-415/93 Bosman", if it ends at a mark."""
    if not anchor.cased or anchor.ecli or plain[anchor.end : anchor.end + 1] != " ":
        return None
    name = name_at(plain, anchor.end + 1)
    if name is None or not re.match(r" ?(?:$|[,;:.()\[\]])", plain[name[1] : name[1] + 2]):
        return None
    return name


def _pinpoints_after(plain: str, end: int) -> Iterator[Pinpoints]:
    """The pinpoints that follow, unless they belong to a decision named after them."""
    step = TO_PINPOINT.match(plain, end)
    while step and (pinpoints := read_pinpoints(plain, step.end())):
        if OF_ANOTHER.match(plain, pinpoints.end):
            return
        yield pinpoints
        step = TO_NEXT_PINPOINT.match(plain, pinpoints.end)


def _lead_kind(lead: str | None) -> str:
    word = (lead or "judgment").lower()
    return next((kind for kind in ("order", "opinion") if word.startswith(kind)), "judgment")


def _kind(anchor: Anchor, before: _Before, lead: str | None, own: OwnIdentity) -> ReferenceKind:
    numbers = {str(number).split()[0] for number in anchor.numbers}
    own_numbers = {number.split()[0] for number in own.case_numbers}
    if (own.ecli and anchor.ecli == own.ecli) or (anchor.ecli is None and numbers & own_numbers):
        return "self"
    if anchor.of_court or _lead_kind(lead) == "opinion":
        return "opinion"
    if _lead_kind(lead) == "order":
        return "order"
    named = anchor.ecli or len(anchor.parts) > 1 or before.date or before.lead
    return "full" if named else "case-only"
