"""The parties, court and judges of a generated judgment.

Here belongs putting names together. The names and syllables are in `vocabulary/people.toml`.
"""

from dataclasses import dataclass
from random import Random

from legal_assets.sample_site.vocabulary import Country, Role, Topic, read_frame, read_people


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


def choose_cast(language: str, year: int, topic: Topic, random: Random) -> Cast:
    """Choose a country that was a member in `year`, then parties as the topic has them, court and judges."""
    frame = read_frame(language)
    country = random.choice([each for each in read_people().countries if each.member_since <= year])
    claimant, short_name = _choose_party(topic.claimant, country, random)
    defendant, _ = _choose_party(topic.defendant, country, random)
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


def _choose_party(role: Role, country: Country, random: Random) -> tuple[str, str]:
    """A party's full name, and the name by which a case is called."""
    if role == "any":
        role = random.choice(("company", "authority"))
    if role == "authority":
        name = random.choice(country.authorities)
        return name, name
    if role == "person":
        first, last = (random.choice(country.people).split(" ", 1)[part] for part in (0, 1))
        return f"{first} {last}", last
    name = invent_name(random)
    return f"{name} {random.choice(country.forms)}", name


def invent_name(random: Random) -> str:
    """A company name of invented syllables, such as Belgavik."""
    stems, middles, ends = read_people().syllables
    return random.choice(stems) + random.choice(middles) + random.choice(ends)
