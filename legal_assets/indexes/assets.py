"""Assets of the room indexes."""

import dagster as dg
import polars as pl

from legal_assets import catalog
from legal_assets.wiring.outputs import table_asset
from legal_assets.wiring.partitions import CORPORA, SYSTEM_KEYS
from legal_assets.wiring.resources import Workspace
from legal_assets.wiring.results import code_version, stored

_OWN = sorted({system.analyser for system in catalog.systems(SYSTEM_KEYS)})
_VERSION = code_version("2", *_OWN, catalog.ANALYSERS)


@table_asset("lexical_index", "indexes", _VERSION, CORPORA, kinds=["numba"])
def lexical_index(
    context: dg.AssetExecutionContext, tasks: pl.LazyFrame, candidates: pl.LazyFrame, workspace: Workspace
) -> dg.MaterializeResult[pl.DataFrame]:
    """Postings of every ranked set of candidates, in folders named by digest."""
    from legal_assets.indexes.manifest import build_indexes

    corpus = context.partition_key
    analysers = sorted({catalog.system_on(key, corpus).analyser for key in SYSTEM_KEYS})
    ranked = tasks.filter("ranked").collect()["task"].to_list()
    frame = build_indexes(corpus, candidates, ranked, analysers, workspace.indexes())
    return stored("lexical_index", frame)
