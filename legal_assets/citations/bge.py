"""References to leading decisions of the Swiss Federal Supreme Court in running text: BGE, ATF, DTF.

One form for all languages, so that no ruling counts twice. Running heads of the citing ruling have the form of a
citation; given its number, they are left out. Judgments cited by their docket belong in `bge_dockets`.
"""

import re
from collections.abc import Iterator

from legal_assets.citations.bge_pinpoints import DIVISION, MARK_AGAIN, PAGE_MARK, WHOLE, read_pinpoint
from legal_assets.citations.bge_reference import BgeKind, BgeReference
from legal_assets.passages.bge_page_marks import find_page_marks
from legal_assets.text.bge_number import RulingNumber

MISTYPED_DIVISION = r"(?:[IiLl]{1,3}[abAB]?|[IiLl]?[Vv][IiLl]?)"
"""A division in which an I was read or typed as a small L; after BGE it cannot be anything else."""

FULL = re.compile(
    rf"""(?:BGE|Bge|bge|ATF|Atf|atf|DTF|Dtf|dtf|DFT|RO(?=\s\d{{1,3}}\s{DIVISION}\s))
    [\s_-]{{0,3}}(?P<volume>\d{{1,3}})(?!\d)
    (?:[\s_/,-]{{0,3}}(?P<division>{MISTYPED_DIVISION})(?![A-Za-z]))?
    [\s_/,-]{{0,3}}(?:(?:S|p|pag)\.\s?)?(?P<page>\d{{1,4}})(?![\d/])""",
    re.VERBOSE,
)
LISTED = re.compile(rf"(?P<volume>\d{{2,3}})\s(?P<division>{DIVISION})\s(?P<page>\d{{1,4}})(?![\w/])")
IN_WORD = re.compile(r"[A-Za-z0-9]")
IN_NUMBER = re.compile(r"[\w./-]")
DIVISIONS = frozenset(("", "I", "Ia", "Ib", "II", "III", "IV", "V", "VI"))
LAST_VOLUME_WITHOUT_DIVISION = 23
LAST_VOLUME = 199

BEFORE_LISTED = re.compile(
    r"(?:\A|[;,(\[:«\"„“]|\b(?:und|et|e|ed|ou|oder|o|or|and|sowie|vgl\.|cf\.|cfr\.|voir|siehe|s\.|v\.|auch|aussi|anche|also|in"
    r"|dans|rispettivamente|respectivement|respektive|ferner|bereits|schon|zuletzt|etwa|notamment|mit|à|nella|see)|bzw\.|resp\.|z\.B\.|p\.\s?ex\.)\s*\Z"
)
SENTENCE_END = re.compile(r"[.!?]\s+[A-ZÄÖÜÉÈÀ]")
REACH = 200
"""Characters over which a list goes on."""

UNPUBLISHED = re.compile(
    r"(?:\bn(?:icht|on)\s+(?:publ(?:iziert|iée?|\.)?|veröffentlicht|amtl(?:ich|\.)\s*publ\w*\.?|pubblicat[aoei]|reproduit\w*)"
    r"[^;()\[\]]{0,25}?\b(?:in|dans|aux?|à\s+l['’]|nella)\s*:?|\bnicht\s+in:?)\s*\Z"
)
IN_ECLI = re.compile(r"ECLI:\S*\Z")
LOOK_BACK = 60


def find_bge_references(text: str, own: RulingNumber | None = None) -> list[BgeReference]:
    """Find the references to leading decisions, in the order of the text.

    Args:
        text: running text in German, French, Italian or English.
        own: number of the ruling that the text is from, where its running heads may still stand in it.
    """
    heads = {mark.start for mark in find_page_marks(text, own)} if own else set()
    return list(_references(text, heads))


def _references(text: str, heads: set[int]) -> Iterator[BgeReference]:
    candidates = sorted([*FULL.finditer(text), *LISTED.finditer(text)], key=lambda found: (found.start(), -found.end()))
    at = 0
    before: BgeReference | None = None
    for found in candidates:
        if found.start() < at or found.start() in heads:
            continue
        kind = _kind(text, found, before)
        if kind is None:
            continue
        for reference in _chain(text, found, kind):
            before, at = reference, reference.end
            yield reference


def _kind(text: str, found: re.Match[str], before: BgeReference | None) -> BgeKind | None:
    """What kind of reference a candidate is; None for what only looks like one."""
    volume = int(found["volume"])
    start = found.start()
    is_full = found.re is FULL
    if start and (IN_WORD if is_full else IN_NUMBER).match(text, start - 1):
        return None
    if is_full:
        if not found["division"] and not 0 < volume <= LAST_VOLUME_WITHOUT_DIVISION:
            return None
        if _division(found["division"]) not in DIVISIONS or IN_ECLI.search(text[max(0, start - LOOK_BACK) : start]):
            return None
    elif not _is_listed(text, found, before):
        return None
    if UNPUBLISHED.search(text[max(0, start - LOOK_BACK) : start]):
        return "unpublished"
    return "full" if is_full else "listed"


def _is_listed(text: str, found: re.Match[str], before: BgeReference | None) -> bool:
    """Whether three numbers without the word before them are a reference: they go on a list, or have a pinpoint."""
    if int(found["volume"]) > LAST_VOLUME or not BEFORE_LISTED.search(text[max(0, found.start() - 20) : found.start()]):
        return False
    if before and found.start() - before.end < REACH and not SENTENCE_END.search(text, before.end, found.start()):
        return True
    return bool(MARK_AGAIN.match(text, found.end()) or PAGE_MARK.match(text, found.end()))


def _chain(text: str, found: re.Match[str], kind: BgeKind) -> Iterator[BgeReference]:
    """The reference at a place, and those after it that only give their page."""
    volume, division = int(found["volume"]), _division(found["division"])
    start, end, page = found.start(), found.end(), int(found["page"])
    while True:
        following = read_pinpoint(text, end, page)
        yield BgeReference(
            kind, volume, division, page, following.pinpoint, start, following.end, text[start : following.end]
        )
        if following.next_page is None:
            return
        number = WHOLE.match(text, following.next_page)
        if number is None:
            return
        kind, start, end, page = "page-only", number.start(), number.end(), int(number[0])


def _division(printed: str | None) -> str:
    if not printed:
        return ""
    return re.sub("[AB]", lambda letter: letter[0].lower(), printed.upper().replace("L", "I"))
