"""The order of paragraphs in a generated judgment, and which rule stands where.

Here belong proportions: how many paragraphs of which kind. What they say is in `composing.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from random import Random

from legal_assets.sample_site.vocabulary import Lexicon

_GENERAL_SHARE = 0.22
_DETAIL_SLOTS = ("setting", "moment", "extent")
_FIGURES = range(3, 1000)


class Kind(Enum):
    """What a paragraph does; `SECOND_RULE` and `OPINION` continue the rule before them."""

    OPENING = auto()
    PROCEEDINGS = auto()
    LAW = auto()
    FACTS = auto()
    REFERRAL = auto()
    RELEVANCE = auto()
    TOPIC = auto()
    ARGUMENT = auto()
    RULE = auto()
    SECOND_RULE = auto()
    OPINION = auto()
    CITING = auto()
    APPLICATION = auto()
    ANSWER = auto()


@dataclass(frozen=True)
class PlannedRule:
    """A rule stated in a judgment: its paragraphs, and which word of each pair it speaks of.

    Most words are those of the whole judgment; the detail which a rule ends with is its own.
    """

    rule: int
    is_general: bool
    variant: int
    paragraphs: tuple[int, ...]
    choices: Mapping[str, int]


def lay_out(random: Random) -> tuple[Kind, ...]:
    """Order the paragraphs of a judgment, costs left out: introduction, reasons shuffled, answer."""
    laws, facts = random.choice((1, 1, 2)), random.choice((1, 2, 2))
    blocks = [
        (Kind.RULE, Kind.SECOND_RULE, Kind.OPINION)[: random.choice((1, 1, 1, 2, 2, 3))]
        for _ in range(random.choice((2, 3, 3, 4)))
    ]
    blocks += [(Kind.CITING,)] * random.choice((5, 6, 7, 8))
    blocks += [(Kind.APPLICATION,)] * random.choice((1, 2, 2))
    random.shuffle(blocks)
    return (
        Kind.OPENING,
        Kind.PROCEEDINGS,
        *[Kind.LAW] * laws,
        *[Kind.FACTS] * facts,
        Kind.REFERRAL,
        *[Kind.RELEVANCE] * random.choice((0, 1)),
        Kind.TOPIC,
        Kind.ARGUMENT,
        *(kind for block in blocks for kind in block),
        Kind.ANSWER,
    )


def place_rules(
    layout: tuple[Kind, ...],
    topic: Lexicon,
    general: Lexicon,
    choices: Mapping[str, int],
    random: Random,
) -> tuple[PlannedRule, ...]:
    """Say which rule stands in which paragraphs; the first is always one of the topic."""
    starts = [position for position, kind in enumerate(layout) if kind is Kind.RULE]
    rules: list[PlannedRule] = []
    for start, topical in zip(starts, random.sample(range(len(topic.rules)), len(starts)), strict=True):
        is_general = bool(rules) and random.random() < _GENERAL_SHARE
        words = general if is_general else topic
        number = random.randrange(1, len(general.rules)) if is_general else topical
        detail = {slot: random.randrange(len(general.pairs[slot])) for slot in _DETAIL_SLOTS}
        detail["figure"] = random.choice(_FIGURES)
        end = start + 1
        while layout[end] in (Kind.SECOND_RULE, Kind.OPINION):
            end += 1
        rules.append(
            PlannedRule(
                rule=number,
                is_general=is_general,
                variant=random.randrange(len(words.rules[number].said)),
                paragraphs=tuple(range(start + 1, end + 1)),
                choices={**choices, **detail},
            )
        )
    return tuple(rules)
