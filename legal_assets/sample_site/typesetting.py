"""No-break spaces and hyphens where the Court's typesetters put them.

Here belong rules about single characters. Wording is in `wording.py`.
"""

import re

_KEEP_TOGETHER = re.compile(
    r"\b(Articles?|Paragraphs?|paragraphs?|points?|articles?|Cases?|Class|No|EUR|ECU) (?=[\dCT])"
)
_CASE_HYPHEN = re.compile(r"\b([CT])-(?=\d)")
_FRENCH_ELISION = re.compile(r"\b(qu|lorsqu|puisqu)e (?=un\b|une\b|il\b|elle\b)")
_FRENCH_SIGN = re.compile(r" (?=[:;?!%»])|(?<=«) ")


def bind(text: str, language: str) -> str:
    """Tie numbers to the words before them and, in French, signs to the words beside them."""
    text = _KEEP_TOGETHER.sub("\\1\N{NO-BREAK SPACE}", text)
    if language == "fr":
        text = _FRENCH_ELISION.sub("\\1\N{RIGHT SINGLE QUOTATION MARK}", text)
        text = _FRENCH_SIGN.sub("\N{NO-BREAK SPACE}", text)
    return _CASE_HYPHEN.sub("\\1\N{NON-BREAKING HYPHEN}", text)


def typeset(text: str) -> str:
    """English text of a file, whose line breaks mean nothing, as it is printed."""
    return bind(" ".join(text.split()), "en")


def unbind(text: str) -> str:
    """Plain spaces and hyphens, as older texts have them."""
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NON-BREAKING HYPHEN}", "-")
