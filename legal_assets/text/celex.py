"""Identifiers of decisions: CELEX numbers, ECLI and case numbers, their parts and how one follows from another.

Only the written forms and the arithmetic between them. Finding identifiers in running text belongs in `citations`;
finding which document a file holds belongs in `passages`.
"""

import re
from dataclasses import dataclass

COURTS = {"C": "court-of-justice", "T": "general-court", "F": "civil-service-tribunal"}
KINDS = {
    "J": "judgment",
    "O": "order",
    "C": "opinion",
    "V": "court-opinion",
    "P": "view",
    "X": "ruling",
    "D": "decision",
    "T": "third-party-proceedings",
    "S": "garnishee-order",
    "N": "case-notice",
    "A": "judgment-notice",
    "B": "order-notice",
    "U": "request-notice",
    "G": "opinion-notice",
}
TYPE_LETTERS = {"judgment": "J", "order": "O", "opinion": "C", "view": "P"}
"""Letters of the kinds that a heading names."""

OLD_DESCRIPTORS = {"J": "CJ", "O": "CO", "C": "CC", "V": "CV", "X": "CX", "A": "TJ", "B": "TO", "W": "FJ"}
"""One-letter descriptors of CELEX numbers printed before 2009: `61962J0026` is `62` + `CJ`."""

DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2212"
RENDITIONS = ("SUM", "RES", "INF", "ABS", "EXT")
FIRST_YEAR = 1953
LAST_YEAR = 2052
"""The hundred years that two digits can mean; the first case was lodged in 1953."""

CELEX = re.compile(
    r"6(?P<year>\d{4})(?P<descriptor>[A-Z]{1,2})(?P<number>\d{4})(?P<suffix>\(\d{2}\)|_\d{2}(?![0-9A-Za-z]))?"
    rf"(?:_(?P<rendition>{'|'.join(RENDITIONS)})(?![A-Za-z]))?"
)
ECLI = re.compile(r"(?:ECLI:)?EU:(?P<court>[CTF]):(?P<year>\d{4}):(?P<ordinal>\d{1,5})")
CASE_NUMBER = re.compile(
    rf"(?:\b(?P<court>[CTF])\s?[{DASHES}]\s?)?(?<![\d/])(?P<number>\d{{1,4}})/(?P<year>\d{{2}})(?![\d/])"
    r"(?:\s?(?P<suffix>(?:P|R|PPU|RENV|REV|DEP|INTP|OP|TO|SA|OST|RX|AJ|I{1,3})"
    r"(?:\s?\((?:R|I|II|OP)\))?(?:[\s-](?:P|R|REV|RENV|DEP|INTP|OP|RX|I{1,3}|[IVX]+))?)(?![\w/]))?"
)
RANGE = re.compile(r"\s*(?:to|à|bis|až|til|έως|kuni|do|iki|līdz|tot|até|till|–)\s*")
"""What stands between the first and the last number of joined cases, in the languages of the Union."""

LONGEST_RANGE = 100


@dataclass(frozen=True, slots=True, order=True)
class Celex:
    """The parts of a CELEX number of case law: `62019CV0001(02)` is year 2019, court C, type V, 1, suffix 02."""

    year: int
    court: str
    type: str
    number: int
    suffix: str = ""
    rendition: str = ""

    def __str__(self) -> str:
        suffix = f"({self.suffix})" if self.suffix else ""
        rendition = f"_{self.rendition}" if self.rendition else ""
        return f"6{self.year}{self.court}{self.type}{self.number:04d}{suffix}{rendition}"

    @property
    def doc_id(self) -> str:
        """The number as a document id, safe in file names and before a hyphen: `62019CV0001_02`."""
        return str(self).replace("(", "_").replace(")", "")

    @property
    def case_number(self) -> str:
        """The number of the case, `C-1/19`; always with the letter, though cases before 1989 are cited without.

        Opinions of the Court are numbered apart from its cases: `Opinion 1/19`.
        """
        if self.type == "V":
            return f"Opinion {self.number}/{self.year % 100:02d}"
        return str(CaseNumber(self.court, self.number, self.year))

    @property
    def kind(self) -> str:
        """What kind of document it is: `judgment`, `order`, …; `other` for a type that is not listed."""
        return KINDS.get(self.type, "other")

    @property
    def court_name(self) -> str:
        """The court: `court-of-justice`, `general-court` or `civil-service-tribunal`."""
        return COURTS[self.court]


def parse_celex(text: str) -> Celex:
    """Take a CELEX number of case law apart.

    Old one-letter descriptors are brought to the present form, so that `61962J0026` and `61962CJ0026` are equal;
    safe document ids (`62019CV0001_02`) are read too. Raises ValueError for anything else, a year before the Court
    existed included.
    """
    match = CELEX.fullmatch(text.strip().upper())
    if match is None:
        raise ValueError(f"{text!r} is no CELEX number of case law (expected a form like 62018CJ0311)")
    return _celex_of(match)


def find_celex(text: str) -> Celex | None:
    """Find the first valid CELEX number of case law in a text, or None."""
    for match in CELEX.finditer(text):
        if text[max(0, match.start() - 1) : match.start()].isdigit():
            continue
        try:
            return _celex_of(match)
        except ValueError:
            continue
    return None


def _celex_of(match: re.Match[str]) -> Celex:
    year, descriptor = int(match["year"]), match["descriptor"]
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise ValueError(f"{match[0]!r} names the year {year}, when the Court did not decide")
    descriptor = OLD_DESCRIPTORS.get(descriptor, descriptor)
    if len(descriptor) != 2 or descriptor[0] not in COURTS:
        raise ValueError(f"{match[0]!r} has the descriptor {descriptor}, which names no court")
    suffix = (match["suffix"] or "").strip("()_")
    return Celex(year, descriptor[0], descriptor[1], int(match["number"]), suffix, match["rendition"] or "")


@dataclass(frozen=True, slots=True)
class CaseNumber:
    """The parts of a case number: `C-614/13 P` is court C, 614, 2013, suffix P; C where no letter is printed."""

    court: str
    number: int
    year: int
    suffix: str = ""

    def __str__(self) -> str:
        suffix = f" {self.suffix}" if self.suffix else ""
        return f"{self.court}-{self.number}/{self.year % 100:02d}{suffix}"

    def celex(self, kind_letter: str = "J") -> Celex:
        """The CELEX number of the decision of this case, by the letter of its type (J for a judgment)."""
        return Celex(self.year, self.court, kind_letter, self.number)


def parse_case_number(text: str) -> CaseNumber:
    """Take one case number apart, with any hyphen and any space before its suffix; ValueError if it is none."""
    match = CASE_NUMBER.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is no case number (expected a form like C-311/18)")
    return _case_number_of(match)


def find_case_numbers(text: str) -> list[CaseNumber]:
    """Find the case numbers in a text that is known to list them, each once, in order.

    The numbers between the two ends of a range are found too: "C-673/15 to C-676/15" is four cases.
    """
    found: list[CaseNumber] = []
    end = 0
    for match in CASE_NUMBER.finditer(text):
        number = _case_number_of(match)
        if found and RANGE.fullmatch(text, end, match.start()):
            found += _between(found[-1], number)
        found.append(number)
        end = match.end()
    return list(dict.fromkeys(found))


def _between(first: CaseNumber, last: CaseNumber) -> list[CaseNumber]:
    if (first.court, first.year) != (last.court, last.year) or last.number - first.number > LONGEST_RANGE:
        return []
    return [
        CaseNumber(first.court, number, first.year, first.suffix) for number in range(first.number + 1, last.number)
    ]


def _case_number_of(match: re.Match[str]) -> CaseNumber:
    suffix = " ".join((match["suffix"] or "").split()).replace(" (", "(")
    return CaseNumber(match["court"] or "C", int(match["number"]), full_year(int(match["year"])), suffix)


def full_year(two_digits: int) -> int:
    """The year that two digits of a case number mean: 53 to 99 lie in the last century."""
    return two_digits + (1900 if two_digits > LAST_YEAR - 2000 else 2000)


def parse_ecli(text: str) -> str:
    """Bring an ECLI of a Court of the Union to the form without prefix, `EU:C:2016:973`; ValueError if it is none."""
    match = ECLI.fullmatch(text.strip().upper())
    if match is None or not FIRST_YEAR <= int(match["year"]) <= LAST_YEAR:
        raise ValueError(f"{text!r} is no ECLI of a Court of the Union (expected a form like EU:C:2016:973)")
    return f"EU:{match['court']}:{match['year']}:{int(match['ordinal'])}"


def find_ecli(text: str) -> str | None:
    """Find the first ECLI of a Court of the Union in a text, without prefix, or None."""
    match = ECLI.search(text)
    return f"EU:{match['court']}:{match['year']}:{int(match['ordinal'])}" if match else None
