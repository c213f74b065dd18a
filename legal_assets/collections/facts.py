"""Facts: what a document says where. Section headings and names of things, with all pages that mention them.

Belongs here: finding phrases, joining those that mean the same into concepts, and their pages. Deterministic: equal
pages give equal facts. Does not belong here: choosing conditions of queries (`conditions.py`).
"""

import polars as pl

from legal_assets.collections.aliases import find_aliases, find_uses
from legal_assets.collections.mentions import LONGEST, find_mentions, normalised
from legal_assets.schemas.conjunctive import FACTS
from legal_assets.text.stop_words import ENGLISH

_NUMBERING = (
    r"(?i)^(?:(?:chapter|annex|appendix|part|section|box|figure|table)\s+(?:\d+(?:[.-]\d+)*|[IVXLC]+|[A-Z])\b"
    r"|\d+(?:\.\d+)*|[IVXLC]+\b|[A-Z]\b)[.:)]*\s*"
)
_NAME = (
    r"\p{Lu}[\p{L}\p{N}]*(?:[’'-][\p{L}\p{N}]+)*"
    r"(?: (?:(?:of|for|and|the|on|in|to|de|du|des|la) ){0,2}\p{Lu}[\p{L}\p{N}]*(?:[’'-][\p{L}\p{N}]+)*){1,5}"
)
_GENERAL = (
    "abbreviations", "acknowledgments", "acknowledgements", "acronyms", "annex", "appendix", "background",
    "conclusion", "conclusions", "contents", "executive summary", "figures", "foreword", "glossary", "introduction",
    "list of figures", "list of tables", "list of boxes", "next steps", "notes", "overview", "preface", "references",
    "recommendations", "summary", "table of contents", "tables", "the way forward",
)  # fmt: skip
"""Headings that say nothing of what a document is about."""

_FUNCTION_WORDS = sorted(ENGLISH)
"""A phrase does not begin or end with one: it would be a part of something."""

_FEWEST_MENTIONS = 2
_LEADING = [*sorted(word.capitalize() for word in ENGLISH), "In", "On", "At", "By", "For", "From", "To", "With", "As"]


def mine_facts(corpus: str, pages: pl.DataFrame, headings: pl.DataFrame) -> pl.DataFrame:
    """Return one row per document and concept; frame of the contract `facts`.

    A concept is a phrase of two to eight words with its plural and its short forms. It is mined where it is a heading,
    or a name that a document prints at least twice or spells a short form out with; its pages are looked for in every
    document.

    Args:
        corpus: key of the corpus.
        pages: `doc_id`, `page` and `text` without running heads.
        headings: `doc_id`, `page` and `heading`.
    """
    flat = pages.with_columns(
        pl.col("text").str.replace_all(r"\n\s*\n", " ¶ ").str.replace_all(r"\s+", " ").alias("text")
    )
    aliases = find_aliases(flat)
    mined = _mined(flat, headings, aliases)
    concepts = _concepts(mined)
    mentions = _mentions(flat, concepts, aliases)
    shown = _shown(mined, concepts)
    pages_of = (
        mentions.group_by("doc_id", "concept")
        .agg(pl.col("form").unique().sort().alias("forms"), pl.col("page").unique().sort().alias("pages"))
        .join(shown, on="concept")
    )
    return FACTS.conform(
        pages_of.select(pl.lit(corpus).alias("corpus"), "doc_id", "concept", "phrase", "kind", "forms", pl.col("pages"))
    )


def _mined(pages: pl.DataFrame, headings: pl.DataFrame, aliases: pl.DataFrame) -> pl.DataFrame:
    """Phrases as printed: `doc_id`, `printed`, `key`, `kind`, `times`."""
    bare = pl.col("heading").str.replace_all(r"\s+", " ").str.replace(_NUMBERING, "").str.strip_chars(" .:;-–—*")
    as_heading = headings.select("doc_id", bare.alias("printed"), pl.lit("heading").alias("kind"))
    named = pages.select("doc_id", pl.col("text").str.extract_all(_NAME).alias("printed"), pl.lit("name").alias("kind"))
    leading = rf"^(?:(?:{'|'.join(_LEADING)}) )+"
    bare_name = pl.col("printed").str.replace(leading, "").str.replace(r"[’']s$", "")
    as_name = named.explode("printed").drop_nulls().with_columns(bare_name)
    counted = (
        pl.concat([as_heading, as_name]).group_by("doc_id", "printed", "kind").len("times").sort("doc_id", "printed")
    )
    keyed = counted.with_columns(normalised(counted["printed"]).alias("key"))
    words = pl.col("key").str.count_matches(" ") + 1
    kept = keyed.filter(
        words.is_between(2, LONGEST)
        & ~pl.col("key").is_in(_GENERAL)
        & ~pl.col("key").str.contains(r"^\d|\d$")
        & pl.col("printed").str.contains(r"^\p{Lu}")
        & ~pl.col("key").str.extract(r"^(\S+)").is_in(_FUNCTION_WORDS)
        & ~pl.col("key").str.extract(r"(\S+)$").is_in(_FUNCTION_WORDS)
        & (pl.col("key").str.count_matches(r"\p{L}{3,}") >= 2)
    )
    often = pl.col("times").sum().over("doc_id", "key") >= _FEWEST_MENTIONS
    spelled = pl.col("key").is_in(aliases["phrase"].unique().to_list())
    return kept.filter((pl.col("kind") == "heading") | often | spelled)


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
        find_mentions(pages, concepts["key"])
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
