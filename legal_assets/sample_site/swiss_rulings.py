"""Written rulings of the Swiss kind: which exist, what each says, and which consideration holds which idea.

Here belong the plan and the words. Mark-up belongs to `swiss_pages.py`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from random import Random

from legal_assets.sample_site.swiss_words import LANGUAGES, Language, Subject, read_words

DOCUMENTS = 120
FIRST_VOLUME, VOLUMES = 140, 10
FIRST_VOLUME_YEAR = 1875
LANGUAGE_SHARES = (0.6, 0.3, 0.1)
PAGES_APART = 9
PARTIES = ("A.", "B.")


@dataclass(frozen=True)
class SampleNumber:
    """Volume, division and first page of a ruling."""

    volume: int
    division: str
    page: int

    @property
    def key(self) -> str:
        """As the court's site writes it in addresses: `148-I-1`."""
        return f"{self.volume}-{self.division}-{self.page}"

    def __str__(self) -> str:
        return f"{self.volume} {self.division} {self.page}"


@dataclass(frozen=True)
class RulingPlan:
    """What decides a ruling, without its words; `first` is the number of its first consideration."""

    index: int
    number: SampleNumber
    language: Language
    subject: Subject
    item: int
    first: int
    decided: date
    docket: str

    def label(self, idea: int) -> str:
        """The number of the consideration that holds an idea: two ideas below each of two top numbers."""
        return f"{self.first + 1 + idea // 2}.{1 + idea % 2}"


@dataclass(frozen=True)
class Consideration:
    """A printed number and its paragraphs; `page` begins inside the first one, if it is given."""

    label: str
    text: str
    page: int | None = None


class SwissRulings:
    """The rulings of a sample, `120 * scale` of them."""

    def __init__(self, scale: int, seed: int) -> None:
        """Plan the rulings of a scale; another seed gives other ones."""
        self.scale = scale
        self.seed = seed

    def __len__(self) -> int:
        return DOCUMENTS * self.scale

    @cached_property
    def plans(self) -> tuple[RulingPlan, ...]:
        """Every ruling, in the order in which they were decided."""
        words = read_words()
        pages: dict[tuple[int, str], int] = {}
        return tuple(
            self._plan(index, words.subjects[index % len(words.subjects)], pages) for index in range(len(self))
        )

    @cached_property
    def by_key(self) -> dict[str, RulingPlan]:
        """The rulings by the key in their address."""
        return {plan.number.key: plan for plan in self.plans}

    @cached_property
    def by_topic(self) -> dict[tuple[str, int], list[RulingPlan]]:
        """The rulings by subject and object, which is what commentaries choose by."""
        found: dict[tuple[str, int], list[RulingPlan]] = {}
        for plan in self.plans:
            found.setdefault((plan.subject.key, plan.item), []).append(plan)
        return found

    def considerations(self, plan: RulingPlan) -> list[Consideration]:
        """What a ruling says: an opening, its four ideas two by two, the result."""
        words, language = read_words(), plan.language
        random = Random(f"{self.seed}-ruling-words-{plan.index}")  # noqa: S311  # writes texts, keeps no secret
        item = words.objects[plan.item][language]
        article = plan.subject.provision(language)
        said = [Consideration(str(plan.first), _filled(words.frame["opening"][language], obj=item, article=article))]
        earlier = list(self._earlier(plan))
        for idea, each in enumerate(plan.subject.ideas):
            if idea % 2 == 0:
                examined = _filled(words.frame["examined"][language], article=article)
                said.append(Consideration(plan.label(idea).split(".", maxsplit=1)[0], examined))
            text = _filled(each.ruling[language], obj=item)
            if "{obj}" not in each.ruling[language]:
                text += " " + _filled(words.frame["introduced"][language], obj=item)
            if earlier and random.random() < 0.6:
                cited = random.choice(earlier)
                text += " " + _filled(words.frame["cites"][language], ref=reference(cited, cited.label(idea), language))
            page = plan.number.page + 1 if idea == 1 else plan.number.page + 2 if idea == 3 else None
            said.append(Consideration(plan.label(idea), text, page))
        said.append(Consideration(str(plan.first + 3), words.frame["result"][language]))
        return said

    def headnotes(self, plan: RulingPlan) -> Iterator[tuple[Language, str, str]]:
        """Language, line of provisions and text of the headnotes."""
        item = read_words().objects[plan.item]
        for language in LANGUAGES:
            mark = "E." if language == "de" else "consid."
            text = _filled(plan.subject.ideas[0].ruling[language], obj=item[language])
            yield language, plan.subject.provision(language), f"{text[:-1]} ({mark} {plan.label(0)})."

    def facts(self, plan: RulingPlan) -> list[tuple[str, str]]:
        """Letter and text of the facts."""
        frame, language = read_words().frame, plan.language
        item = read_words().objects[plan.item][language]
        first, second = PARTIES
        names = ("facts", "facts_more")
        return [
            (letter, _filled(frame[name][language], a=first, b=second, obj=item))
            for letter, name in zip(("A.", "B."), names, strict=True)
        ]

    def _earlier(self, plan: RulingPlan) -> Iterator[RulingPlan]:
        """Rulings on the same subject that were there before, the last five."""
        step = len(read_words().subjects)
        for index in range(plan.index - step, max(-1, plan.index - 5 * step - 1), -step):
            yield self.plans_before(index)

    def plans_before(self, index: int) -> RulingPlan:
        """The plan at a place; while plans are made they do not ask for one another."""
        return self.plans[index]

    def _plan(self, index: int, subject: Subject, pages: dict[tuple[int, str], int]) -> RulingPlan:
        random = Random(f"{self.seed}-ruling-{index}")  # noqa: S311  # writes texts, keeps no secret
        volume = FIRST_VOLUME + index * VOLUMES // len(self)
        shelf = volume, subject.division
        page = pages.get(shelf, 1)
        pages[shelf] = page + PAGES_APART
        items = len(read_words().objects)
        language: Language = random.choices(LANGUAGES, LANGUAGE_SHARES)[0]
        year = FIRST_VOLUME_YEAR - 1 + volume
        return RulingPlan(
            index,
            SampleNumber(volume, subject.division, page),
            language,
            subject,
            index // len(read_words().subjects) % items,
            random.choice((1, 2, 3)),
            date(year - 1 + random.randrange(2), random.randrange(1, 13), random.randrange(1, 29)),
            f"{ {'I': '1C', 'II': '2C', 'III': '4A', 'IV': '6B'}[subject.division] }_{1 + index}/{year - 1}",
        )


def reference(plan: RulingPlan, label: str | None, language: str) -> str:
    """A ruling as a text of a language cites it, with its consideration if that is given."""
    word, mark = {"de": ("BGE", "E."), "fr": ("ATF", "consid."), "it": ("DTF", "consid.")}[language]
    return f"{word} {plan.number}" + (f" {mark} {label}" if label else "")


def _filled(template: str, **words: str) -> str:
    for name, word in words.items():
        template = template.replace(f"{{{name}}}", word)
    return template.replace("..", ".")  # "A." may end a sentence
