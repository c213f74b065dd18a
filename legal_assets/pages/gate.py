"""What share of a source's pages can be used, and which sources pass.

Belongs here: counting over tables. Does not belong here: leaving documents out (`passages/`).
"""

import polars as pl

from legal_assets.schemas.pages import PAGE_QUALITY, PAGE_SOURCES


def count_sources(files: pl.DataFrame, least_share: float) -> pl.DataFrame:
    """Return the table `page_sources`.

    A source passes when at least this share of its pages can be used; one none of whose files could be read does not.

    Args:
        files: frame of the contract `pdf_files`.
        least_share: share asked for.
    """
    failing = (
        files.filter((pl.col("outcome") != "read") | (pl.col("usable_pages") < pl.col("pages")))
        .group_by("corpus", "source")
        .agg(pl.col("doc_id").sort().alias("failing"))
    )
    readable = pl.col("outcome") == "read"
    counted = files.group_by("corpus", "source").agg(
        pl.len().alias("files"),
        readable.sum().alias("files_read"),
        pl.col("pages").filter(readable).sum().alias("pages"),
        pl.col("usable_pages").filter(readable).sum().alias("usable_pages"),
    )
    share = pl.when(pl.col("pages") > 0).then(pl.col("usable_pages") / pl.col("pages"))
    return PAGE_SOURCES.conform(
        counted.join(failing, on=["corpus", "source"], how="left").with_columns(
            share.alias("share"),
            pl.lit(least_share).alias("least_share"),
            (share >= least_share).fill_null(value=False).alias("passes"),
            pl.col("failing").fill_null([]),
        )
    )


def count_quality(pages: pl.DataFrame, least_confidence: float) -> pl.DataFrame:
    """Return the table `page_quality`.

    Args:
        pages: frame of the contract `pages`.
        least_confidence: mean confidence from which a page's text is trusted.
    """
    bad = pl.sum_horizontal("control_share", "private_share", "replacement_share", "unmapped_share")
    return PAGE_QUALITY.conform(
        pages.with_columns(pl.col("ocr_reason").fill_null("none"))
        .group_by("corpus", "source", "language", "engine", "ocr_reason")
        .agg(
            pl.len().alias("pages"),
            pl.col("usable").sum().alias("usable_pages"),
            pl.col("text").str.len_chars().mean().alias("mean_characters"),
            pl.col("function_word_share").cast(pl.Float64).mean(),
            bad.cast(pl.Float64).mean().alias("bad_share"),
            pl.col("confidence").cast(pl.Float64).mean(),
            (pl.col("confidence") < least_confidence).sum().alias("low_confidence_pages"),
            pl.col("problems").list.contains("language_missing").sum().alias("warnings"),
        )
    )
