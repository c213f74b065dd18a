"""The check of concepts: a model says whether the forms of a concept mean one thing.

Belongs here: which concepts are asked about, what is shown of them, and what becomes of each verdict. Does not belong
here: the pages of split concepts (`concept_groups.py`), asking (`inquiries.py`).
"""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Literal, NamedTuple

import polars as pl

from legal_assets.collections.concept_groups import split_concepts
from legal_assets.collections.conditions import Limits, usable_facts
from legal_assets.collections.form_pages import form_pages
from legal_assets.collections.inquiries import Inquiry, Judge, Reading, Reply, Shape, inquire
from legal_assets.collections.prompt_files import as_material, prompt_of
from legal_assets.collections.verdict_rows import Row, reject_row, unusable, verdict_row
from legal_assets.collections.verdicts import ClusterVerdict, valid_groups
from legal_assets.collections.wordings import pattern_of, stretches

PROMPT = "concept"
STRETCHES = 2
"""Documents of which a stretch is shown for each form."""
AROUND = 200
"""Characters shown on each side of a form."""
MOST_FORMS = 20


class ConceptAnswer(Shape):
    """What is asked for."""

    verdict: Literal["KEEP", "SPLIT", "REJECT"]
    groups: list[list[str]]


class CheckedConcepts(NamedTuple):
    """Facts with split concepts, concepts that may be no condition, rows of `condition_verdicts` and `rejects`."""

    facts: pl.DataFrame
    left_out: frozenset[str]
    verdicts: list[Row]
    rejects: list[Row]


def check_concepts(
    corpus: str, facts: pl.DataFrame, pages: pl.DataFrame, limits: Limits, judge: Judge
) -> CheckedConcepts:
    """Return what a model leaves of the concepts of several forms that could be conditions.

    KEEP changes nothing, SPLIT makes a concept of each group, REJECT leaves the concept out of conditions, and so does
    an answer that cannot be used. A concept of one form is not asked about.

    Args:
        corpus: key of the corpus.
        facts: frame of the contract `facts`.
        pages: `doc_id`, `page` and `text` without running heads.
        limits: what makes a concept a usable condition.
        judge: who is asked.

    Raises:
        MessagesError: as `inquire` says.
        SpendingCapError: as `inquire` says.
    """
    asked = concepts_of_several_forms(facts, limits)
    shown = _shown(pages, asked)
    inquiries = [
        Inquiry(concept, question(phrase, forms, shown.get(concept, ())), partial(_read, forms))
        for concept, phrase, forms in asked.iter_rows()
    ]
    replies = inquire(judge, prompt_of(PROMPT), ConceptAnswer, inquiries)
    said = dict(zip(asked["concept"], replies, strict=True))
    groups = {concept: reply.value.groups for concept, reply in said.items() if _splits(reply) and reply.value}
    split = split_concepts(facts, pages, groups) if groups else None
    rejects = [row for concept, reply in said.items() for row in _rejects(corpus, concept, reply)]
    for concept, group in split.short_alone if split else ():
        detail = f"{', '.join(group)} of {concept}: a short form counts only beside a long form"
        rejects.append(reject_row(corpus, f"{concept}/{group[0]}", "no_long_form", detail))
    return CheckedConcepts(
        split.facts if split else facts,
        frozenset(concept for concept, reply in said.items() if _leaves_out(reply)),
        [_row(corpus, concept, reply) for concept, reply in said.items()],
        rejects,
    )


def concepts_of_several_forms(facts: pl.DataFrame, limits: Limits) -> pl.DataFrame:
    """Return `concept`, `phrase` and `forms` of the concepts that could be conditions and have several forms."""
    usable = usable_facts(facts, limits).select("concept").unique()
    return (
        facts.join(usable, on="concept", how="semi")
        .group_by("concept", "phrase")
        .agg(pl.col("forms").list.explode().unique().sort())
        .filter(pl.col("forms").list.len() > 1)
        .sort("concept")
    )


def question(phrase: str, forms: Sequence[str], texts: Sequence[str]) -> str:
    """Return the user message; nothing in it can close its brackets."""
    concept = json.dumps({"concept": phrase, "forms": list(forms)}, ensure_ascii=False)
    parts = [f"<concept>\n{as_material(concept)}\n</concept>"]
    parts += [f"<text>\n{as_material(text.strip())}\n</text>" for text in texts]
    return "\n".join(parts)


def _shown(pages: pl.DataFrame, asked: pl.DataFrame) -> Mapping[str, list[str]]:
    """Return stretches of pages by concept: for each form the first page of the first documents that have it."""
    forms = asked.select("concept", pl.col("forms").list.head(MOST_FORMS).alias("form")).explode("form")
    if forms.is_empty():
        return {}
    first = (
        form_pages(pages, forms)
        .group_by("concept", "form", "doc_id", maintain_order=True)
        .agg(pl.col("page").min())
        .filter(pl.int_range(pl.len()).over("concept", "form") < STRETCHES)
        .join(pages, on=["doc_id", "page"])
        .sort("concept", "form", "doc_id")
    )
    shown: dict[str, list[str]] = {}
    for concept, form, text in first.select("concept", "form", "text").iter_rows():
        shown.setdefault(concept, []).append(stretches(text, [pattern_of([form])], AROUND))
    return {concept: list(dict.fromkeys(texts)) for concept, texts in shown.items()}


def _read(forms: Sequence[str], answer: ConceptAnswer) -> Reading[ClusterVerdict]:
    verdict = ClusterVerdict(answer.verdict, tuple(tuple(group) for group in answer.groups))
    return Reading(verdict, () if valid_groups(forms, verdict) is not None else ("no_partition",))


def _splits(reply: Reply[ClusterVerdict]) -> bool:
    return reply.is_valid and reply.value is not None and reply.value.verdict == "SPLIT"


def _leaves_out(reply: Reply[ClusterVerdict]) -> bool:
    return not reply.is_valid or (reply.value is not None and reply.value.verdict == "REJECT")


def _rejects(corpus: str, concept: str, reply: Reply[ClusterVerdict]) -> list[Row]:
    if not reply.is_valid:
        return [reject_row(corpus, concept, f"concept_{reply.faults[0]}", unusable(reply))]
    if _leaves_out(reply):
        return [reject_row(corpus, concept, "concept_rejected", f"{reply.model} says REJECT")]
    return []


def _row(corpus: str, concept: str, reply: Reply[ClusterVerdict]) -> Row:
    verdict, groups = (reply.value.verdict, reply.value.groups) if reply.value else (None, ())
    parts = [list(group) for group in groups]
    return verdict_row(corpus, "clusters", reply, first=True, concept=concept, verdict=verdict, groups=parts)
