"""Names of cases in a sentence: "Van Gend en Loos", "Commission v Austria", "Prezes Urzędu v Commission".

Works on plain text (see `plain_text`). Decides what can be a name and where it ends; which decision a name means
is decided in `antecedents`, which names to take out of a text in `legal_assets.masking.names`.
"""

import re

LONGEST = 320
"""Characters; the longest names of joined appeals have about 250."""

SENTENCE_WORD = re.compile(
    r"\b(?:that|which|held|ruled|is|was|has|had|have|it|must|are|were|where|whereas|whether|see|this|these|those|"
    r"since|because|paragraphs?|points?|judgments?|orders?|cited|concerned|concerning|delivered|the Court|pursuant|"
    r"according|referred|Article|Directive|Regulation|Decision|thereof)\b"
)
CAPITAL = r"[A-ZÀ-ÖØ-ÞĀ-Ž]"
LOWER_START = r"(?:(?:de|der|den|la|da|di|van|von|ten|ter|al|el|d|l|in|eco|easy|e)[ '-]?){1,3}"
NAME_START = re.compile(rf"['\"]?(?:{CAPITAL}|\d|{LOWER_START}{CAPITAL})")

WORD = rf"(?:{CAPITAL}|\d)[\w'.&/+\u2013-]*\w?\)?|{CAPITAL}\.?"
PARTICLE = (
    r"v|and|und|et|e|y|of|the|for|de|der|des|den|du|da|di|del|della|dei|do|dos|van|von|zu|zum|zur|für|en|"
    r"la|le|les|el|al|ved|og|na|til|voor|het|op|per|&|\u2013"
)
CAPITALISED = re.compile(rf"(?:{WORD})(?: (?:(?:{PARTICLE}) ){{0,3}}(?:{WORD})){{0,30}}")
FIRST_WORDS = re.compile(
    r"(?:(?:In|The|See|As|By|Like|Since|Following|Under|From|However|Moreover|Thus|Although|And|Case|Cases|Joined|"
    r"Judgments?|Orders?|Opinions?|Court|Similarly|Accordingly|Therefore|Furthermore|Consequently|While|If|After|"
    r"Before|On|At|To|For|It|Also|Contrary|Unlike|Even|First|Second|Third|Indeed|Lastly|Finally)\b,? ?)+"
)
_END = re.compile(r"[,;:()\[\]\"]| \u2013 |$")


def is_name(text: str) -> bool:
    """Whether a stretch between a date and a case number, or the like, can be the name of a case."""
    if not 0 < len(text.strip()) <= LONGEST or SENTENCE_WORD.search(text):
        return False
    return NAME_START.match(text) is not None or (text[0].islower() and len(text.split()) <= 6 and "." in text)


def name_at(text: str, start: int) -> tuple[int, int] | None:
    """The capitalised name that begins at `start`, as far as its words go: first character, one past the last."""
    match = CAPITALISED.match(text, start, start + LONGEST)
    if match is None:
        return None
    end = match.end()
    while end > start and text[end - 1] in ".'":
        end -= 1
    return (start, end) if end - start > 1 else None


def name_before(text: str, low: int, end: int) -> tuple[int, int] | None:
    """The capitalised name that ends at `end`, not beginning before `low`."""
    found = None
    for match in CAPITALISED.finditer(text, max(low, end - LONGEST), end):
        if match.end() >= end - 1:
            found = match.span()
    if found is None:
        return None
    skipped = FIRST_WORDS.match(text, *found)
    start = skipped.end() if skipped and skipped.end() < found[1] else found[0]
    return (start, end) if NAME_START.match(text, start) else None
