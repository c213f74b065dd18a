"""Conditions: which concepts of which documents make a conjunctive query, and which documents meet them.

Belongs here: choosing two or three facts of a document, the grades of all documents, and the gate of gold. Does not
belong here: the texts of queries (`conjunctive.py`), finding facts (`facts.py`).
"""

import itertools
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import polars as pl

from legal_assets.measures.assignment import NO_PAGE, can_be_distinct
from legal_assets.storage.digests import value_digest

SEED = 11


@dataclass(frozen=True, slots=True)
class Limits:
    """What makes a concept a usable condition, and how many queries a document gives."""

    fewest_documents: int = 2
    largest_share: float = 0.25
    """Of the documents; a concept that more of them mention tells them apart too little."""
    most_pages: int = 10
    """Pages of the concept in the document that a query is made of."""
    concepts: int = 12
    """Concepts of a document that are combined."""
    queries: int = 2
    """Queries of a document for each number of conditions."""
    most_gold: int = 10


class Judged(NamedTuple):
    """Conditions of queries, and documents judged for them."""

    conditions: pl.DataFrame
    """`query_id`, `condition` from 1, `concept`, `phrase`."""
    pages: pl.DataFrame
    """`query_id`, `candidate_id`, `condition`, `pages`."""
    grades: pl.DataFrame
    """`query_id`, `candidate_id`, `grade`, `is_gold`, `family`."""


def choose_queries(facts: pl.DataFrame, limits: Limits, left_out: Collection[str] = ()) -> Judged:
    """Return queries of two and three conditions with every document that meets at least one of them.

    A document's usable concepts are put into an order that looks random and is always the same, and the first of
    them combined. A combination is kept if the document is gold for it, no phrase is part of another, some other
    document meets some conditions without being gold, and gold are not too many. Equal combinations of several
    documents are one query.

    Args:
        facts: frame of the contract `facts`.
        limits: see `Limits`.
        left_out: concepts that are no conditions.
    """
    usable = _first_usable(facts, limits, left_out)
    pairs = _combined(usable, 2)
    triples = _combined(usable, 3)
    proposed = pl.concat([_proposed(each, limits.queries * 2) for each in (pairs, triples)])
    judged = judge(proposed.select("query_id", "condition", "concept", "phrase"), facts)
    own = proposed.select("query_id", pl.col("doc_id").alias("candidate_id"), "place").unique()
    return _kept(judged, own, limits)


def judge(conditions: pl.DataFrame, facts: pl.DataFrame) -> Judged:
    """Return the grades of every document that meets at least one condition of a query.

    The grade is the number of conditions that a document meets. It is gold if it meets all, no page meets all of them,
    and each condition can have a page of its own. Queries with equal gold documents are one family.

    Args:
        conditions: `query_id`, `condition`, `concept`, `phrase`; rows that repeat count once.
        facts: frame of the contract `facts`.
    """
    asked = conditions.unique().sort("query_id", "condition")
    met = asked.join(facts.select("doc_id", "concept", "pages"), on="concept").select(
        "query_id", pl.col("doc_id").alias("candidate_id"), "condition", "pages"
    )
    wanted = asked.group_by("query_id").len("wanted")
    counted = met.group_by("query_id", "candidate_id").agg(pl.len().alias("grade")).join(wanted, on="query_id")
    complete = counted.filter(pl.col("grade") == pl.col("wanted")).select("query_id", "candidate_id", "wanted")
    gold = _distinct(met.join(complete, on=["query_id", "candidate_id"]))
    families = (
        gold.sort("query_id", "candidate_id")
        .group_by("query_id", maintain_order=True)
        .agg(pl.col("candidate_id").str.join("\n").alias("golds"))
    )
    digests = {golds: f"family-{value_digest(golds)[:12]}" for golds in families["golds"].unique()}
    grades = (
        counted.join(gold.with_columns(is_gold=True), on=["query_id", "candidate_id"], how="left")
        .join(
            families.select(
                "query_id", pl.col("golds").replace_strict(digests, return_dtype=pl.String).alias("family")
            ),
            on="query_id",
            how="left",
        )
        .select("query_id", "candidate_id", "grade", pl.col("is_gold").fill_null(value=False), "family")
        .sort("query_id", "candidate_id")
    )
    return Judged(asked, met.sort("query_id", "candidate_id", "condition"), grades)


def _distinct(met: pl.DataFrame) -> pl.DataFrame:
    """Return the pairs whose conditions are met on distinct pages, and on no page together."""
    key = ["query_id", "candidate_id"]
    together = (
        met.explode("pages").group_by(*key, "pages").agg(pl.len().alias("met"), pl.col("wanted").first())
    ).filter(pl.col("met") == pl.col("wanted"))
    apart = met.join(together.select(key).unique(), on=key, how="anti")
    parts = [
        _matched(of_size, wanted)
        for (wanted,), of_size in apart.group_by("wanted", maintain_order=True)
        if isinstance(wanted, int)
    ]
    return pl.concat([apart.select(key).clear(), *parts])


def _matched(met: pl.DataFrame, wanted: int) -> pl.DataFrame:
    """Return the pairs whose conditions can each have a page of its own; the first pages of each are enough."""
    key = ["query_id", "candidate_id"]
    ordered = met.sort(*key, "condition")
    first = ordered["pages"].list.sort().list.head(wanted)
    padded = first.list.concat(pl.Series([[NO_PAGE] * wanted]).new_from_index(0, len(first))).list.head(wanted)
    pages = padded.explode().cast(pl.Int32).to_numpy().reshape(-1, wanted, wanted)
    pairs = ordered.select(key).unique(maintain_order=True)
    return pairs.filter(pl.Series(np.asarray(can_be_distinct(pages))))


def usable_facts(facts: pl.DataFrame, limits: Limits) -> pl.DataFrame:
    """Return the facts whose concept could be a condition of a query made of their document."""
    most = max(limits.fewest_documents, int(facts["doc_id"].n_unique() * limits.largest_share))
    return facts.with_columns(pl.len().over("concept").alias("documents")).filter(
        pl.col("documents").is_between(limits.fewest_documents, most)
        & (pl.col("pages").list.len() <= limits.most_pages)
    )


def _first_usable(facts: pl.DataFrame, limits: Limits, left_out: Collection[str]) -> pl.DataFrame:
    """Facts that may be conditions, the first of each document in an order that looks random."""
    usable = usable_facts(facts, limits).filter(~pl.col("concept").is_in(list(left_out)))
    keys = usable.select(pl.format("{}|{}|{}", pl.lit(SEED), "doc_id", "concept"))["literal"]
    place = pl.Series("place", [value_digest(key) for key in keys], dtype=pl.String)
    return (
        usable.with_columns(place)
        .sort("doc_id", "place")
        .filter(pl.int_range(pl.len()).over("doc_id") < limits.concepts)
        .select("doc_id", "concept", "phrase", "pages", pl.int_range(pl.len()).over("doc_id").alias("number"))
    )


def _combined(usable: pl.DataFrame, number: int) -> pl.DataFrame:
    """Return every combination of so many concepts of a document, one row a concept."""
    names = [f"number_{place}" for place in range(number)]
    rows = usable.select("doc_id", pl.col("number").alias(names[0]))
    for before, name in itertools.pairwise(names):
        rows = rows.join(usable.select("doc_id", pl.col("number").alias(name)), on="doc_id").filter(
            pl.col(name) > pl.col(before)
        )
    return (
        rows.with_row_index("combination")
        .unpivot(on=names, index=["combination", "doc_id"], value_name="number")
        .join(usable, on=["doc_id", "number"])
        .with_columns(pl.lit(number).alias("wanted"))
        .sort("combination", "concept")
    )


def _proposed(combined: pl.DataFrame, most: int) -> pl.DataFrame:
    """Return the first combinations of each document that it is gold for, as `query_id`, `condition` and so on."""
    if combined.is_empty():
        return pl.DataFrame(schema=_PROPOSED)
    met = combined.select(
        pl.col("combination").cast(pl.String).alias("query_id"), pl.col("doc_id").alias("candidate_id"), "wanted",
        pl.col("concept").alias("condition"), "pages",
    )  # fmt: skip
    gold = _distinct(met)["query_id"].cast(combined.schema["combination"])
    padded = pl.format(" {} ", "concept")
    nested = combined.join(combined.select("combination", other="concept"), on="combination").filter(
        (pl.col("concept") != pl.col("other")) & pl.format(" {} ", "other").str.contains(padded, literal=True)
    )
    kept = combined.filter(
        pl.col("combination").is_in(gold.implode()) & ~pl.col("combination").is_in(nested["combination"].implode())
    )
    named = kept.group_by("combination", "doc_id", maintain_order=True).agg(
        pl.col("concept").sort().str.join("\n").alias("concepts")
    )
    digests = pl.Series("query_id", [f"q-{value_digest(concepts)[:12]}" for concepts in named["concepts"]])
    first = (
        named.with_columns(digests.cast(pl.String))
        .sort("doc_id", "query_id")
        .with_columns(pl.int_range(pl.len()).over("doc_id").alias("place"))
        .filter(pl.col("place") < most)
    )
    return (
        kept.join(first.select("combination", "query_id", "place"), on="combination")
        .sort("query_id", "doc_id", "concept")
        .with_columns((pl.int_range(pl.len(), dtype=pl.Int32) + 1).over("query_id", "doc_id").alias("condition"))
        .select(*_PROPOSED)
    )


_PROPOSED = {
    "query_id": pl.String(),
    "doc_id": pl.String(),
    "place": pl.Int64(),
    "condition": pl.Int32(),
    "concept": pl.String(),
    "phrase": pl.String(),
}


def _kept(judged: Judged, own: pl.DataFrame, limits: Limits) -> Judged:
    """Keep queries with a subset and not too many golds, the first of each document and number of conditions."""
    sizes = judged.conditions.group_by("query_id").len("wanted")
    counted = judged.grades.group_by("query_id").agg(
        pl.col("is_gold").sum().alias("golds"), (~pl.col("is_gold")).sum().alias("subsets")
    )
    good = counted.filter(pl.col("golds").is_between(1, limits.most_gold) & (pl.col("subsets") > 0)).join(
        sizes, on="query_id"
    )
    chosen = (
        own.join(good, on="query_id")
        .sort("candidate_id", "wanted", "place")
        .filter(pl.int_range(pl.len()).over("candidate_id", "wanted") < limits.queries)
        .select("query_id")
        .unique()
    )
    return Judged(*(frame.join(chosen, on="query_id", how="semi") for frame in judged))
