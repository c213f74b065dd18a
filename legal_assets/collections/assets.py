"""Assets of the room collections."""

from collections.abc import Iterator

import dagster as dg
import polars as pl

from legal_assets import catalog
from legal_assets.collections.cjeu import build_collections
from legal_assets.collections.splits import windows
from legal_assets.collections.statistics import describe_collections
from legal_assets.schemas import COLLECTION_SIMILARITY
from legal_assets.settings import load_settings
from legal_assets.wiring.outputs import table_asset, table_assets
from legal_assets.wiring.partitions import CORPORA
from legal_assets.wiring.resources import Workspace
from legal_assets.wiring.results import code_version, stored

_SETTINGS = load_settings()
_SPLITS = _SETTINGS.splits
_FEW = _SETTINGS.few_queries
_VERSION = code_version("4", _SPLITS, _FEW, _SETTINGS.labels_same_question)


@table_assets(
    "test_collections",
    "collections",
    _VERSION,
    CORPORA,
    ["tasks", "queries", "candidates", "qrels", "query_rejects", "human_judgments", "label_agreement"],
)
def collections(
    context: dg.AssetExecutionContext,
    documents: pl.LazyFrame,
    passages: pl.LazyFrame,
    citations: pl.LazyFrame,
    masked_passages: pl.LazyFrame,
    imported_tables: pl.LazyFrame,
    workspace: Workspace,
) -> Iterator[dg.MaterializeResult[pl.DataFrame]]:
    """Tasks with their queries, candidates and qrels: built from citations or read from a release, and judged."""
    from legal_assets.collections.imported import judge_collection, read_stored_release

    (corpus,) = catalog.corpora([context.partition_key])
    tables, raw = imported_tables.collect(), workspace.raw()
    if corpus.is_release:
        built = read_stored_release(corpus.key, tables, raw, few_queries=_FEW)
    else:
        built = build_collections(
            corpus.key,
            corpus.language,
            documents.collect(),
            passages.collect(),
            citations.collect(),
            masked_passages.collect(),
            catalog.tasks(corpus.key),
            windows(_SPLITS.dev_from, _SPLITS.test_from, _SPLITS.test_until),
            _FEW,
        )
    same = _SETTINGS.labels_same_question
    judged = judge_collection(corpus.key, built, tables, raw, same_question=same, few_queries=_FEW)
    made = judged.collection
    for task, number in made.tasks.filter(pl.col("few") & pl.col("ranked")).select("task", "queries").rows():
        context.log.warning("%s has %d queries, fewer than %d", task, number, _FEW)
    yield stored("tasks", made.tasks)
    yield stored("queries", made.queries)
    yield stored("candidates", made.candidates)
    yield stored("qrels", made.qrels)
    yield stored("query_rejects", made.rejects)
    yield stored("human_judgments", judged.human_judgments)
    yield stored("label_agreement", judged.label_agreement)


@table_asset("collection_statistics", "collections", "1", CORPORA)
def collection_statistics(
    context: dg.AssetExecutionContext,
    queries: pl.LazyFrame,
    candidates: pl.LazyFrame,
    qrels: pl.LazyFrame,
    passages: pl.LazyFrame,
) -> dg.MaterializeResult[pl.DataFrame]:
    """Sizes of every task and variant, and what its texts are like."""
    frame = describe_collections(context.partition_key, queries, candidates, qrels, passages)
    return stored("collection_statistics", frame)


@table_asset(
    "collection_similarity",
    "collections",
    code_version("1", _SETTINGS.similarity_model, _SETTINGS.similarity_pairs),
    CORPORA,
    kinds=["torch"],
)
def collection_similarity(
    context: dg.AssetExecutionContext, queries: pl.LazyFrame, candidates: pl.LazyFrame, qrels: pl.LazyFrame
) -> dg.MaterializeResult[pl.DataFrame]:
    """BERTScore of queries and what is relevant to them; without a model the table is empty and says so."""
    from legal_assets.collections.similarity import TokenEncoder, describe_similarity

    model, pairs = _SETTINGS.similarity_model, _SETTINGS.similarity_pairs
    if model is None:
        unset = {"note": "No model: set LEGAL_ASSETS_SIMILARITY_MODEL."}
        return stored("collection_similarity", COLLECTION_SIMILARITY.empty(), unset)
    encoder = TokenEncoder(model)
    frame = describe_similarity(context.partition_key, queries, candidates, qrels, encoder, pairs)
    return stored("collection_similarity", frame)
