"""Assets of the room indexes."""

from time import perf_counter

import dagster as dg
import polars as pl

from legal_assets import catalog
from legal_assets.catalog_composed import COMPOSED
from legal_assets.catalog_models import models
from legal_assets.settings import load_settings
from legal_assets.storage.streams import StreamedTable
from legal_assets.wiring.outputs import table_asset
from legal_assets.wiring.partitions import CORPORA, MODEL_CELLS, corpus_and
from legal_assets.wiring.progress import tell
from legal_assets.wiring.resources import Workspace
from legal_assets.wiring.results import code_version, stored, stored_stream

_SETTINGS = load_settings()
_VARIANTS = _SETTINGS.learned_variants
_LEXICAL = [system for system in catalog.SYSTEMS if system.family == "lexical"]
"""Those not enabled too: enabling one must not make the index of all others stale."""
_VERSION = code_version("3", sorted({system.analyser for system in _LEXICAL}), catalog.ANALYSERS)


@table_asset("lexical_index", "indexes", _VERSION, CORPORA, kinds=["numba"])
def lexical_index(
    context: dg.AssetExecutionContext, tasks: pl.LazyFrame, candidates: pl.LazyFrame, workspace: Workspace
) -> dg.MaterializeResult[pl.DataFrame]:
    """Postings of every ranked set of candidates, in folders named by digest."""
    from legal_assets.indexes.manifest import build_indexes

    corpus = context.partition_key
    analysers = sorted({catalog.system_on(system.key, corpus).analyser for system in _LEXICAL})
    ranked = tasks.filter("ranked").collect()["task"].to_list()
    frame = build_indexes(corpus, candidates, ranked, analysers, workspace.indexes())
    return stored("lexical_index", frame)


@table_asset(
    "embeddings",
    "indexes",
    code_version("2", _VARIANTS, _SETTINGS.device, _SETTINGS.batch_tokens),
    MODEL_CELLS,
    kinds=["torch"],
    pool="embeddings",
)
def embeddings(
    context: dg.AssetExecutionContext,
    tasks: pl.LazyFrame,
    queries: pl.LazyFrame,
    conditions: pl.LazyFrame,
    candidates: pl.LazyFrame,
    passages: pl.LazyFrame,
    workspace: Workspace,
) -> dg.MaterializeResult[StreamedTable]:
    """Vectors of every distinct text of queries, their conditions, and candidates; only new texts cost time."""
    from legal_assets.indexes.corpus_embedding import embed_corpus
    from legal_assets.indexes.corpus_texts import ranked_sets, texts_of_candidates, texts_of_queries
    from legal_assets.indexes.encoders import locate
    from legal_assets.indexes.encoding import EncodingSettings

    corpus, key = corpus_and("model", context)
    (model,) = models([key])
    sets = ranked_sets(tasks, candidates, _VARIANTS)
    started = perf_counter()
    embedded = embed_corpus(
        corpus,
        model,
        locate(model),
        texts_of_queries(queries, conditions, sets),
        texts_of_candidates(model.units, candidates, passages, sets),
        workspace.vectors(),
        settings=EncodingSettings(device=_SETTINGS.device, batch_tokens=_SETTINGS.batch_tokens),
        processes=workspace.threads if _SETTINGS.device == "cpu" else 1,
        progress=lambda side, at: tell(context, f"{corpus}|{key}  {at.done:,} of {at.total:,} {side} texts encoded"),
    )
    return stored_stream("embeddings", embedded.parts, workspace.scratch(), embedded.facts(perf_counter() - started))


@table_asset("vector_index", "indexes", code_version("1", _VARIANTS), MODEL_CELLS, kinds=["numpy"])
def vector_index(
    context: dg.AssetExecutionContext,
    tasks: pl.LazyFrame,
    candidates: pl.LazyFrame,
    passages: pl.LazyFrame,
    embeddings: pl.LazyFrame,
    workspace: Workspace,
) -> dg.MaterializeResult[pl.DataFrame]:
    """Vectors of every ranked set of candidates, in folders named by digest."""
    from legal_assets.indexes.corpus_texts import ranked_sets, texts_of_candidates
    from legal_assets.indexes.vector_manifest import build_vector_indexes

    corpus, key = corpus_and("model", context)
    (model,) = models([key])
    sets = ranked_sets(tasks, candidates, _VARIANTS)
    units = texts_of_candidates(model.units, candidates, passages, sets)
    frame = build_vector_indexes(
        corpus, key, units, embeddings, workspace.indexes(), kind=model.index, threads=workspace.threads
    )
    return stored("vector_index", frame)


_PAGE_VERSION = code_version("4", *(system.analyser for system in COMPOSED))


@table_asset("page_index", "indexes", _PAGE_VERSION, CORPORA, kinds=["numba"])
def page_index(
    context: dg.AssetExecutionContext, pages: pl.LazyFrame, documents: pl.LazyFrame, workspace: Workspace
) -> dg.MaterializeResult[pl.DataFrame]:
    """Postings of every page of the documents that are ranked; corpora without pages have none."""
    from legal_assets.collections.readable_pages import readable_pages
    from legal_assets.indexes.page_index import build_page_index

    taken = pages.join(documents.select("doc_id"), on="doc_id", how="semi").collect()
    analysers = sorted({system.analyser for system in COMPOSED})
    frame = build_page_index(context.partition_key, readable_pages(taken), analysers, workspace.indexes())
    return stored("page_index", frame)
