"""Distances and graph of a corpus of rulings under one model, put together.

Belongs here: the steps in order. Does not belong here: the steps (the modules beside this one).
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import polars as pl

from legal_assets.collections.swiss import EXACT, ranked_sections
from legal_assets.collections.swiss_sources import cited_rulings
from legal_assets.metrics.matching import Known, classify, known_matches, targets
from legal_assets.metrics.rulings.distances import (
    by_target_language,
    histogram,
    separate,
    summarise_distances,
    to_rulings,
)
from legal_assets.metrics.rulings.expansion import expand, ruling_links
from legal_assets.metrics.rulings.vector_pairs import open_spaces, with_distances
from legal_assets.schemas import (
    DISTANCE_HISTOGRAM,
    DISTANCE_SEPARATION,
    GRAPH_EXPANSION,
    MATCH_DISTANCES,
    RULING_DISTANCES,
)


class SpaceTables(NamedTuple):
    """Frames of the contracts of these names."""

    match_distances: pl.DataFrame
    distance_histogram: pl.DataFrame
    distance_separation: pl.DataFrame
    ruling_distances: pl.DataFrame
    graph_expansion: pl.DataFrame


def no_space() -> SpaceTables:
    """Return the tables of a corpus without rulings."""
    tables = (MATCH_DISTANCES, DISTANCE_HISTOGRAM, DISTANCE_SEPARATION, RULING_DISTANCES, GRAPH_EXPANSION)
    return SpaceTables(*(table.empty() for table in tables))


def space_tables(
    corpus: str,
    system: str,
    rankings: pl.LazyFrame,
    index: pl.DataFrame,
    embeddings: pl.LazyFrame,
    read: Sequence[pl.LazyFrame],
    folder: Path,
    *,
    kinds: Sequence[str],
    nearest: int,
) -> SpaceTables:
    """Return distances by match class, distances to rulings, and expansion by the citation graph.

    Args:
        corpus: key of the corpus.
        system: key of the model's system.
        rankings: frame of the contract `rankings`, of that system.
        index: frame of the contract `vector_index`, of that model.
        embeddings: frame of the contract `embeddings`, of that model.
        read: frames of the contracts queries, documents, passages, sections, citations, statute_references.
        folder: where index folders lie.
        kinds: kinds of sections that are ranked.
        nearest: ranks that distances by class look at.
    """
    lazy_queries = read[0]
    queries, documents, passages, sections, citations, statutes = (frame.collect() for frame in read)
    known = known_matches(queries, passages, sections, citations, statutes, kinds)
    candidates = ranked_sections(passages, sections, kinds).rename({"passage_id": "candidate_id"})
    to_find = targets(citations, documents)
    placed = classify(rankings.filter(pl.col("rank") <= nearest), known).join(
        candidates.select("candidate_id", "language"), on="candidate_id"
    )
    graded = _graded(queries, known, to_find, candidates)
    measured, wanted = [placed.clear().with_columns(distance=pl.lit(0.0))], [graded.clear().with_columns(distance=0.0)]
    for space in open_spaces(index, lazy_queries, embeddings, folder):
        of_set = (pl.col("task") == space.task) & (pl.col("variant") == space.variant)
        measured.append(with_distances(space, placed.filter(of_set)))
        wanted.append(with_distances(space, graded.filter(of_set)))
    grouped, to_rank = by_target_language(pl.concat(measured), to_find), pl.concat(wanted)
    by_rulings = citations.join(documents.filter(pl.col("kind") == "ruling"), on="doc_id", how="semi")
    links = ruling_links(cited_rulings(by_rulings), candidates)
    return SpaceTables(
        summarise_distances(grouped),
        histogram(grouped),
        separate(grouped),
        to_rulings(to_rank.with_columns(is_cited=pl.col("grade") == EXACT), corpus, system),
        expand(rankings, queries, links, candidates, to_rank, corpus, system),
    )


def _graded(queries: pl.DataFrame, known: Known, to_find: pl.DataFrame, candidates: pl.DataFrame) -> pl.DataFrame:
    """Every passage of every ruling that a query should find, with its grade and the ruling's language."""
    owners = candidates.select("candidate_id", target_doc_id="doc_id")
    return (
        queries.select("task", "variant", "query_id")
        .join(known.pairs, on="query_id")
        .join(owners, on="candidate_id")
        .join(to_find, on=["query_id", "target_doc_id"])
    )
