"""Whom a generated judgment cites, and for which of its rules.

Here belong the habits of citing: mostly earlier judgments on the topic, some landmarks more than others,
sometimes decisions outside the collection. The words of a citation are in `citing.py`.
"""

from bisect import bisect_left
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from legal_assets.sample_site.cast import invent_name
from legal_assets.sample_site.citing import Pinpoint
from legal_assets.sample_site.eras import REPORT_ERAS
from legal_assets.sample_site.judgment import CitationKind, Decision
from legal_assets.sample_site.layout import PlannedRule
from legal_assets.sample_site.plan import SPLIT_DAYS, Plan, Planner

_OUTSIDE_SHARE, _SAME_SPLIT_SHARE, _GENERAL_SHARE, _SECOND_SHARE, _BARE_SHARE = 0.12, 0.1, 0.15, 0.3, 0.08
_DRAWS = 5
_OUTSIDE_KINDS: tuple[CitationKind, ...] = ("full", "full", "order", "opinion")
_OUTSIDE_NUMBERS = range(9980, 10000)
_OUTSIDE_ECLI = 20000


@dataclass(frozen=True)
class Target:
    """A decision to cite with its pinpoints, and the rule it is cited for where it is a judgment here."""

    decision: Decision
    pinpoints: tuple[Pinpoint, ...]
    kind: CitationKind = "full"
    plan: Plan | None = None
    rule: PlannedRule | None = None

    @property
    def name(self) -> str:
        """The decision and the rule, so that a judgment need not cite the same twice."""
        return f"{self.decision.celex} {self.rule.paragraphs if self.rule else ()}"


def choose_targets(planner: Planner, citing: Plan, used: Collection[str], random: Random) -> tuple[Target, ...]:
    """Choose one decision, or two which lay down the same rule; none that is `used`, by name."""
    first = None if random.random() < _OUTSIDE_SHARE else _choose_inside(planner, citing, used, random)
    if first is None:
        return (_choose_outside(citing, random),)
    if random.random() > _SECOND_SHARE:
        return (first,)
    second = _choose_alike(planner, citing, first, random)
    return (first,) if second is None else (first, second)


def _choose_inside(planner: Planner, citing: Plan, used: Collection[str], random: Random) -> Target | None:
    """A judgment of the topic, or any that states a general rule; rather an important one."""
    is_general = random.random() < _GENERAL_SHARE
    candidates = _earlier(planner, citing, random, planner.by_topic[citing.topic])
    if is_general:
        candidates = range(planner.before(_last_day(citing, random)))
    drawn = [random.choice(candidates) for _ in range(_DRAWS)] if candidates else []
    for index in sorted(drawn, key=lambda index: index * 2654435761 % 997):
        plan = planner.plan(index)
        rules = [rule for rule in plan.rules if rule.is_general is is_general]
        aims = [_aim(plan, rule, random) for rule in rules]
        if fresh := [aim for aim in aims if aim.name not in used]:
            return random.choice(fresh)
    return None


def _choose_alike(planner: Planner, citing: Plan, first: Target, random: Random) -> Target | None:
    """Another judgment of the topic that lays down the same rule, if a few draws find one."""
    candidates = _earlier(planner, citing, random, planner.by_topic[citing.topic])
    wanted = first.rule
    if wanted is None or wanted.is_general or not candidates:
        return None
    for index in (random.choice(candidates) for _ in range(2 * _DRAWS)):
        plan = planner.plan(index)
        for rule in plan.rules:
            is_same = (rule.rule, rule.is_general) == (wanted.rule, wanted.is_general)
            if is_same and plan.decision.celex != first.decision.celex:
                return _aim(plan, rule, random)
    return None


def _earlier(planner: Planner, citing: Plan, random: Random, indexes: Sequence[int]) -> Sequence[int]:
    return indexes[: bisect_left(indexes, planner.before(_last_day(citing, random)))]


def _last_day(citing: Plan, random: Random) -> date:
    """The day before which the cited judgment must lie: mostly the first of the citing judgment's split."""
    decided = citing.decision.decided
    past = [day for day in SPLIT_DAYS if day <= decided]
    if not past or random.random() < _SAME_SPLIT_SHARE:
        return decided
    return past[-1]


def _aim(plan: Plan, rule: PlannedRule, random: Random) -> Target:
    """Cite the whole rule, its first paragraph, or the judgment without naming a paragraph."""
    first, last = rule.paragraphs[0], rule.paragraphs[-1]
    if random.random() < _BARE_SHARE:
        return Target(plan.decision, (), plan=plan, rule=rule)
    if last == first or random.random() < 0.25:
        return Target(plan.decision, ((first, first),), plan=plan, rule=rule)
    pinpoints = ((first, first), (last, last)) if last == first + 1 else ((first, last),)
    return Target(plan.decision, pinpoints, plan=plan, rule=rule)


def _choose_outside(citing: Plan, random: Random) -> Target:
    """An invented decision which the collection lacks; in current eras it may be an order or opinion."""
    before = citing.decision.decided
    kind: CitationKind = "full"
    if citing.era not in REPORT_ERAS:
        kind = random.choice(_OUTSIDE_KINDS)
    decided = before - timedelta(days=random.randrange(400, 3000))
    is_general_court = kind == "full" and decided.year > 1995 and random.random() < 0.3
    court = "T" if is_general_court else "C"
    letters = {"order": "CO", "opinion": "CC"}.get(kind, f"{court}J")
    number = random.choice(_OUTSIDE_NUMBERS)
    decision = Decision(
        celex_ids=(f"6{decided.year - 2}{letters}{number}",),
        ecli=f"ECLI:EU:{court}:{decided.year}:{_OUTSIDE_ECLI + number}",
        decided=decided,
        name=invent_name(random) + (" v Commission" if is_general_court else ""),
    )
    first = random.randrange(12, 90)
    return Target(decision, ((first, first + random.choice((0, 0, 2))),), kind)
