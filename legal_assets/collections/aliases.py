"""Aliases: what a document calls by a short form that it spells out once, `Rural Roads Agency (RRA)`.

Belongs here: finding spelled-out short forms and where they are used. Does not belong here: joining them with
phrases into concepts (`facts.py`).
"""

import polars as pl

from legal_assets.collections.mentions import normalised

_DEFINED = r"(?:[\p{L}\p{N}’'-]+[ ,]+){2,12}\(\p{Lu}[\p{L}&-]{1,9}\)"
_SHORT = r"\(([^()]+)\)$"
_USED = r"\p{Lu}[\p{L}&-]*\p{Lu}"


def find_aliases(pages: pl.DataFrame) -> pl.DataFrame:
    """Return `doc_id`, `alias` and `phrase`, normalised, of every short form that a document spells out.

    The capital letters of the short form must be the first letters of the capitalised words before it, the last ones
    of them, in order: `World Trade Organization (WTO)`, `Ministry of Public Works (MPW)`.

    Args:
        pages: `doc_id`, `page` and `text`, line breaks made spaces.
    """
    defined = (
        pages.select("doc_id", pl.col("text").str.extract_all(_DEFINED).alias("defined"))
        .explode("defined")
        .drop_nulls()
        .unique()
        .sort("doc_id", "defined")
        .with_row_index("place")
        .with_columns(
            pl.col("defined").str.extract(_SHORT).alias("alias"),
            pl.col("defined").str.replace(r"\s*\([^()]+\)$", "").str.extract_all(r"[\p{L}\p{N}’'-]+").alias("word"),
        )
        .with_columns(pl.col("alias").str.replace_all(r"[^\p{Lu}]", "").alias("letters"))
    )
    words = (
        defined.explode("word")
        .with_columns(pl.col("word").str.contains(r"^\p{Lu}").alias("capital"))
        # Capitalised words from this one to the end; the long form begins where they are as many as the letters.
        .with_columns(pl.col("capital").cast(pl.Int64).reverse().cum_sum().reverse().over("place").alias("left"))
        .filter((pl.col("left") <= pl.col("letters").str.len_chars()) & (pl.col("left") > 0) | ~pl.col("capital"))
    )
    starts = (pl.col("capital") & (pl.col("left") == pl.col("letters").str.len_chars())).cum_sum().over("place") > 0
    spelled = (
        words.filter(starts)
        .group_by("place", "doc_id", "alias", "letters", maintain_order=True)
        .agg(
            pl.col("word").str.join(" ").alias("phrase"),
            pl.col("word").filter("capital").str.slice(0, 1).str.join("").alias("initials"),
        )
        .filter((pl.col("initials") == pl.col("letters")) & (pl.col("letters").str.len_chars() >= 2))
    )
    return (
        spelled.with_columns(normalised(spelled["phrase"]).alias("phrase"))
        .select("doc_id", "alias", "phrase")
        .unique()
        .sort("doc_id", "alias", "phrase")
    )


def find_uses(pages: pl.DataFrame, aliases: pl.DataFrame, spelled: pl.DataFrame) -> pl.DataFrame:
    """Return `doc_id`, `page`, `alias` and `phrase` for every page with a short form, in its own letters.

    A short form counts in the documents that have its long form on some page, whoever spelled it out; where a document
    has several long forms of it, mostly spellings of one name, it counts for each.

    Args:
        pages: as for `find_aliases`.
        aliases: what `find_aliases` found.
        spelled: `doc_id` and `phrase`, the long forms that documents have.
    """
    meanings = aliases.select("alias", "phrase").unique().join(spelled.select("doc_id", "phrase").unique(), on="phrase")
    used = (
        pages.select("doc_id", "page", pl.col("text").str.extract_all(_USED).alias("alias"))
        .explode("alias")
        .drop_nulls()
        .unique()
    )
    found = used.join(meanings, on=["doc_id", "alias"]).select("doc_id", "page", "alias", "phrase")
    return found.sort("doc_id", "page", "alias")
