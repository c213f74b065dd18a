"""Paragraphs that restate a rule of another judgment and cite it.

Here belong the sentence and its citation, in the habits of the era. Whom to cite is decided in `targets.py`,
the form of a citation in `citing.py`.
"""

import re
from collections.abc import Mapping
from random import Random

from legal_assets.sample_site.citing import (
    cite,
    cite_by_report,
    cite_opinion,
    fill_ranges,
    print_parts,
    word_pinpoints,
)
from legal_assets.sample_site.eras import REPORT_ERAS
from legal_assets.sample_site.grammar import as_sentences, expand, pick
from legal_assets.sample_site.judgment import Citation, CitationKind, Part
from legal_assets.sample_site.plan import Plan, Planner
from legal_assets.sample_site.slots import name_words
from legal_assets.sample_site.targets import Target, choose_targets
from legal_assets.sample_site.vocabulary import Lexicon, read_frame, read_topics
from legal_assets.sample_site.wording import NO_BREAK_SPACE, WORDINGS

_SHORT_SHARE = 0.25
_SAME_WORD_SHARE, _QUOTED_SHARE = 0.6, 0.3

Reference = tuple[tuple[Part, ...], tuple[Citation, ...]]
"""What to print, and the citations it makes up."""


class Restater:
    """Writes the citing sentences of one judgment, and remembers what it has cited in full."""

    def __init__(self, planner: Planner, plan: Plan) -> None:
        """Begin with nothing cited."""
        self.planner = planner
        self.plan = plan
        self.frame = read_frame(plan.language)
        self.wording = WORDINGS[plan.language]
        self.cited: list[Target] = []
        self.used: frozenset[str] = frozenset()

    def write(self, random: Random) -> Reference:
        """A sentence that says a rule again, with its citation."""
        if self.cited and random.random() < _SHORT_SHARE:
            target = random.choice(self.cited)
            self.cited.remove(target)
            parts, citations = self._refer_back(target, random)
            targets: tuple[Target, ...] = (target,)
        else:
            targets = choose_targets(self.planner, self.plan, self.used, random)
            parts, citations = self._refer(targets, random)
            self.cited += [target for target in targets if target.plan and target.pinpoints]
            self.used |= {target.name for target in targets}
        return (self._say_again(targets[0], random) + " ", *parts, "."), citations

    def _say_again(self, target: Target, random: Random) -> str:
        """The rule in other words; of a decision outside the collection, some rule of the topic."""
        plan, planned = target.plan or self.plan, target.rule or random.choice(self.plan.rules)
        topics = read_topics()[plan.topic]
        lexicon = self.frame if planned.is_general else topics.get(self.plan.language, topics["en"])
        rule = lexicon.rules[planned.rule]
        is_quoted = random.random() < _QUOTED_SHARE
        again = tuple(map(_as_clause, rule.said)) if is_quoted else rule.again
        pinned = set(fill_ranges(target.pinpoints))
        chosen = [again[planned.variant % len(again)]]
        if len(planned.paragraphs) > 1 and planned.paragraphs[1] in pinned and len(again) > 1:
            chosen.append(again[(planned.variant + 1) % len(again)])
        choices = planned.choices
        if target.plan is None:
            pairs = {**lexicon.pairs, **self.frame.pairs}
            chosen_words = {slot: random.randrange(len(each)) for slot, each in pairs.items()}
            choices = chosen_words | {"figure": random.randrange(3, 1000)}
        words = self._name_again(lexicon, choices, random) | self._name_again(self.frame, choices, random)
        claim = "; ".join(chosen) + random.choice(self.frame.fill["detail_again"])
        slots = {"again": expand(claim, words, random)}
        return as_sentences(pick(self.frame.fill["connect"], slots, random))

    @staticmethod
    def _name_again(lexicon: Lexicon, choices: Mapping[str, int], random: Random) -> dict[str, str]:
        """Call most things what they were called before, and the others by their second name."""
        said = name_words(lexicon, choices, is_restated=False)
        again = name_words(lexicon, choices, is_restated=True)
        return {slot: said[slot] if random.random() < _SAME_WORD_SHARE else again[slot] for slot in said}

    def _refer(self, targets: tuple[Target, ...], random: Random) -> Reference:
        if self.plan.era in REPORT_ERAS:
            reports = [cite_by_report(each.decision, each.pinpoints, self.wording) for each in targets]
            template = random.choice(self.frame.cite["report" if len(targets) == 1 else "reports"])
            return _fill(template, [((each.text,), (each,)) for each in reports])
        kind = targets[0].kind
        references: list[Reference] = []
        for target in targets:
            if kind == "opinion":
                parts, citation = cite_opinion(target.decision, target.pinpoints, self.wording)
            else:
                parts, citation = cite(target.decision, target.pinpoints, self.wording, kind)
            references.append((parts, (citation,)))
        if kind == "opinion":
            template = expand(
                random.choice(self.frame.cite["opinion"]),
                {"advocate": random.choice(self.frame.advocates_general), "a": "{a}"},
                random,
            )
            return _fill(template, references)
        name = "order" if kind == "order" else "one" if len(targets) == 1 else "two"
        return _fill(random.choice(self.frame.cite[name]), references)

    def _refer_back(self, target: Target, random: Random) -> Reference:
        """Cite by name alone, or by name or number `cited above` where citations are by report."""
        kind: CitationKind = "case-only" if self.plan.era in REPORT_ERAS else "short"
        decision = target.decision
        places = print_parts(word_pinpoints(decision.ecli, target.pinpoints, self.wording))
        words = {
            "name": decision.name,
            "case": self.wording.join(decision.case_numbers).replace("\N{NON-BREAKING HYPHEN}", "-"),
            "pinpoint": places.removeprefix(", "),
        }
        text = expand(random.choice(self.frame.cite[kind.replace("-", "_")]), words, random)
        if kind == "case-only":
            text = text.replace(NO_BREAK_SPACE, " ")
        citation = Citation(decision.celex, decision.ecli, fill_ranges(target.pinpoints), text, kind)
        return _fill(random.choice(self.frame.cite["report"]), [((text,), (citation,))])


def _as_clause(sentences: str) -> str:
    """The first sentence of a statement, to stand after `that`."""
    first = sentences.partition(". ")[0].removesuffix(".")
    return first[0].lower() + first[1:]


def _fill(template: str, references: list[Reference]) -> Reference:
    """Put the references in place of `{a}` and `{b}`."""
    parts: list[Part] = []
    citations: list[Citation] = []
    for piece in re.split(r"(\{[ab]\})", template):
        if piece in ("{a}", "{b}"):
            printed, cited = references["{a}{b}".index(piece) // 3]
            parts += printed
            citations += cited
        elif piece:
            parts.append(piece)
    return tuple(parts), tuple(citations)
