"""Assets of the room metrics: one pair per ranking family, from one factory."""

from collections.abc import Iterable, Iterator
from importlib.metadata import version

import dagster as dg
import polars as pl

from legal_assets import catalog
from legal_assets.catalog_composed import COMPOSED, ROLES, decomposed
from legal_assets.collections.shown import ALL
from legal_assets.metrics.scoring import score_queries
from legal_assets.schemas import PAGE_EVIDENCE
from legal_assets.settings import load_settings
from legal_assets.storage.digests import bytes_digest
from legal_assets.storage.statements import statement, statement_names
from legal_assets.wiring.io_manager import ParquetFiles
from legal_assets.wiring.outputs import table_asset, table_assets
from legal_assets.wiring.partitions import CORPORA, FUSED_CELLS, LEXICAL_CELLS, MODEL_CELLS, RERANKED_CELLS, corpus_and
from legal_assets.wiring.resources import Workspace
from legal_assets.wiring.results import code_version, stored

_SETTINGS = load_settings()
_FEW = _SETTINGS.few_queries
_LEARNED = _SETTINGS.learned_variants
_STATEMENTS = [bytes_digest(statement("measures", name).encode()) for name in statement_names("measures")]
_SOFTWARE = ("polars", "duckdb", "numpy", "numba", "PyStemmer")
_LEARNED_SOFTWARE = ("torch", "transformers", "tokenizers", "sentence-transformers")


def _variants(system: str) -> str:
    """Return which variants a system ranks; of one that a learned model takes part in, as the setting says."""
    return _LEARNED if catalog.learns(catalog.systems([system])[0]) else ALL


def _means(
    query_metrics: pl.LazyFrame,
    queries: pl.LazyFrame,
    qrels: ParquetFiles,
    candidates: ParquetFiles,
    software: Iterable[str],
) -> pl.DataFrame:
    from legal_assets.metrics.summary import summarise

    return summarise(
        query_metrics.collect(),
        queries.select("task", "variant", "query_id", "doc_id").collect(),
        roles=ROLES,
        few_queries=_FEW,
        qrels_digest=qrels.digest,
        candidates_digest=candidates.digest,
        software=", ".join(f"{name} {version(name)}" for name in software),
    )


def metrics_of(
    family: str, cells: dg.MultiPartitionsDefinition, dimension: str = "system"
) -> list[dg.AssetsDefinition]:
    """Return what is made of `<family>_rankings`: `<family>_query_metrics`, `_metrics`, `_leakage`, `_human_subset`."""
    learned = [] if family == "lexical" else [_LEARNED]
    software = _SOFTWARE if family == "lexical" else (*_SOFTWARE, *_LEARNED_SOFTWARE)

    @table_asset(
        f"{family}_query_metrics",
        "metrics",
        code_version("3", catalog.MEASURES, catalog.CONJUNCTIVE_MEASURES, catalog.TASKS, *_STATEMENTS, *learned),
        cells,
        kinds=["duckdb"],
        inputs={"rankings": dg.AssetIn(f"{family}_rankings")},
    )
    def query_metrics(
        context: dg.AssetExecutionContext,
        rankings: ParquetFiles,
        queries: ParquetFiles,
        qrels: ParquetFiles,
        workspace: Workspace,
    ) -> dg.MaterializeResult[pl.DataFrame]:
        corpus, system = corpus_and(dimension, context)
        frame = score_queries(
            corpus,
            system,
            rankings.paths,
            queries.paths,
            qrels.paths,
            tasks=[task.key for task in catalog.tasks(corpus) if task.ranked],
            variants=_variants(system),
            measures=catalog.measures(corpus),
            threads=workspace.threads,
        )
        return stored(f"{family}_query_metrics", frame)

    @table_asset(
        f"{family}_metrics",
        "metrics",
        code_version("1", _FEW),
        cells,
        kinds=["numpy"],
        inputs={"query_metrics": dg.AssetIn(f"{family}_query_metrics")},
    )
    def metrics(
        context: dg.AssetExecutionContext,
        query_metrics: pl.LazyFrame,
        queries: pl.LazyFrame,
        qrels: ParquetFiles,
        candidates: ParquetFiles,
    ) -> dg.MaterializeResult[pl.DataFrame]:
        frame = _means(query_metrics, queries, qrels, candidates, software)
        few = frame.filter("few").select("task", "variant", "n").unique().sort("task", "variant")
        for task, variant, n in few.rows():
            context.log.warning("%s %s: %d queries are few; do not trust differences", task, variant, n)
        return stored(f"{family}_metrics", frame)

    @table_asset(
        f"{family}_leakage",
        "metrics",
        code_version("1", _FEW),
        cells,
        kinds=["numpy"],
        inputs={"query_metrics": dg.AssetIn(f"{family}_query_metrics")},
    )
    def leakage(query_metrics: pl.LazyFrame, queries: pl.LazyFrame) -> dg.MaterializeResult[pl.DataFrame]:
        from legal_assets.metrics.leakage import compare_variants

        clusters = queries.select("task", "query_id", "doc_id").collect()
        return stored(f"{family}_leakage", compare_variants(query_metrics.collect(), clusters, _FEW))

    @table_asset(
        f"{family}_human_subset",
        "metrics",
        code_version("2", _FEW, catalog.MEASURES, catalog.TASKS, *_STATEMENTS, *learned),
        cells,
        kinds=["duckdb"],
        inputs={
            "rankings": dg.AssetIn(f"{family}_rankings"),
            "query_metrics": dg.AssetIn(f"{family}_query_metrics"),
        },
    )
    def human_subset(
        context: dg.AssetExecutionContext,
        rankings: ParquetFiles,
        queries: ParquetFiles,
        qrels: pl.LazyFrame,
        query_metrics: pl.LazyFrame,
        workspace: Workspace,
    ) -> dg.MaterializeResult[pl.DataFrame]:
        from legal_assets.metrics.human_subset import compare_with_human

        corpus, system = corpus_and(dimension, context)
        frame = compare_with_human(
            corpus,
            system,
            rankings.paths,
            queries.paths,
            qrels,
            query_metrics,
            tasks=[task.key for task in catalog.tasks(corpus) if task.ranked],
            variants=_variants(system),
            few_queries=_FEW,
            threads=workspace.threads,
        )
        return stored(f"{family}_human_subset", frame)

    return [query_metrics, metrics, leakage, human_subset]


def matches_of(family: str, cells: dg.MultiPartitionsDefinition, dimension: str = "system") -> dg.AssetsDefinition:
    """Return what is made of `<family>_rankings` of rulings: classes of matches, success by level and language."""
    tables = ("query_matches", "match_success", "language_success", "language_balance", "misses")

    @table_assets(
        f"{family}_matching",
        "metrics",
        code_version("2", _SETTINGS.rulings.candidates),
        cells,
        [f"{family}_{table}" for table in tables],
        inputs={"rankings": dg.AssetIn(f"{family}_rankings")},
    )
    def matching(
        context: dg.AssetExecutionContext,
        rankings: pl.LazyFrame,
        queries: pl.LazyFrame,
        documents: pl.LazyFrame,
        passages: pl.LazyFrame,
        sections: pl.LazyFrame,
        citations: pl.LazyFrame,
        statute_references: pl.LazyFrame,
    ) -> Iterator[dg.MaterializeResult[pl.DataFrame]]:
        from legal_assets.metrics.by_kind import match_corpus

        corpus, system = corpus_and(dimension, context)
        (entry,) = catalog.corpora([corpus])
        read = (queries, documents, passages, sections, citations, statute_references)
        frames = match_corpus(entry, system, rankings, read, _SETTINGS.rulings.candidates)
        for table, frame in zip(tables, frames, strict=True):
            yield stored(f"{family}_{table}", frame)

    return matching


lexical = [*metrics_of("lexical", LEXICAL_CELLS), matches_of("lexical", LEXICAL_CELLS)]
dense = [*metrics_of("dense", MODEL_CELLS, "model"), matches_of("dense", MODEL_CELLS, "model")]
fused = [*metrics_of("fused", FUSED_CELLS), matches_of("fused", FUSED_CELLS)]
reranked = [*metrics_of("reranked", RERANKED_CELLS), matches_of("reranked", RERANKED_CELLS)]


@table_asset(
    "composed_query_metrics",
    "metrics",
    code_version("1", COMPOSED, catalog.MEASURES, catalog.CONJUNCTIVE_MEASURES, catalog.TASKS, *_STATEMENTS),
    CORPORA,
    kinds=["duckdb"],
)
def composed_query_metrics(
    context: dg.AssetExecutionContext,
    composed_rankings: ParquetFiles,
    queries: ParquetFiles,
    qrels: ParquetFiles,
    page_evidence: pl.LazyFrame,
    condition_pages: pl.LazyFrame,
    workspace: Workspace,
) -> dg.MaterializeResult[pl.DataFrame]:
    """Measures of composed systems, those of their evidence pages among them."""
    from legal_assets.metrics.composed import score_composed

    corpus = context.partition_key
    files = (composed_rankings.paths, queries.paths, qrels.paths)
    tasks = [task.key for task in catalog.tasks(corpus) if task.ranked]
    read = (page_evidence, condition_pages.collect())
    measures = catalog.measures(corpus)
    frame = score_composed(corpus, COMPOSED, *files, *read, tasks=tasks, measures=measures, threads=workspace.threads)
    return stored("composed_query_metrics", frame)


@table_asset("composed_metrics", "metrics", code_version("1", _FEW, COMPOSED), CORPORA, kinds=["numpy"])
def composed_metrics(
    composed_query_metrics: pl.LazyFrame, queries: pl.LazyFrame, qrels: ParquetFiles, candidates: ParquetFiles
) -> dg.MaterializeResult[pl.DataFrame]:
    """Means of composed systems with their intervals."""
    frame = _means(composed_query_metrics, queries, qrels, candidates, _SOFTWARE)
    return stored("composed_metrics", frame)


@table_asset(
    "decomposed_query_metrics",
    "metrics",
    code_version("1", catalog.MEASURES, catalog.CONJUNCTIVE_MEASURES, catalog.TASKS, *_STATEMENTS),
    MODEL_CELLS,
    kinds=["duckdb"],
)
def decomposed_query_metrics(
    context: dg.AssetExecutionContext,
    decomposed_rankings: ParquetFiles,
    queries: ParquetFiles,
    qrels: ParquetFiles,
    condition_pages: pl.LazyFrame,
    workspace: Workspace,
) -> dg.MaterializeResult[pl.DataFrame]:
    """Measures of a dense model that is asked for each condition alone."""
    from legal_assets.metrics.composed import score_composed

    corpus, model = corpus_and("model", context)
    files = (decomposed_rankings.paths, queries.paths, qrels.paths)
    tasks = [task.key for task in catalog.tasks(corpus) if task.ranked]
    read = (PAGE_EVIDENCE.empty().lazy(), condition_pages.collect())
    systems, measures = decomposed(model), catalog.measures(corpus)
    frame = score_composed(corpus, systems, *files, *read, tasks=tasks, measures=measures, threads=workspace.threads)
    return stored("decomposed_query_metrics", frame)


@table_asset("decomposed_metrics", "metrics", code_version("1", _FEW), MODEL_CELLS, kinds=["numpy"])
def decomposed_metrics(
    decomposed_query_metrics: pl.LazyFrame, queries: pl.LazyFrame, qrels: ParquetFiles, candidates: ParquetFiles
) -> dg.MaterializeResult[pl.DataFrame]:
    """Means of a dense model that is asked for each condition alone, with their intervals."""
    frame = _means(decomposed_query_metrics, queries, qrels, candidates, (*_SOFTWARE, *_LEARNED_SOFTWARE))
    return stored("decomposed_metrics", frame)
