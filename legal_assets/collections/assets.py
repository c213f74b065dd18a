"""Assets of the room collections."""

from collections.abc import Iterator

import dagster as dg
import polars as pl

from legal_assets import catalog
from legal_assets.collections.cjeu import build_collections
from legal_assets.collections.splits import windows
from legal_assets.settings import load_settings
from legal_assets.wiring.outputs import table_assets
from legal_assets.wiring.partitions import CORPORA
from legal_assets.wiring.results import code_version, stored

_SETTINGS = load_settings()
_SPLITS = _SETTINGS.splits
_VERSION = code_version("2", _SPLITS, _SETTINGS.few_queries)


@table_assets(
    "test_collections",
    "collections",
    _VERSION,
    CORPORA,
    ["tasks", "queries", "candidates", "qrels", "query_rejects"],
)
def collections(
    context: dg.AssetExecutionContext,
    documents: pl.LazyFrame,
    passages: pl.LazyFrame,
    citations: pl.LazyFrame,
    masked_passages: pl.LazyFrame,
) -> Iterator[dg.MaterializeResult[pl.DataFrame]]:
    """Tasks with their queries, candidates and qrels."""
    (corpus,) = catalog.corpora([context.partition_key])
    built = build_collections(
        corpus.key,
        corpus.language,
        documents.collect(),
        passages.collect(),
        citations.collect(),
        masked_passages.collect(),
        catalog.tasks(corpus.key),
        windows(_SPLITS.dev_from, _SPLITS.test_from, _SPLITS.test_until),
        _SETTINGS.few_queries,
    )
    for task, queries in built.tasks.filter(pl.col("few") & pl.col("ranked")).select("task", "queries").rows():
        context.log.warning("%s has %d queries, fewer than %d", task, queries, _SETTINGS.few_queries)
    yield stored("tasks", built.tasks)
    yield stored("queries", built.queries)
    yield stored("candidates", built.candidates)
    yield stored("qrels", built.qrels)
    yield stored("query_rejects", built.rejects)
