"""The vocabulary files, read once.

Here belongs their shape: topics with rules in two wordings, the frame that all judgments share, and invented
people. Choosing among them belongs to `plan.py` and `composing.py`.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

Role = Literal["person", "company", "authority", "any"]
Pair = tuple[str, str]
"""How a thing is called where a rule is first stated, and where it is restated."""


@dataclass(frozen=True)
class Rule:
    """A rule of law: what it holds, how it is first said and, in the same order, how it is said again."""

    key: str
    holding: str
    said: tuple[str, ...]
    again: tuple[str, ...]


@dataclass(frozen=True)
class Lexicon:
    """The pairs of words a group of rules speaks of, the rules, and templates of other paragraphs."""

    pairs: Mapping[str, tuple[Pair, ...]]
    rules: tuple[Rule, ...]
    fill: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Topic(Lexicon):
    """A field of law: acts as (first year, short name, rest of the title), earliest first; who litigates."""

    since: int
    claimant: Role
    defendant: Role
    acts: tuple[tuple[int, str, str], ...]
    subject: str

    def act(self, year: int) -> Pair:
        """Short name and rest of the title of the act in force in `year`."""
        _, name, title = [act for act in self.acts if act[0] <= year or act is self.acts[0]][-1]
        return name, title


@dataclass(frozen=True)
class Frame(Lexicon):
    """What all judgments in a language share, whatever the topic."""

    headings: Mapping[str, str]
    cite: Mapping[str, tuple[str, ...]]
    judges: tuple[str, ...]
    advocates_general: tuple[str, ...]
    formations: tuple[str, ...]


@dataclass(frozen=True)
class Country:
    """A country with its courts, towns, and the parties found there."""

    name: str
    member_since: int
    adjective: str
    adjective_fr: str
    language: str
    courts: tuple[str, ...]
    forms: tuple[str, ...]
    people: tuple[str, ...]
    towns: tuple[str, ...]
    authorities: tuple[str, ...]


@dataclass(frozen=True)
class People:
    """Countries, and the syllables of which company names are made."""

    syllables: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
    countries: tuple[Country, ...]


@cache
def read_topics() -> Mapping[str, Mapping[str, Topic]]:
    """Topics by key, then by language; every topic has English."""
    topics: dict[str, dict[str, Topic]] = {}
    for entry in sorted(_folder().iterdir(), key=lambda entry: entry.name):
        key, _, language = entry.name.removesuffix(".toml").partition(".")
        if not language or key in ("frame", "wording"):
            continue
        head = _read(entry.name)
        acts = tuple((int(year), str(name), str(title)) for year, name, title in head["acts"])
        topics.setdefault(key, {})[language] = Topic(
            **_lexicon(head),
            since=head["since"],
            claimant=head["claimant"],
            defendant=head["defendant"],
            acts=acts,
            subject=head["subject"],
        )
    return topics


@cache
def read_frame(language: str) -> Frame:
    """The frame of a language."""
    head = _read(f"frame.{language}.toml")
    names = head["names"]
    return Frame(
        **_lexicon(head),
        headings=head["headings"],
        cite={name: tuple(templates) for name, templates in head["cite"].items()},
        judges=tuple(names["judges"]),
        advocates_general=tuple(names["Advocate General"]),
        formations=tuple(names["formations"]),
    )


@cache
def read_people() -> People:
    """Countries and syllables."""
    head = _read("people.toml")
    countries = tuple(Country(**_freeze(country)) for country in head["country"])
    return People((tuple(head["stems"]), tuple(head["middles"]), tuple(head["ends"])), countries)


def _folder() -> Any:
    return files("legal_assets.sample_site") / "vocabulary"


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((_folder() / name).read_text(encoding="utf-8"))


def _freeze(head: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in head.items()}


def _lexicon(head: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "pairs": {slot: tuple(split_pair(text) for text in texts) for slot, texts in head["pairs"].items()},
        "rules": tuple(
            Rule(rule["key"], rule["holding"], tuple(rule["said"]), tuple(rule["again"])) for rule in head["rule"]
        ),
        "fill": {name: tuple(templates) for name, templates in head["fill"].items()},
    }


def split_pair(text: str) -> Pair:
    """Read `said = again`; a ValueError names an entry without both."""
    said, separator, again = text.partition(" = ")
    if not separator:
        raise ValueError(f"vocabulary entry {text!r} has no ' = ' between its two wordings")
    return said, again
