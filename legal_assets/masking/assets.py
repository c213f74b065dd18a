"""Assets of the room masking."""

import dagster as dg
import polars as pl

from legal_assets.wiring.outputs import table_asset
from legal_assets.wiring.partitions import CORPORA
from legal_assets.wiring.results import stored


@table_asset("masked_passages", "masking", "3", CORPORA)
def masked_passages(
    context: dg.AssetExecutionContext,
    passages: pl.LazyFrame,
    citations: pl.LazyFrame,
    citation_parts: pl.LazyFrame,
) -> dg.MaterializeResult[pl.DataFrame]:
    """Passages of citing documents in every variant, with the spans taken out."""
    from legal_assets.masking.frames import mask_passages

    frame = mask_passages(context.partition_key, passages.collect(), citations.collect(), citation_parts.collect())
    return stored("masked_passages", frame)
