"""The Court's fixed phrases, one `Wording` for each language of the samples.

Here belong phrases which are the same in every judgment, whatever its subject. Templates of the generator are
read by `vocabulary.py`.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from importlib.resources import files

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
DASH = "\N{EN DASH}"


@dataclass(frozen=True)
class Wording:
    """Phrases of one language; those with braces are filled by `str.format`."""

    months: tuple[str, ...]
    conjunction: str
    title: str
    case: str
    joined_cases: str
    request: str
    versus: str
    court: str
    composed: str
    advocate_general: str
    procedure: str
    observations: str
    gives: str
    judgment: str
    costs_heading: str
    costs: str
    rules: str
    delivered: str
    signatures: str
    language_note: str
    paragraph: str
    paragraphs: str
    until: str
    register_title: str
    register_request: str
    register_case: str
    register_joined_cases: str
    reference_articles: tuple[tuple[int, str], ...]

    def print_case(self, numbers: Sequence[str]) -> str:
        """The line that names the case or the joined cases."""
        pattern = self.case if len(numbers) == 1 else self.joined_cases
        return pattern.format(numbers=self.join(numbers))

    def print_request(self, year: int, court: str, referred: str, received: str) -> str:
        """The line that says who asked; the article is the one in force in `year`."""
        article = [article for since, article in self.reference_articles if since <= year][-1]
        return self.request.format(article=article, court=court, referred=referred, received=received)

    def print_date(self, day: date) -> str:
        """A date as judgments print it: `12 May 2016`, with a no-break space after the day."""
        return f"{day.day}{NO_BREAK_SPACE}{self.months[day.month - 1]} {day.year}"

    def join(self, words: Sequence[str]) -> str:
        """Join words as a sentence does: `a, b and c`."""
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {self.conjunction} {words[-1]}"


def read_wording(language: str) -> Wording:
    """Read the phrases of a language from `vocabulary/`."""
    file = files("legal_assets.sample_site") / "vocabulary" / f"wording.{language}.toml"
    phrases = tomllib.loads(file.read_text(encoding="utf-8"))
    articles = tuple((int(since), str(article)) for since, article in phrases.pop("reference_articles"))
    return Wording(**phrases | {"months": tuple(phrases["months"]), "reference_articles": articles})


WORDINGS = {language: read_wording(language) for language in ("en", "fr")}
"""The wording of each language, by its two-letter code."""

ENGLISH = WORDINGS["en"]
