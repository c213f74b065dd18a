"""Assets of the room rankings."""

import dagster as dg
import polars as pl

from legal_assets import catalog
from legal_assets.settings import load_settings
from legal_assets.storage.streams import StreamedTable
from legal_assets.wiring.outputs import table_asset
from legal_assets.wiring.partitions import LEXICAL_CELLS, corpus_and
from legal_assets.wiring.resources import Workspace
from legal_assets.wiring.results import code_version, stored, stored_stream

_SETTINGS = load_settings()


@table_asset(
    "tuned_parameters",
    "rankings",
    code_version("2", _SETTINGS.few_queries),
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
