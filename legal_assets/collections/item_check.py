"""The check of items: a model says which conditions the pages of a judged document meet, and quotes the words.

Belongs here: what is shown of a document, and when an answer is valid. Does not belong here: which items stay
(`verdicts.py`), asking (`inquiries.py`).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import polars as pl

from legal_assets.collections.conditions import Judged
from legal_assets.collections.inquiries import Inquiry, Judge, Reading, Reply, Shape, inquire
from legal_assets.collections.prompt_files import as_material, prompt_of
from legal_assets.collections.verdict_rows import Row, verdict_row
from legal_assets.collections.verdicts import ItemVerdict
from legal_assets.collections.wordings import pattern_of, stand_in, stretches, words_of

PROMPT = "item"
PAGES_EACH = 2
"""Pages of a condition that are shown, its first ones."""
AROUND = 1500
"""Characters shown on each side of a condition in a page."""
MOST_FORMS = 10
LEAST_WORDS = 2
_PAIR = ("query_id", "candidate_id")


class ConditionAnswer(Shape):
    """What is asked for of one condition."""

    condition: int
    meets: bool
    quotation: str


class ItemAnswer(Shape):
    """What is asked for."""

    conditions: list[ConditionAnswer]


class Condition(NamedTuple):
    """A condition as it is shown."""

    number: int
    concept: str
    phrase: str
    forms: tuple[str, ...]


Met = Mapping[int, Sequence[int]]
"""Pages that the mining found, by condition."""


class CheckedItems(NamedTuple):
    """Valid verdicts as `keep_confirmed` reads them, and rows of `condition_verdicts`."""

    valid: pl.DataFrame
    verdicts: list[Row]


def check_items(corpus: str, judged: Judged, forms: pl.DataFrame, pages: pl.DataFrame, judge: Judge) -> CheckedItems:
    """Return what a model says of every judged document of every query.

    One question for each query and judged document shows all conditions, and pages that the mining found for any of
    them, not which one for which; so a condition that was found on no page is looked for on pages of the others.

    Args:
        corpus: key of the corpus.
        judged: queries and judged documents.
        forms: `concept` and `forms`.
        pages: `doc_id`, `page` and `text` without running heads.
        judge: who is asked.

    Raises:
        MessagesError: as `inquire` says.
        SpendingCapError: as `inquire` says.
    """
    asked = conditions_of(judged.conditions, forms)
    items = list(_items(judged))
    texts = _texts(items, pages)
    inquiries = []
    for query, document, met in items:
        shown = show(asked[query], met, {page: texts[document, page] for page in pages_shown(met)})
        read = partial(read_answer, asked[query], list(shown.values()))
        inquiries.append(Inquiry(f"{query}/{document}", question(asked[query], shown), read))
    replies = inquire(judge, prompt_of(PROMPT), ItemAnswer, inquiries)
    rows = [
        row
        for (query, document, _), reply in zip(items, replies, strict=True)
        for row in _rows(corpus, query, document, asked[query], reply)
    ]
    schema = {"query_id": pl.String, "candidate_id": pl.String, "condition": pl.Int32, "meets": pl.Boolean}
    said = [{name: row[name] for name in schema} for row in rows if row["is_valid"]]
    return CheckedItems(pl.DataFrame(said, schema=schema), rows)


def conditions_of(conditions: pl.DataFrame, forms: pl.DataFrame) -> dict[str, list[Condition]]:
    """Return the conditions of each query, in order.

    Args:
        conditions: `query_id`, `condition`, `concept`, `phrase`.
        forms: `concept` and `forms`.
    """
    ordered = conditions.join(forms, on="concept").sort("query_id", "condition")
    found: dict[str, list[Condition]] = {}
    columns = ("query_id", "condition", "concept", "phrase", "forms")
    for query, number, concept, phrase, named in ordered.select(columns).iter_rows():
        found.setdefault(query, []).append(Condition(number, concept, phrase, tuple(named)))
    return found


def pages_shown(met: Met) -> list[int]:
    """Return the pages of a document that are shown: the first ones of each condition that the mining found."""
    return sorted({page for pages in met.values() for page in sorted(pages)[:PAGES_EACH]})


def show(conditions: Sequence[Condition], met: Met, texts: Mapping[int, str]) -> dict[int, str]:
    """Return pages as they are shown: cut to what stands around the conditions that they were found for.

    Args:
        conditions: conditions of the query.
        met: what the mining found.
        texts: whole texts of the pages that are shown.
    """
    return {
        page: stretches(
            text, [pattern_of(each.forms) for each in conditions if page in met.get(each.number, ())], AROUND
        )
        for page, text in sorted(texts.items())
    }


def question(conditions: Sequence[Condition], shown: Mapping[int, str]) -> str:
    """Return the user message; nothing in it can close its brackets."""
    asked = [{"condition": each.number, "phrase": each.phrase, "forms": each.forms[:MOST_FORMS]} for each in conditions]
    parts = [f"<conditions>\n{as_material(json.dumps(asked, ensure_ascii=False))}\n</conditions>"]
    parts += [f'<page number="{page}">\n{as_material(text.strip())}\n</page>' for page, text in shown.items()]
    return "\n".join(parts)


def read_answer(
    conditions: Sequence[Condition], texts: Sequence[str], answer: ItemAnswer
) -> Reading[dict[int, ItemVerdict]]:
    """Return the verdicts of an answer; each condition once, and a quotation that a page shown has where one is met."""
    said = {each.condition: ItemVerdict(each.meets, each.quotation.strip()) for each in answer.conditions}
    wanted = [each.number for each in conditions]
    if sorted(each.condition for each in answer.conditions) != sorted(wanted):
        return Reading(said, ("other_conditions",))
    quoted = [words_of(verdict.evidence) for verdict in said.values() if verdict.meets]
    stand = all(len(words) >= LEAST_WORDS and any(stand_in(words, text) for text in texts) for words in quoted)
    return Reading(said, () if stand else ("quotation_not_shown",))


def _items(judged: Judged) -> Iterator[tuple[str, str, Met]]:
    grouped = judged.pages.sort(*_PAIR, "condition").group_by(_PAIR, maintain_order=True)
    for query, document, numbers, pages in grouped.agg("condition", "pages").iter_rows():
        yield query, document, dict(zip(numbers, pages, strict=True))


def _texts(items: Sequence[tuple[str, str, Met]], pages: pl.DataFrame) -> dict[tuple[str, int], str]:
    """Return the texts of all pages that are shown."""
    wanted = {(document, page) for _, document, met in items for page in pages_shown(met)}
    keys = pl.DataFrame(sorted(wanted), schema={"doc_id": pl.String, "page": pl.Int32}, orient="row")
    found = pages.join(keys, on=["doc_id", "page"], how="semi").select("doc_id", "page", "text")
    return {(document, page): text for document, page, text in found.iter_rows()}


def _rows(
    corpus: str, query: str, document: str, conditions: Sequence[Condition], reply: Reply[dict[int, ItemVerdict]]
) -> Iterator[Row]:
    for each in conditions:
        said = (reply.value or {}).get(each.number)
        counts = said is not None and reply.is_valid
        yield verdict_row(
            corpus,
            "items",
            reply,
            each.number,
            first=each is conditions[0],
            concept=each.concept,
            query_id=query,
            candidate_id=document,
            meets=said.meets if said and counts else None,
            evidence=(said.evidence or None) if said else None,
        )
