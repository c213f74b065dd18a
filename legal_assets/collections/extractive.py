"""Queries made by rule from a passage's own words: `extractive-v1`, for use without a language model.

Belongs here: which words are taken, in which order. Does not belong here: what a query must be (`query_checks.py`).
What it makes are words in a row, not questions, and in the language of the passage; scores on them are no scores on
queries that people or a model write.
"""

import polars as pl

from legal_assets.collections.query_checks import is_jargon
from legal_assets.text.stop_words import BY_LANGUAGE

NAME = "extractive-v1"
SHORTEST_WORD = 4
TERMS = {"expert": 9, "layman": 8, "keyword": 5}
"""Words taken for a query of a profile."""

_WORD = r"\p{L}{4,}(?:-\p{L}{2,})?"
_STOPPED = sorted(frozenset().union(*BY_LANGUAGE.values()))


def write_by_rule(sources: pl.DataFrame) -> pl.DataFrame:
    """Return `profile`, `passage_id`, `text`: the words of a passage that weigh most by tf-idf, heaviest first.

    The weight of a word is its count in the passage times ln(N / n), where n of the N passages have it; equal weights
    in the order of the alphabet. Stop words and names of authors are left out, for a layman what lawyers alone say. An
    expert's query opens with the provision. A passage without such words has no row.

    Args:
        sources: passages with `passage_id`, `body`, `provision` and `authors`.
    """
    words = (
        sources.select(
            "passage_id",
            pl.col("authors").list.join(" ").str.to_lowercase().alias("authors"),
            pl.col("body").str.extract_all(_WORD).alias("word"),
        )
        .explode("word", keep_nulls=False)
        .with_columns(pl.col("word").str.to_lowercase().alias("term"))
        .filter(~pl.col("term").is_in(_STOPPED) & ~pl.col("authors").str.contains(pl.col("term"), literal=True))
    )
    counted = words.group_by("passage_id", "term").agg(pl.len().alias("count"), pl.col("word").min())
    spread = counted.group_by("term").agg(pl.len().alias("passages"))
    weighed = counted.join(spread, on="term").with_columns(
        (pl.col("count") * (sources.height / pl.col("passages")).log()).alias("weight")
    )
    distinct = weighed["word"].unique().sort()
    plain = distinct.filter(pl.Series([not is_jargon(word) for word in distinct], dtype=pl.Boolean))
    parts = [
        _texts(weighed.filter(pl.col("word").is_in(plain.implode())) if profile == "layman" else weighed, number)
        .join(sources.select("passage_id", "provision"), on="passage_id")
        .select(
            pl.lit(profile).alias("profile"),
            "passage_id",
            (
                pl.concat_str(pl.col("provision"), "text", separator=" ", ignore_nulls=True)
                if profile == "expert"
                else pl.col("text")
            ).alias("text"),
        )
        for profile, number in TERMS.items()
    ]
    return pl.concat(parts).sort("profile", "passage_id")


def _texts(weighed: pl.DataFrame, number: int) -> pl.DataFrame:
    ordered = weighed.sort("passage_id", "weight", "term", descending=[False, True, False])
    return ordered.group_by("passage_id", maintain_order=True).agg(
        pl.col("word").head(number).str.join(" ").alias("text")
    )
