"""Acts and their abbreviations in German, French, Italian and English, and how one is recognised in a text.

The table `abbreviations.csv` has facts only: one row an act, its abbreviation in each language. Rows whose source is
`omnilex` were taken from `utils/abbrev-translations.json` of the GitHub repository
`ATKhakimov/Omnilex-Agentic-Retrieval-Competition` (Apache-2.0), the others were added from the official titles of the
acts. The same abbreviation may mean different acts in two languages: `OMP` is the VöB in French, the FMedV in
Italian.
"""

import csv
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

LANGUAGES = ("de", "fr", "it", "en")
TABLE = "abbreviations.csv"
Version = Literal["", "old", "new"]

WORD = re.compile(r"[^\W_][\w+\u2011-]{0,30}")
TAX_TREATY = re.compile(r"(?:DBA|CDI)\s([A-Z]{2})[-–]([A-Z]{2})(?![A-Za-z])")
INSURANCES = re.compile(r"/[A-Z]{2}(?![A-Za-z])")
"""In `OPC-AVS/AI` no canton stands after the slash."""
CANTON = re.compile(
    r"(?:[/-](?=[A-Z]{2})|\s?/\s?(?=(?:A[GIR]|B[ELS]|FR|G[ELR]|JU|LU|N[EW]|OW|S[GHOZ]|T[GI]|UR|V[DS]|Z[GH])\b))"
    r"(?P<canton>[A-Z]{2})(?![A-Za-z])|\s?/(?P<country>[ADFI])(?![A-Za-z])"
)
FORMER = re.compile(r"(?:anc(?:\.|ien(?:ne)?)|a|alt|v|n)\s?(?=[A-ZÄÖÜ])")
ROMAN = re.compile(r"[IVX]+\Z")
MOST_WORDS = 3
FEWEST_CAPITALS = 2
NO_ACT = re.compile(
    r"(?:SR|RS|AS|RO|BBl|FF|BGE|ATF|DTF|E[UG]|UE|C[EH]|AG|SA|EuGH|C[JG]UE|ECLI|GmbH|BV?Ger|TA?F|USA|DDR|BRD)\Z"
)
CONSTITUTIONS = frozenset(("BV", "KV", "Cst", "Cost"))
DOTTED = frozenset(("Cst", "Cost"))


@dataclass(frozen=True, slots=True)
class Act:
    """An act as a text names it: what is printed, its id in all languages, former or new version, where it ends."""

    printed: str
    act_id: str
    version: Version
    end: int


def act_id(abbreviation: str, language: str | None = None) -> str | None:
    """Return the German abbreviation of an act, whatever the language of the one given.

    `language` decides where two languages use one abbreviation for different acts. None where the table does not have
    it, or where two languages disagree and neither is the one asked for.
    """
    plain = abbreviation.rstrip(".")
    tables = _tables()
    if language in tables and plain in tables[language]:
        return tables[language][plain]
    meant = {tables[other][plain] for other in LANGUAGES if plain in tables[other]}
    return meant.pop() if len(meant) == 1 else None


@cache
def _tables() -> dict[str, dict[str, str]]:
    """For each language the abbreviations and the acts they mean."""
    tables: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
    with files("legal_assets.citations").joinpath(TABLE).open(encoding="utf-8") as table:
        for row in csv.DictReader(table):
            for language in LANGUAGES:
                for abbreviation in row[language].split("|"):
                    if abbreviation:
                        tables[language][abbreviation.rstrip(".")] = row["act"]
    return tables


def match_act(text: str, at: int, language: str | None = None) -> Act | None:
    """Recognise the abbreviation of an act at a place of a text; None where none stands there.

    Unknown ones are recognised by their form: two capitals or more (`BehiG`), or a canton after a slash (`LT/TI`).
    """
    named = _named(text, at, language)
    if named:
        return named
    former = FORMER.match(text, at)
    inner = _named(text, former.end(), language) if former else None
    if former is None or inner is None:
        return None
    version: Version = "new" if former[0].strip() == "n" else "old"
    return Act(text[at : inner.end], inner.act_id, version, inner.end)


def _named(text: str, at: int, language: str | None) -> Act | None:
    treaty = TAX_TREATY.match(text, at)
    if treaty:
        return Act(treaty[0], f"DBA {treaty[1]}-{treaty[2]}", "", treaty.end())
    ends = _ends(text, at)
    if not ends or not text[at].isupper():
        return None
    for end in reversed(ends):
        known = act_id(text[at:end].replace("\u2011", "-"), language)
        if known:
            return _with_canton(text, at, end, known)
    first = ends[0]
    return _with_canton(text, at, first, text[at:first]) if _looks_like_act(text, at, first) else None


def _ends(text: str, at: int) -> list[int]:
    """Where the first words at a place end, each with what may follow a slash."""
    ends: list[int] = []
    for _ in range(MOST_WORDS):
        word = WORD.match(text, at)
        if not word:
            break
        ends.append(word.end())
        insurances = INSURANCES.match(text, word.end())
        if insurances:
            ends.append(insurances.end())
        if text[word.end() : word.end() + 1] != " ":
            break
        at = word.end() + 1
    return ends


def _looks_like_act(text: str, start: int, end: int) -> bool:
    word = text[start:end]
    if NO_ACT.match(word) or ROMAN.match(word):
        return False
    is_cantonal = text[end : end + 2].lstrip()[:1] == "/" and CANTON.match(text, end) is not None
    return is_cantonal or sum(letter.isupper() for letter in word) >= FEWEST_CAPITALS


def _with_canton(text: str, start: int, end: int, known: str) -> Act:
    """The act with its dot (`Cst.`) and its canton (`Cst./VD`), if it has them."""
    if text[end : end + 1] == "." and text[start:end] in DOTTED:
        end += 1
    canton = CANTON.match(text, end)
    if canton and ("/" in canton[0] or known in CONSTITUTIONS):
        base = "KV" if known in CONSTITUTIONS else text[start:end]
        return Act(text[start : canton.end()], f"{base}/{canton['canton'] or canton['country']}", "", canton.end())
    return Act(text[start:end], known, "", end)
