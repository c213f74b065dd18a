"""Assets of the room citations."""

from collections.abc import Iterator

import dagster as dg
import polars as pl

from legal_assets import catalog
from legal_assets.schemas import EXCLUDED_ROWS
from legal_assets.wiring.outputs import table_assets
from legal_assets.wiring.partitions import CORPORA
from legal_assets.wiring.resources import Workspace
from legal_assets.wiring.results import stored


@table_assets(
    "references", "citations", "6", CORPORA, ["citations", "citation_parts", "statute_references", "excluded_pairs"]
)
def citations(
    context: dg.AssetExecutionContext,
    documents: pl.LazyFrame,
    passages: pl.LazyFrame,
    sections: pl.LazyFrame,
    page_anchors: pl.LazyFrame,
    register_citations: pl.LazyFrame,
    imported_tables: pl.LazyFrame,
    workspace: Workspace,
) -> Iterator[dg.MaterializeResult[pl.DataFrame]]:
    """Who cites whom, from which passage, with which pinpoint; and which stretches of the passage reveal it."""
    from legal_assets.citations.by_kind import find_all
    from legal_assets.citations.tables import WithPairs, add_citation_pairs, read_citation_pairs
    from legal_assets.passages.stored_tables import read_stored

    (entry,) = catalog.corpora([context.partition_key])
    corpus, read = entry.key, (documents.collect(), passages.collect())
    tables = find_all(entry, *read, sections.collect(), page_anchors.collect(), register_citations.collect())
    pairs = read_stored(corpus, imported_tables.collect(), "citations", workspace.raw(), read_citation_pairs)
    merged = WithPairs(tables.citations, EXCLUDED_ROWS.empty())
    if pairs:
        merged = add_citation_pairs(corpus, tables.citations, *read, pairs)
    inside = merged.citations.filter(pl.col("target_passage_id").is_not_null() & ~pl.col("is_self")).height
    yield stored("citations", merged.citations, {"pinpoints_inside_the_corpus": inside})
    yield stored("citation_parts", tables.parts)
    yield stored("statute_references", tables.statute_references)
    yield stored("excluded_pairs", merged.excluded_rows)
