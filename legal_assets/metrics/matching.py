"""Classes of matches: how near what is ranked comes to the rulings that a query should find.

Belongs here: the class of every ranked candidate, and the best rank of each class. Does not belong here: shares
(`match_tables.py`).
"""

from collections.abc import Sequence
from typing import NamedTuple

import polars as pl

from legal_assets.citations.statutes import find_statute_references
from legal_assets.collections.swiss import EXACT, PARTIAL, SIBLING, graded_pairs, ranked_sections
from legal_assets.collections.swiss_sources import cited_rulings
from legal_assets.schemas import QUERY_MATCHES

CLASSES = ("exact", "sibling", "partial", "article_exact", "article_law", "miss")
"""Best first."""

LEVELS = {"exact": "exact", "any_bge": "partial", "strong_article": "article_exact"}
"""The last class that a level takes in."""

CUTOFFS = (1, 3, 5, 10, 20, 50, 100)
DEEPEST = max(CUTOFFS)
_QUERY = ("task", "variant", "query_id")
_CLASS_OF_GRADE = {EXACT: "exact", SIBLING: "sibling", PARTIAL: "partial"}
_TARGET_LANGUAGE = "de"


class Known(NamedTuple):
    """What classes are told by: graded pairs, articles and acts of queries, articles and acts of candidates."""

    pairs: pl.DataFrame
    query_articles: pl.DataFrame
    candidate_articles: pl.DataFrame


def known_matches(
    queries: pl.DataFrame,
    passages: pl.DataFrame,
    sections: pl.DataFrame,
    citations: pl.DataFrame,
    statutes: pl.DataFrame,
    kinds: Sequence[str],
) -> Known:
    """Return what the classes of a corpus are told by.

    A query's articles are those it names, or those of its passage where it names none; old and new law are apart.

    Args:
        queries: frame of the contract `queries`.
        passages: frame of the contract `passages`.
        sections: frame of the contract `sections`.
        citations: frame of the contract `citations`.
        statutes: frame of the contract `statute_references`.
        kinds: kinds of sections that are ranked.
    """
    candidates = ranked_sections(passages, sections, kinds)
    named = statutes.filter(pl.col("act_id") != "").select("passage_id", "article_key", "act_id").unique()
    own = pl.DataFrame(
        [
            (task, variant, query_id, reference.article_key, reference.act_id)
            for task, variant, query_id, text in queries.select(*_QUERY, "text").iter_rows()
            for reference in find_statute_references(text, _TARGET_LANGUAGE)
            if reference.act_id
        ],
        schema=[*((name, pl.String) for name in (*_QUERY, "article_key", "act_id"))],
        orient="row",
    ).unique()
    silent = queries.select(_QUERY).join(own, on=_QUERY, how="anti")
    of_passage = silent.join(named, left_on="query_id", right_on="passage_id")
    return Known(
        graded_pairs(citations, sections, candidates).rename({"passage_id": "query_id"}),
        pl.concat([own, of_passage.select(own.columns)]),
        named.rename({"passage_id": "candidate_id"}),
    )


def classify(rankings: pl.LazyFrame, known: Known) -> pl.DataFrame:
    """Return `corpus`, `system`, task, variant, query, rank, candidate and `match_class` of what is ranked to 100."""
    hits = rankings.filter(pl.col("rank") <= DEEPEST).select("corpus", "system", *_QUERY, "rank", "candidate_id")
    graded = known.pairs.lazy().with_columns(
        pl.col("grade").replace_strict(_CLASS_OF_GRADE, return_dtype=pl.String).alias("by_ruling")
    )
    articles = _shared(hits, known, "article_key", "article_exact")
    acts = _shared(hits, known, "act_id", "article_law")
    key = [*_QUERY, "candidate_id"]
    return (
        hits.join(graded, on=["query_id", "candidate_id"], how="left")
        .join(articles, on=key, how="left")
        .join(acts, on=key, how="left")
        .with_columns(pl.coalesce("by_ruling", "article_exact", "article_law", pl.lit("miss")).alias("match_class"))
        .select("corpus", "system", *_QUERY, "rank", "candidate_id", "match_class")
        .collect()
    )


def best_ranks(classified: pl.DataFrame) -> pl.DataFrame:
    """Return the best rank of each class of each query; frame of the contract `query_matches`."""
    first = classified.sort("rank").unique([*_QUERY, "match_class"], keep="first", maintain_order=True)
    return QUERY_MATCHES.conform(first.select(QUERY_MATCHES.content))


def targets(citations: pl.DataFrame, documents: pl.DataFrame) -> pl.DataFrame:
    """Return `query_id`, `target_doc_id`, `language`: each ruling of the corpus that a passage cites, once."""
    inside = cited_rulings(citations).filter(pl.col("target_doc_id").is_not_null())
    languages = documents.select(target_doc_id="doc_id", language="language")
    pairs = inside.select(query_id="passage_id", target_doc_id="target_doc_id").unique()
    return pairs.join(languages, on="target_doc_id").sort("query_id", "target_doc_id")


def _shared(hits: pl.LazyFrame, known: Known, column: str, name: str) -> pl.LazyFrame:
    """Ranked candidates that share an article or act with their query."""
    asked = known.query_articles.lazy().select(*_QUERY, column).unique()
    shown = known.candidate_articles.lazy().select("candidate_id", column).unique()
    return (
        hits.select(*_QUERY, "candidate_id")
        .join(shown, on="candidate_id")
        .join(asked, on=[*_QUERY, column])
        .select(*_QUERY, "candidate_id")
        .unique()
        .with_columns(pl.lit(name).alias(name))
    )
