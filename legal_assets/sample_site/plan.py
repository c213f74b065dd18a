"""What each generated judgment is about and where its rules stand, worked out without writing it.

Here belong dates, numbers, topics and eras; each follows from scale, seed and index alone, so that a
judgment can cite a paragraph of another without either being written. Words are put in by `composing.py`.
"""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from random import Random

from legal_assets.sample_site.cast import Cast, choose_cast
from legal_assets.sample_site.eras import Era, choose_era
from legal_assets.sample_site.judgment import Decision
from legal_assets.sample_site.layout import Kind, PlannedRule, lay_out, place_rules
from legal_assets.sample_site.vocabulary import Lexicon, read_frame, read_topics

SPLIT_DAYS = (date(2018, 1, 1), date(2022, 1, 1))
"""A judgment of a later split mostly cites judgments from before the last of these days."""

_PERIODS = ((0.18, 1979, 2004), (0.30, 2004, 2012), (0.52, 2012, 2018), (0.76, 2018, 2022), (1.0, 2022, 2026))
_FIRST_NUMBER, _NUMBERS, _STRIDE = 2000, 3989, 1777
_ECLI_OFFSET = 3000
_FRENCH_SHARE, _JOINED_SHARE, _PROVISIONAL_SHARE = 0.6, 0.12, 0.6


@dataclass(frozen=True)
class Plan:
    """A judgment before it is written; `layout` has the kind of each paragraph, costs left out."""

    index: int
    decision: Decision
    topic: str
    language: str
    era: Era
    cast: Cast
    choices: Mapping[str, int]
    layout: tuple[Kind, ...]
    rules: tuple[PlannedRule, ...]

    @property
    def lodged(self) -> int:
        """The year in which the case was lodged."""
        return self.decision.decided.year - 2


class Planner:
    """Plans of the judgments with index 0 to `size` - 1, in order of date."""

    def __init__(self, size: int, seed: str) -> None:
        """Work out dates and topics of all; `seed` sets everything else."""
        self.size = size
        self.seed = seed
        self.days = [_decision_day(index / size) for index in range(size)]
        self.topics = [self._choose_topic(index) for index in range(size)]
        self.by_topic: dict[str, list[int]] = {}
        for index, topic in enumerate(self.topics):
            self.by_topic.setdefault(topic, []).append(index)
        self.plan = lru_cache(maxsize=8192)(self._plan)

    def random(self, index: int, purpose: str) -> Random:
        """A generator of its own for each judgment and purpose."""
        return Random(f"{self.seed}/{index}/{purpose}")  # noqa: S311 - texts to read, no secrets

    def before(self, day: date) -> int:
        """How many judgments were decided before `day`."""
        return bisect_left(self.days, day)

    def celex(self, index: int) -> str:
        """The CELEX number of a judgment: lodged two years before, in a case with an even number."""
        return f"6{self.days[index].year - 2}CJ{_choose_number(index)}"

    def _choose_topic(self, index: int) -> str:
        year = self.days[index].year - 2
        topics = [key for key, by_language in read_topics().items() if by_language["en"].since <= year]
        return self.random(index, "topic").choice(topics or ["goods"])

    def _plan(self, index: int) -> Plan:
        random = self.random(index, "plan")
        topic, day = self.topics[index], self.days[index]
        era = choose_era(day, is_provisional=random.random() < _PROVISIONAL_SHARE)
        is_french = "fr" in read_topics()[topic] and era != "word-export" and random.random() < _FRENCH_SHARE
        language = "fr" if is_french else "en"
        words = read_topics()[topic][language]
        cast = choose_cast(language, day.year - 2, words, random)
        general = read_frame(language)
        choices = _choose_words(words, random) | _choose_words(general, random)
        layout = lay_out(random)
        return Plan(
            index=index,
            decision=self._decision(index, cast, is_joined=random.random() < _JOINED_SHARE),
            topic=topic,
            language=language,
            era=era,
            cast=cast,
            choices=choices,
            layout=layout,
            rules=place_rules(layout, words, general, choices, random),
        )

    def _decision(self, index: int, cast: Cast, *, is_joined: bool) -> Decision:
        day = self.days[index]
        number = _choose_number(index)
        celex = self.celex(index)
        joined = (f"{celex[:7]}{number + 1}",) if is_joined else ()
        return Decision(
            celex_ids=(celex, *joined),
            ecli=f"ECLI:EU:C:{day.year}:{_ECLI_OFFSET + number}",
            decided=day,
            name=f"{cast.short_name} and Others" if is_joined else cast.short_name,
        )


def _choose_number(index: int) -> int:
    """An even number from 2000 on, the next odd one being left for a joined case; repeats after 3,989."""
    return _FIRST_NUMBER + 2 * (index * _STRIDE % _NUMBERS)


def _decision_day(share: float) -> date:
    """The Thursday on which the judgment at `share` of the whole was given."""
    start = 0.0
    for end, first, last in _PERIODS:
        if share < end:
            opening = date(first, 1, 8)
            length = date(last, 1, 1) - opening
            day = opening + length * ((share - start) / (end - start))
            return day - timedelta(days=(day.weekday() - 3) % 7)
        start = end
    raise ValueError(f"share {share} of the judgments is not below 1")


def _choose_words(words: Lexicon, random: Random) -> dict[str, int]:
    return {slot: random.randrange(len(pairs)) for slot, pairs in words.pairs.items()}
