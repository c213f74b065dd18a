"""Facts: what a document says where. Section headings and names of things, with all pages that mention them.

Belongs here: joining phrases that mean the same into concepts, and their pages. Deterministic: equal pages give equal
facts. Does not belong here: finding phrases (`phrases.py`), choosing conditions of queries (`conditions.py`).
"""

import polars as pl

from legal_assets.collections.aliases import find_aliases, find_uses
from legal_assets.collections.general_phrases import leave_out_general
from legal_assets.collections.mentions import LONGEST, find_mentions, in_clauses
from legal_assets.collections.phrases import find_phrases
from legal_assets.schemas.conjunctive import FACTS

_INSIDE = 0.5
"""A phrase that stands inside a longer one on this share of its pages is a part of that."""


def mine_facts(corpus: str, pages: pl.DataFrame, headings: pl.DataFrame) -> pl.DataFrame:
    """Return one row per document and concept; frame of the contract `facts`.

    A concept is a phrase of two to eight words with its plural and its short forms. Its pages are looked for in every
    document. A phrase that mostly stands inside a longer one is no concept of its own, and neither is one of general
    words.

    Args:
        corpus: key of the corpus.
        pages: `doc_id`, `page` and `text` without running heads.
        headings: `doc_id`, `page` and `heading`.
    """
    flat = pages.with_columns(
        pl.col("text").str.replace_all(r"\n\s*\n", " ¶ ").str.replace_all(r"\s+", " ").alias("text")
    )
    aliases = find_aliases(flat)
    mined = find_phrases(flat, headings, aliases)
    concepts = _concepts(mined)
    shown = _shown(mined, concepts)
    mentions = leave_out_general(_whole(_mentions(pages, concepts, aliases)), flat, shown)
    pages_of = (
        mentions.group_by("doc_id", "concept")
        .agg(pl.col("form").unique().sort().alias("forms"), pl.col("page").unique().sort().alias("pages"))
        .join(shown, on="concept")
    )
    return FACTS.conform(
        pages_of.select(pl.lit(corpus).alias("corpus"), "doc_id", "concept", "phrase", "kind", "forms", pl.col("pages"))
    )


def _concepts(mined: pl.DataFrame) -> pl.DataFrame:
    """Return the concept of each key: itself, or its singular where that was mined too."""
    keys = mined.select("key").unique().sort("key")
    singular = (
        pl.when(pl.col("key").str.contains(r"[^aeious]ies$"))
        .then(pl.col("key").str.replace("ies$", "y"))
        .when(pl.col("key").str.contains(r"[^su]s$"))
        .then(pl.col("key").str.replace("s$", ""))
        .otherwise("key")
    )
    return keys.with_columns(singular.alias("singular")).select(
        "key",
        pl.when(pl.col("singular").is_in(keys["key"].implode())).then("singular").otherwise("key").alias("concept"),
    )


def _mentions(pages: pl.DataFrame, concepts: pl.DataFrame, aliases: pl.DataFrame) -> pl.DataFrame:
    """Pages of each concept in each document, under any of its forms: `doc_id`, `page`, `concept`, `form`."""
    spelled = (
        find_mentions(in_clauses(pages), concepts["key"])
        .rename({"phrase": "form"})
        .join(concepts.rename({"key": "form"}), on="form")
    )
    # A short form belongs to a concept: a document that has only the plural of what it stands for has the concept.
    meant = aliases.rename({"phrase": "key"}).join(concepts, on="key").select("doc_id", "alias", phrase="concept")
    short = find_uses(pages, meant, spelled.select("doc_id", phrase="concept")).rename(
        {"phrase": "concept", "alias": "form"}
    )
    columns = ("doc_id", "page", "concept", "form")
    return pl.concat([spelled.select(columns), short.select(columns)])


def _whole(mentions: pl.DataFrame) -> pl.DataFrame:
    """Leave out concepts that mostly stand inside longer ones: `Development Assistance` of `Official Development …`."""
    concepts = mentions.select("concept").unique()
    words = concepts.with_columns(pl.col("concept").str.split(" ").alias("word"))
    parts = pl.concat(
        [
            words.filter(pl.col("word").list.len() >= start + length)
            .select(longer="concept", concept=pl.col("word").list.slice(start, length).list.join(" "))
            .filter(pl.col("longer") != pl.col("concept"))
            .join(concepts, on="concept", how="semi")
            for length in range(2, LONGEST)
            for start in range(LONGEST - length + 1)
        ]
    ).unique()
    pages = mentions.select("doc_id", "page", "concept").unique()
    both = (
        parts.join(pages, on="concept")
        .join(pages.rename({"concept": "longer"}), on=["doc_id", "page", "longer"], how="semi")
        .select("doc_id", "page", "concept")
        .unique()
    )
    inside = (
        both.group_by("concept")
        .len("inside")
        .join(pages.group_by("concept").len("pages"), on="concept")
        .filter(pl.col("inside") >= _INSIDE * pl.col("pages"))
    )
    return mentions.join(inside, on="concept", how="anti")


def _shown(mined: pl.DataFrame, concepts: pl.DataFrame) -> pl.DataFrame:
    """Return how each concept is written, the way most often printed, and whether it was a heading anywhere."""
    return (
        mined.join(concepts, on="key")
        .group_by("concept", "printed")
        .agg(pl.col("times").sum(), (pl.col("kind") == "heading").any().alias("is_heading"))
        .sort("concept", "times", "printed", descending=[False, True, False])
        .group_by("concept", maintain_order=True)
        .agg(pl.col("printed").first().alias("phrase"), pl.col("is_heading").any())
        .select(
            "concept", "phrase", pl.when("is_heading").then(pl.lit("heading")).otherwise(pl.lit("name")).alias("kind")
        )
    )
