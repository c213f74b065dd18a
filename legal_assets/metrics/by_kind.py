"""What a kind of corpus is measured with in this room beside the measures that all have.

Belongs here: the choice, and what a kind does not have. Does not belong here: counting.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import polars as pl

from legal_assets.catalog import Corpus
from legal_assets.metrics.orders import OrderTables, no_orders, order_tables
from legal_assets.metrics.rulings.space import SpaceTables, no_space, space_tables
from legal_assets.schemas import LANGUAGE_BALANCE, LANGUAGE_SUCCESS, MATCH_SUCCESS, MISSES, QUERY_MATCHES
from legal_assets.settings_sources import Rulings


class Matches(NamedTuple):
    """Frames of the contracts `query_matches`, `match_success`, `language_success`, `language_balance`, `misses`."""

    query_matches: pl.DataFrame
    match_success: pl.DataFrame
    language_success: pl.DataFrame
    language_balance: pl.DataFrame
    misses: pl.DataFrame


def match_corpus(
    corpus: Corpus, system: str, rankings: pl.LazyFrame, read: Sequence[pl.LazyFrame], kinds: Sequence[str]
) -> Matches:
    """Return the match classes of a system's rankings; none of corpora whose passages have no considerations.

    Args:
        corpus: catalog entry of the corpus.
        system: key of the system.
        rankings: frame of the contract `rankings`.
        read: frames of the contracts queries, documents, passages, sections, citations, statute_references.
        kinds: kinds of sections that are ranked.
    """
    if corpus.kind != "rulings":
        tables = (QUERY_MATCHES, MATCH_SUCCESS, LANGUAGE_SUCCESS, LANGUAGE_BALANCE, MISSES)
        return Matches(*(table.empty() for table in tables))
    from legal_assets.collections.swiss import ranked_sections
    from legal_assets.collections.swiss_sources import cited_rulings
    from legal_assets.metrics.language_balance import balance_languages
    from legal_assets.metrics.match_tables import sample_misses, success_by_language, success_by_level
    from legal_assets.metrics.matching import best_ranks, classify, known_matches, targets

    queries, documents, passages, sections, citations, statutes = (frame.collect() for frame in read)
    classified = classify(rankings, known_matches(queries, passages, sections, citations, statutes, kinds))
    matches, wanted = best_ranks(classified), targets(citations, documents)
    candidates = ranked_sections(passages, sections, kinds).rename({"passage_id": "candidate_id"})
    return Matches(
        matches,
        success_by_level(matches, queries, wanted, corpus.key, system),
        success_by_language(classified, queries, wanted, candidates, corpus.key, system),
        balance_languages(rankings, queries, wanted, candidates, corpus.key, system),
        sample_misses(rankings, matches, queries, cited_rulings(citations), candidates),
    )


def look_at_space(
    corpus: Corpus,
    system: str,
    rankings: pl.LazyFrame,
    vectors: tuple[pl.DataFrame, pl.LazyFrame],
    read: Sequence[pl.LazyFrame],
    folder: Path,
    rulings: Rulings,
) -> SpaceTables:
    """Return distances and graph of a model; none of corpora whose passages have no match classes.

    Args:
        corpus: catalog entry of the corpus.
        system: key of the model's system.
        rankings: frame of the contract `rankings`, of that system.
        vectors: frames of the contracts vector_index and embeddings, of that model.
        read: frames of the contracts queries, documents, passages, sections, citations, statute_references.
        folder: where index folders lie.
        rulings: kinds of sections that are ranked, and how many ranks distances look at.
    """
    if corpus.kind != "rulings":
        return no_space()
    kinds, nearest = rulings.candidates, rulings.nearest
    return space_tables(corpus.key, system, rankings, *vectors, read, folder, kinds=kinds, nearest=nearest)


def examine_orders(
    corpus: Corpus,
    rankings: pl.LazyFrame,
    query_metrics: pl.LazyFrame,
    queries: pl.LazyFrame,
    qrels: pl.LazyFrame,
    conditions: pl.LazyFrame,
    pdf_files: pl.LazyFrame,
    few_queries: int,
) -> OrderTables:
    """Return how systems order gold and subsets, in slices too; only reports have conjunctive queries.

    Args:
        corpus: catalog entry of the corpus.
        rankings: frames of the contract `rankings`, of any families.
        query_metrics: frames of the contract `query_metrics`, of the same.
        queries: frame of the contract `queries`.
        qrels: frame of the contract `qrels`.
        conditions: frame of the contract `conditions`.
        pdf_files: frame of the contract `pdf_files`.
        few_queries: below this many queries a row is flagged few.
    """
    if corpus.kind != "reports":
        return no_orders()
    lengths = pdf_files.select("doc_id", pl.col("pages").cast(pl.Int64)).collect()
    return order_tables(corpus.key, rankings, query_metrics, queries, qrels, conditions.collect(), lengths, few_queries)
