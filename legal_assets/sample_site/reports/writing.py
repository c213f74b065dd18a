"""What the sample reports say: chapters of sentences about invented programmes, each with its own numbers.

Belongs here: words. Does not belong here: how they are printed (`printing.py`) and listed (`catalogue.py`).
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

REPORTS = 60
_LONG_EVERY = 30
_SENTENCES = 4
_SHARED_EVERY = 2
"""Chapters of the first round, counted from the second, that end with something that other reports tell of as well."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter with its numbered title and its paragraphs."""

    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A report: its number, its title, the year it was printed, what it tells of, and its chapters."""

    number: int
    title: str
    year: int
    month: int
    day: int
    place: str
    sector: str
    chapters: tuple[Chapter, ...]


def write_report(number: int) -> Report:
    """Write the report of this number, from 0; the same number always gives the same report."""
    words = _words()
    chance = Random(7919 * number + 11)  # noqa: S311  # writes a sample, keeps no secret
    sector: Mapping[str, str] = words["sectors"][number % len(words["sectors"])]
    place = words["places"][(number * 7) % len(words["places"])]
    year = 2005 + number % 15
    rounds = 9 if number % _LONG_EVERY == _LONG_EVERY - 1 else 1
    chapters: list[Chapter] = []
    for turn in range(rounds):
        told = words["places"][(number * 7 + turn) % len(words["places"])]
        for place_of, chapter in enumerate(words["chapters"]):
            title = f"{len(chapters) + 1}. {chapter['title']}" + (f": {told}" if turn else "")
            paragraphs = _paragraphs(chapter["sentences"], chance, sector, told, year)
            if not turn and place_of % _SHARED_EVERY:
                paragraphs = (*paragraphs, _shared(number, place_of, year))
            chapters.append(Chapter(title, paragraphs))
    return Report(
        number,
        f"{place} {sector['name']} Programme: Review of {year + 3}",
        year + 3,
        1 + number % 12,
        1 + (number * 5) % 28,
        place,
        sector["name"],
        tuple(chapters),
    )


def _paragraphs(
    sentences: list[str], chance: Random, sector: Mapping[str, str], place: str, year: int
) -> tuple[str, ...]:
    paragraphs = []
    for start in range(2):
        ordered = sentences[start:] + sentences[:start]
        paragraphs.append(
            " ".join(sentence.format_map(_facts(chance, sector, place, year)) for sentence in ordered[:_SENTENCES])
        )
    return tuple(paragraphs)


def _shared(number: int, chapter: int, year: int) -> str:
    """Return a sentence about one of the things that several reports tell of."""
    words = _words()
    # Neighbouring reports share some of their partners, and never all of them.
    partner = words["partners"][(number + chapter * (3 + number % 3)) % len(words["partners"])]
    sentence: str = words["shared"][(number + chapter) % len(words["shared"])]
    return sentence.format(partner=partner, later=year + 3)


def _facts(chance: Random, sector: Mapping[str, str], place: str, year: int) -> dict[str, object]:
    planned = 40 * chance.randint(3, 60)
    return {
        **sector,
        "sector": sector["name"].lower(),
        "place": place,
        "body": chance.choice(_words()["bodies"]),
        "year": year,
        "later": year + chance.randint(2, 4),
        "planned": planned,
        "count": planned - chance.randint(5, 100),
        "households": 50 * chance.randint(21, 400),
        "ratio": chance.randint(6, 29),
        "percent": chance.randint(11, 79),
        "fee": 5 * chance.randint(4, 90),
        "villages": chance.randint(3, 38),
        "trained": chance.randint(12, 190),
        "cost": chance.randint(4, 95),
    }


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads((files(__package__) / "words.toml").read_text(encoding="utf-8"))
