"""Assets of the room citations."""

from collections.abc import Iterator

import dagster as dg
import polars as pl

from legal_assets.wiring.outputs import table_assets
from legal_assets.wiring.partitions import CORPORA
from legal_assets.wiring.results import stored


@table_assets("references", "citations", "4", CORPORA, ["citations", "citation_parts"])
def citations(
    context: dg.AssetExecutionContext,
    documents: pl.LazyFrame,
    passages: pl.LazyFrame,
    register_citations: pl.LazyFrame,
) -> Iterator[dg.MaterializeResult[pl.DataFrame]]:
    """Who cites whom, from which passage, with which pinpoint; and which stretches of the passage reveal it."""
    from legal_assets.citations.frames import find_citations

    tables = find_citations(
        context.partition_key, documents.collect(), passages.collect(), register_citations.collect()
    )
    inside = tables.citations.filter(pl.col("target_passage_id").is_not_null() & ~pl.col("is_self")).height
    yield stored("citations", tables.citations, {"pinpoints_inside_the_corpus": inside})
    yield stored("citation_parts", tables.parts)
