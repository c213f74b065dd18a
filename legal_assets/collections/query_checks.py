"""What a query that was written for a passage must be before it is accepted.

Belongs here: the checks, their word lists, and how near a query is to its passage. Does not belong here: writing, and
asking once more (`query_writing.py`).
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from legal_assets.citations.bge import find_bge_references
from legal_assets.citations.bge_dockets import find_docket_references
from legal_assets.citations.statutes import find_statute_references
from legal_assets.citations.statutes_acts import act_id

LONGEST_RUN = 7
"""Words in a row that a query may share with its passage; more is a copy."""

HIGHEST_OVERLAP = 0.5
"""Share of a query's trigrams of words that its passage may have; more is a copy."""

WORDS = {"expert": (3, 60), "layman": (3, 60), "keyword": (2, 12)}
"""Fewest and most words of a query."""

WORD = re.compile(r"[^\W_]+")
RULING = re.compile(
    r"\b(?:BGE|ATF|DTF|BGer|Bundesgerichtsentscheid\w*|Bundesgerichtsurteil\w*|Leitentscheid\w*"
    r"|(?:Urteil|Entscheid)\w*\s+des\s+Bundesgerichts?)\b"
)
COMMENTARY = re.compile(
    r"\b(?:\w*[Kk]ommentar\w*|[Cc]ommentaires?|[Cc]ommentari[oi]|Randziffern?|Randnoten?|Rz\.?|BSK|CHK|OFK)\b"
)
ARTICLE = re.compile(r"\b(?:[Aa]rt(?:\.|ikeln?|icles?|icol[oi])?\s*\d|[Aa]rtikeln?\b|Abs\.|Absatz|lit\.|Ziff\.)|§")
STATUTE = re.compile(
    r"\b(?:\w*[Gg]esetz(?:es|e|en|buch\w*)?|\w*[Vv]erordnung(?:en)?|Obligationenrecht\w*|Bundesverfassung\w*"
    r"|\w*[Üü]bereinkommen\w*|Lugano\w*)\b"
)
JARGON = re.compile(
    r"\b(?:Rechtsprechung|Judikatur|Doktrin|herrschende\w* (?:Lehre|Meinung)|Rechtsgeschäft\w*|Willensmängel?n?"
    r"|Aktivlegitimation|Passivlegitimation|Legitimation|Streitgegenstand\w*|Rechtskraft|Rechtsbegehren|Beschwerde\w*"
    r"|Anfechtungsklage\w*|Nichtigkeit\w*|Tatbestand\w*|Tatbestände\w*|Vorinstanz\w*|Subsumtion|teleologisch\w*"
    r"|Gesetzgeber\w*|Normzweck\w*|Anknüpfung\w*|ordre public|lex \w+|ratio legis|culpa in contrahendo|dispositiv\w*"
    r"|de lege \w+|e contrario|erga omnes|Rechtsmissbrauch\w*|Verhältnismässigkeit\w*|Rechtsweggarantie"
    r"|Kognition|substanti(?:iert|ieren)\w*|Gläubigerin|Schuldnerin|Solidarschuld\w*|Verjährungsfrist\w*)\b",
    re.IGNORECASE,
)
"""Words of lawyers that a layman would not type."""

SHORTEST_ACT = 2
SHORTEST_NAME = 3
_TRIGRAM = 3


class Nearness(NamedTuple):
    """How near a query is to its passage: longest run of shared words, share of its trigrams that the passage has."""

    longest_run: int
    overlap: float


def faults_of(
    profile: str, query: str, near: Nearness, *, article_key: str | None, authors: Sequence[str], language: str | None
) -> list[str]:
    """Return the reasons why a query is refused, none for one that is accepted.

    Args:
        profile: `expert`, `layman` or `keyword`.
        query: the query.
        near: how near it is to its passage.
        article_key: the provision that an expert names, in one form for all languages; None where there is none.
        authors: authors of the commentary.
        language: language of the query where it must be German; None where that is not asked.
    """
    fewest, most = WORDS[profile]
    number = len(WORD.findall(query))
    faults = {
        "too_short": number < fewest,
        "too_long": number > most,
        "not_german": language is not None and language != "de",
        "names_a_ruling": _names_ruling(query),
        "names_a_commentary": COMMENTARY.search(query) is not None,
        "names_an_author": _names_author(query, authors),
        "copied": near.longest_run > LONGEST_RUN or (number > _TRIGRAM and near.overlap > HIGHEST_OVERLAP),
    }
    if profile == "layman":
        faults |= {
            "names_an_article": ARTICLE.search(query) is not None,
            "names_a_statute": STATUTE.search(query) is not None or _names_act(query),
            "legal_jargon": JARGON.search(query) is not None,
        }
    if profile == "expert":
        keys = {reference.article_key for reference in find_statute_references(query, "de")}
        faults["lacks_its_provision"] = article_key is not None and not _has_provision(article_key, keys)
    return [fault for fault, holds in faults.items() if holds]


def nearness(query: str, passage: str) -> Nearness:
    """Measure how near a query is to its passage, in words whatever their case."""
    asked, shown = (WORD.findall(text.lower()) for text in (query, passage))
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, word in enumerate(shown):
        places[word].append(place)
    longest = max((_run(asked, at, shown, place) for at in range(len(asked)) for place in places[asked[at]]), default=0)
    trigrams = {tuple(asked[at : at + _TRIGRAM]) for at in range(len(asked) - _TRIGRAM + 1)}
    known = {tuple(shown[at : at + _TRIGRAM]) for at in range(len(shown) - _TRIGRAM + 1)}
    return Nearness(longest, len(trigrams & known) / len(trigrams) if trigrams else 0.0)


def is_jargon(word: str) -> bool:
    """Whether a single word is one that a layman would not type, or names an act."""
    return any(pattern.search(word) for pattern in (JARGON, STATUTE, ARTICLE, COMMENTARY)) or _names_act(word)


def _run(asked: Sequence[str], at: int, shown: Sequence[str], place: int) -> int:
    length = 0
    while at + length < len(asked) and place + length < len(shown) and asked[at + length] == shown[place + length]:
        length += 1
    return length


def _names_ruling(query: str) -> bool:
    found = RULING.search(query) or find_bge_references(query) or find_docket_references(query)
    return bool(found)


def _names_author(query: str, authors: Sequence[str]) -> bool:
    words = {word.lower() for word in WORD.findall(query)}
    surnames = {WORD.findall(author)[-1].lower() for author in authors if WORD.search(author)}
    return any(len(name) >= SHORTEST_NAME and name in words for name in surnames)


def _names_act(query: str) -> bool:
    """Whether an abbreviation of an act stands in a text: two capitals or more, and known."""
    return any(
        sum(letter.isupper() for letter in word) >= SHORTEST_ACT and act_id(word, "de") is not None
        for word in WORD.findall(query)
    )


def _has_provision(article_key: str, keys: set[str]) -> bool:
    """Whether one of the named articles is the provision, or lies in its range (`LugÜ 32-37`)."""
    act, _, article = article_key.rpartition(" ")
    first, _, last = article.partition("-")
    if article_key in keys or f"{act} {first}" in keys:
        return True
    numbers = [key.rpartition(" ")[2] for key in keys if key.rpartition(" ")[0] == act]
    return bool(last) and any(
        each.isdecimal() and first.isdecimal() and last.isdecimal() and int(first) <= int(each) <= int(last)
        for each in numbers
    )
