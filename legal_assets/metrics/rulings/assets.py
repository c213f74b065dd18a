"""Assets of the room metrics that look at rulings by vectors, and at all systems on rulings together."""

from collections.abc import Iterator

import dagster as dg
import polars as pl

from legal_assets import catalog
from legal_assets.settings import load_settings
from legal_assets.wiring.automation import ON_CONTENT_CHANGE_OF_ANY
from legal_assets.wiring.outputs import table_asset, table_assets
from legal_assets.wiring.partitions import CORPORA, MODEL_CELLS, corpus_and
from legal_assets.wiring.resources import Workspace
from legal_assets.wiring.results import code_version, pictures, stored

_RULINGS = load_settings().rulings
_FAMILIES = ("lexical", "dense", "fused", "reranked")
_TABLES = ("match_distances", "distance_histogram", "distance_separation", "ruling_distances", "graph_expansion")


@table_assets("embedding_space", "metrics", code_version("1", _RULINGS), MODEL_CELLS, _TABLES)
def embedding_space(
    context: dg.AssetExecutionContext,
    dense_rankings: pl.LazyFrame,
    vector_index: pl.LazyFrame,
    embeddings: pl.LazyFrame,
    queries: pl.LazyFrame,
    documents: pl.LazyFrame,
    passages: pl.LazyFrame,
    sections: pl.LazyFrame,
    citations: pl.LazyFrame,
    statute_references: pl.LazyFrame,
    workspace: Workspace,
) -> Iterator[dg.MaterializeResult[pl.DataFrame]]:
    """Distances of queries to what a model ranks by match class, to the rulings to be found, and the citation graph."""
    from legal_assets.metrics.by_kind import look_at_space
    from legal_assets.metrics.rulings.plots import plot_distances

    corpus, key = corpus_and("model", context)
    (entry,) = catalog.corpora([corpus])
    read = (queries, documents, passages, sections, citations, statute_references)
    vectors = (vector_index.collect(), embeddings)
    frames = look_at_space(entry, key, dense_rankings, vectors, read, workspace.indexes(), _RULINGS)
    for table, frame in zip(_TABLES, frames, strict=True):
        drawn = plot_distances(frame) if table == "distance_histogram" else None
        yield stored(table, frame, pictures(plot=drawn))


@table_asset(
    "success_curves",
    "metrics",
    code_version("1"),
    CORPORA,
    inputs={f"{family}_match_success": dg.AssetIn(f"{family}_match_success") for family in _FAMILIES},
    condition=ON_CONTENT_CHANGE_OF_ANY,
)
def success_curves(**match_success: pl.LazyFrame) -> dg.MaterializeResult[pl.DataFrame]:
    """Success of all systems beside each other."""
    from legal_assets.metrics.rulings.curves import success_curves
    from legal_assets.metrics.rulings.plots import plot_success

    frame = success_curves(pl.concat([match_success[name] for name in sorted(match_success)]).collect())
    return stored("success_curves", frame, pictures(plot=plot_success(frame)))
