"""Pages as they are searched for facts: without running heads, page numbers and apparatus, and their headings.

Belongs here: cutting stretches out of pages. Does not belong here: marking them (`pages/`), and finding contents,
references and the like (`apparatus.py`).
"""

from typing import NamedTuple

import polars as pl

from legal_assets.collections.apparatus import find_apparatus
from legal_assets.collections.asides import BREAK, leave_out_asides

_LEFT_OUT = ("running_head", "page_number")
_KEY = ("doc_id", "page")
_PAGES_OF_AN_ARTICLE = 20
"""The first page of what is longer begins with a title."""


class Reading(NamedTuple):
    """What is read of pages for facts."""

    pages: pl.DataFrame
    """`doc_id`, `page` and `text` of every usable page, see `readable_pages`."""
    headings: pl.DataFrame
    """`doc_id`, `page` and `heading`, see `page_headings`."""


def read_pages(pages: pl.DataFrame) -> Reading:
    """Return pages as they are read for facts, and their headings.

    Args:
        pages: frame of the contract `pages`.
    """
    apparatus = find_apparatus(pages)
    return Reading(readable_pages(pages, apparatus), page_headings(pages, apparatus))


def readable_pages(pages: pl.DataFrame, apparatus: pl.DataFrame | None = None) -> pl.DataFrame:
    """Return `doc_id`, `page` and `text` of every usable page, as it is read for facts.

    What repeats on every page and apparatus are cut out, and asides left out.

    Args:
        pages: frame of the contract `pages`.
        apparatus: what `find_apparatus` finds in them; None to look for it.
    """
    apparatus = find_apparatus(pages) if apparatus is None else apparatus
    body = cut_out(_usable(pages), pl.concat([_repeated(pages), apparatus]))
    return leave_out_asides(body, _heading_lines(pages, apparatus)).sort(_KEY)


def every_page(pages: pl.DataFrame) -> pl.DataFrame:
    """Return `doc_id`, `page` and `text` of every usable page, apparatus and asides too, without what repeats.

    Args:
        pages: frame of the contract `pages`.
    """
    return cut_out(_usable(pages), _repeated(pages)).sort(_KEY)


def _usable(pages: pl.DataFrame) -> pl.DataFrame:
    return pages.filter("usable").select(*_KEY, "text")


def _repeated(pages: pl.DataFrame) -> pl.DataFrame:
    """Return `doc_id`, `page`, `start` and `end` of running heads and page numbers."""
    return (
        pages.filter("usable")
        .select(*_KEY, "marks")
        .explode("marks")
        .with_columns(
            pl.col("marks").struct.field("start").cast(pl.Int32).alias("start"),
            pl.col("marks").struct.field("end").cast(pl.Int32).alias("end"),
            pl.col("marks").struct.field("kind").alias("kind"),
        )
        .filter(pl.col("kind").is_in(_LEFT_OUT))
        .select(*_KEY, "start", "end")
    )


def cut_out(pages: pl.DataFrame, stretches: pl.DataFrame) -> pl.DataFrame:
    """Return `doc_id`, `page` and `text` of pages without the stretches, which may overlap.

    Args:
        pages: `doc_id`, `page` and `text`.
        stretches: `doc_id`, `page`, `start` and `end`.
    """
    cuts = (
        stretches.join(pages, on=list(_KEY))
        .sort(*_KEY, "start", "end")
        # What is kept begins where the furthest of the stretches so far ends.
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
    return pages.join(kept, on=list(_KEY), how="left").select(
        *_KEY, pl.col("cut").fill_null(pl.col("text")).alias("text")
    )


def page_headings(pages: pl.DataFrame, apparatus: pl.DataFrame | None = None) -> pl.DataFrame:
    """Return `doc_id`, `page` and `heading` of every usable page; those of apparatus, or in it, are left out.

    Lines of one heading are put together: one that follows another at once, without a number of its own, or after an
    empty line on the same level. A heading that goes on in small letters is printed as one in part only, and left out.

    Args:
        pages: frame of the contract `pages`.
        apparatus: what `find_apparatus` finds in them; None to look for it.
    """
    found = find_apparatus(pages) if apparatus is None else apparatus
    lines = _heading_lines(pages, found).sort(*_KEY, "at")
    before = pl.col("at") - pl.col("until").shift(1).over(_KEY)
    goes_on = (
        ((before == 1) & ~pl.col("heading").str.contains(r"^\s*[\dA-Z]{1,3}[.:)]"))
        | ((before == len(BREAK)) & (pl.col("level") == pl.col("level").shift(1).over(_KEY)))
    ).fill_null(value=False)
    return (
        lines.with_columns((~goes_on).cum_sum().alias("number"))
        .group_by("number", *_KEY, maintain_order=True)
        .agg(pl.col("heading").str.join(" "), pl.col("next").last())
        .filter(~pl.col("next").str.contains(r"^\n\p{Ll}"))
        .select(*_KEY, "heading")
        .sort(*_KEY, "heading")
    )


def _heading_lines(pages: pl.DataFrame, apparatus: pl.DataFrame) -> pl.DataFrame:
    """Return `doc_id`, `page`, `at`, `until`, `level`, `heading` and the letters `next` to it of lines of headings."""
    mark = pl.col("marks").struct
    start, end = mark.field("start").cast(pl.Int32), mark.field("end").cast(pl.Int32)
    headings = (
        pages.filter("usable")
        .select(*_KEY, "text", "marks")
        .explode("marks")
        .filter(mark.field("kind") == "heading")
        .select(
            *_KEY,
            start.alias("at"),
            end.alias("until"),
            mark.field("level").alias("level"),
            pl.col("text").str.slice(start, end - start).alias("heading"),
            pl.col("text").str.slice(end, len(BREAK)).alias("next"),
        )
        .with_row_index("number")
    )
    inside = headings.join(apparatus, on=list(_KEY)).filter(pl.col("at").is_between("start", "end", closed="left"))
    # The large lines on the first page of a report are its title, often broken: no headings of sections.
    long = pages.group_by("doc_id").len().filter(pl.col("len") > _PAGES_OF_AN_ARTICLE)
    title = headings.join(long, on="doc_id", how="semi").filter(pl.col("page") == 1)
    left_out = pl.concat([inside.select("number"), title.select("number")])
    return headings.join(left_out, on="number", how="anti").drop("number")
