"""General phrases: words that many documents use, put together by chance, such as `Policy priorities`.

Belongs here: telling them from subjects by counts over the documents at hand; there is no list of words. Does not
belong here: headings that say nothing in any report (`phrases.py`).
"""

import polars as pl

from legal_assets.text.stop_words import ENGLISH

_COMMON = 0.25
"""A word that this share of documents has is an ordinary one."""
_FEWEST_DOCUMENTS = 3
_CHANCE = 2.0
"""Words that stand together on fewer pages than this many times what chance would bring mean nothing of their own."""

_JOINED = r" (?:and|y|e|et|und) "


def leave_out_general(mentions: pl.DataFrame, pages: pl.DataFrame, shown: pl.DataFrame) -> pl.DataFrame:
    """Return mentions without those of general concepts.

    A concept is general if all its words are ordinary, function words apart; if it stands on fewer than twice as many
    pages as words have together that are strewn over pages by chance; and if it was a heading anywhere, or is a name
    that is printed with a small letter somewhere, or two names with an `and` between them.

    Args:
        mentions: `doc_id`, `page` and `concept`, and other columns.
        pages: `doc_id`, `page` and `text`, line breaks made spaces.
        shown: `concept`, `phrase` as printed and `kind`, one row a concept.
    """
    words = (
        shown.select("concept", pl.col("concept").str.split(" ").alias("word"))
        .explode("word")
        .filter(~pl.col("word").is_in(sorted(ENGLISH)))
        .unique()
    )
    seen = (
        pages.select(
            "doc_id", "page", pl.col("text").str.to_lowercase().str.extract_all(r"[\p{L}\p{N}]+").alias("word")
        )
        .with_columns(pl.col("word").list.unique())
        .explode("word")
        .join(words.select("word").unique(), on="word", how="semi")
        .group_by("word")
        .agg(pl.col("doc_id").n_unique().alias("documents"), pl.len().alias("on"))
    )
    fewest = max(_FEWEST_DOCUMENTS, _COMMON * pages["doc_id"].n_unique())
    expected = (
        words.join(seen, on="word", how="left")
        .group_by("concept")
        .agg(
            (pl.col("documents").fill_null(0) >= fewest).all().alias("is_ordinary"),
            ((pl.col("on") / pages.height).log().sum() + pl.lit(float(pages.height)).log()).exp().alias("expected"),
        )
        .filter("is_ordinary")
    )
    found = mentions.select("doc_id", "page", "concept").unique().group_by("concept").len("found")
    by_chance = expected.join(found, on="concept").filter(pl.col("found") < _CHANCE * pl.col("expected"))
    doubtful = by_chance.join(shown, on="concept")
    small = _printed_small(pages, doubtful.filter(pl.col("kind") == "name"))
    loose = doubtful.filter((pl.col("kind") == "heading") | pl.col("concept").str.contains(_JOINED))
    general = pl.concat([loose.select("concept"), small])
    return mentions.join(general, on="concept", how="anti")


def _printed_small(pages: pl.DataFrame, names: pl.DataFrame) -> pl.DataFrame:
    """Return `concept` of names that running text has with a small letter first, or all in small letters."""
    first = pl.concat_str(pl.col("phrase").str.slice(0, 1).str.to_lowercase(), pl.col("phrase").str.slice(1))
    small = pl.concat(
        [names.select("concept", pl.format(" {}", form).alias("form")) for form in (first, pl.col("concept"))]
    ).unique()
    forms = small["form"].unique().sort()
    found = pages.select(pl.col("text").str.extract_many(forms.implode(), overlapping=True)).explode("text")
    return small.filter(pl.col("form").is_in(found["text"].drop_nulls().unique().implode())).select("concept").unique()
