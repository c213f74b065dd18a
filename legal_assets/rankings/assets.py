"""Assets of the room rankings."""

from collections.abc import Iterator
from typing import Any

import dagster as dg
import polars as pl

from legal_assets import catalog
from legal_assets.catalog_composed import COMPOSED, EVERY_SYSTEM, decomposed
from legal_assets.schemas import PAGE_EVIDENCE
from legal_assets.schemas import SYSTEMS as SYSTEMS_TABLE
from legal_assets.settings import load_settings
from legal_assets.storage.streams import StreamedTable
from legal_assets.wiring.outputs import table_asset, table_assets
from legal_assets.wiring.partitions import (
    CORPORA,
    FUSED_CELLS,
    LEXICAL_CELLS,
    MODEL_CELLS,
    RERANKED_CELLS,
    SYSTEMS,
    corpus_and,
    parts_mapping,
)
from legal_assets.wiring.progress import tell
from legal_assets.wiring.resources import Workspace
from legal_assets.wiring.results import code_version, stored, stored_stream

_SETTINGS = load_settings()
_VARIANTS = _SETTINGS.learned_variants
_FUSED = [system for system in SYSTEMS if system.family == "fused"]
_RERANKED = [system for system in SYSTEMS if system.family == "reranked"]


@table_asset("systems", "rankings", code_version("1", EVERY_SYSTEM), None)
def systems() -> dg.MaterializeResult[pl.DataFrame]:
    """What the catalog knows of every system."""
    named = {"system": "key", "family": "family", "role": "role", "title": "title", "parts": "parts"}
    rows = [{column: getattr(system, field) for column, field in named.items()} for system in EVERY_SYSTEM]
    return stored("systems", SYSTEMS_TABLE.frame(rows))


@table_asset(
    "tuned_parameters",
    "rankings",
    code_version("3", _SETTINGS.few_queries),
    LEXICAL_CELLS,
    kinds=["numba"],
)
def tuned_parameters(
    context: dg.AssetExecutionContext,
    lexical_index: pl.LazyFrame,
    tasks: pl.LazyFrame,
    queries: pl.LazyFrame,
    qrels: pl.LazyFrame,
    workspace: Workspace,
) -> dg.MaterializeResult[pl.DataFrame]:
    """Parameters of a lexical system chosen on dev, with the whole grid."""
    from legal_assets.rankings.choosing import choose_parameters

    corpus, key = corpus_and("system", context)
    system = catalog.system_on(key, corpus)
    frame = choose_parameters(
        corpus,
        system,
        lexical_index.collect(),
        tasks.collect(),
        queries,
        qrels.collect(),
        workspace.indexes(),
        fewest=_SETTINGS.few_queries,
        threads=workspace.threads,
    )
    return stored("tuned_parameters", frame)


@table_asset(
    "lexical_rankings",
    "rankings",
    code_version("3", _SETTINGS.depth),
    LEXICAL_CELLS,
    kinds=["numba"],
)
def lexical_rankings(
    context: dg.AssetExecutionContext,
    lexical_index: pl.LazyFrame,
    queries: pl.LazyFrame,
    tuned_parameters: pl.LazyFrame,
    workspace: Workspace,
) -> dg.MaterializeResult[StreamedTable]:
    """The best candidates of every query by a lexical system; test uses the parameters that dev chose."""
    from legal_assets.rankings.choosing import parameters_for
    from legal_assets.rankings.systems import rank_lexically

    corpus, key = corpus_and("system", context)
    system = catalog.system_on(key, corpus)
    parts = rank_lexically(
        corpus,
        system,
        lexical_index.collect(),
        queries,
        workspace.indexes(),
        parameters=parameters_for(system, catalog.tasks(corpus), tuned_parameters.collect()),
        depth=_SETTINGS.depth,
        threads=workspace.threads,
    )
    return stored_stream("lexical_rankings", parts, workspace.scratch())


@table_asset("dense_rankings", "rankings", code_version("1", _SETTINGS.depth), MODEL_CELLS, kinds=["numpy"])
def dense_rankings(
    context: dg.AssetExecutionContext,
    vector_index: pl.LazyFrame,
    queries: pl.LazyFrame,
    embeddings: pl.LazyFrame,
    workspace: Workspace,
) -> dg.MaterializeResult[StreamedTable]:
    """The best candidates of every query by the nearness of vectors."""
    from legal_assets.rankings.dense import rank_densely

    corpus, key = corpus_and("model", context)
    parts = rank_densely(
        corpus,
        key,
        vector_index.collect(),
        queries,
        embeddings,
        workspace.indexes(),
        depth=_SETTINGS.depth,
        threads=workspace.threads,
    )
    return stored_stream("dense_rankings", parts, workspace.scratch())


@table_asset("decomposed_rankings", "rankings", code_version("1", _SETTINGS.depth), MODEL_CELLS, kinds=["numpy"])
def decomposed_rankings(
    context: dg.AssetExecutionContext,
    vector_index: pl.LazyFrame,
    queries: pl.LazyFrame,
    conditions: pl.LazyFrame,
    embeddings: pl.LazyFrame,
    workspace: Workspace,
) -> dg.MaterializeResult[StreamedTable]:
    """The best candidates of every conjunctive query by a model that is asked for each condition alone."""
    from legal_assets.rankings.decomposed import rank_decomposed

    corpus, key = corpus_and("model", context)
    parts = rank_decomposed(
        corpus,
        decomposed(key),
        vector_index.collect(),
        queries,
        conditions,
        embeddings,
        workspace.indexes(),
        depth=_SETTINGS.depth,
        threads=workspace.threads,
    )
    return stored_stream("decomposed_rankings", parts, workspace.scratch())


@table_asset(
    "fused_rankings",
    "rankings",
    code_version("1", _SETTINGS.depth, _VARIANTS),
    FUSED_CELLS,
    inputs={
        "lexical_rankings": dg.AssetIn(partition_mapping=parts_mapping("system", "lexical", _FUSED)),
        "dense_rankings": dg.AssetIn(partition_mapping=parts_mapping("model", "dense", _FUSED)),
    },
)
def fused_rankings(
    context: dg.AssetExecutionContext,
    lexical_rankings: pl.LazyFrame,
    dense_rankings: pl.LazyFrame,
    workspace: Workspace,
) -> dg.MaterializeResult[StreamedTable]:
    """Rankings of several systems joined by reciprocal rank."""
    from legal_assets.rankings.fusion import rank_by_fusion
    from legal_assets.rankings.systems import rankings_of_parts

    corpus, key = corpus_and("system", context)
    (system,) = catalog.systems([key])
    constants = {name: int(value) for name, value in system.parameters}
    parts = rankings_of_parts(system, [lexical_rankings, dense_rankings], _VARIANTS)
    fused = rank_by_fusion(corpus, key, parts, depth=_SETTINGS.depth, **constants)
    return stored_stream("fused_rankings", fused, workspace.scratch())


@table_asset(
    "reranked_rankings",
    "rankings",
    code_version("1", _VARIANTS, _SETTINGS.device, _SETTINGS.batch_tokens),
    RERANKED_CELLS,
    kinds=["torch"],
    inputs={
        "lexical_rankings": dg.AssetIn(partition_mapping=parts_mapping("system", "lexical", _RERANKED)),
        "dense_rankings": dg.AssetIn(partition_mapping=parts_mapping("model", "dense", _RERANKED)),
        "fused_rankings": dg.AssetIn(partition_mapping=parts_mapping("system", "fused", _RERANKED)),
    },
    pool="embeddings",
)
def reranked_rankings(
    context: dg.AssetExecutionContext,
    lexical_rankings: pl.LazyFrame,
    dense_rankings: pl.LazyFrame,
    fused_rankings: pl.LazyFrame,
    queries: pl.LazyFrame,
    candidates: pl.LazyFrame,
    passages: pl.LazyFrame,
    workspace: Workspace,
) -> dg.MaterializeResult[StreamedTable]:
    """The first candidates of a system in the order of a model that reads query and candidate together."""
    from legal_assets.indexes.encoding import EncodingSettings
    from legal_assets.rankings.reranked import rank_reranked
    from legal_assets.rankings.systems import rankings_of_parts

    corpus, key = corpus_and("system", context)
    (system,) = catalog.systems([key])
    (pool,) = rankings_of_parts(system, [lexical_rankings, dense_rankings, fused_rankings], _VARIANTS).values()
    parts = rank_reranked(
        corpus,
        system,
        pool,
        queries,
        candidates,
        passages,
        workspace.vectors(),
        settings=EncodingSettings(device=_SETTINGS.device, batch_tokens=_SETTINGS.batch_tokens),
        processes=workspace.threads if _SETTINGS.device == "cpu" else 1,
        progress=lambda at: tell(context, f"{corpus}|{key}  {at.done:,} of {at.total:,} pairs scored"),
    )
    return stored_stream("reranked_rankings", parts, workspace.scratch())


@table_assets(
    "composition",
    "rankings",
    code_version("1", COMPOSED, _SETTINGS.depth),
    CORPORA,
    ["composed_parameters", "composed_rankings", "page_evidence"],
)
def composed_rankings(
    context: dg.AssetExecutionContext,
    lexical_index: pl.LazyFrame,
    page_index: pl.LazyFrame,
    queries: pl.LazyFrame,
    qrels: pl.LazyFrame,
    conditions: pl.LazyFrame,
    facts: pl.LazyFrame,
    workspace: Workspace,
) -> Iterator[dg.MaterializeResult[Any]]:
    """Rankings of all composed systems of a corpus, which share their searches, and the pages that they rest on."""
    from legal_assets.rankings.composed_corpus import choose_parameters, open_searchers, rank_all, read_asked

    corpus, depth, threads = context.partition_key, _SETTINGS.depth, workspace.threads
    asked = read_asked(queries, qrels, conditions, facts)
    indexes = (lexical_index.collect(), page_index.collect(), workspace.indexes())
    searchers = open_searchers(asked, *indexes, depth=depth, threads=threads)
    evidence = [PAGE_EVIDENCE.empty()]
    parameters = choose_parameters(corpus, asked, searchers)
    parts = rank_all(corpus, COMPOSED, asked, searchers, parameters, evidence)
    yield stored("composed_parameters", parameters)
    yield stored_stream("composed_rankings", parts, workspace.scratch())
    yield stored("page_evidence", pl.concat(evidence))
