"""The collections of conjunctive queries: one task for each form that the same queries are worded in.

Belongs here: texts of queries, candidates, and the tables of the contracts. Does not belong here: choosing and judging
(`conditions.py`), checking by a second derivation (`verification.py`), wordings by a model (`paraphrases.py`).
"""

from collections.abc import Sequence

import polars as pl

from legal_assets.catalog import PARAPHRASE, Task
from legal_assets.collections.cjeu import Collection
from legal_assets.collections.conditions import judge
from legal_assets.collections.paraphrases import valid_paraphrases
from legal_assets.schemas import CANDIDATES, CONDITION_VERDICTS, QRELS, QUERIES, REJECTS, TASKS

QRELS_VERSION = "2"
"""Today's; `repairs.py` has the earlier ones."""

VARIANT = "original"
_QUOTES = "\"“”„«»'"


def build_conjunctive(
    corpus: str,
    conditions: pl.DataFrame,
    facts: pl.DataFrame,
    documents: pl.DataFrame,
    tasks: Sequence[Task],
    few_queries: int,
    verdicts: pl.DataFrame | None = None,
) -> Collection:
    """Return the collections of all forms; frames of the contracts of the same names.

    Every form has the same queries, candidates and judgments; the form `paraphrase` is there only where a model was
    asked for wordings, with the queries that it worded. A query's `doc_id` is its family: queries that share all their
    gold documents are resampled and flipped together.

    Args:
        corpus: key of the corpus.
        conditions: frame of the contract `conditions`.
        facts: frame of the contract `facts`.
        documents: frame of the contract `documents`; all of them are ranked.
        tasks: tasks of the corpus; the key of each is its form.
        few_queries: below this many queries a task is called few.
        verdicts: frame of the contract `condition_verdicts`; None where no model was asked.
    """
    said = CONDITION_VERDICTS.empty() if verdicts is None else verdicts
    is_worded = (said["step"] == "paraphrases").any()
    tasks = [task for task in tasks if is_worded or task.key != PARAPHRASE]
    judged = judge(conditions.select("query_id", "condition", "concept", "phrase"), facts)
    worded = valid_paraphrases(said).select(pl.lit(PARAPHRASE).alias("task"), "query_id", "text")
    texts = pl.concat([texts_by_rule(judged.conditions), worded])
    families = judged.grades.select("query_id", "family").unique()
    forms = pl.DataFrame({"task": [task.key for task in tasks]}, schema={"task": pl.String})
    fixed = pl.lit(corpus).alias("corpus"), pl.lit(VARIANT).alias("variant")
    queries = (
        forms.join(texts, on="task")
        .join(families, on="query_id")
        .select(
            "task", "query_id", pl.col("family").alias("doc_id"), pl.lit(None, pl.Date).alias("date"), "text", *fixed
        )
    )
    candidates = forms.join(documents, how="cross").select(
        "task", pl.col("doc_id").alias("candidate_id"), "doc_id", "date", "text", *fixed
    )
    asked = queries.select("task", "query_id").unique()
    qrels = (
        forms.join(judged.grades, how="cross")
        .join(asked, on=["task", "query_id"], how="semi")
        .select(
            pl.lit(corpus).alias("corpus"),
            "task",
            "query_id",
            "candidate_id",
            pl.col("grade").cast(pl.Int16),
            "is_gold",
            pl.lit("facts").alias("source"),
            pl.lit(QRELS_VERSION).alias("version"),
        )
    )
    return Collection(
        TASKS.frame([_task(corpus, task, qrels, documents.height, few_queries) for task in tasks]),
        QUERIES.conform(queries),
        CANDIDATES.conform(candidates),
        QRELS.conform(qrels),
        REJECTS.empty(),
    )


def texts_by_rule(conditions: pl.DataFrame) -> pl.DataFrame:
    """Return `task`, `query_id` and `text` of each query in every form that is made by rule: raw, clean and natural."""
    clean = pl.col("phrase").str.strip_chars(_QUOTES + " ")
    last, others = pl.col("phrase").last(), pl.col("phrase").slice(0, pl.len() - 1).str.join(", ")
    ordered = conditions.sort("query_id", "condition")
    return pl.concat(
        [
            ordered.group_by("query_id", maintain_order=True).agg(pl.col("phrase").str.join(" ").alias("text"))
            .with_columns(pl.lit("raw").alias("task")),
            ordered.group_by("query_id", maintain_order=True)
            .agg(pl.format('"{}"', clean).str.join("; ").alias("text"))
            .with_columns(pl.lit("clean").alias("task")),
            ordered.group_by("query_id", maintain_order=True)
            .agg(pl.format("Find the document that discusses {} and {}.", others, last).alias("text"))
            .with_columns(pl.lit("natural").alias("task")),
        ]
    ).select("task", "query_id", "text")  # fmt: skip


def _task(corpus: str, task: Task, qrels: pl.DataFrame, candidates: int, few_queries: int) -> dict[str, object]:
    judged = qrels.filter(pl.col("task") == task.key)
    queries = judged["query_id"].n_unique()
    return {
        "corpus": corpus,
        "task": task.key,
        "level": task.level,
        "split": task.split,
        "first_day": None,
        "last_day": None,
        "queries": queries,
        "candidates": candidates,
        "qrels": judged.height,
        "few": queries < few_queries,
        "ranked": task.ranked,
    }
