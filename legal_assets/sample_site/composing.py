"""The words of a generated judgment.

Here belongs turning a plan into paragraphs: which template where, with which words in its slots. Templates
are in `vocabulary/`, citing paragraphs in `restating.py`, mark-up in the modules of the eras.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from legal_assets.sample_site.eras import REPORT_ERAS
from legal_assets.sample_site.grammar import as_sentences, expand
from legal_assets.sample_site.judgment import Block, Citation, Heading, Judgment, Paragraph, Part
from legal_assets.sample_site.layout import Kind
from legal_assets.sample_site.plan import Plan, Planner
from legal_assets.sample_site.restating import Restater
from legal_assets.sample_site.slots import Scene, name_words
from legal_assets.sample_site.typesetting import bind, unbind
from legal_assets.sample_site.vocabulary import read_frame, read_topics
from legal_assets.sample_site.wording import DASH, WORDINGS

_FIRST_EURO_YEAR = 1999
_TWO_STOPS = re.compile(r"\.\.(?=\s|$)")
_HEADINGS = {
    Kind.LAW: (1, "law"),
    Kind.FACTS: (1, "facts"),
    Kind.RELEVANCE: (2, "admissibility"),
    Kind.TOPIC: (2, "substance"),
}


def compose(planner: Planner, index: int) -> Judgment:
    """Write the judgment with that index."""
    return _Composer(planner, planner.plan(index)).write()


def compose_head(planner: Planner, index: int) -> Judgment:
    """The same judgment without its paragraphs, for a fraction of the work."""
    return _Composer(planner, planner.plan(index)).write_head()


class _Composer:
    """Writes one judgment; templates of a kind are dealt like cards, so that none comes twice in a row."""

    def __init__(self, planner: Planner, plan: Plan) -> None:
        self.plan = plan
        self.random = planner.random(plan.index, "words")
        self.topic = read_topics()[plan.topic][plan.language]
        self.frame = read_frame(plan.language)
        self.wording = WORDINGS[plan.language]
        self.restater = Restater(planner, plan)
        self.decks: dict[str, list[str]] = {}
        words = name_words(self.topic, plan.choices, is_restated=False)
        self.keywords = list(words.values())[:3]
        words |= name_words(self.frame, plan.choices, is_restated=False)
        first = plan.rules[0]
        words["own"] = str(first.paragraphs[0])
        words["holding"] = expand(self.topic.rules[first.rule].holding, words, self.random)
        self.scene = Scene(plan, words, self.random)
        words["question"] = self.deal("question")
        self.scene = Scene(plan, words, self.random)

    def write(self) -> Judgment:
        head = self.write_head()
        costs = Paragraph(len(self.plan.layout) + 1, (Block((self.typeset(self.wording.costs),)),))
        return replace(head, body=(*self.write_body(), Heading(1, self.wording.costs_heading), costs))

    def write_head(self) -> Judgment:
        plan, cast, wording = self.plan, self.plan.cast, self.wording
        words = f" {DASH} ".join(text[:1].upper() + text[1:] for text in self.keywords)
        government = "le gouvernement {}" if plan.language == "fr" else "the {} Government"
        commission = "la Commission européenne" if plan.language == "fr" else "the European Commission"
        return Judgment(
            decision=plan.decision,
            language=plan.language,
            formation=cast.formation,
            parties=(cast.claimant, cast.defendant),
            referring_court=cast.court,
            referred=wording.print_date(plan.decision.decided.replace(year=plan.lodged, day=3)),
            received=wording.print_date(plan.decision.decided.replace(year=plan.lodged, day=21)),
            judges=wording.join(cast.judges),
            advocate_general=cast.advocate_general,
            language_of_case=cast.country.language,
            keywords=self.typeset(f"{self.topic.subject} {DASH} {self.scene['act']} {DASH} {words}"),
            observations=(cast.claimant, government.format(self.scene["country_adjective"]), commission),
            body=(),
            operative=(self.typeset(self.deal("ruling")),),
        )

    def write_body(self) -> Iterator[Heading | Paragraph]:
        before: Kind | None = None
        has_parts = Kind.RELEVANCE in self.plan.layout
        for number, kind in enumerate(self.plan.layout, start=1):
            if kind is Kind.RELEVANCE or (kind is Kind.TOPIC and not has_parts):
                yield Heading(1, self.frame.headings["answer"])
            if kind in _HEADINGS and kind is not before and (has_parts or kind is not Kind.TOPIC):
                level, name = _HEADINGS[kind]
                yield Heading(level, self.frame.headings[name])
            yield self.write_paragraph(number, kind)
            before = kind

    def write_paragraph(self, number: int, kind: Kind) -> Paragraph:
        if kind is Kind.CITING:
            parts, citations = self.restater.write(self.random)
            follow = self.random.choice(("application", "application", "joined"))
            return self.set(number, [("", (*parts, f" {self.deal(follow)}"))], citations)
        if kind is Kind.REFERRAL:
            items = [("(1)", (self.deal("first_question"),)), ("(2)", (self.deal("second_question"),))]
            return self.set(number, [("", (self.deal("referral"),)), *items])
        return self.set(number, [("", (self.write_plainly(number, kind),))])

    def write_plainly(self, number: int, kind: Kind) -> str:
        """The text of a paragraph which cites nothing."""
        match kind:
            case Kind.RULE | Kind.SECOND_RULE:
                return self.state_rule(number, kind)
            case Kind.RELEVANCE:
                rule = self.frame.rules[0]
                return f"{as_sentences(self.fill(self.random.choice(rule.said)))} {self.deal('support')}"
            case Kind.OPENING | Kind.PROCEEDINGS | Kind.TOPIC | Kind.OPINION | Kind.ANSWER:
                return self.deal("topic_intro" if kind is Kind.TOPIC else kind.name.lower())
            case Kind.APPLICATION:
                return f"{self.deal('application')} {self.deal('support')}"
            case _:
                return self.deal(kind.name.lower())

    def state_rule(self, number: int, kind: Kind) -> str:
        """The first paragraph of a rule ends with a detail of its own, the second gives more reasons."""
        planned = next(rule for rule in self.plan.rules if number in rule.paragraphs)
        lexicon = self.frame if planned.is_general else self.topic
        said = lexicon.rules[planned.rule].said
        if kind is Kind.RULE:
            detail = name_words(self.frame, planned.choices, is_restated=False)
            end = expand(self.random.choice(self.frame.fill["detail_said"]), detail, self.random)
            return f"{as_sentences(self.fill(said[planned.variant]))} {end}"
        if len(said) == 1:
            return self.deal("opinion")
        again = said[(planned.variant + 1) % len(said)]
        return f"{as_sentences(self.fill(again))} {self.deal('support')}"

    def deal(self, name: str) -> str:
        """The next template of a kind, filled; the deck is shuffled anew when all have been dealt."""
        deck = self.decks.setdefault(name, [])
        if not deck:
            deck += self.topic.fill.get(name) or self.frame.fill[name]
            self.random.shuffle(deck)
        text = self.fill(deck.pop())
        return text if name == "question" else as_sentences(text)

    def fill(self, template: str) -> str:
        return expand(template, self.scene, self.random)

    def set(
        self, number: int, blocks: list[tuple[str, tuple[Part, ...]]], citations: tuple[Citation, ...] = ()
    ) -> Paragraph:
        """Make a paragraph of labelled runs of text, typeset as the era does."""
        typeset_blocks = tuple(
            Block(tuple(self.typeset(part) if isinstance(part, str) else part for part in parts), label)
            for label, parts in blocks
        )
        return Paragraph(number, typeset_blocks, citations)

    def typeset(self, text: str) -> str:
        """No-break signs in current eras only, and the currency of the time."""
        text = _TWO_STOPS.sub(".", text)
        if self.plan.lodged < _FIRST_EURO_YEAR:
            text = text.replace("EUR ", "ECU ").replace(" euros", " écus")
        text = bind(text, self.plan.language)
        return unbind(text) if self.plan.era in REPORT_ERAS else text
