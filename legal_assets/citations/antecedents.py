"""What a short form means: the decisions a document has cited so far, by the names it uses for them.

"SGAE" is the decision cited in full before as "SGAE, C-306/05"; "that judgment" is the one mentioned last. Where
short forms stand in a text is found in `short`.
"""

import re
from bisect import insort
from dataclasses import dataclass, field, replace

from legal_assets.citations.reference import Reference

REACH = 5
"""Paragraphs back in which "that judgment" can have its antecedent."""
DEFINITION_REACH = 160
"""Characters after a citation in which a term in quotes is defined by it."""

TERM = re.compile(r"(?<!\w)['\"](?:the )?(?P<term>[^'\"()]{2,80})['\"](?!\w)")
UNDER_APPEAL = re.compile(
    r"\b(?P<term>(?:first |second )?(?P<word>judgment|order)(?P<several>s?) under (?:appeal|review))\b"
)
DECISION = re.compile(r"\b(?:judgments?|orders?|opinions?|case)\b", re.IGNORECASE)
WORDS = re.compile(r"\w+")
PARTIES = re.compile(r"\s+(?:v|and|\u2013)\s+")
LOOSE = re.compile(
    r"(?:,? and Others|,? e\.a\.|\s+P(?:PU)?)$|^(?:judgments?|orders?) (?:in|of) | (?:judgments?|orders?)$",
    re.IGNORECASE,
)

LAW_NAME = re.compile(r"(?:Civil|Criminal|Commercial|Family|Matrimonial|Case|Joined|Article|Directive|Regulation)\b")

INSTITUTIONS = frozenset(
    re.findall(
        r"\w+",
        "commission council parliament court courts general european union eu ecb bank central ohim euipo eea agency "
        "office committee member state states government kingdom republic federal belgium bulgaria czech denmark "
        "germany estonia ireland greece spain france croatia italy cyprus latvia lithuania luxembourg hungary malta "
        "netherlands austria poland portugal romania slovenia slovakia finland sweden united others and v of the for "
        "in",
    )
)
"""Words that alone tell no decision from another."""


@dataclass(slots=True)
class Antecedents:
    """The decisions one document has cited so far; it grows as the document is read."""

    cited: list[tuple[Reference, tuple[tuple[str, ...], ...]]] = field(default_factory=list)
    terms: dict[str, Reference | None] = field(default_factory=dict)
    mentions: list[Reference] = field(default_factory=list)

    def add(self, reference: Reference, plain: str) -> None:
        """Learn a full citation of a paragraph with the plain text `plain`, and what the text calls it."""
        if reference.name:
            self.cited.append((reference, _forms(reference.name)))
        window = plain[reference.start : reference.end + DEFINITION_REACH]
        for match in UNDER_APPEAL.finditer(window):
            self.terms.setdefault(match["term"].lower(), None if match["several"] else reference)
        for match in TERM.finditer(window):
            term = match["term"].strip()
            if DECISION.search(term) and not UNDER_APPEAL.search(term):
                self.terms[term.lower()] = reference
                self.cited.append((reference, _forms(LOOSE.sub("", term))))

    def mention(self, *references: Reference) -> None:
        """Note that the text speaks of these decisions."""
        for reference in references:
            insort(self.mentions, reference, key=_place)

    def mention_under_appeal(self, paragraph: int, plain: str) -> None:
        """Note each place where a paragraph speaks of the decision under appeal."""
        for match in UNDER_APPEAL.finditer(plain):
            if target := self.defined(match["term"]):
                start, end = match.span()
                self.mention(replace(target, paragraph=paragraph, start=start, end=end, kind="under-appeal"))

    def named(self, name: str) -> Reference | None:
        """The decision a short name means: the same name best, then a party, then first words; the latest wins."""
        words = _words(LOOSE.sub("", name))
        if not words:
            return None
        best, best_score = None, 0
        for reference, forms in reversed(self.cited):
            score = max((_likeness(words, form) for form in forms), default=0)
            if score > best_score:
                best, best_score = reference, score
        return best

    def defined(self, term: str) -> Reference | None:
        """The decision that the document defined a term for, such as "judgment under appeal"."""
        return self.terms.get(term.lower())

    def latest(self, paragraph: int, position: int, word: str) -> Reference | None:
        """The decision last spoken of before a place, of the kind that `word` says: judgment, order, Opinion."""
        for reference in reversed(self.mentions):
            if _place(reference) >= (paragraph, position):
                continue
            if reference.paragraph < paragraph - REACH:
                return None
            if reference.kind not in ("self", "own-opinion") and _is_of(reference, word):
                return reference
        return None

    def last_in(self, paragraph: int, position: int) -> Reference | None:
        """What was spoken of last in a paragraph before a place, the document itself included."""
        for reference in reversed(self.mentions):
            if _place(reference) < (paragraph, position):
                return reference if reference.paragraph == paragraph else None
        return None


def _place(reference: Reference) -> tuple[int, int]:
    return reference.paragraph, reference.start


def _is_of(reference: Reference, word: str) -> bool:
    letter = (reference.celex or "")[6:7]
    kinds = {"order": "O", "opinion": "CV"}
    wanted = kinds.get(word.lower(), "J")
    return not letter or letter in wanted


def is_telling(name: str) -> bool:
    """Whether a name that no citation before explains can be that of a decision: not of courts or of laws."""
    words = _words(name)
    return any(word not in INSTITUTIONS for word in words) and not LAW_NAME.match(name)


def _words(name: str) -> tuple[str, ...]:
    return tuple(WORDS.findall(name.casefold()))


def _forms(name: str) -> tuple[tuple[str, ...], ...]:
    whole = LOOSE.sub("", name)
    forms = (_words(whole), *(_words(LOOSE.sub("", party)) for party in PARTIES.split(whole)))
    return tuple(dict.fromkeys(form for form in forms if form))


def _likeness(words: tuple[str, ...], form: tuple[str, ...]) -> int:
    if words == form and (len(words) > 1 or words[0] not in INSTITUTIONS):
        return 4
    if all(word in INSTITUTIONS for word in words) or len(words) > len(form):
        return 0
    if form[: len(words)] == words:
        return 3
    places = range(1, len(form) - len(words) + 1)
    return 2 if any(form[place : place + len(words)] == words for place in places) else 0
