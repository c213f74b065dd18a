"""The table of queries that were written for passages, by rule or by a model.

Belongs here: laying texts out with what the checks say of them. Does not belong here: writing (`extractive.py`,
`query_writing.py`), checking (`query_checks.py`).
"""

from collections.abc import Iterator

import polars as pl

from legal_assets.catalog import PROFILES
from legal_assets.collections.extractive import NAME, write_by_rule
from legal_assets.collections.query_checks import Nearness, faults_of, nearness
from legal_assets.schemas import GENERATED_QUERIES
from legal_assets.storage.digests import bytes_digest

RULE = "rule"
NOTHING_WRITTEN = "nothing_written"


def queries_by_rule(corpus: str, sources: pl.DataFrame) -> pl.DataFrame:
    """Return the queries that `extractive-v1` makes; frame of the contract `generated_queries`.

    A rule writes in the language of the passage, so that German is not asked of it.

    Args:
        corpus: key of the corpus.
        sources: passages as `source_passages` returns them.
    """
    every = sources.join(pl.DataFrame({"profile": PROFILES}), how="cross")
    written = every.join(write_by_rule(sources), on=["profile", "passage_id"], how="left").sort("profile", "passage_id")
    return GENERATED_QUERIES.frame(list(_rows(corpus, written)))


def refused_queries(corpus: str, generated: pl.DataFrame) -> pl.DataFrame:
    """Return the refused queries as rejects; frames of the contracts generated_queries → rejects."""
    return generated.filter(~pl.col("is_accepted")).select(
        pl.lit(corpus).alias("corpus"),
        pl.lit("collections").alias("room"),
        pl.format("{}/{}", "profile", "passage_id").alias("record_id"),
        pl.col("reasons").list.first().alias("reason"),
        pl.format(
            "{} asked {} times; {}: {}",
            "model",
            "attempts",
            pl.col("reasons").list.join(", "),
            pl.col("text").fill_null("no text"),
        ).alias("detail"),
    )


def _rows(corpus: str, written: pl.DataFrame) -> Iterator[dict[str, object]]:
    for row in written.iter_rows(named=True):
        text = row["text"]
        near = nearness(text or "", row["body"])
        yield {
            "corpus": corpus,
            "profile": row["profile"],
            "passage_id": row["passage_id"],
            "doc_id": row["doc_id"],
            "text": text,
            "is_accepted": not (reasons := _reasons(row, near)),
            "reasons": reasons,
            "attempts": 1,
            "language": row["language"],
            "provider": RULE,
            "model": NAME,
            "prompt_version": NAME,
            "prompt_digest": bytes_digest(f"{NAME}\n{row['profile']}\n{row['body']}".encode()),
            "longest_run": near.longest_run,
            "overlap": round(near.overlap, 6),
            "input_tokens": 0,
            "output_tokens": 0,
            "cost_usd": 0.0,
        }


def _reasons(row: dict[str, object], near: Nearness) -> list[str]:
    if row["text"] is None:
        return [NOTHING_WRITTEN]
    return faults_of(
        str(row["profile"]),
        str(row["text"]),
        near,
        article_key=str(row["article_key"]) if row["article_key"] else None,
        authors=[str(author) for author in row["authors"]] if isinstance(row["authors"], list) else (),
        language=None,
    )
