"""In which language a text is written.

One function over a statistical identifier that is loaded when first used. Which texts are asked about, and what becomes
of the answer, belongs to the rooms.
"""

from functools import cache
from typing import NamedTuple, Protocol

OFFICIAL_LANGUAGES = (
    *("bg", "cs", "da", "de", "el", "en", "es", "et", "fi", "fr", "ga", "hr"),
    *("hu", "it", "lt", "lv", "mt", "nl", "pl", "pt", "ro", "sk", "sl", "sv"),
)
"""Languages of the Union, as ISO 639-1 codes."""

LONGEST_SAMPLE = 2000
"""Characters looked at; more do not change the answer on running text."""


class Identification(NamedTuple):
    """An ISO 639-1 code with the probability that it is right, between 0 and 1; `und` with 0 for no words."""

    language: str
    confidence: float


class _Identifier(Protocol):
    def classify(self, text: str) -> tuple[str, float]: ...


def identify_language(text: str, languages: tuple[str, ...] = OFFICIAL_LANGUAGES) -> Identification:
    """Identify the language of a text among `languages`; of a long text, its first 2,000 characters."""
    sample = text[:LONGEST_SAMPLE]
    if not any(letter.isalpha() for letter in sample):
        return Identification("und", 0.0)
    language, confidence = _identifier(languages).classify(sample)
    return Identification(language, float(confidence))


@cache
def _identifier(languages: tuple[str, ...]) -> _Identifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier  # type: ignore[import-untyped] # ships no types

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(languages)
    found: _Identifier = identifier
    return found
