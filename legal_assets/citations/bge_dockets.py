"""References to judgments by their docket (`4A_123/2015`, `VB.2018.00411`) or by their ECLI, in running text.

Federal dockets get the form that the court gave them: a dot until 2006, an underscore from 2007 on. Leading decisions
belong in `bge`.
"""

import re
from collections.abc import Iterator

from legal_assets.citations.bge_pinpoints import read_pinpoint
from legal_assets.citations.bge_reference import DocketKind, DocketReference
from legal_assets.passages.bge_header import MONTH

FEDERAL = r"(?P<series>\d[A-Z])\s?[_.‑-]\s?(?P<serial>\d{1,4})\s?/\s?(?P<year>\d{4})"
ADMINISTRATIVE = r"[A-F]-\d{1,5}/\d{4}"
CANTONAL = r"[A-Z]{1,4}\.\d{4}\.\d{1,5}"
ECLI = r"ECLI:[A-Z]{2}:[A-Z]{1,8}:[\w:.-]{1,80}"
DOCKET = re.compile(rf"(?<![\w./])(?:{FEDERAL}|(?P<other>{ADMINISTRATIVE}|{CANTONAL})|(?P<ecli>{ECLI}))(?![\w/])")
ENGLISH_MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
DATED = re.compile(
    rf"[\s,]*(?:(?:vom|du|del(?:l['’])?|of|dated)\s?)?\d{{1,2}}(?:\.|er|°)?\s?"
    rf"(?:\d{{1,2}}\.\s?|(?:{MONTH}|{ENGLISH_MONTH})\s)\d{{4}}(?=[\s,;.)]|\Z)",
    re.IGNORECASE,
)
FIRST_YEAR_WITH_UNDERSCORE = 2007


def find_docket_references(text: str) -> list[DocketReference]:
    """Find the references to judgments by docket or ECLI, in the order of the text, with their pinpoints."""
    return list(_references(text))


def _references(text: str) -> Iterator[DocketReference]:
    for found in DOCKET.finditer(text):
        start, end = found.span()
        kind: DocketKind = "ecli" if found["ecli"] else "docket"
        if found["ecli"]:
            end = start + len(found["ecli"].rstrip(".:-"))
            canonical = text[start:end]
        elif found["other"]:
            canonical = found["other"]
        else:
            canonical = federal_docket(found["series"], found["serial"], found["year"])
        dated = DATED.match(text, end)
        following = read_pinpoint(text, dated.end() if dated else end)
        end = following.end if following.pinpoint.considerations or following.pinpoint.pages else end
        yield DocketReference(kind, canonical, following.pinpoint, start, end, text[start:end])


def federal_docket(series: str, serial: str, year: str) -> str:
    """Return a federal docket in the form of its time: `5P.123/2004`, `4A_22/2017`."""
    joint = "_" if int(year) >= FIRST_YEAR_WITH_UNDERSCORE else "."
    return f"{series}{joint}{serial}/{year}"
