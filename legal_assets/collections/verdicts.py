"""Verdicts on concepts and items by somebody who reads: when they are valid, and what follows from them.

Belongs here: partitions of forms, and which items are confirmed. Does not belong here: who gives verdicts
(`concept_check.py`, `item_check.py`), and the table of them (`verdict_rows.py`).
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import polars as pl

from legal_assets.collections.conditions import Judged
from legal_assets.schemas import REJECTS

_PAIR = ("query_id", "candidate_id")


class ClusterVerdict(NamedTuple):
    """Whether the forms of a concept mean one thing: KEEP, REJECT, or SPLIT into groups that do."""

    verdict: Literal["KEEP", "SPLIT", "REJECT"]
    groups: tuple[tuple[str, ...], ...] = ()


class ItemVerdict(NamedTuple):
    """Whether pages of a document meet a condition, and the words that say so."""

    meets: bool
    evidence: str


def valid_groups(forms: Sequence[str], verdict: ClusterVerdict) -> list[tuple[str, ...]] | None:
    """Return the groups of forms that a verdict leaves, none for REJECT, and None if a SPLIT is no partition.

    The groups of a SPLIT must be two or more, none empty, and hold every form exactly once and nothing else.

    Args:
        forms: forms of the concept.
        verdict: what the judge said.
    """
    if verdict.verdict == "KEEP":
        return [tuple(forms)]
    if verdict.verdict == "REJECT":
        return []
    named = [form for group in verdict.groups for form in group]
    is_partition = len(verdict.groups) > 1 and all(verdict.groups) and sorted(named) == sorted(set(forms))
    return list(verdict.groups) if is_partition else None


def keep_confirmed(corpus: str, judged: Judged, verdicts: pl.DataFrame) -> tuple[Judged, pl.DataFrame]:
    """Return the items that verdicts confirm in full, and rejects for the others; frame of the contract `rejects`.

    An item is a query with all its judged documents. Every document and condition must have a verdict, and it must say
    what the mining found: met where pages are stored, not met where none are. One mismatch removes the whole item.

    Args:
        corpus: key of the corpus.
        judged: queries and judged documents.
        verdicts: `query_id`, `candidate_id`, `condition`, `meets`.
    """
    wanted = judged.grades.select(_PAIR).join(judged.conditions.select("query_id", "condition"), on="query_id")
    key = [*_PAIR, "condition"]
    mined = wanted.join(judged.pages.select(*key, mined=pl.lit(value=True)), on=key, how="left").with_columns(
        pl.col("mined").fill_null(value=False)
    )
    both = mined.join(verdicts.select(*key, "meets"), on=key, how="left")
    wrong = both.filter(~(pl.col("mined") == pl.col("meets")).fill_null(value=False)).sort(key)
    named = (
        pl.when(pl.col("meets").is_null())
        .then(pl.format("{} has no verdict on condition {}", "candidate_id", "condition"))
        .otherwise(pl.format("{} is judged otherwise than mined on condition {}", "candidate_id", "condition"))
    )
    rejects = (
        wrong.group_by("query_id", maintain_order=True)
        .agg(named.first().alias("detail"))
        .select(
            pl.lit(corpus).alias("corpus"),
            pl.lit("collections").alias("room"),
            pl.col("query_id").alias("record_id"),
            pl.lit("not_confirmed").alias("reason"),
            "detail",
        )
    )
    kept = (frame.join(wrong.select("query_id").unique(), on="query_id", how="anti") for frame in judged)
    return Judged(*kept), REJECTS.conform(rejects)
