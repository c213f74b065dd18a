"""Checks of the room pages."""

import polars as pl

from legal_assets.wiring.checks import claim
from legal_assets.wiring.partitions import CORPORA


@claim(CORPORA, "pages")
def pages_are_numbered_without_a_gap(pages: pl.LazyFrame, pdf_files: pl.LazyFrame) -> pl.DataFrame:
    """A file that was read has a row for each of its pages, and another file has none."""
    counted = pages.group_by("doc_id").agg(pl.len().alias("rows"), pl.col("page").max().alias("last"))
    expected = pl.when(pl.col("outcome") == "read").then(pl.col("pages")).otherwise(0)
    return (
        pdf_files.select("doc_id", "outcome", "pages")
        .join(counted, on="doc_id", how="full", coalesce=True)
        .filter(pl.col("rows").fill_null(0).ne_missing(expected) | pl.col("last").fill_null(0).ne_missing(expected))
        .select("doc_id", "outcome", "pages", "rows", "last")
        .collect()
    )


@claim(CORPORA, "pages")
def marks_lie_in_their_pages(pages: pl.LazyFrame) -> pl.DataFrame:
    """Every mark is a stretch of its page's text."""
    mark = pl.col("marks").struct
    return (
        pages.select("doc_id", "page", "text", "marks")
        .explode("marks")
        .filter(pl.col("marks").is_not_null())
        .filter(
            (mark.field("start") < 0)
            | (mark.field("end") <= mark.field("start"))
            | (mark.field("end") > pl.col("text").str.len_chars())
        )
        .select("doc_id", "page", "marks")
        .collect()
    )


CHECKS = [pages_are_numbered_without_a_gap, marks_lie_in_their_pages]
