"""Where citations stand: case numbers, ECLIs, reports and Opinions of the Court, those of one citation together.

Works on plain text (see `plain_text`). An anchor is what cannot be anything but a citation; the name, date and
pinpoints around it are read in `full`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from legal_assets.citations.case_numbers import BARE_LIST, LETTERED_LIST, case_numbers
from legal_assets.citations.names import is_name
from legal_assets.citations.pinpoints import MONTHS
from legal_assets.citations.reference import Part
from legal_assets.text.celex import CaseNumber

ECLI = r"(?:ECLI ?: ?)?EU ?: ?[CTF] ?: ?\d{4} ?[:,] ?\d{1,5}(?!\d)"
REPORT = (
    r"\[(?:19|20)\d\d\],? (?:ECR(?:-SC)?|E\.C\.R\.)(?:,? Special English Edition(?: \(I{1,3}\))?)?,?"
    r"(?: (?:FP-)?I{1,2}(?:-[ABP])?(?:(?= )|-| ?\u2013 ?)| p\. ?)? ?\d{1,5}(?:,? (?:and )?II-\d{1,5})?"
)
ANCHOR = re.compile(
    rf"(?P<opinion>\b(?:Opinions?|Rulings?) (?:No )?\d{{1,2}}/\d{{2}}(?!\d))|(?P<lettered>{LETTERED_LIST})"
    rf"|(?P<bare>{BARE_LIST})|(?P<ecli>{ECLI})|(?P<report>{REPORT})"
)
CASE_WORD = re.compile(r"\b(?:(?:[Jj]oined )?[Cc]ases?|[Aa]ffaires? (?:jointes )?) ?(?:Nos?\.? )?$")
NUMBERS = ("lettered", "bare", "opinion")

DATE = rf"(?P<day>\d{{1,2}}) (?P<month>{MONTHS}) (?P<year>\d{{4}})"
NOTE = r"not (?:yet )?(?:published|reported)(?: in the ECR)?|unpublished|RENV|PPU|REV|ECR|\u2026|\.\.\.|'[^']{1,80}'"
TIGHT = re.compile(rf"[\s,;()\[\]']{{0,6}}(?:(?:{NOTE})[\s,()\[\]]{{1,6}}){{0,3}}")
SAME_CASE = re.compile(r"(?:, '(?:the )?(?:judgment|order) in Case |[^;]{0,60}[\[(]{1,2})")
OPINION_GAP = re.compile(
    rf"(?:,? {{0,3}}\((?P<title>[^()]{{1,250}})\))?,?(?: {{1,3}}of (?P<date>{DATE}))?[,\s(]{{0,3}}"
)

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Anchor:
    """The anchors of one citation, `start` to `end`; `cased` says that the word "Case" stands before it."""

    start: int
    end: int
    parts: tuple[Part, ...]
    numbers: tuple[CaseNumber, ...]
    ecli: str | None
    bare: bool
    cased: bool
    of_court: bool
    name: Span | None
    date: Span | None


def find_anchors(text: str) -> Iterator[Anchor]:
    """The anchors of a plain text in order."""
    group: list[re.Match[str]] = []
    for match in ANCHOR.finditer(text):
        if group and not _attaches(text, group, match):
            yield _anchor(text, group)
            group = []
        group.append(match)
    if group:
        yield _anchor(text, group)


def _attaches(text: str, group: list[re.Match[str]], match: re.Match[str]) -> bool:
    """Whether an ECLI, a report or the same number again goes with the anchors before it."""
    kinds = {before.lastgroup for before in group}
    if match.lastgroup == "lettered" and match[0] == group[0][0] and kinds == {"lettered"}:
        return SAME_CASE.fullmatch(text, group[-1].end(), match.start()) is not None
    if match.lastgroup in NUMBERS or match.lastgroup in kinds or match.start() - group[-1].end() > 340:
        return False
    start, end = group[-1].end(), match.start()
    if TIGHT.fullmatch(text, start, end):
        return True
    if "opinion" in kinds:
        return OPINION_GAP.fullmatch(text, start, end) is not None
    return kinds <= set(NUMBERS) and _name_between(text, start, end) is not None


def _name_between(text: str, start: int, end: int) -> Span | None:
    """A name between number and report: "Case 26/62 Van Gend en Loos [1963] ECR 1"."""
    while start < end and text[start] in " ,([":
        start += 1
    while end > start and text[end - 1] in " ,([":
        end -= 1
    between = text[start:end]
    plausible = ";" not in between and ")" not in between and is_name(between)
    return (start, end) if plausible else None


def _anchor(text: str, group: list[re.Match[str]]) -> Anchor:
    first = group[0]
    case_word = CASE_WORD.search(text, max(0, first.start() - 20), first.start())
    start = case_word.start() if case_word else first.start()
    name, date = _details(text, group)
    eclis = [match for match in group if match.lastgroup == "ecli"]
    numbered = first if first.lastgroup in NUMBERS else None
    return Anchor(
        start=start,
        end=group[-1].end(),
        parts=tuple(_parts(group, start, name, date)),
        numbers=case_numbers(numbered[0]) if numbered else (),
        ecli=_ecli(eclis[0][0]) if eclis else None,
        bare=first.lastgroup == "bare" and len(group) == 1,
        cased=case_word is not None,
        of_court=first.lastgroup == "opinion",
        name=name,
        date=date,
    )


def _details(text: str, group: list[re.Match[str]]) -> tuple[Span | None, Span | None]:
    """Name and date between the anchors: of a numbered case the name, of an Opinion its title and date."""
    first = group[0]
    if first.lastgroup == "opinion" and (gap := OPINION_GAP.match(text, first.end())):
        return (
            gap.span("title") if gap["title"] else None,
            gap.span("date") if gap["date"] else None,
        )
    if first.lastgroup not in NUMBERS or len(group) == 1:
        return None, None
    if TIGHT.fullmatch(text, first.end(), group[1].start()):
        return None, None
    return _name_between(text, first.end(), group[1].start()), None


def _parts(group: list[re.Match[str]], start: int, name: Span | None, date: Span | None) -> Iterator[Part]:
    for match in group:
        first = start if match is group[0] else match.start()
        if match.lastgroup == "ecli":
            yield Part("ecli", first, match.end())
        elif match.lastgroup == "report":
            yield Part("report", first, match.end())
        else:
            yield Part("number", first, match.end())
    if name:
        yield Part("name", *name)
    if date:
        yield Part("date", *date)


def _ecli(printed: str) -> str:
    court, year, ordinal = re.findall(r"(?<![A-Z])[CTF](?![A-Z])|\d+", printed.replace("ECLI", "").replace("EU", ""))
    return f"EU:{court}:{year}:{int(ordinal)}"
