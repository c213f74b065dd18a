"""Assets of the room passages."""

from collections.abc import Iterator

import dagster as dg
import polars as pl

from legal_assets import catalog
from legal_assets.wiring.outputs import table_assets
from legal_assets.wiring.partitions import CORPORA
from legal_assets.wiring.resources import Workspace
from legal_assets.wiring.results import stored


@table_assets("segmentation", "passages", "2", CORPORA, ["documents", "passages", "passage_rejects"])
def passages(
    context: dg.AssetExecutionContext, raw_documents: pl.LazyFrame, workspace: Workspace
) -> Iterator[dg.MaterializeResult[pl.DataFrame]]:
    """Documents with their header, and their numbered passages."""
    from legal_assets.passages.cjeu import parse_judgment
    from legal_assets.passages.frames import read_corpus

    (corpus,) = catalog.corpora([context.partition_key])
    tables = read_corpus(
        corpus.key,
        raw_documents.collect(),
        workspace.raw(),
        parse_judgment,
        language=corpus.language,
        workers=workspace.threads,
    )
    yield stored("documents", tables.documents)
    yield stored("passages", tables.passages)
    yield stored("passage_rejects", tables.rejects)
