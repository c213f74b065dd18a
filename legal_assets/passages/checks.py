"""Checks of the room passages."""

import polars as pl

from legal_assets.wiring.checks import claim
from legal_assets.wiring.partitions import CORPORA


@claim(CORPORA, "passages")
def passages_lie_in_their_documents(passages: pl.LazyFrame, documents: pl.LazyFrame) -> pl.DataFrame:
    """Every passage is the stretch of its document's text that its span says."""
    return (
        passages.join(documents.select("doc_id", pl.col("text").alias("whole")), on="doc_id", how="left")
        .filter(pl.col("whole").str.slice(pl.col("start"), pl.col("end") - pl.col("start")).ne_missing(pl.col("text")))
        .select("passage_id", "start", "end")
        .collect()
    )


@claim(CORPORA, "passages")
def passages_have_text(passages: pl.LazyFrame) -> pl.DataFrame:
    """No passage is empty."""
    return passages.filter(pl.col("text").str.strip_chars() == "").select("passage_id").collect()


CHECKS = [passages_lie_in_their_documents, passages_have_text]
