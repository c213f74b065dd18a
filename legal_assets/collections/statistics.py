"""What test collections are like: their sizes, the lengths of their texts, and how far queries and relevants overlap.

Belongs here: counts over collections, as studies publish them. Does not belong here: similarity by a model
(`similarity.py`), scores of systems (`metrics/`).
"""

import polars as pl

from legal_assets.schemas.imported_collections import COLLECTION_STATISTICS

WORDS_AND_MARKS = r"[\p{L}\p{M}\p{N}]+(?:[-‐‑/.,'][\p{L}\p{M}\p{N}]+)*|[^\s\p{L}\p{M}\p{N}]"
"""What counts as a word in lengths: a run of letters and digits, joined inside by hyphen, slash, dot, comma or straight
apostrophe (`C-311/18`, `1,000`), or one mark of any other kind. This is near NLTK's `word_tokenize`, which counts marks
as words too, and is not equal to it: English contractions are not split, for instance."""

WORD = r"[\p{L}\p{M}\p{N}]+"
"""What counts as a word in overlaps: a run of letters and digits, in lower case; marks are none."""

_PAIRS_AT_ONCE = 20_000
_KEYS = ("task", "variant")


def describe_collections(
    corpus: str,
    queries: pl.LazyFrame,
    candidates: pl.LazyFrame,
    qrels: pl.LazyFrame,
    passages: pl.LazyFrame,
) -> pl.DataFrame:
    """Return one row per task and variant; frame of the contract `collection_statistics`.

    Means are over queries, candidates, cases or relevant pairs of the task, each counted once; the paragraphs of a
    case are its rows in `passages`, and a case without any does not count. Texts are read streaming.

    Args:
        corpus: key of the corpus.
        queries: frame of the contract `queries`.
        candidates: frame of the contract `candidates`.
        qrels: frame of the contract `qrels`.
        passages: frame of the contract `passages`.
    """
    counted = qrels.group_by("task", "query_id").len()
    relevants = counted.group_by("task").agg(
        qrels=pl.col("len").sum(), relevants_mean=pl.col("len").mean(), relevants_max=pl.col("len").max()
    )
    paragraphs = passages.group_by("doc_id").agg(paragraphs=pl.len())
    frames = [
        _lengths(queries, "query"),
        _lengths(candidates, "candidate"),
        _case_paragraphs(queries, paragraphs, "query"),
        _case_paragraphs(candidates, paragraphs, "candidate"),
    ]
    joined = frames[0]
    for frame in frames[1:]:
        joined = joined.join(frame, on=_KEYS, how="left")
    sizes = joined.join(relevants, on="task", how="left").collect(engine="streaming")
    overlaps = jaccard_overlaps(queries, candidates, qrels).group_by(*_KEYS).agg(jaccard_mean=pl.col("jaccard").mean())
    complete = sizes.join(overlaps, on=_KEYS, how="left").with_columns(
        pl.lit(corpus).alias("corpus"), pl.col("candidates", "qrels").fill_null(0)
    )
    return COLLECTION_STATISTICS.conform(complete.select(COLLECTION_STATISTICS.content))


def jaccard_overlaps(queries: pl.LazyFrame, candidates: pl.LazyFrame, qrels: pl.LazyFrame) -> pl.DataFrame:
    """Return `task`, `variant`, `query_id`, `candidate_id`, `jaccard` of every relevant pair.

    The Jaccard overlap of two sets of words is |A ∩ B| / |A ∪ B| (Jaccard 1901), 0 where both are empty. Words are
    compared by their 64-bit hashes; memory is the words of the texts that are in relevant pairs.
    """
    pairs = qrels.select("task", "query_id", "candidate_id").collect()
    sides = ((queries, "query_id"), (candidates, "candidate_id"))
    asked, relevant = (_word_sets(frame, pairs, name) for frame, name in sides)
    judged = pairs.join(asked.select(*_KEYS, "query_id"), on=["task", "query_id"]).sort(
        *_KEYS, "query_id", "candidate_id"
    )
    parts = [_overlaps(part, asked, relevant) for part in judged.iter_slices(_PAIRS_AT_ONCE)]
    return pl.concat(parts) if parts else judged.with_columns(jaccard=pl.lit(None, dtype=pl.Float64))


def count_words(column: str) -> pl.Expr:
    """Return how many words and marks the texts of a column have (see `WORDS_AND_MARKS`)."""
    return pl.col(column).str.count_matches(WORDS_AND_MARKS)


def _lengths(frame: pl.LazyFrame, name: str) -> pl.LazyFrame:
    words = count_words("text")
    figures = {f"{name}_words_mean": words.mean(), f"{name}_words_max": words.max()}
    if name == "query":
        return frame.group_by(*_KEYS).agg(
            queries=pl.len(), query_characters_mean=pl.col("text").str.len_chars().mean(), **figures
        )
    return frame.group_by(*_KEYS).agg(candidates=pl.len(), **figures)


def _case_paragraphs(frame: pl.LazyFrame, paragraphs: pl.LazyFrame, name: str) -> pl.LazyFrame:
    cases = frame.select(*_KEYS, "doc_id").unique().join(paragraphs, on="doc_id")
    counts = pl.col("paragraphs")
    return cases.group_by(*_KEYS).agg(
        counts.mean().alias(f"{name}_case_paragraphs_mean"), counts.max().alias(f"{name}_case_paragraphs_max")
    )


def _word_sets(frame: pl.LazyFrame, pairs: pl.DataFrame, name: str) -> pl.DataFrame:
    """The set of words of each text that is in a pair."""
    words = pl.col("text").str.to_lowercase().str.extract_all(WORD)
    return (
        frame.join(pairs.lazy().select("task", name).unique(), on=["task", name], how="semi")
        .select(*_KEYS, name, words.list.eval(pl.element().hash()).list.unique().alias("words"))
        .collect(engine="streaming")
    )


def _overlaps(pairs: pl.DataFrame, asked: pl.DataFrame, relevant: pl.DataFrame) -> pl.DataFrame:
    both = pairs.join(asked, on=[*_KEYS, "query_id"]).join(relevant, on=[*_KEYS, "candidate_id"], suffix="_relevant")
    shared = pl.col("words").list.set_intersection("words_relevant").list.len()
    total = pl.col("words").list.len() + pl.col("words_relevant").list.len() - shared
    jaccard = pl.when(total > 0).then(shared / total).otherwise(0.0)
    return both.select(*_KEYS, "query_id", "candidate_id", jaccard.alias("jaccard"))
