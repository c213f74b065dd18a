"""Assets of the room masking."""

import dagster as dg
import polars as pl

from legal_assets import catalog
from legal_assets.settings import load_settings
from legal_assets.wiring.outputs import table_asset
from legal_assets.wiring.partitions import CORPORA
from legal_assets.wiring.results import code_version, stored

_ENTITY_MODEL = load_settings().entity_model


@table_asset("masked_passages", "masking", code_version("4", _ENTITY_MODEL), CORPORA)
def masked_passages(
    context: dg.AssetExecutionContext,
    documents: pl.LazyFrame,
    passages: pl.LazyFrame,
    citations: pl.LazyFrame,
    citation_parts: pl.LazyFrame,
) -> dg.MaterializeResult[pl.DataFrame]:
    """Passages of citing documents in every variant, with the spans taken out."""
    from legal_assets.masking.by_kind import mask_corpus

    (corpus,) = catalog.corpora([context.partition_key])
    read = [frame.collect() for frame in (documents.drop("text"), passages, citations, citation_parts)]
    frame = mask_corpus(corpus, *read, entity_model=_ENTITY_MODEL)
    return stored("masked_passages", frame, {"entity_model": _ENTITY_MODEL or "none"})


@table_asset("masking_quality", "masking", "2", CORPORA)
def masking_quality(
    context: dg.AssetExecutionContext,
    documents: pl.LazyFrame,
    passages: pl.LazyFrame,
    citation_parts: pl.LazyFrame,
    masked_passages: pl.LazyFrame,
) -> dg.MaterializeResult[pl.DataFrame]:
    """Leaks and damage of the masking, counted by an independent checker."""
    from legal_assets.masking.by_kind import measure_corpus

    (corpus,) = catalog.corpora([context.partition_key])
    read = [frame.collect() for frame in (documents.drop("text"), passages, citation_parts, masked_passages)]
    return stored("masking_quality", measure_corpus(corpus, *read))
