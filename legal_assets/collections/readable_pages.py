"""Pages as they are searched for facts: without running heads, page numbers and apparatus, and their headings.

Belongs here: cutting stretches out of pages. Does not belong here: marking them (`pages/`), and finding contents,
references and the like (`apparatus.py`).
"""

import polars as pl

from legal_assets.collections.apparatus import find_apparatus

_LEFT_OUT = ("running_head", "page_number")
_KEY = ("doc_id", "page")
_PAGES_OF_AN_ARTICLE = 20
"""The first page of what is longer is a title page."""


def readable_pages(pages: pl.DataFrame, *, with_apparatus: bool = False) -> pl.DataFrame:
    """Return `doc_id`, `page` and `text` of every usable page; what repeats on every page, and apparatus, is cut out.

    Args:
        pages: frame of the contract `pages`.
        with_apparatus: leave apparatus in.
    """
    usable = pages.filter("usable").select(*_KEY, "text", "marks")
    repeated = (
        usable.explode("marks")
        .with_columns(
            pl.col("marks").struct.field("start").alias("start"),
            pl.col("marks").struct.field("end").alias("end"),
            pl.col("marks").struct.field("kind").alias("kind"),
        )
        .filter(pl.col("kind").is_in(_LEFT_OUT))
    )
    stretches = [repeated.select(*_KEY, "start", "end"), *([] if with_apparatus else [find_apparatus(pages)])]
    cuts = (
        pl.concat([each.cast({"start": pl.Int32, "end": pl.Int32}) for each in stretches])
        .join(usable.select(*_KEY, "text"), on=list(_KEY))
        .sort(*_KEY, "start", "end")
        # Stretches may overlap: what is kept begins where the furthest of them so far ends.
        .with_columns(pl.col("end").cum_max().over(_KEY))
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
    """Return `doc_id`, `page` and `heading` of every usable page; those of apparatus, or in it, are left out.

    The large lines on the first page of a report are its title, often broken: no headings of sections.

    Args:
        pages: frame of the contract `pages`.
    """
    mark = pl.col("marks").struct
    headings = (
        pages.filter("usable")
        .select(*_KEY, "text", "marks")
        .explode("marks")
        .filter(mark.field("kind") == "heading")
        .select(
            *_KEY,
            mark.field("start").cast(pl.Int32).alias("at"),
            pl.col("text").str.slice(mark.field("start"), mark.field("end") - mark.field("start")).alias("heading"),
        )
        .with_row_index("number")
    )
    inside = headings.join(find_apparatus(pages), on=list(_KEY)).filter(
        pl.col("at").is_between("start", "end", closed="left")
    )
    long = pages.group_by("doc_id").len().filter(pl.col("len") > _PAGES_OF_AN_ARTICLE)
    title = headings.join(long, on="doc_id", how="semi").filter(pl.col("page") == 1)
    left_out = pl.concat([inside.select("number"), title.select("number")])
    return headings.join(left_out, on="number", how="anti").select(*_KEY, "heading").sort(*_KEY, "heading")
