"""Human labels: what experts say of pairs of query and candidate, and the qrels that follow from it.

Belongs here: the rule by which answers make a pair relevant, the qrels after judging, agreement of the experts. Does
not belong here: scoring (`metrics/`); scores of the human subset are those of the queries in `judged_queries`, over the
qrels whose `source` is `human`.
"""

from typing import NamedTuple

import polars as pl

from legal_assets.schemas import QRELS, REJECTS
from legal_assets.schemas.imported_collections import HUMAN_JUDGMENTS, LABEL_AGREEMENT

HUMAN = "human"
ANY_QUESTION = "any"
COLUMNS = ("query_id", "candidate_id", "expert", "question", "answer")

_YES = ("yes", "y", "true", "1")
_NO = ("no", "n", "false", "0")
_PAIR = ["query_id", "candidate_id"]


class Judged(NamedTuple):
    """Qrels after people judged, and what led to them; each frame of the contract of its name but `judged_queries`."""

    qrels: pl.DataFrame
    human_judgments: pl.DataFrame
    label_agreement: pl.DataFrame
    judged_queries: pl.DataFrame
    """`corpus`, `task`, `query_id` of the queries that have a relevant candidate of source `human`."""
    rejects: pl.DataFrame
    """Labels that could not be used, and queries that lost their last relevant candidate."""


def apply_labels(
    corpus: str,
    qrels: pl.DataFrame,
    candidates: pl.DataFrame,
    labels: pl.DataFrame,
    *,
    version: str,
    same_question: bool = False,
) -> Judged:
    """Return the qrels that experts' labels leave.

    A pair is relevant when each of its two experts says yes to at least one question. Pairs that are relevant get the
    source `human`; pairs that are not leave, and so does a query without a pair left. A relevant pair that no qrel
    names comes in where its task has the query and the candidate. All rows get the new version, since scores of the
    two versions differ as a whole. Every other pair keeps its source.

    Args:
        corpus: key of the corpus.
        qrels: frame of the contract `qrels`, of this corpus.
        candidates: `task` and `candidate_id` of what is ranked; further columns are not looked at.
        labels: one row per pair, expert and question: columns `query_id`, `candidate_id`, `expert`, `question`,
            `answer` (yes or no); texts.
        version: version of the judgments after labelling.
        same_question: whether the two experts must say yes to the same question.

    Raises:
        ValueError: a column of the labels is absent, or the version is one that the qrels have already.
    """
    missing = [column for column in COLUMNS if column not in labels.columns]
    if missing:
        raise ValueError(f"The labels lack the columns {', '.join(missing)}; expected {', '.join(COLUMNS)}.")
    if version in qrels["version"]:
        raise ValueError(f"The qrels are of version {version!r} already; give the judged ones a version of their own.")
    answers, unusable = _answers(labels)
    placed, unplaced = _placed(_relevant(answers, same_question), qrels, candidates)
    after = _after(qrels, placed).with_columns(pl.lit(corpus).alias("corpus"), pl.lit(version).alias("version"))
    lost = qrels.select("task", "query_id").unique().join(after, on=["task", "query_id"], how="anti")
    dropped = lost.select(
        pl.format("{}/{}", "task", "query_id").alias("record_id"),
        pl.lit("no_gold_left").alias("reason"),
        pl.lit("The experts hold none of its candidates relevant.").alias("detail"),
    )
    own = [pl.lit(corpus).alias("corpus"), pl.lit("collections").alias("room")]
    human = after.filter(pl.col("source") == HUMAN)
    return Judged(
        QRELS.conform(after),
        HUMAN_JUDGMENTS.conform(placed.select(own[0], "task", *_PAIR, "relevant", "before")),
        agreement(corpus, answers),
        human.select("corpus", "task", "query_id").unique().sort("task", "query_id"),
        REJECTS.conform(pl.concat([unusable, unplaced, dropped]).unique().with_columns(own).select(REJECTS.content)),
    )


def agreement(corpus: str, answers: pl.DataFrame) -> pl.DataFrame:
    """Return how far each two experts agree, by question and on `any`; frame of the contract `label_agreement`.

    Cohen's kappa is (p - e) / (1 - e): p is the share of pairs with equal answers, e the sum over yes and no of the
    product of the two experts' shares of that answer (Cohen 1960). `answers` has the columns of the labels, with
    `answer` as truth values.
    """
    each = answers.select(*COLUMNS)
    some = each.group_by(*_PAIR, "expert").agg(pl.col("answer").any()).with_columns(question=pl.lit(ANY_QUESTION))
    both = pl.concat([each, some.select(*COLUMNS)])
    met = both.join(both, on=[*_PAIR, "question"], suffix="_other").filter(pl.col("expert") < pl.col("expert_other"))
    one, other = pl.col("answer").mean(), pl.col("answer_other").mean()
    shares = met.group_by("question", first_expert="expert", second_expert="expert_other").agg(
        pairs=pl.len(),
        observed=(pl.col("answer") == pl.col("answer_other")).mean(),
        expected=one * other + (1 - one) * (1 - other),
    )
    beyond = (pl.col("observed") - pl.col("expected")) / (1 - pl.col("expected"))
    kappa = pl.when(pl.col("expected") < 1).then(beyond).alias("kappa")
    return LABEL_AGREEMENT.conform(shares.with_columns(pl.lit(corpus).alias("corpus"), kappa))


def _answers(labels: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Answers as truth values, of the pairs that two experts answered without contradiction; the others as rejects."""
    named = [pl.col(column).cast(pl.String).str.strip_chars() for column in COLUMNS]
    meanings = dict.fromkeys(_YES, True) | dict.fromkeys(_NO, False)
    rows = labels.select(named).with_columns(
        pl.col("answer").str.to_lowercase().replace_strict(meanings, default=None, return_dtype=pl.Boolean),
        pl.col("answer").alias("given"),
    )
    absent = pl.any_horizontal(pl.col(column).is_null() for column in COLUMNS[:4])
    unread = rows.filter(absent | pl.col("answer").is_null())
    answers = rows.join(unread, on=_PAIR, how="anti", nulls_equal=True).select(COLUMNS).unique()
    twice = answers.filter(pl.struct(COLUMNS[:4]).is_duplicated())
    clear = answers.join(twice, on=_PAIR, how="anti")
    experts = clear.group_by(_PAIR).agg(pl.col("expert").unique().sort())
    others = experts.filter(pl.col("expert").list.len() != 2)
    rejects = [
        _reject(unread, "bad_label", pl.format("answer {}", pl.col("given").fill_null("(none)"))),
        _reject(twice, "contradiction", pl.format("{} says yes and no to {}", "expert", "question")),
        _reject(others, "not_two_experts", pl.format("judged by {}", pl.col("expert").list.join(", "))),
    ]
    return clear.join(others, on=_PAIR, how="anti"), pl.concat(rejects)


def _relevant(answers: pl.DataFrame, same_question: bool) -> pl.DataFrame:
    """One row per pair with `relevant`."""
    by_question = answers.group_by(*_PAIR, "question").agg((pl.col("answer").sum() == 2).alias("agreed"))
    by_expert = answers.group_by(*_PAIR, "expert").agg(pl.col("answer").any().alias("agreed"))
    if same_question:
        return by_question.group_by(_PAIR).agg(pl.col("agreed").any().alias("relevant"))
    return by_expert.group_by(_PAIR).agg(pl.col("agreed").all().alias("relevant"))


def _placed(judged: pl.DataFrame, qrels: pl.DataFrame, candidates: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Judged pairs with the task they belong to, and those that belong to none as rejects."""
    tasks = qrels.select("task", "query_id").unique()
    ranked = candidates.select("task", "candidate_id").unique()
    before = qrels.select("task", *_PAIR, before=pl.lit(value=True))
    placed = (
        judged.join(tasks, on="query_id")
        .join(ranked, on=["task", "candidate_id"], how="semi")
        .join(before, on=["task", *_PAIR], how="left")
        .with_columns(pl.col("before").fill_null(value=False))
    )
    elsewhere = judged.join(placed, on=_PAIR, how="anti")
    detail = pl.lit("No task has both its query and its candidate.")
    return placed, _reject(elsewhere, "unknown_pair", detail)


def _after(qrels: pl.DataFrame, placed: pl.DataFrame) -> pl.DataFrame:
    unjudged = qrels.join(placed, on=["task", *_PAIR], how="anti")
    relevant = placed.filter("relevant").join(
        qrels.select("task", *_PAIR, "grade", "is_gold"), on=["task", *_PAIR], how="left"
    )
    human = relevant.with_columns(
        pl.col("grade").fill_null(1),
        pl.col("is_gold").fill_null(value=True),
        pl.lit(HUMAN).alias("source"),
    )
    return pl.concat([frame.select("task", *_PAIR, "grade", "is_gold", "source") for frame in (unjudged, human)])


def _reject(rows: pl.DataFrame, reason: str, detail: pl.Expr) -> pl.DataFrame:
    """Pairs as rejects, one row a pair."""
    record = pl.format("{}/{}", pl.col("query_id").fill_null("(none)"), pl.col("candidate_id").fill_null("(none)"))
    shown = rows.select(record.alias("record_id"), pl.lit(reason).alias("reason"), detail.alias("detail"))
    return shown.sort("record_id", "detail").unique("record_id", keep="first", maintain_order=True)
