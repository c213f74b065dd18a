"""Jobs, one per partition set, and the weekly refresh.

Assets of different partition sets cannot share a job. `legal-assets run` orders all of them; in the UI automation
does.
"""

from collections.abc import Iterator

import dagster as dg
from dagster._core.definitions.unresolved_asset_job_definition import UnresolvedAssetJobDefinition

from legal_assets.wiring.partitions import CORPUS_KEYS

_PER_CORPUS = (
    "raw_documents",
    "raw_rejects",
    "imported_tables",
    "register",
    "register_answers",
    "fetch_log",
    "report_records",
    "register_citations",
    "citation_answers",
    "pdf_files",
    "pages",
    "page_sources",
    "page_quality",
    "page_rejects",
    "documents",
    "passages",
    "passage_rejects",
    "passage_pages",
    "sections",
    "page_anchors",
    "commentaries",
    "recovered_passages",
    "excluded_rows",
    "filtered_passages",
    "citations",
    "citation_parts",
    "statute_references",
    "excluded_pairs",
    "masked_passages",
    "masking_quality",
    "generated_queries",
    "generation_rejects",
    "facts",
    "conditions",
    "condition_pages",
    "condition_verdicts",
    "condition_rejects",
    "conjunctive_statistics",
    "earlier_qrels",
    "tasks",
    "queries",
    "candidates",
    "qrels",
    "query_rejects",
    "human_judgments",
    "label_agreement",
    "collection_statistics",
    "collection_similarity",
    "lexical_index",
    "page_index",
)

_SOURCES = _PER_CORPUS[:9]

collections_job = dg.define_asset_job(
    "collections_of_a_corpus",
    selection=dg.AssetSelection.assets(*_PER_CORPUS),
    description="Everything of one corpus up to its indexes.",
)


_TABLES = (
    "rankings",
    "query_metrics",
    "metrics",
    "leakage",
    "human_subset",
    "query_matches",
    "match_success",
    "language_success",
    "language_balance",
    "misses",
)
"""Tables of every ranking family."""

_SPACE = ("match_distances", "distance_histogram", "distance_separation", "ruling_distances", "graph_expansion")
"""What vectors tell of rulings."""

_DECOMPOSED = ("decomposed_rankings", "decomposed_query_metrics", "decomposed_metrics")
"""A model asked for each condition of a conjunctive query alone."""


def _cell_job(family: str, description: str, *before: str) -> UnresolvedAssetJobDefinition:
    assets = (f"{family}_{table}" for table in _TABLES)
    return dg.define_asset_job(
        f"{family}_cell", selection=dg.AssetSelection.assets(*before, *assets), description=description
    )


lexical_job = _cell_job("lexical", "Rankings and metrics of one lexical system on one corpus.", "tuned_parameters")
dense_job = _cell_job(
    "dense",
    "Vectors, index, rankings and metrics of one model on one corpus.",
    "embeddings",
    "vector_index",
    *_SPACE,
    *_DECOMPOSED,
)
fused_job = _cell_job("fused", "Rankings and metrics of one fusion on one corpus.")
reranked_job = _cell_job("reranked", "Rankings and metrics of one reranked system on one corpus.")
inference_job = dg.define_asset_job(
    "inference_of_a_corpus",
    selection=dg.AssetSelection.assets(
        "composed_parameters",
        "composed_rankings",
        "page_evidence",
        "composed_query_metrics",
        "composed_metrics",
        "success_curves",
        "system_comparisons",
        "block_tests",
        "robustness",
        "measure_correlations",
        "slice_metrics",
        "common_support",
        "promotion_bounds",
        "qrel_changes",
        "version_metrics",
        "version_correlations",
    ),
    description="Composed systems of one corpus, and tests between all its systems.",
)
warehouse_job = dg.define_asset_job(
    "publish_warehouse",
    selection=dg.AssetSelection.assets("systems", "warehouse"),
    description="The DuckDB file, built whole from Parquet, with the list of systems.",
)
refresh_job = dg.define_asset_job(
    "refresh_raw_documents",
    selection=dg.AssetSelection.assets(*_SOURCES),
    description="Look for new and changed files; what depends on changed bytes follows by automation.",
)


@dg.schedule(
    job=refresh_job,
    cron_schedule="0 4 * * 1",
    execution_timezone="UTC",
    description="Every Monday at 04:00 UTC, one run per corpus.",
)
def weekly_refresh(context: dg.ScheduleEvaluationContext) -> Iterator[dg.RunRequest]:
    """Request a refresh of every enabled corpus."""
    for corpus in CORPUS_KEYS:
        yield dg.RunRequest(run_key=None, partition_key=corpus)


JOBS = [
    collections_job,
    lexical_job,
    dense_job,
    fused_job,
    reranked_job,
    inference_job,
    warehouse_job,
    refresh_job,
]
SCHEDULES = [weekly_refresh]
