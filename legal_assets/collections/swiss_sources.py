"""Which commentary passages queries are written for, and what is known of each.

Belongs here: one state of each commentary, the passages that cite a ruling, each text once; the rest as rejects.
Does not belong here: writing (`extractive.py`, `query_writing.py`).
"""

from typing import NamedTuple

import polars as pl

from legal_assets.citations.statutes_acts import act_id
from legal_assets.schemas import REJECTS

RULING = "BGE "
"""How the target of a citation of a leading decision begins."""

SOURCE_COLUMNS = ("passage_id", "doc_id", "date", "language", "body", "provision", "article_key", "authors")


class Sources(NamedTuple):
    """Passages that queries are written for (`SOURCE_COLUMNS`), and those left out, frame of the contract `rejects`."""

    passages: pl.DataFrame
    rejects: pl.DataFrame


def cited_rulings(citations: pl.DataFrame) -> pl.DataFrame:
    """Return the citations of leading decisions that are no citation of oneself."""
    return citations.filter(pl.col("target").str.starts_with(RULING) & ~pl.col("is_self"))


def source_passages(
    corpus: str,
    passages: pl.DataFrame,
    sections: pl.DataFrame,
    commentaries: pl.DataFrame,
    citations: pl.DataFrame,
    statutes: pl.DataFrame,
) -> Sources:
    """Return the passages that queries are written for.

    `body` is a passage without its footnotes, `provision` what the commentary is about as printed (`Art. 701 OR`), or
    the first article with an act that the passage names where the commentary is about none; null for neither.
    Frames of the contracts of these names.
    """
    citing = passages.join(cited_rulings(citations).select("passage_id").unique(), on="passage_id", how="semi")
    placed = (
        citing.join(sections.select("passage_id", "body_end").drop_nulls(), on="passage_id")
        .join(commentaries.drop("corpus", "language"), on="doc_id")
        .with_columns(body=pl.col("text").str.slice(0, pl.col("body_end")))
        .join(_commented(commentaries), on="doc_id")
        .join(_first_named(statutes), on="passage_id", how="left")
        .with_columns(
            pl.coalesce("provision_text", "first_named").alias("provision"),
            pl.coalesce("commented_key", "first_key").alias("article_key"),
        )
        .sort("doc_id", "position")
    )
    latest = placed.join(_shown_states(passages, sections, commentaries), on="doc_id", how="semi")
    once = latest.unique("body", keep="first", maintain_order=True)
    older = (
        placed.join(latest.select("doc_id"), on="doc_id", how="anti")
        .group_by("doc_id", maintain_order=True)
        .agg(pl.len())
    )
    repeated = latest.join(once, on="passage_id", how="anti").join(
        once.select("body", kept="passage_id"), on="body", maintain_order="left"
    )
    rejects = pl.concat(
        [
            _rejects(
                corpus,
                older,
                "doc_id",
                "other_state",
                pl.format("{} citing passages; another state of the commentary is used.", "len"),
            ),
            _rejects(corpus, repeated, "passage_id", "same_passage", pl.format("{} has the same text.", "kept")),
        ]
    )
    return Sources(once.select(SOURCE_COLUMNS), REJECTS.conform(rejects))


def _shown_states(passages: pl.DataFrame, sections: pl.DataFrame, commentaries: pl.DataFrame) -> pl.DataFrame:
    """The state of each commentary and slot that counts: the latest with footnotes, or the latest where none has any.

    Sources keep later states from which all footnotes, and with them the citations, are gone.
    """
    noted = passages.join(sections.select("passage_id", "body_end").drop_nulls(), on="passage_id").filter(
        pl.col("body_end") < pl.col("text").str.len_chars()
    )
    states = commentaries.with_columns(pl.col("doc_id").is_in(noted["doc_id"].unique().implode()).alias("noted"))
    order = ["noted", pl.col("date").is_null(), "date", "doc_id"]
    return states.sort(order, descending=[True, False, True, True]).unique(
        "commentary_id", keep="first", maintain_order=True
    )


def _commented(commentaries: pl.DataFrame) -> pl.DataFrame:
    """What each commentary is about, as printed and in one form for all languages."""
    rows = []
    for doc_id, language, article, act in commentaries.select("doc_id", "language", "article", "act").iter_rows():
        named = bool(article and act)
        key = f"{act_id(act, language) or act} {article}" if named else None
        rows.append((doc_id, f"Art. {article} {act}" if named else None, key))
    schema = {"doc_id": pl.String, "provision_text": pl.String, "commented_key": pl.String}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _first_named(statutes: pl.DataFrame) -> pl.DataFrame:
    named = statutes.filter(pl.col("act_id") != "").sort("passage_id", "position")
    return named.unique("passage_id", keep="first", maintain_order=True).select(
        "passage_id",
        first_named=pl.format("Art. {} {}", "article", "act"),
        first_key="article_key",
    )


def _rejects(corpus: str, frame: pl.DataFrame, record: str, reason: str, detail: pl.Expr) -> pl.DataFrame:
    return frame.select(
        pl.lit(corpus).alias("corpus"),
        pl.lit("collections").alias("room"),
        pl.col(record).alias("record_id"),
        pl.lit(reason).alias("reason"),
        detail.alias("detail"),
    )
