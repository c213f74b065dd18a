"""Phrases: section headings and names of things, as documents print them.

Belongs here: which stretches of text may name a subject. Does not belong here: joining them into concepts and finding
their pages (`facts.py`), and phrases that name none since their words are general (`general_phrases.py`).
"""

import polars as pl

from legal_assets.collections.mentions import LONGEST, normalised
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
_CUT = r"-\p{Ll}+$"
"""A name that is a part of a word for something else: `World Bank-financed`."""
_ORIGINS = r" (?:african|american|asian|caribbean|european)$"
"""A name cut before its noun."""

_FUNCTION_WORDS = sorted(ENGLISH - {"doing"})
"""A phrase does not begin or end with one: it would be a part of something. `Doing Business` is a name."""

_FEWEST_MENTIONS = 2
_LEADING = [
    *sorted(word.capitalize() for word in _FUNCTION_WORDS),
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


def find_phrases(pages: pl.DataFrame, headings: pl.DataFrame, aliases: pl.DataFrame) -> pl.DataFrame:
    """Return phrases as printed: `doc_id`, `printed`, `key`, its words in lower case, `kind` and `times`.

    A phrase has two to eight words. It is a heading; or a name that its document prints at least twice, once of it in
    the middle of a sentence and not only in tables and titles, or spells a short form out with.

    Args:
        pages: `doc_id`, `page` and `text`, line breaks made spaces.
        headings: `doc_id`, `page` and `heading`.
        aliases: what `find_aliases` found.
    """
    bare = pl.col("heading").str.replace_all(r"\s+", " ").str.replace(_NUMBERING, "").str.strip_chars(" .:;-–—*")
    as_heading = headings.select("doc_id", bare.alias("printed"), pl.lit("heading").alias("kind"), in_text=False)
    # A name stands in running text where a word in small letters comes before it. At the beginning of a sentence, words
    # that belong to no name have a capital as well: `According to the …`.
    beside = rf"(?:\p{{Ll}}+[,;]? )?{_NAME}"
    seen = pages.select("doc_id", pl.col("text").str.extract_all(beside).alias("seen")).explode("seen").drop_nulls()
    leading = rf"^(?:(?:{'|'.join(_LEADING)}) )+"
    whole = pl.col("seen").str.replace(r"^\p{Ll}+[,;]? ", "")
    as_name = seen.select(
        "doc_id",
        whole.str.replace(leading, "").str.replace(r"[’']s$", "").alias("printed"),
        pl.lit("name").alias("kind"),
        ((pl.col("seen") != whole) | (whole != whole.str.replace(leading, ""))).alias("in_text"),
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
        & ~pl.col("printed").str.contains(_CUT)
        & ~pl.col("key").str.extract(r"^(\S+)").is_in(_FUNCTION_WORDS)
        & ~pl.col("key").str.extract(r"(\S+)$").is_in(_FUNCTION_WORDS)
        & (pl.col("key").str.count_matches(r"\p{L}{3,}") >= 2)
    )
    often = (pl.col("times").sum() >= _FEWEST_MENTIONS).over("doc_id", "key") & pl.col("in_text").any().over(
        "doc_id", "key"
    )
    spelled = pl.col("key").is_in(aliases["phrase"].unique().to_list())
    return kept.filter((pl.col("kind") == "heading") | often | spelled)
