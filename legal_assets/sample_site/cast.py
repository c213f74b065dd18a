"""The parties, court and judges of a generated judgment.

Here belongs putting names together. The names and syllables are in `vocabulary/people.toml`.
"""

from dataclasses import dataclass
from random import Random

from legal_assets.sample_site.vocabulary import Country, read_frame, read_people


@dataclass(frozen=True)
class Cast:
    """Who takes part; `short_name` is what the case is called by."""

    country: Country
    claimant: str
    defendant: str
    short_name: str
    court: str
    formation: str
    judges: tuple[str, ...]
    advocate_general: str


def choose_cast(language: str, year: int, random: Random) -> Cast:
    """Choose a country that was a member in `year`, then parties, court and judges."""
    frame = read_frame(language)
    country = random.choice([each for each in read_people().countries if each.member_since <= year])
    if random.random() < 0.3:
        claimant = random.choice(country.people)
        short_name = claimant.split(" ", 1)[1]
    else:
        short_name = invent_name(random)
        claimant = f"{short_name} {random.choice(country.forms)}"
    if random.random() < 0.6:
        defendant = random.choice(country.authorities)
    else:
        defendant = f"{invent_name(random)} {random.choice(country.forms)}"
    return Cast(
        country=country,
        claimant=claimant,
        defendant=defendant,
        short_name=short_name,
        court=random.choice(country.courts),
        formation=random.choice(frame.formations),
        judges=tuple(random.sample(frame.judges, 3)),
        advocate_general=random.choice(frame.advocates_general),
    )


def invent_name(random: Random) -> str:
    """A company name of invented syllables, such as Belgavik."""
    stems, middles, ends = read_people().syllables
    return random.choice(stems) + random.choice(middles) + random.choice(ends)
