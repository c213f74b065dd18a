"""The one Definitions object: every room's assets and checks, resources, jobs and schedules."""

import dagster as dg

from legal_assets.citations import assets as citations
from legal_assets.collections import assets as collections
from legal_assets.collections import checks as collection_checks
from legal_assets.fetch import assets as fetch
from legal_assets.fetch import checks as fetch_checks
from legal_assets.indexes import assets as indexes
from legal_assets.masking import assets as masking
from legal_assets.metrics import assets as metrics
from legal_assets.metrics import checks as metric_checks
from legal_assets.metrics.inference import assets as inference
from legal_assets.metrics.rulings import assets as rulings
from legal_assets.metrics.rulings import checks as ruling_checks
from legal_assets.pages import assets as pages
from legal_assets.pages import checks as page_checks
from legal_assets.passages import assets as passages
from legal_assets.passages import checks as passage_checks
from legal_assets.rankings import assets as rankings
from legal_assets.rankings import checks as ranking_checks
from legal_assets.settings import load_settings
from legal_assets.warehouse import assets as warehouse
from legal_assets.wiring.graph import Lineage
from legal_assets.wiring.io_manager import ParquetIOManager
from legal_assets.wiring.jobs import JOBS, SCHEDULES
from legal_assets.wiring.resources import Workspace

_SETTINGS = load_settings()

ASSETS: list[dg.AssetsDefinition | dg.AssetSpec] = [
    fetch.imported_files,
    fetch.raw_documents,
    fetch.register_citations,
    pages.pages,
    passages.passages,
    citations.citations,
    masking.masked_passages,
    masking.masking_quality,
    collections.generated_queries,
    collections.conjunctive_conditions,
    collections.collections,
    collections.collection_statistics,
    collections.collection_similarity,
    indexes.lexical_index,
    indexes.embeddings,
    indexes.vector_index,
    rankings.systems,
    rankings.tuned_parameters,
    rankings.lexical_rankings,
    rankings.dense_rankings,
    rankings.fused_rankings,
    rankings.reranked_rankings,
    *metrics.lexical,
    *metrics.dense,
    *metrics.fused,
    *metrics.reranked,
    rulings.embedding_space,
    rulings.success_curves,
    indexes.page_index,
    rankings.composed_rankings,
    metrics.composed_query_metrics,
    metrics.composed_metrics,
    rankings.decomposed_rankings,
    metrics.decomposed_query_metrics,
    metrics.decomposed_metrics,
    inference.inference,
    inference.conjunctive_inference,
    inference.judgment_versions,
    warehouse.warehouse,
]
CHECKS = [
    *fetch_checks.CHECKS,
    *page_checks.CHECKS,
    *passage_checks.CHECKS,
    *collection_checks.CHECKS,
    *ranking_checks.CHECKS,
    *metric_checks.CHECKS,
    *ruling_checks.CHECKS,
]


def _definitions() -> dg.Definitions:
    return defs


LINEAGE = Lineage(_definitions)

defs = dg.Definitions(
    assets=ASSETS,
    asset_checks=CHECKS,
    jobs=JOBS,
    schedules=SCHEDULES,
    resources={
        "io_manager": ParquetIOManager(_SETTINGS.store_url, _SETTINGS.keep_versions),
        "workspace": Workspace.of(_SETTINGS),
        "lineage": LINEAGE,
    },
    executor=dg.in_process_executor,
)
