"""Assets of the room rankings."""

import dagster as dg
import polars as pl

from legal_assets import catalog
from legal_assets.settings import load_settings
from legal_assets.storage.streams import StreamedTable
from legal_assets.wiring.outputs import table_asset
from legal_assets.wiring.partitions import LEXICAL_CELLS, corpus_and
from legal_assets.wiring.resources import Workspace
from legal_assets.wiring.results import code_version, stored_stream

_DEPTH = load_settings().depth
_VERSION = code_version("1", _DEPTH, catalog.SYSTEMS)


@table_asset("lexical_rankings", "rankings", _VERSION, LEXICAL_CELLS, kinds=["numba"])
def lexical_rankings(
    context: dg.AssetExecutionContext,
    lexical_index: pl.LazyFrame,
    queries: pl.LazyFrame,
    workspace: Workspace,
) -> dg.MaterializeResult[StreamedTable]:
    """The best candidates of every query by a lexical system."""
    from legal_assets.rankings.systems import rank_lexically

    corpus, key = corpus_and("system", context)
    (system,) = catalog.systems([key])
    parts = rank_lexically(
        corpus,
        system,
        lexical_index.collect(),
        queries,
        workspace.indexes(),
        depth=_DEPTH,
        threads=workspace.threads,
    )
    return stored_stream("lexical_rankings", parts, workspace.scratch())
