"""Assets of the room citations."""

import dagster as dg
import polars as pl

from legal_assets.citations.frames import find_citations
from legal_assets.wiring.outputs import table_asset
from legal_assets.wiring.partitions import CORPORA
from legal_assets.wiring.results import stored


@table_asset("citations", "citations", "1", CORPORA)
def citations(
    context: dg.AssetExecutionContext, documents: pl.LazyFrame, passages: pl.LazyFrame
) -> dg.MaterializeResult[pl.DataFrame]:
    """Who cites whom, from which passage, with which pinpoint."""
    frame = find_citations(context.partition_key, documents.collect(), passages.collect())
    inside = frame.filter(pl.col("target_passage_id").is_not_null() & ~pl.col("is_self")).height
    return stored("citations", frame, {"pinpoints_inside_the_corpus": inside})
