"""Assets that compare all systems of a corpus: tests, slices, orders, bounds."""

from collections.abc import Iterator

import dagster as dg
import polars as pl

from legal_assets import catalog
from legal_assets.catalog_comparisons import BLOCKS
from legal_assets.catalog_composed import ROLES
from legal_assets.settings import load_settings
from legal_assets.storage.digests import bytes_digest
from legal_assets.storage.statements import statement, statement_names
from legal_assets.wiring.automation import ON_CONTENT_CHANGE_OF_ANY
from legal_assets.wiring.io_manager import PARQUET_FILES, ParquetFiles
from legal_assets.wiring.outputs import table_assets
from legal_assets.wiring.partitions import CORPORA
from legal_assets.wiring.resources import Workspace
from legal_assets.wiring.results import code_version, stored

_FEW = load_settings().few_queries
_FAMILIES = ("composed", "lexical", "dense", "decomposed", "fused", "reranked")
"""Ranking families whose systems are tested against one another."""

_RANKED = ("rankings", "query_metrics")
_STATEMENTS = [bytes_digest(statement("measures", name).encode()) for name in statement_names("measures")]


@table_assets(
    "inference",
    "metrics",
    code_version("2", _FEW, BLOCKS, ROLES),
    CORPORA,
    ["system_comparisons", "block_tests", "robustness", "measure_correlations"],
    inputs={f"{family}_query_metrics": dg.AssetIn(f"{family}_query_metrics") for family in _FAMILIES},
    condition=ON_CONTENT_CHANGE_OF_ANY,
)
def inference(
    context: dg.AssetExecutionContext, queries: pl.LazyFrame, qrels: pl.LazyFrame, **query_metrics: pl.LazyFrame
) -> Iterator[dg.MaterializeResult[pl.DataFrame]]:
    """Tests between all systems of a corpus, over families, and how far their means depend on single documents."""
    from legal_assets.metrics.blocks import examine_blocks
    from legal_assets.metrics.comparisons import TESTED, compare_systems, correlate_measures
    from legal_assets.metrics.robustness import examine

    corpus = context.partition_key
    values = pl.concat([query_metrics[name] for name in sorted(query_metrics)])
    yield stored("system_comparisons", compare_systems(corpus, values, queries, _FEW))
    yield stored("block_tests", examine_blocks(corpus, values, queries, BLOCKS, "original"))
    yield stored("robustness", examine(corpus, values, queries, qrels, TESTED))
    yield stored("measure_correlations", correlate_measures(corpus, values, ROLES))


@table_assets(
    "conjunctive_inference",
    "metrics",
    code_version("1", _FEW),
    CORPORA,
    ["slice_metrics", "common_support", "promotion_bounds"],
    inputs={f"{family}_{table}": dg.AssetIn(f"{family}_{table}") for family in _FAMILIES for table in _RANKED},
    condition=ON_CONTENT_CHANGE_OF_ANY,
)
def conjunctive_inference(
    context: dg.AssetExecutionContext,
    queries: pl.LazyFrame,
    qrels: pl.LazyFrame,
    conditions: pl.LazyFrame,
    pdf_files: pl.LazyFrame,
    **ranked: pl.LazyFrame,
) -> Iterator[dg.MaterializeResult[pl.DataFrame]]:
    """Conjunctive queries in slices, orders of gold and subsets, and bounds if judgments are wrong."""
    from legal_assets.metrics.by_kind import examine_orders

    (corpus,) = catalog.corpora([context.partition_key])
    rankings, values = (pl.concat([ranked[f"{family}_{table}"] for family in _FAMILIES]) for table in _RANKED)
    frames = examine_orders(corpus, rankings, values, queries, qrels, conditions, pdf_files, _FEW)
    yield stored("slice_metrics", frames.slices)
    yield stored("common_support", frames.common_support)
    yield stored("promotion_bounds", frames.promotion_bounds)


@table_assets(
    "judgment_versions",
    "metrics",
    code_version("3", ROLES, catalog.MEASURES, catalog.CONJUNCTIVE_MEASURES, *_STATEMENTS),
    CORPORA,
    ["qrel_changes", "version_metrics", "version_correlations"],
    inputs={
        f"{family}_{table}": dg.AssetIn(f"{family}_{table}", dagster_type=PARQUET_FILES)
        for family in _FAMILIES
        for table in _RANKED
    },
    condition=ON_CONTENT_CHANGE_OF_ANY,
)
def judgment_versions(
    context: dg.AssetExecutionContext,
    queries: ParquetFiles,
    qrels: ParquetFiles,
    earlier_qrels: ParquetFiles,
    workspace: Workspace,
    **ranked: ParquetFiles,
) -> Iterator[dg.MaterializeResult[pl.DataFrame]]:
    """What repairs of the judgments changed, in pairs, means, and the order of systems."""
    from legal_assets.metrics.versions import compare_versions

    corpus = context.partition_key
    tasks = [task.key for task in catalog.tasks(corpus) if task.ranked]
    rankings, values = ([path for each in _FAMILIES for path in ranked[f"{each}_{table}"].paths] for table in _RANKED)
    files = (rankings, queries.paths, earlier_qrels.paths, qrels.paths, values)
    measures = catalog.measures(corpus)
    found = compare_versions(corpus, *files, ROLES, tasks=tasks, measures=measures, threads=workspace.threads)
    yield stored("qrel_changes", found.qrel_changes)
    yield stored("version_metrics", found.version_metrics)
    yield stored("version_correlations", found.version_correlations)
