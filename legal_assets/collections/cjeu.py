"""The collections of the Court's judgments: paragraph→paragraph, paragraph→case, case→case, over three splits.

Belongs here: how citations become queries, candidates and qrels. A pinpoint counts as a citation of the case;
case→case gathers the pairs of paragraph→paragraph. Does not belong here: date rules (`splits.py`).
"""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

import polars as pl

from legal_assets.catalog import ENTITY_VARIANT, VARIANTS, Split, Task, Variant
from legal_assets.collections.splits import Window, in_window
from legal_assets.schemas import CANDIDATES, QRELS, QUERIES, REJECTS, TASKS

QRELS_VERSION = "1"
_PAIR = ("query_id", "candidate_id")
_LATE = "after_last_split"
_UNRANKABLE = ("opinion", "view")
_SAME_DISPUTE = ("under-appeal", "own-opinion")
"""Kinds of references that are no choice of authority: the decision under appeal, the opinion in the same case."""


class Collection(NamedTuple):
    """The tables of a corpus's test collections."""

    tasks: pl.DataFrame
    queries: pl.DataFrame
    candidates: pl.DataFrame
    qrels: pl.DataFrame
    rejects: pl.DataFrame


def build_collections(
    corpus: str,
    language: str,
    documents: pl.DataFrame,
    passages: pl.DataFrame,
    citations: pl.DataFrame,
    masked: pl.DataFrame,
    tasks: Sequence[Task],
    windows: Sequence[Window],
    few_queries: int,
) -> Collection:
    """Return the collections of all tasks; frames of the contracts of the same names.

    Documents without a date or dated after the last split, in another language, without passages, and opinions of
    Advocates General take no part and are listed in rejects. So are queries whose every citation is kept out by the
    date rule.
    """
    usable, rejects = _usable(corpus, language, documents, max(window.last_day for window in windows))
    shown = passages.join(usable.select("doc_id", "date"), on="doc_id").sort("doc_id", "position")
    cited = _cited(citations, usable)
    spans = {window.split: window for window in windows}
    pairs = pl.concat([_pairs(cited, task, spans[task.split]) for task in tasks])
    qrels = pairs.select(
        pl.lit(corpus).alias("corpus"),
        "task",
        *_PAIR,
        pl.lit(1).alias("grade"),
        pl.lit(value=True).alias("is_gold"),
        pl.lit("eur_lex").alias("source"),
        pl.lit(QRELS_VERSION).alias("version"),
    )
    present = set(masked["variant"].unique())
    variants = [*VARIANTS, *([ENTITY_VARIANT] if ENTITY_VARIANT in present else [])]
    candidates = pl.concat([_candidates(corpus, shown, task, spans[task.split], variants) for task in tasks])
    queries = pl.concat([_queries(corpus, pairs, masked, shown, usable, task) for task in tasks])
    return Collection(
        TASKS.conform(_sizes(corpus, tasks, spans, queries, candidates, qrels, few_queries)),
        QUERIES.conform(queries),
        CANDIDATES.conform(candidates),
        QRELS.conform(qrels),
        REJECTS.conform(
            pl.concat([rejects, *(_dropped(corpus, cited, pairs, task, spans[task.split]) for task in tasks)])
        ),
    )


def _usable(corpus: str, language: str, documents: pl.DataFrame, last_day: date) -> tuple[pl.DataFrame, pl.DataFrame]:
    reason = (
        pl.when(pl.col("passages") == 0)
        .then(pl.lit("no_passages"))
        .when(pl.col("date").is_null())
        .then(pl.lit("no_date"))
        .when(pl.col("language") != language)
        .then(pl.lit("other_language"))
        .when(pl.col("kind").is_in(_UNRANKABLE))
        .then(pl.lit("no_decision"))
        .when(pl.col("date") > last_day)
        .then(pl.lit(_LATE))
    )
    judged = documents.with_columns(reason.alias("reason"))
    rejects = judged.filter(pl.col("reason").is_not_null()).select(
        pl.lit(corpus).alias("corpus"),
        pl.lit("collections").alias("room"),
        pl.col("doc_id").alias("record_id"),
        "reason",
        pl.format(
            "kind {}, language {}, date {}, {} passages",
            "kind",
            "language",
            pl.col("date").cast(pl.String).fill_null("unknown"),
            "passages",
        ).alias("detail"),
    )
    return judged.filter(pl.col("reason").is_null() | (pl.col("reason") == _LATE)).drop("reason"), rejects


def _cited(citations: pl.DataFrame, usable: pl.DataFrame) -> pl.DataFrame:
    """Citations between two usable documents, with both dates."""
    dates = usable.select("doc_id", "date")
    return (
        citations.filter(
            pl.col("target_doc_id").is_not_null() & ~pl.col("is_self") & ~pl.col("kind").is_in(_SAME_DISPUTE)
        )
        .select("doc_id", "passage_id", "target_doc_id", "target_passage_id")
        .join(dates, on="doc_id")
        .join(dates.rename({"doc_id": "target_doc_id", "date": "target_date"}), on="target_doc_id")
    )


def _level_pairs(cited: pl.DataFrame, task: Task) -> pl.DataFrame:
    """Pairs of query and candidate of a level, whatever their dates."""
    query = "doc_id" if task.level == "case-case" else "passage_id"
    candidate = "target_passage_id" if task.level == "par-par" else "target_doc_id"
    pinpointed = cited if task.level == "par-case" else cited.filter(pl.col("target_passage_id").is_not_null())
    return pinpointed.select(
        pl.col(query).alias("query_id"), pl.col(candidate).alias("candidate_id"), "date", "target_date"
    ).unique()


def _allowed(window: Window) -> pl.Expr:
    before = pl.col("target_date") < window.candidates_before
    return before & (pl.col("target_date") < pl.col("date")) if window.first_day is None else before


def _pairs(cited: pl.DataFrame, task: Task, window: Window) -> pl.DataFrame:
    return (
        _level_pairs(cited, task)
        .filter(in_window(window) & _allowed(window))
        .select(pl.lit(task.key).alias("task"), *_PAIR)
        .unique()
    )


def _dropped(corpus: str, cited: pl.DataFrame, pairs: pl.DataFrame, task: Task, window: Window) -> pl.DataFrame:
    """Queries that cite documents of the corpus, none of which may be ranked."""
    kept = pairs.filter(pl.col("task") == task.key)
    lost = (
        _level_pairs(cited, task)
        .filter(in_window(window))
        .join(kept, on="query_id", how="anti")
        .group_by("query_id")
        .agg(pl.col("candidate_id").sort().str.join(", "))
    )
    return lost.select(
        pl.lit(corpus).alias("corpus"),
        pl.lit("collections").alias("room"),
        pl.format("{}/{}", pl.lit(task.key), "query_id").alias("record_id"),
        pl.lit("no_gold_before_split").alias("reason"),
        pl.format("cites only {}, not dated before the candidates' last day", "candidate_id").alias("detail"),
    )


def _candidates(
    corpus: str, shown: pl.DataFrame, task: Task, window: Window, variants: Sequence[Variant]
) -> pl.DataFrame:
    """Candidates with their texts; maskings show them as `unnumbered` does."""
    eligible = shown.filter(pl.col("date") < window.candidates_before).select(
        "doc_id",
        "date",
        pl.col("passage_id").alias("candidate_id"),
        pl.format("{} {}", "printed", "text").str.strip_chars().alias("original"),
        *(pl.col("text").alias(variant) for variant in variants if variant != "original"),
    )
    if task.level != "par-par":
        eligible = eligible.group_by("doc_id", "date", maintain_order=True).agg(
            pl.col(variant).str.join("\n") for variant in variants
        )
        eligible = eligible.with_columns(pl.col("doc_id").alias("candidate_id"))
    return eligible.unpivot(
        on=list(variants), index=["candidate_id", "doc_id", "date"], variable_name="variant", value_name="text"
    ).select(
        pl.lit(corpus).alias("corpus"),
        "candidate_id",
        pl.lit(task.key).alias("task"),
        "variant",
        "doc_id",
        "date",
        "text",
    )


def _queries(
    corpus: str,
    pairs: pl.DataFrame,
    masked: pl.DataFrame,
    shown: pl.DataFrame,
    usable: pl.DataFrame,
    task: Task,
) -> pl.DataFrame:
    ids = pairs.filter(pl.col("task") == task.key).select("query_id").unique()
    texts = masked.select("passage_id", "doc_id", "variant", "text")
    if task.level == "case-case":
        texts = (
            texts.join(ids, left_on="doc_id", right_on="query_id", how="semi")
            .join(shown.select("passage_id", "position"), on="passage_id")
            .sort("doc_id", "variant", "position")
            .group_by("doc_id", "variant", maintain_order=True)
            .agg(pl.col("text").str.join("\n"))
            .with_columns(pl.col("doc_id").alias("passage_id"))
        )
    return (
        texts.join(ids, left_on="passage_id", right_on="query_id", how="semi")
        .join(usable.select("doc_id", "date"), on="doc_id")
        .select(
            pl.lit(corpus).alias("corpus"),
            pl.lit(task.key).alias("task"),
            "variant",
            pl.col("passage_id").alias("query_id"),
            "doc_id",
            "date",
            "text",
        )
    )


def _sizes(
    corpus: str,
    tasks: Sequence[Task],
    spans: dict[Split, Window],
    queries: pl.DataFrame,
    candidates: pl.DataFrame,
    qrels: pl.DataFrame,
    few_queries: int,
) -> pl.DataFrame:
    def counted(frame: pl.DataFrame) -> dict[str, int]:
        if "variant" in frame.columns:
            frame = frame.filter(pl.col("variant") == "masked")
        return dict(frame.group_by("task").len().iter_rows())

    sizes = counted(queries), counted(candidates), counted(qrels)
    return TASKS.frame(
        [
            {
                "corpus": corpus,
                "task": task.key,
                "level": task.level,
                "split": task.split,
                "first_day": spans[task.split].first_day,
                "last_day": spans[task.split].last_day,
                "queries": sizes[0].get(task.key, 0),
                "candidates": sizes[1].get(task.key, 0),
                "qrels": sizes[2].get(task.key, 0),
                "few": sizes[0].get(task.key, 0) < few_queries,
                "ranked": task.ranked,
            }
            for task in tasks
        ]
    )
