"""Repairing a sentence that pieces were taken out of, by taking out only what was left hanging.

Empty brackets, doubled commas and spaces, a preposition without its noun, "and" without its second half.
Nothing is ever put in, no word is cut, and what is cut is told as spans of kind `tidy`. Which pieces reveal a
decision is decided in `citations` and `entities`.
"""

import re
from collections.abc import Container, Iterator, Sequence
from itertools import pairwise

from legal_assets.masking.spans import Span

Run = tuple[int, int]
"""Characters `start` to `end` that are taken out together."""

CONTEXT = 60
"""Characters looked at on either side of a run."""

FILLER = r"and|or|of|in|to|see|also|et|cf|not published|RENV|REV|PPU|ECR|Cases?|Joined Cases"
JOINING = re.compile(rf"(?:[\s,;]|\b(?:{FILLER})\b)*")
ONLY_FILLER = re.compile(rf"(?:[\s,;:.\u2013\u2014-]|\b(?:{FILLER})\b)*")
BRACKET = re.compile(r"[()\[\]]")
OPENING = {")": "(", "]": "["}

CUT_BEFORE = r"(?:^|(?<=[\s(\[\u2018\u201c]))"
DECISION_OF = re.compile(
    r"\b(?:judgments?|orders?|opinions?|rulings?|decisions?|cases?|views?)\s+(of|in|on|dated)\s*$",
    re.IGNORECASE,
)
DATE_PREPOSITION = re.compile(rf"{CUT_BEFORE}(?:of|on|dated)\s*$")
CASE_WORD = re.compile(rf"{CUT_BEFORE}(?:Joined )?Cases?\s*$")
PREPOSITION = re.compile(rf"{CUT_BEFORE}(?:of|in|on|by|from|under|with|to|following|per|since|at)\s*$", re.IGNORECASE)
ARTICLE = re.compile(rf"{CUT_BEFORE}[Tt]he\s*$")
PERSON_TITLE = re.compile(rf"{CUT_BEFORE}(?:Mr|Mrs|Ms|Dr)\.?\s*$")
LIST_WORD = re.compile(rf"{CUT_BEFORE}(?:and|or|see|also|cf\.?)\s*$", re.IGNORECASE)
SEPARATOR = re.compile(r"\s*[,;:]\s*$")
PHRASE_START = re.compile(r"(?:^|[.!?]\s+|[(\[\u2018\u201c]\s*)$")
SEPARATOR_AFTER = re.compile(r"\s*[,;:]\s*|\s+")
PHRASE_END = re.compile(r"\s*(?:$|[,;:.)\]])")
NEXT_LIST_WORD = re.compile(r"\s+(?:and|or)\b")
NEXT_CLAUSE = re.compile(
    r"\s*(?:$|[,;:.)\]]|(?:and|or|but|that|which|who|where|whereas|when|while|is|was|are|were|has|had|have|"
    r"the|an?|in|on|to|as|by|for|it|this|these|those|cannot|must|does|did|may|can|with|concerning|not)\b)"
)
PINPOINT_OF = re.compile(r"\s+(?:of(?=\s)|thereof\b)", re.IGNORECASE)
SPACE_THEN_MARK = re.compile(r"\s*(?:$|[,;:.)\]])")
LAST_WORD = re.compile(r"\w+$")


def tidy(text: str, spans: Sequence[Span]) -> list[Span]:
    """Add to ordered, disjoint `spans` those of kind `tidy` that let the rest read; in order, disjoint."""
    if not spans:
        return []
    pairs = _bracket_pairs(text)
    runs = [(span.start, span.end) for span in spans]
    new = {span.start for span in spans if span.kind == "pinpoint" and PINPOINT_OF.match(text, span.end)}
    before: list[Run] = []
    while runs != before:
        before = runs
        runs = _bridged(text, [*runs, *_empty_brackets(text, pairs, runs)], new)
        runs = _bridged(text, list(_widened(text, runs, spans)), new)
    return sorted([*spans, *_beyond(runs, spans)])


def _bracket_pairs(text: str) -> list[Run]:
    """Opening and one past closing bracket of each pair, inner pairs first."""
    opened: list[int] = []
    pairs: list[Run] = []
    for match in BRACKET.finditer(text):
        if match[0] not in OPENING:
            opened.append(match.start())
        elif opened and text[opened[-1]] == OPENING[match[0]]:
            pairs.append((opened.pop(), match.end()))
    return pairs


def _empty_brackets(text: str, pairs: Sequence[Run], runs: Sequence[Run]) -> Iterator[Run]:
    """Bracket pairs in which something was taken out and nothing but joining words is left."""
    for opening, closing in pairs:
        inside = [run for run in runs if opening < run[0] and run[1] < closing]
        if not inside:
            continue
        edges = [opening + 1, *(edge for run in inside for edge in run), closing - 1]
        gaps = zip(edges[::2], edges[1::2], strict=True)
        if all(ONLY_FILLER.fullmatch(text, start, end) for start, end in gaps):
            yield opening, closing


def _bridged(text: str, runs: Sequence[Run], new: Container[int]) -> list[Run]:
    """Runs in order, those joined that overlap or have only joining words between them.

    What begins at a place in `new` ("paragraph 3 of the judgment …") leaves words after it that go with the words
    before it, which therefore stay.
    """
    joined: list[Run] = []
    for start, end in sorted(runs):
        touches = joined and start <= joined[-1][1]
        if touches or (joined and start not in new and JOINING.fullmatch(text, joined[-1][1], start)):
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _widened(text: str, runs: Sequence[Run], spans: Sequence[Span]) -> Iterator[Run]:
    """Each run with what hangs loose beside it, never over its neighbours."""
    edges = [(0, 0), *runs, (len(text), len(text))]
    index = 0
    for (_, low), (start, end), (high, _) in zip(edges, runs, edges[2:], strict=False):
        first = last = None
        while index < len(spans) and spans[index].start < end:
            first, last = first or spans[index].kind, spans[index].kind
            index += 1
        yield _loose_ends(text, (low, start, end, high), first, last)


def _loose_ends(text: str, place: tuple[int, int, int, int], first: str | None, last: str | None) -> Run:
    """Widen one run step by step until nothing hangs loose; `first` and `last` are the kinds of its spans."""
    low, start, end, high = place
    while True:
        left = text[max(low, start - CONTEXT) : start]
        right = text[end : min(high, end + CONTEXT)]
        run = text[start:end]
        cut, grown = 0, _loose_after(left, right, last)
        if not grown:
            cut = _loose_before(left, right, run, first)
        if not cut and not grown:
            cut, grown = _loose_spaces(left, right)
        if not cut and not grown:
            return start, end
        start, end = start - cut, end + grown


def _loose_before(left: str, right: str, run: str, first: str | None) -> int:
    """How many characters before the run hang loose."""
    closes = PHRASE_END.match(right) is not None
    if match := DECISION_OF.search(left):
        return len(left) - match.start(1)
    rules = (
        (DATE_PREPOSITION, first == "date"),
        (CASE_WORD, first == "number"),
        (PERSON_TITLE, first == "name"),
        (ARTICLE, first == "name" and NEXT_CLAUSE.match(right) is not None),
        (PREPOSITION, NEXT_CLAUSE.match(right) is not None and not run.rstrip().endswith(" of")),
        (LIST_WORD, closes or NEXT_LIST_WORD.match(right) is not None),
        (SEPARATOR, closes),
    )
    for pattern, applies in rules:
        if applies and (match := pattern.search(left)):
            return len(left) - match.start()
    if left and right and left[-1].isalnum() and right[0].isalnum() and (match := LAST_WORD.search(left)):
        return len(left) - match.start()
    return 0


def _loose_after(left: str, right: str, last: str | None) -> int:
    """How many characters after the run hang loose."""
    if last == "pinpoint" and (match := PINPOINT_OF.match(right)):
        return match.end()
    if PHRASE_START.search(left) and (match := SEPARATOR_AFTER.match(right)):
        return match.end()
    return 0


def _loose_spaces(left: str, right: str) -> tuple[int, int]:
    """How many spaces before and after the run are too many."""
    if not left[-1:].isspace():
        return 0, 0
    if SPACE_THEN_MARK.match(right):
        return len(left) - len(left.rstrip()), 0
    return 0, len(right) - len(right.lstrip())


def _beyond(runs: Sequence[Run], spans: Sequence[Span]) -> Iterator[Span]:
    """What runs have beyond spans."""
    covered = [(span.start, span.end) for span in spans]
    for start, end in runs:
        inside = [edge for run in covered if start <= run[0] < end for edge in run]
        for first, last in pairwise([start, *inside, end]):
            if first < last and (first, last) not in covered:
                yield Span(first, last, "tidy")
