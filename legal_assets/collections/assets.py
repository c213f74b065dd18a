"""Assets of the room collections."""

from collections.abc import Iterator

import dagster as dg
import polars as pl

from legal_assets import catalog
from legal_assets.collections.prompt_files import prompt_of
from legal_assets.collections.statistics import describe_collections
from legal_assets.schemas import COLLECTION_SIMILARITY
from legal_assets.settings import load_settings
from legal_assets.wiring.outputs import table_asset, table_assets
from legal_assets.wiring.partitions import CORPORA
from legal_assets.wiring.progress import tell
from legal_assets.wiring.resources import Workspace
from legal_assets.wiring.results import code_version, stored

_SETTINGS = load_settings()
_FEW = _SETTINGS.few_queries
_VERSION = code_version("6", _SETTINGS.splits, _FEW, _SETTINGS.labels_same_question, _SETTINGS.rulings.candidates)


_WRITER, _USES_MODEL = _SETTINGS.query_writer, _SETTINGS.query_writer.uses_model(_SETTINGS.profile)
_WRITTEN_BY = code_version("2", _WRITER.model if _USES_MODEL else "rule")


@table_assets("written_queries", "collections", _WRITTEN_BY, CORPORA, ["generated_queries", "generation_rejects"])
def generated_queries(
    context: dg.AssetExecutionContext,
    passages: pl.LazyFrame,
    sections: pl.LazyFrame,
    commentaries: pl.LazyFrame,
    citations: pl.LazyFrame,
    statute_references: pl.LazyFrame,
    workspace: Workspace,
) -> Iterator[dg.MaterializeResult[pl.DataFrame]]:
    """Queries written for the commentary passages that cite a ruling, and what none was written for."""
    from legal_assets.collections.by_kind import write_queries

    (corpus,) = catalog.corpora([context.partition_key])
    read = (passages, sections, commentaries, citations, statute_references)
    frames = (frame.collect() for frame in read)
    written = write_queries(corpus, *frames, writer=_WRITER, uses_model=_USES_MODEL, answers=workspace.answers())
    spent = {name: float(written.queries[name].sum()) for name in ("input_tokens", "output_tokens", "cost_usd")}
    yield stored("generated_queries", written.queries, {"accepted": int(written.queries["is_accepted"].sum()), **spent})
    yield stored("generation_rejects", written.rejects)


_JUDGE = _SETTINGS.condition_judge
_PROMPTS = [prompt_of(name).version for name in ("concept", "item", "paraphrase")] if _JUDGE.enabled else []
_JUDGED_BY = code_version("6", *_JUDGE.decides, *_PROMPTS)


@table_assets(
    "conjunctive_conditions",
    "collections",
    _JUDGED_BY,
    CORPORA,
    [
        *("facts", "conditions", "condition_pages", "conjunctive_statistics"),
        *("condition_verdicts", "condition_rejects", "earlier_qrels"),
    ],
)
def conjunctive_conditions(
    context: dg.AssetExecutionContext, pages: pl.LazyFrame, documents: pl.LazyFrame, workspace: Workspace
) -> Iterator[dg.MaterializeResult[pl.DataFrame]]:
    """Facts of reports, conditions of queries made of them, their pages, derived twice, and what a model says."""
    from legal_assets.collections.by_kind import find_conditions

    (corpus,) = catalog.corpora([context.partition_key])

    def progress(prompt: str, done: int, total: int) -> None:
        tell(context, f"{corpus.key}  {done:,} of {total:,} questions of {prompt} answered")

    answers = workspace.answers()
    found = find_conditions(corpus, pages, documents, judge=_JUDGE, answers=answers, progress=progress)
    verdicts = found.condition_verdicts
    spent = {name: float(verdicts[name].sum()) for name in ("input_tokens", "output_tokens", "cost_usd")}
    yield stored("facts", found.facts)
    yield stored("conditions", found.conditions)
    yield stored("condition_pages", found.condition_pages)
    yield stored("conjunctive_statistics", found.conjunctive_statistics)
    yield stored("condition_verdicts", verdicts, spent)
    yield stored("condition_rejects", found.condition_rejects)
    yield stored("earlier_qrels", found.earlier_qrels)


@table_assets(
    "test_collections",
    "collections",
    _VERSION,
    CORPORA,
    ["tasks", "queries", "candidates", "qrels", "query_rejects", "human_judgments", "label_agreement"],
)
def collections(
    context: dg.AssetExecutionContext,
    documents: pl.LazyFrame,
    passages: pl.LazyFrame,
    sections: pl.LazyFrame,
    citations: pl.LazyFrame,
    masked_passages: pl.LazyFrame,
    generated_queries: pl.LazyFrame,
    imported_tables: pl.LazyFrame,
    facts: pl.LazyFrame,
    conditions: pl.LazyFrame,
    condition_verdicts: pl.LazyFrame,
    workspace: Workspace,
) -> Iterator[dg.MaterializeResult[pl.DataFrame]]:
    """Tasks with their queries, candidates and qrels: from citations, a release, or written queries; and judged."""
    from legal_assets.collections.by_kind import Material, build
    from legal_assets.collections.imported import judge_collection

    (corpus,) = catalog.corpora([context.partition_key])
    frames = (documents, passages, sections, citations, masked_passages, generated_queries)
    conjunctive = (facts, conditions, condition_verdicts)
    material = Material(*(frame.collect() for frame in (*frames, imported_tables, *conjunctive)))
    raw, rulings, same = workspace.raw(), _SETTINGS.rulings, _SETTINGS.labels_same_question
    built = build(corpus, material, raw, splits=_SETTINGS.splits, rulings=rulings, few_queries=_FEW)
    judged = judge_collection(corpus.key, built, material.imported_tables, raw, same_question=same, few_queries=_FEW)
    made = judged.collection
    for task, number in made.tasks.filter(pl.col("few") & pl.col("ranked")).select("task", "queries").rows():
        context.log.warning("%s has %d queries, fewer than %d", task, number, _FEW)
    yield stored("tasks", made.tasks)
    yield stored("queries", made.queries)
    yield stored("candidates", made.candidates)
    yield stored("qrels", made.qrels)
    yield stored("query_rejects", made.rejects)
    yield stored("human_judgments", judged.human_judgments)
    yield stored("label_agreement", judged.label_agreement)


@table_asset("collection_statistics", "collections", "1", CORPORA)
def collection_statistics(
    context: dg.AssetExecutionContext,
    queries: pl.LazyFrame,
    candidates: pl.LazyFrame,
    qrels: pl.LazyFrame,
    passages: pl.LazyFrame,
) -> dg.MaterializeResult[pl.DataFrame]:
    """Sizes of every task and variant, and what its texts are like."""
    frame = describe_collections(context.partition_key, queries, candidates, qrels, passages)
    return stored("collection_statistics", frame)


@table_asset(
    "collection_similarity",
    "collections",
    code_version("1", _SETTINGS.similarity_model, _SETTINGS.similarity_pairs),
    CORPORA,
    kinds=["torch"],
)
def collection_similarity(
    context: dg.AssetExecutionContext, queries: pl.LazyFrame, candidates: pl.LazyFrame, qrels: pl.LazyFrame
) -> dg.MaterializeResult[pl.DataFrame]:
    """BERTScore of queries and what is relevant to them; without a model the table is empty and says so."""
    from legal_assets.collections.similarity import TokenEncoder, describe_similarity

    model, pairs = _SETTINGS.similarity_model, _SETTINGS.similarity_pairs
    if model is None:
        unset = {"note": "No model: set LEGAL_ASSETS_SIMILARITY_MODEL."}
        return stored("collection_similarity", COLLECTION_SIMILARITY.empty(), unset)
    encoder = TokenEncoder(model)
    frame = describe_similarity(context.partition_key, queries, candidates, qrels, encoder, pairs)
    return stored("collection_similarity", frame)
