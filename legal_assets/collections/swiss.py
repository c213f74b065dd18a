"""The collections of rulings: queries written for commentary passages, considerations as candidates, graded pairs.

Belongs here: how citations become relevance, and what is ranked. Does not belong here: writing queries
(`generated.py`), classes of matches (`metrics/`).
"""

from collections.abc import Sequence

import polars as pl

from legal_assets.catalog import Task
from legal_assets.collections.cjeu import QRELS_VERSION, Collection
from legal_assets.collections.swiss_sources import cited_rulings
from legal_assets.schemas import CANDIDATES, QRELS, QUERIES, REJECTS, TASKS

VARIANT = "original"
EXACT, SIBLING, PARTIAL = 3, 2, 1
"""Grades: the consideration that is cited, one below the same top number, another passage of the same ruling."""


def build_swiss_collections(
    corpus: str,
    documents: pl.DataFrame,
    passages: pl.DataFrame,
    sections: pl.DataFrame,
    citations: pl.DataFrame,
    generated: pl.DataFrame,
    tasks: Sequence[Task],
    candidate_kinds: Sequence[str],
    few_queries: int,
) -> Collection:
    """Return the collections of all profiles; frames of the contracts of the same names.

    Every accepted query is kept, also where none of the rulings it should find is in the corpus: such a query has no
    relevant pair, is listed in rejects, and counts in no measure but those of match classes.

    Args:
        corpus: key of the corpus.
        documents: frame of the contract `documents`.
        passages: frame of the contract `passages`.
        sections: frame of the contract `sections`.
        citations: frame of the contract `citations`.
        generated: frame of the contract `generated_queries`.
        tasks: tasks, one a profile.
        candidate_kinds: kinds of sections that are ranked.
        few_queries: tasks with fewer queries are marked.
    """
    dates = documents.select("doc_id", "date")
    candidates = ranked_sections(passages, sections, candidate_kinds).join(dates, on="doc_id", maintain_order="left")
    keys = pl.DataFrame({"task": [task.key for task in tasks]}, schema={"task": pl.String})
    own = pl.lit(corpus).alias("corpus")
    accepted = generated.filter("is_accepted").join(dates, on="doc_id", how="left")
    queries = accepted.select(
        own, pl.col("profile").alias("task"), pl.lit(VARIANT).alias("variant"), pl.col("passage_id").alias("query_id"),
        "doc_id", "date", "text",
    )  # fmt: skip
    pairs = graded_pairs(citations, sections, candidates)
    qrels = queries.select("task", "query_id").join(pairs, left_on="query_id", right_on="passage_id")
    offered = candidates.select(
        own, pl.col("passage_id").alias("candidate_id"), pl.lit(VARIANT).alias("variant"), "doc_id", "date", "text"
    ).join(keys, how="cross")
    return Collection(
        TASKS.frame([_size(corpus, task, qrels, candidates.height, few_queries) for task in tasks]),
        QUERIES.conform(queries),
        CANDIDATES.conform(offered.select(CANDIDATES.content)),
        QRELS.conform(
            qrels.select(
                own,
                "task",
                "query_id",
                "candidate_id",
                "grade",
                (pl.col("grade") == EXACT).alias("is_gold"),
                pl.lit("commentary").alias("source"),
                pl.lit(QRELS_VERSION).alias("version"),
            )
        ),
        REJECTS.conform(_unreachable(corpus, queries, qrels, citations)),
    )


def ranked_sections(passages: pl.DataFrame, sections: pl.DataFrame, kinds: Sequence[str]) -> pl.DataFrame:
    """Return `passage_id`, `doc_id`, `language`, `kind`, `path`, `text` of the sections that are ranked."""
    ranked = sections.filter(pl.col("kind").is_in(list(kinds)) & pl.col("has_text"))
    return ranked.select("passage_id", "doc_id", "language", "kind", "path").join(
        passages.select("passage_id", "text"), on="passage_id", maintain_order="left"
    )


def graded_pairs(citations: pl.DataFrame, sections: pl.DataFrame, candidates: pl.DataFrame) -> pl.DataFrame:
    """Return `passage_id`, `candidate_id`, `grade`: every candidate of a cited ruling, at its best grade.

    Frames of the contracts citations and sections, and what `ranked_sections` returns.
    """
    cited = cited_rulings(citations).filter(pl.col("target_doc_id").is_not_null())
    tops = sections.filter(pl.col("kind") == "consideration").select(
        target_passage_id="passage_id", top=pl.col("path").list.first()
    )
    targets = (
        cited.join(tops, on="target_passage_id", how="left")
        .with_columns(pl.coalesce("top", _printed_top()).alias("top"))
        .select("passage_id", "target_doc_id", "target_passage_id", "top")
        .unique()
    )
    offered = candidates.select(
        candidate_id="passage_id",
        target_doc_id="doc_id",
        own_top=pl.when(pl.col("kind") == "consideration").then(pl.col("path").list.first()),
    )
    grade = (
        pl.when(pl.col("candidate_id") == pl.col("target_passage_id"))
        .then(EXACT)
        .when(pl.col("own_top") == pl.col("top"))
        .then(SIBLING)
        .otherwise(PARTIAL)
    )
    pairs = targets.join(offered, on="target_doc_id").with_columns(grade.alias("grade"))
    return pairs.group_by("passage_id", "candidate_id").agg(pl.col("grade").max()).sort("passage_id", "candidate_id")


def _printed_top() -> pl.Expr:
    """The top number of a consideration as printed, of one that the ruling has no text for: `3.2` → `3`."""
    return pl.col("consideration").str.extract(r"^([IVX]+|\d+)", 1).str.to_lowercase()


def _size(corpus: str, task: Task, qrels: pl.DataFrame, candidates: int, few_queries: int) -> dict[str, object]:
    judged = qrels.filter(pl.col("task") == task.key)
    number = judged["query_id"].n_unique()
    return {
        "corpus": corpus,
        "task": task.key,
        "level": task.level,
        "split": task.split,
        "first_day": None,
        "last_day": None,
        "queries": number,
        "candidates": candidates,
        "qrels": judged.height,
        "few": number < few_queries,
        "ranked": task.ranked,
    }


def _unreachable(corpus: str, queries: pl.DataFrame, qrels: pl.DataFrame, citations: pl.DataFrame) -> pl.DataFrame:
    """Queries none of whose rulings the corpus has."""
    cited = cited_rulings(citations).group_by("passage_id").agg(pl.col("target").unique().sort().str.join(", "))
    lost = queries.join(qrels, on=["task", "query_id"], how="anti")
    return lost.join(cited, left_on="query_id", right_on="passage_id").select(
        pl.lit(corpus).alias("corpus"),
        pl.lit("collections").alias("room"),
        pl.format("{}/{}", "task", "query_id").alias("record_id"),
        pl.lit("no_target_in_corpus").alias("reason"),
        pl.format("cites {}, which the corpus lacks; it counts in match classes alone", "target").alias("detail"),
    )
