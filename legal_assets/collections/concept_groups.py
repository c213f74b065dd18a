"""Concepts made of groups of another's forms: their pages, found again, and how they are written.

Belongs here: what a SPLIT does to facts. Does not belong here: who says it (`concept_check.py`), mining (`facts.py`).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import polars as pl

from legal_assets.collections.form_pages import form_pages
from legal_assets.collections.mentions import normalised
from legal_assets.collections.wordings import pattern_of
from legal_assets.schemas.conjunctive import FACTS

Groups = Sequence[tuple[str, ...]]


class Split(NamedTuple):
    """Facts after concepts were split, and groups that became no concept since they have no long form."""

    facts: pl.DataFrame
    short_alone: list[tuple[str, tuple[str, ...]]]


def split_concepts(facts: pl.DataFrame, pages: pl.DataFrame, groups: Mapping[str, Groups]) -> Split:
    """Return facts in which each group of forms is a concept of its own, with the pages of its own forms.

    The group that has the concept's own name keeps it; others are named by their shortest long form, and written as
    their pages print it most often.

    Args:
        facts: frame of the contract `facts`.
        pages: `doc_id`, `page` and `text` without running heads.
        groups: groups of forms, by concept.
    """
    named = [(concept, group, name_of(concept, group)) for concept, each in groups.items() for group in each]
    short_alone = [(concept, group) for concept, group, name in named if name is None]
    rows = [(concept, name, form) for concept, group, name in named if name is not None for form in group]
    forms = pl.DataFrame(rows, schema={"old": pl.String, "concept": pl.String, "form": pl.String}, orient="row")
    found = form_pages(pages, forms.select("concept", "form"))
    once = facts.select("corpus", "concept", "phrase", "kind").unique(["corpus", "concept"])
    known = once.rename({"concept": "old"}).join(forms.select("old", "concept").unique(), on="old")
    written = _written(known, forms, found, pages)
    parts = (
        found.group_by("doc_id", "concept")
        .agg(pl.col("form").unique().sort().alias("forms"), pl.col("page").unique().sort().alias("pages"))
        .join(known.drop("phrase"), on="concept")
        .join(written, on="concept")
    )
    kept = facts.filter(~pl.col("concept").is_in(list(groups)))
    return Split(FACTS.conform(pl.concat([kept, parts.select(kept.columns).cast(kept.schema)])), short_alone)


def name_of(concept: str, group: Sequence[str]) -> str | None:
    """Return the name of a group: the concept's own if that is a form, else its shortest long form, or None."""
    if concept in group:
        return concept
    long_forms = sorted((form for form in group if form == form.lower()), key=lambda form: (len(form), form))
    return long_forms[0] if long_forms else None


def _written(known: pl.DataFrame, forms: pl.DataFrame, found: pl.DataFrame, pages: pl.DataFrame) -> pl.DataFrame:
    """Return `concept` and `phrase`: the old phrase where it is a form of the group, else what its pages print."""
    keyed = known.with_columns(normalised(known["phrase"]).alias("form")).join(
        forms.with_columns(own=True), on=["old", "concept", "form"], how="left"
    )
    rows = []
    for concept, phrase, own in keyed.sort("concept").select("concept", "phrase", "own").iter_rows():
        if own:
            rows.append((concept, phrase))
            continue
        of_group = forms.filter(pl.col("concept") == concept)["form"].to_list()
        pattern = pattern_of([form for form in of_group if form == form.lower()])
        texts = pages.join(found.filter(pl.col("concept") == concept), on=["doc_id", "page"], how="semi")["text"]
        printed = Counter(" ".join(words.split()) for text in texts for words in pattern.findall(text))
        # Ligatures and the like may hide what the search of words finds: then the words of the name are written.
        rows.append((concept, min(printed, key=lambda words: (-printed[words], words), default=concept)))
    return pl.DataFrame(rows, schema={"concept": pl.String, "phrase": pl.String}, orient="row")
