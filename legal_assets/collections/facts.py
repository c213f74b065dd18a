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
    "case report", "country specific", "data source", "data sources", "fiscal year", "latest available",
    "task team leader", "task team leaders", "time frame", "various groups", "world bank group", "world bank staff",
)  # fmt: skip
"""Headings and names that say nothing of what a document is about."""

_POINTS = r" (?:annex|appendix|box|chapter|figure|page|section|table)$"
"""What stands before a number: it points elsewhere."""
_ORIGINS = r" (?:african|american|asian|caribbean|european)$"
"""A name cut before its noun."""

_INSIDE = 0.5
"""A phrase that stands inside a longer one on this share of its pages is a part of that."""

_FUNCTION_WORDS = sorted(ENGLISH - {"doing"})
"""A phrase does not begin or end with one: it would be a part of something. `Doing Business` is a name."""

_FEWEST_MENTIONS = 2
_LEADING = [
    *sorted(word.capitalize() for word in ENGLISH),
    "See",
    "In",
    "On",
    "At",
    "By",
    "For",
    "From",
    "To",
    "With",
    "As",
]


def mine_facts(corpus: str, pages: pl.DataFrame, headings: pl.DataFrame) -> pl.DataFrame:
    """Return one row per document and concept; frame of the contract `facts`.

    A concept is a phrase of two to eight words with its plural and its short forms. It is mined where it is a heading,
    or a name that a document prints at least twice, in running text and not only in tables and pictures, or spells a
    short form out with; its pages are looked for in every document. A phrase that mostly stands inside a longer one
    is no concept of its own.

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
    mentions = _whole(_mentions(flat, concepts, aliases))
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
    as_heading = headings.select("doc_id", bare.alias("printed"), pl.lit("heading").alias("kind"), in_text=False)
    # A name stands in running text where a word in small letters is beside it.
    beside = rf"(?:\p{{Ll}}{{2,}}[,;]? )?{_NAME}(?:,? \p{{Ll}}{{2,}})?"
    seen = pages.select("doc_id", pl.col("text").str.extract_all(beside).alias("seen")).explode("seen").drop_nulls()
    leading = rf"^(?:(?:{'|'.join(_LEADING)}) )+"
    whole = pl.col("seen").str.replace(r"^\p{Ll}{2,}[,;]? ", "").str.replace(r",? \p{Ll}{2,}$", "")
    as_name = seen.select(
        "doc_id",
        whole.str.replace(leading, "").str.replace(r"[’']s$", "").alias("printed"),
        pl.lit("name").alias("kind"),
        (pl.col("seen") != whole).alias("in_text"),
    )
    counted = (
        pl.concat([as_heading, as_name])
        .group_by("doc_id", "printed", "kind")
        .agg(pl.len().alias("times"), pl.col("in_text").any())
        .sort("doc_id", "printed")
    )
    keyed = counted.with_columns(normalised(counted["printed"]).alias("key"))
    words = pl.col("key").str.count_matches(" ") + 1
    kept = keyed.filter(
        words.is_between(2, LONGEST)
        & ~pl.col("key").is_in(_GENERAL)
        & ~pl.col("key").str.contains(rf"^\d|\d$|{_POINTS}|{_ORIGINS}")
        & pl.col("printed").str.contains(r"^\p{Lu}")
        & ~pl.col("key").str.extract(r"^(\S+)").is_in(_FUNCTION_WORDS)
        & ~pl.col("key").str.extract(r"(\S+)$").is_in(_FUNCTION_WORDS)
        & (pl.col("key").str.count_matches(r"\p{L}{3,}") >= 2)
    )
    often = (pl.col("times").sum() >= _FEWEST_MENTIONS).over("doc_id", "key") & pl.col("in_text").any().over(
        "doc_id", "key"
    )
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
