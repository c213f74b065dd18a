"""Written commentaries of the Swiss kind: which exist, what each says, and which rulings its notes cite.

Here belong the plan, the words and the answers of the interface. Which address gets which belongs to `swiss_site.py`.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from html import escape
from random import Random
from typing import Any
from urllib.parse import quote
from uuid import UUID

from legal_assets.sample_site.swiss_rulings import RulingPlan, SwissRulings, reference
from legal_assets.sample_site.swiss_words import Subject, read_words

DOCUMENTS = 15
NOTES = 10
FIRST_DAY = date(2024, 2, 1)
SLOTS = ("de", "de", "fr", "de", "de", "it", "de", "de", "fr", "de", "de", "fr", "de", "de", "de")
GERMAN_IN_FRENCH_SLOT = 11
"""A commentary that is filed under French and written in German, as happens at the source."""


@dataclass(frozen=True)
class CommentaryPlan:
    """What decides a commentary, without its words."""

    index: int
    subject: Subject
    article: int
    slot: str
    language: str
    author: str
    date: date

    @property
    def key(self) -> str:
        """Its id at the source."""
        return str(UUID(int=Random(f"commentary-{self.index}").getrandbits(128), version=4))  # noqa: S311  # writes texts, keeps no secret

    @property
    def slug(self) -> str:
        """Its short name, such as `or259`."""
        return f"{self.subject.acts['de'].lower()}{self.article}"


@dataclass(frozen=True)
class MarginNumber:
    """A numbered paragraph: idea and object, the rulings cited with their considerations, None for the whole ruling."""

    number: int
    idea: int
    item: int
    cited: tuple[tuple[RulingPlan, str | None], ...]


class SwissCommentaries:
    """The commentaries of a sample, `15 * scale` of them, on the rulings of the same sample."""

    def __init__(self, rulings: SwissRulings, scale: int, seed: int) -> None:
        """Plan the commentaries of a scale; another seed gives other ones."""
        self.rulings = rulings
        self.scale = scale
        self.seed = seed

    @cached_property
    def plans(self) -> tuple[CommentaryPlan, ...]:
        """Every commentary."""
        return tuple(self._plan(index) for index in range(DOCUMENTS * self.scale))

    @cached_property
    def by_key(self) -> dict[str, CommentaryPlan]:
        """The commentaries by their id at the source."""
        return {plan.key: plan for plan in self.plans}

    def margin_numbers(self, plan: CommentaryPlan) -> Iterator[MarginNumber]:
        """The paragraphs of a commentary; the last cites nothing."""
        random = Random(f"{self.seed}-notes-{plan.index}")  # noqa: S311  # writes texts, keeps no secret
        items = len(read_words().objects)
        for number in range(1, NOTES + 1):
            idea, item = number % len(plan.subject.ideas), (number * 3 + plan.index) % items
            known = self.rulings.by_topic.get((plan.subject.key, item), [])
            chosen = random.sample(known, min(len(known), 1 + random.randrange(2)))
            cited = tuple((each, each.label(idea) if random.random() < 0.85 else None) for each in chosen)
            yield MarginNumber(number, idea, item, cited if number < NOTES else ())

    def answer(self, plan: CommentaryPlan, base_url: str, revision: int = 0) -> bytes:
        """The answer of the interface on one commentary."""
        content = f"<h2>I. {escape(read_words().frame['heading'][plan.language])}</h2>"
        content += "".join(self._paragraph(plan, each) for each in self.margin_numbers(plan))
        data = self.entry(plan, base_url, revision) | {
            "suggested_citation_long": None,
            "suggested_citation_short": None,
            "content": content,
            "legal_text": None,
        }
        return _json({"data": data})

    def page(self, plan: CommentaryPlan, base_url: str, revision: int = 0) -> bytes:
        """The site's page of one commentary, for readers without the interface."""
        data = json.loads(self.answer(plan, base_url, revision))["data"]
        day = date.fromisoformat(data["date"])
        return (
            f'<!DOCTYPE html>\n<html lang="{plan.slot}"><head><title>{escape(data["title"])}</title>\n'
            f'<meta property="og:url" content="{data["html_link"]}"></head>\n<body>\n<commentary :data="{{\n'
            f"  id: '{plan.key}',\n  slug: '{plan.slug}',\n  title: '{escape(data['title'])}',\n"
            f"  date: '{day:%d.%m.%Y}',\n  locale: '{plan.slot}',\n}}\">\n"
            f"<template #content>{data['content']}</template>\n</commentary></body></html>\n"
        ).encode()

    def listing(self, plans: Sequence[CommentaryPlan], page: int, base_url: str, revised: dict[str, int]) -> bytes:
        """A page of the list of commentaries, fifty a page."""
        size = 50
        last = max(1, -(-len(plans) // size))
        shown = plans[(page - 1) * size : page * size]
        address = f"{base_url}/api/commentaries"
        return _json(
            {
                "data": [self.entry(plan, base_url, revised.get(plan.key, 0)) for plan in shown],
                "links": {
                    "first": f"{address}?page=1",
                    "last": f"{address}?page={last}",
                    "prev": f"{address}?page={page - 1}" if page > 1 else None,
                    "next": f"{address}?page={page + 1}" if page < last else None,
                },
                "meta": {"current_page": page, "last_page": last, "per_page": size, "total": len(plans)},
            }
        )

    def entry(self, plan: CommentaryPlan, base_url: str, revision: int = 0) -> dict[str, Any]:
        """What the list says of a commentary."""
        act = plan.subject.acts[plan.slot]
        return {
            "id": plan.key,
            "title": f"Art. {plan.article} {act}",
            "date": (plan.date + timedelta(days=revision)).isoformat(),
            "language": plan.slot,
            "authors": [{"id": plan.key[:8], "name": " ".join(reversed(plan.author.split()))}],
            "editors": [],
            "legislative_act": {"id": plan.subject.key, "title": act},
            "link": f"{base_url}/api/commentaries/{plan.key}",
            "html_link": f"{base_url}/{plan.slot}/kommentare/{plan.slug}",
            "pdf_link": f"{base_url}/{plan.slot}/kommentare/{plan.slug}/print",
            "additional_document_links": [],
        }

    def _plan(self, index: int) -> CommentaryPlan:
        words = read_words()
        subject = words.subjects[index % len(words.subjects)]
        slot = SLOTS[index % len(SLOTS)]
        language = "de" if index % DOCUMENTS == GERMAN_IN_FRENCH_SLOT else slot
        author = words.persons[index % len(words.persons)]
        article = subject.article + index // len(words.subjects)
        return CommentaryPlan(index, subject, article, slot, language, author, FIRST_DAY + timedelta(days=index % 300))

    def _paragraph(self, plan: CommentaryPlan, each: MarginNumber) -> str:
        words, language = read_words(), plan.language
        frame = words.frame["introduced"][language].replace("{obj}", words.objects[each.item][language])
        text = f"{plan.subject.ideas[each.idea].comment[language]} {frame}" if each.cited else ""
        text = text or words.frame["uncited"][language]
        cited = "; ".join(_linked(ruling, label, language) for ruling, label in each.cited)
        note = f"<footnote data-content='{cited}.'></footnote>" if cited else ""
        return f'<p id="p{each.number}"><span class="paragraph-nr">{each.number}</span> {escape(text)}{note}</p>'


def _linked(ruling: RulingPlan, label: str | None, language: str) -> str:
    """A citation whose numbers are a link, as the publisher sets them."""
    word, _, rest = reference(ruling, label, language).partition(" ")
    number = str(ruling.number)
    address = f"http://relevancy.bger.ch/php/clir/http/index.php?highlight_docid=atf://{ruling.number.key}:{language}"
    link = f'<a href="{quote(address, safe=":/?=&")}">{number}</a>'
    return f"{word} {rest.replace(number, link, 1)}"


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
