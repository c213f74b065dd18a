"""Pages as they are searched for facts: without running heads and page numbers, and their headings.

Belongs here: cutting marked stretches out of pages. Does not belong here: marking them (`pages/`).
"""

import polars as pl

_LEFT_OUT = ("running_head", "page_number")
_KEY = ("doc_id", "page")


def readable_pages(pages: pl.DataFrame) -> pl.DataFrame:
    """Return `doc_id`, `page` and `text` of every usable page, what repeats on every page cut out.

    Args:
        pages: frame of the contract `pages`.
    """
    usable = pages.filter("usable").select(*_KEY, "text", "marks")
    cuts = (
        usable.explode("marks")
        .with_columns(
            pl.col("marks").struct.field("start").alias("start"),
            pl.col("marks").struct.field("end").alias("end"),
            pl.col("marks").struct.field("kind").alias("kind"),
        )
        .filter(pl.col("kind").is_in(_LEFT_OUT))
        .sort(*_KEY, "start")
    )
    # What is kept begins where one cut ends, and ends where the next begins.
    befores = cuts.select(*_KEY, "text", pl.col("end").shift(1, fill_value=0).over(_KEY).alias("from"), to="start")
    afters = cuts.group_by(*_KEY, maintain_order=True).agg(
        pl.col("text").first(),
        pl.col("end").last().alias("from"),
        to=pl.col("text").first().str.len_chars().cast(pl.Int32),
    )
    length = pl.max_horizontal(pl.col("to").cast(pl.Int64) - pl.col("from"), 0)
    kept = (
        pl.concat([befores.with_columns(pl.col("from").cast(pl.Int32)), afters.select(befores.columns)])
        .sort(*_KEY, "from")
        .with_columns(pl.col("text").str.slice(pl.col("from"), length).alias("part"))
        .group_by(_KEY, maintain_order=True)
        .agg(pl.col("part").str.join("").alias("cut"))
    )
    return (
        usable.join(kept, on=list(_KEY), how="left")
        .select(*_KEY, pl.col("cut").fill_null(pl.col("text")).alias("text"))
        .sort(_KEY)
    )


def page_headings(pages: pl.DataFrame) -> pl.DataFrame:
    """Return `doc_id`, `page` and `heading` of every usable page.

    Args:
        pages: frame of the contract `pages`.
    """
    mark = pl.col("marks").struct
    return (
        pages.filter("usable")
        .select(*_KEY, "text", "marks")
        .explode("marks")
        .filter(mark.field("kind") == "heading")
        .select(
            *_KEY,
            pl.col("text").str.slice(mark.field("start"), mark.field("end") - mark.field("start")).alias("heading"),
        )
        .sort(*_KEY, "heading")
    )
