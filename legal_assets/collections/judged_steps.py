"""Choosing conjunctive queries with a model that checks: concepts before, items and wordings after.

Belongs here: the order of its steps, and what each leaves to the next. Does not belong here: the steps
(`concept_check.py`, `item_check.py`, `paraphrases.py`).
"""

from typing import NamedTuple

import polars as pl

from legal_assets.collections.concept_check import check_concepts
from legal_assets.collections.conditions import Judged, Limits, choose_queries
from legal_assets.collections.conjunctive import texts_by_rule
from legal_assets.collections.inquiries import Judge
from legal_assets.collections.item_check import check_items, conditions_of
from legal_assets.collections.paraphrases import paraphrase
from legal_assets.collections.verdict_rows import Row
from legal_assets.collections.verdicts import keep_confirmed
from legal_assets.schemas import REJECTS
from legal_assets.schemas.conjunctive import CONDITION_VERDICTS


class Chosen(NamedTuple):
    """Facts as they are used, queries and judged documents, and frames of the contracts of these names."""

    facts: pl.DataFrame
    judged: Judged
    condition_verdicts: pl.DataFrame
    condition_rejects: pl.DataFrame


def forms_of(facts: pl.DataFrame) -> pl.DataFrame:
    """Return `concept`, `forms` in the corpus, and the number of `documents` of every concept."""
    return facts.group_by("concept").agg(
        pl.col("forms").list.explode().unique().sort().alias("forms"), pl.len().cast(pl.Int32).alias("documents")
    )


def choose_with(judge: Judge | None, corpus: str, facts: pl.DataFrame, pages: pl.DataFrame, limits: Limits) -> Chosen:
    """Return the queries of a corpus; without a judge those of the mining, else those that it leaves.

    Args:
        judge: model that checks, in the steps that it is asked for; None for none.
        corpus: key of the corpus.
        facts: frame of the contract `facts`.
        pages: `doc_id`, `page` and `text` without running heads.
        limits: which concepts are usable conditions.

    Raises:
        MessagesError: as `inquire` says.
        SpendingCapError: as `inquire` says.
    """
    if judge is None:
        return Chosen(facts, choose_queries(facts, limits), CONDITION_VERDICTS.empty(), REJECTS.empty())
    rows: list[Row] = []
    rejects: list[Row] = []
    left_out: frozenset[str] = frozenset()
    if "clusters" in judge.steps:
        checked = check_concepts(corpus, facts, pages, limits, judge)
        facts, left_out = checked.facts, checked.left_out
        rows += checked.verdicts
        rejects += checked.rejects
    judged = choose_queries(facts, limits, left_out)
    unconfirmed = REJECTS.empty()
    if "items" in judge.steps:
        items = check_items(corpus, judged, forms_of(facts), pages, judge)
        judged, unconfirmed = keep_confirmed(corpus, judged, items.valid)
        rows += items.verdicts
    if "paraphrases" in judge.steps:
        asked = conditions_of(judged.conditions, forms_of(facts))
        worded = paraphrase(corpus, asked, texts_by_rule(judged.conditions), judge)
        rows += worded.verdicts
        rejects += worded.rejects
    refused = pl.concat([REJECTS.frame(rejects), unconfirmed])
    return Chosen(facts, judged, CONDITION_VERDICTS.frame(rows), REJECTS.conform(refused))
