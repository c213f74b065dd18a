"""Citation-aware masking: what reveals the cited decision goes, the sentence stays.

Takes the exact parts that `legal_assets.citations` found, the names of the cited decisions wherever else the
passage uses them, and the passage's own number. How the rest is made to read belongs in `tidying`, deriving
names in `names`, masking without knowledge of the citations in `entities`.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from legal_assets.citations.reference import Part, Reference
from legal_assets.masking.spans import Masked, Span, Stretch, whole_words, without
from legal_assets.masking.tidying import tidy

REVEALING = frozenset({"number", "ecli", "date", "name", "pinpoint", "report"})
STAYING = frozenset({"self", "own-opinion"})
OWN_NUMBER = re.compile(r"\s*(\d+)(?:\s*[.)])?\s+")
FIRST_WORD = re.compile(r"\w+")
WHITE_SPACE = r"[\s\u00a0]+"
HYPHEN = r"[-\u2010\u2011\u2012]"
APOSTROPHE = r"['\u2018\u2019]"


def revealing_parts(references: Iterable[Reference]) -> list[Part]:
    """The parts that reveal the cited decisions, of one passage's references.

    References of the document to itself and to the Opinion in its own case reveal no other decision, and stay.
    """
    return [
        part
        for reference in references
        if reference.kind not in STAYING
        for part in reference.parts
        if part.kind in REVEALING
    ]


def mask(text: str, stretches: Iterable[Stretch], names: Sequence[str] = (), number: int | None = None) -> Masked:
    """Take `stretches` out of `text`, each `names` wherever it stands as a whole word, and the own `number`.

    The result is `text` without the returned spans: nothing is put in, no word is cut in two, and masking the
    result again with the same names and number changes nothing.

    Raises:
        ValueError: A stretch lies outside the text, or a name is blank.
    """
    pattern = _names_pattern(_occurring(text, tuple(names)))
    wanted: list[Stretch] = [*stretches, *_own_number(text, number), *_named(text, pattern)]
    spans = tidy(text, whole_words(text, wanted))
    while True:
        masked = without(text, spans)
        more = [*_own_number(masked, number), *_named(masked, pattern)]
        if not more:
            return Masked(masked, tuple(spans))
        found = [piece for span in more for piece in _in_original(spans, span)]
        spans = tidy(text, whole_words(text, [*spans, *found]))


def unnumbered(text: str, number: int | None) -> Masked:
    """Take only the passage's own number off the beginning of its text."""
    return mask(text, (), (), number)


def _own_number(text: str, number: int | None) -> list[Span]:
    match = OWN_NUMBER.match(text) if number is not None else None
    return [Span(match.start(), match.end(), "own-number")] if match and int(match[1]) == number else []


def _named(text: str, pattern: re.Pattern[str] | None) -> list[Span]:
    return [Span(*match.span(), "name") for match in pattern.finditer(text)] if pattern else []


def _occurring(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names whose first word the text has: a cheap test before the dear one."""
    if not names:
        return ()
    words = set(FIRST_WORD.findall(text))
    return tuple(name for name, firsts in _first_words(names) if firsts & words)


@lru_cache(maxsize=64)
def _first_words(names: tuple[str, ...]) -> tuple[tuple[str, frozenset[str]], ...]:
    if not all(name.strip() for name in names):
        message = "a blank name cannot be masked; leave it out"
        raise ValueError(message)
    firsts = ((name, FIRST_WORD.search(name)) for name in names)
    return tuple((name, frozenset((first[0], first[0].upper()))) for name, first in firsts if first)


@lru_cache(maxsize=4096)
def _names_pattern(names: tuple[str, ...]) -> re.Pattern[str] | None:
    """One pattern for all names, longest first, blind to the kind of white space, hyphen and capitals."""
    if not names:
        return None
    printed = {shape for name in names for shape in (name.strip(), name.strip().upper())}
    shapes = [_shape(name) for name in sorted(printed, key=lambda name: (-len(name), name))]
    return re.compile(rf"(?<!\w)(?:{'|'.join(shapes)})(?!\w)(?:,? and Others\b)?")


def _shape(name: str) -> str:
    words = (re.escape(word) for word in name.split())
    spaced = re.sub(r"\\-|[\u2010\u2011\u2012]", lambda _: HYPHEN, WHITE_SPACE.join(words))
    return re.sub(r"['\u2018\u2019]", lambda _: APOSTROPHE, spaced)


def _in_original(spans: Sequence[Span], found: Span) -> list[Span]:
    """A span of the masked text as spans of the original; several where something was taken out inside it."""
    pieces: list[Span] = []
    shift = 0
    start = found.start
    for span in spans:
        if span.start - shift >= found.end:
            break
        if span.start - shift > start:
            pieces.append(Span(start + shift, span.start, found.kind))
            start = span.start - shift
        shift += span.end - span.start
    if start < found.end:
        pieces.append(Span(start + shift, found.end + shift, found.kind))
    return pieces
