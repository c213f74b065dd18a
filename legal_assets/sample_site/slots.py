"""What stands in the slots of templates: the words a rule speaks of, and the scene of a case.

Here belong names, dates and sums. Templates are in `vocabulary/`, filling them in `grammar.py`.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from random import Random

from legal_assets.sample_site.plan import Plan
from legal_assets.sample_site.vocabulary import Lexicon, read_topics
from legal_assets.sample_site.wording import NO_BREAK_SPACE, WORDINGS


def name_words(lexicon: Lexicon, choices: Mapping[str, int], *, is_restated: bool) -> dict[str, str]:
    """The chosen word of each pair, as first said or as restated, and the figure which is always the same."""
    side = 1 if is_restated else 0
    words = {slot: pairs[choices[slot]][side] for slot, pairs in lexicon.pairs.items() if slot in choices}
    return words | {"figure": str(choices.get("figure", 0))}


class Scene(Mapping[str, str]):
    """What may stand in a judgment's templates: its own words, who takes part, and where, when and how much.

    Places, days, numbers and sums are drawn anew whenever they are asked for.
    """

    def __init__(self, plan: Plan, words: Mapping[str, str], random: Random) -> None:
        """Set the scene of a judgment whose rules speak of `words`."""
        cast = plan.cast
        act, title = read_topics()[plan.topic][plan.language].act(plan.lodged)
        is_french = plan.language == "fr"
        self._fixed = {
            "act": act,
            "act_title": title,
            "claimant": cast.claimant,
            "defendant": cast.defendant,
            "court": cast.court,
            "court_short": "referring court",
            "country": cast.country.name,
            "country_adjective": cast.country.adjective_fr if is_french else cast.country.adjective,
            **words,
        }
        self._drawn: dict[str, Callable[[], str]] = {
            "town": lambda: random.choice(cast.country.towns),
            "amount": lambda: print_sum(random),
            "number": lambda: str(random.randrange(3, 60)),
            "percent": lambda: str(random.randrange(2, 80)),
            "article": lambda: str(random.randrange(2, 40)),
            "day": lambda: self._wording.print_date(self._draw_day()),
            "month": self._draw_month,
        }
        self._wording = WORDINGS[plan.language]
        self._first_day = date(plan.lodged - 2, 1, 1)
        self._random = random

    def __getitem__(self, name: str) -> str:
        """The word for a slot; a slot that nothing can fill is a KeyError."""
        return self._fixed[name] if name in self._fixed else self._drawn[name]()

    def __iter__(self) -> Iterator[str]:
        """The names of all slots."""
        return iter((*self._fixed, *self._drawn))

    def __len__(self) -> int:
        """How many slots can be filled."""
        return len(self._fixed) + len(self._drawn)

    def _draw_day(self) -> date:
        return self._first_day + timedelta(days=self._random.randrange(600))

    def _draw_month(self) -> str:
        day = self._draw_day()
        return f"{self._wording.months[day.month - 1]} {day.year}"


def print_sum(random: Random) -> str:
    """A sum of money with one or two significant digits, thousands apart: `48 000`."""
    digits = random.randrange(10, 100)
    return f"{digits * 10 ** random.randrange(2, 6):,}".replace(",", NO_BREAK_SPACE)
