"""The vocabulary of written Swiss rulings and commentaries, read once.

Here belongs its shape. Choosing among the words belongs to `swiss_rulings.py` and `swiss_commentaries.py`.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

Language = Literal["de", "fr", "it"]
LANGUAGES: tuple[Language, ...] = ("de", "fr", "it")


@dataclass(frozen=True)
class Idea:
    """One thought, as a court words it and as a commentary does, by language."""

    ruling: Mapping[str, str]
    comment: Mapping[str, str]


@dataclass(frozen=True)
class Subject:
    """A field of law: its division in the collection, its act by language, the article commented on, its ideas."""

    key: str
    division: str
    acts: Mapping[str, str]
    article: int
    ideas: tuple[Idea, ...]

    def provision(self, language: str) -> str:
        """The article as a text of a language cites it."""
        return f"{'Art.' if language == 'de' else 'art.'} {self.article} {self.acts[language]}"


@dataclass(frozen=True)
class Words:
    """All of the vocabulary."""

    objects: tuple[Mapping[str, str], ...]
    persons: tuple[str, ...]
    chambers: Mapping[str, Mapping[str, str]]
    frame: Mapping[str, Mapping[str, str]]
    subjects: tuple[Subject, ...]


@cache
def read_words() -> Words:
    """Return the vocabulary."""
    text = files("legal_assets.sample_site").joinpath("swiss_vocabulary", "ideas.toml").read_text("utf-8")
    data = tomllib.loads(text)
    return Words(
        tuple(_by_language(each) for each in data["objects"]),
        tuple(data["persons"]),
        {division: _by_language(each) for division, each in data["chambers"].items()},
        {name: _by_language(each) for name, each in data["frame"].items()},
        tuple(_subject(each) for each in data["subjects"]),
    )


def _subject(data: Mapping[str, Any]) -> Subject:
    ideas = tuple(Idea(_by_language(each["ruling"]), _by_language(each["comment"])) for each in data["ideas"])
    return Subject(data["key"], data["division"], _by_language(data["acts"]), data["article"], ideas)


def _by_language(texts: list[str]) -> Mapping[str, str]:
    return dict(zip(LANGUAGES, texts, strict=True))
