"""What stands in the slots of templates: the words a rule speaks of, and the scene of a case.

Here belong names, dates and sums. Templates are in `vocabulary/`, filling them in `grammar.py`.
"""

from collections.abc import Mapping
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


def set_scene(plan: Plan, random: Random) -> dict[str, str]:
    """Who, where, when and how much; sums and dates differ from paragraph to paragraph."""
    cast, wording = plan.cast, WORDINGS[plan.language]
    act, title = read_topics()[plan.topic][plan.language].act(plan.lodged)
    day = date(plan.lodged - 2, 1, 1) + timedelta(days=random.randrange(600))
    return {
        "act": act,
        "act_title": title,
        "claimant": cast.claimant,
        "defendant": cast.defendant,
        "court": cast.court,
        "court_short": "referring court",
        "country": cast.country.name,
        "country_adjective": cast.country.adjective_fr if plan.language == "fr" else cast.country.adjective,
        "town": random.choice(cast.country.towns),
        "amount": print_sum(random),
        "number": str(random.randrange(3, 60)),
        "percent": str(random.randrange(2, 80)),
        "article": str(random.randrange(2, 40)),
        "day": wording.print_date(day),
        "month": f"{wording.months[day.month - 1]} {day.year}",
    }


def print_sum(random: Random) -> str:
    """A sum of money with one or two significant digits, thousands apart: `48 000`."""
    digits = random.randrange(10, 100)
    return f"{digits * 10 ** random.randrange(2, 6):,}".replace(",", NO_BREAK_SPACE)
