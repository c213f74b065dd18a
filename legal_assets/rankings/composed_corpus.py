"""All composed systems over a corpus: indexes opened, searches shared, settings chosen, rankings and evidence made.

Belongs here: from tables to the runs of all systems. Does not belong here: what each system does (`composed.py`).
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import polars as pl

from legal_assets.catalog import System
from legal_assets.collections.conditions import judge
from legal_assets.indexes.models import model
from legal_assets.indexes.postings import read_postings
from legal_assets.indexes.weights import weigh
from legal_assets.rankings.composed import Known, rank_composed
from legal_assets.rankings.coverage import Setting, choose_setting, try_settings
from legal_assets.rankings.searching import Index, Searcher
from legal_assets.schemas.conjunctive import COMPOSED_PARAMETERS
from legal_assets.storage.digests import frame_digest, value_digest
from legal_assets.text.analysers import analyser

MODEL, ANALYSER = "bm25", "english-snowball"
CHOSEN_ON = "raw"
_CHOSEN_SYSTEM = "coverage-aware"


class Asked(NamedTuple):
    """What is asked of a corpus; frames of the contracts of these names."""

    queries: pl.DataFrame
    qrels: pl.DataFrame
    conditions: pl.DataFrame
    facts: pl.DataFrame


def read_asked(queries: pl.LazyFrame, qrels: pl.LazyFrame, conditions: pl.LazyFrame, facts: pl.LazyFrame) -> Asked:
    """Return what is asked of a corpus; without conditions nothing, and nothing is read."""
    known = conditions.collect()
    if known.is_empty():
        return Asked(queries.clear().collect(), qrels.clear().collect(), known, facts.clear().collect())
    return Asked(queries.collect(), qrels.collect(), known, facts.collect())


def open_searchers(
    asked: Asked, documents: pl.DataFrame, pages: pl.DataFrame, folder: Path, *, depth: int, threads: int
) -> dict[tuple[str, str], Searcher]:
    """Return what is asked and where, by task and variant.

    Args:
        asked: queries and conditions.
        documents: manifest of the contract `lexical_index`.
        pages: manifest of the index of pages, of the same contract.
        folder: where index folders lie.
        depth: candidates ranked per query.
        threads: threads of the search.
    """
    opened: dict[str, Index] = {}

    def index(digest: str) -> Index:
        if digest not in opened:
            postings = read_postings(folder / digest)
            opened[digest] = Index(postings, weigh(postings, model(MODEL)), analyser(ANALYSER))
        return opened[digest]

    of_pages = pages.filter(pl.col("analyser") == ANALYSER)["digest"]
    sets = documents.filter(pl.col("analyser") == ANALYSER).select("task", "variant", "digest").sort("task", "variant")
    conditions = asked.conditions.select("query_id", "condition", "phrase")
    return {
        (task, variant): Searcher(
            asked.queries.filter(task=task, variant=variant).select("query_id", "text"),
            conditions,
            index(digest),
            index(of_pages[0]),
            depth,
            threads,
        )
        for task, variant, digest in sets.iter_rows()
        if len(of_pages)
    }


def choose_parameters(corpus: str, asked: Asked, searchers: dict[tuple[str, str], Searcher]) -> pl.DataFrame:
    """Return every setting tried for the coverage-aware system; frame of the contract `composed_parameters`.

    Args:
        corpus: key of the corpus.
        asked: queries and judgments; those of the reporting half are not looked at.
        searchers: what is asked and where.
    """
    choosing = [searcher for (task, _), searcher in sorted(searchers.items()) if task == CHOSEN_ON]
    if not choosing:
        return COMPOSED_PARAMETERS.empty()
    families = asked.queries.filter(task=CHOSEN_ON).select("query_id", "doc_id").unique()
    judged = asked.qrels.filter(task=CHOSEN_ON).select("query_id", "candidate_id", "is_gold")
    tried = list(try_settings(choosing[0], families, judged))
    chosen = choose_setting(tried)
    return COMPOSED_PARAMETERS.frame(
        [
            {
                "corpus": corpus,
                "system": _CHOSEN_SYSTEM,
                "weight": setting.weight,
                "pool": setting.pool,
                "measure": "nClue@10",
                "value": value,
                "queries": queries,
                "chosen": setting == chosen,
            }
            for setting, value, queries in tried
        ]
    )


def rank_all(
    corpus: str,
    systems: Sequence[System],
    asked: Asked,
    searchers: dict[tuple[str, str], Searcher],
    parameters: pl.DataFrame,
    evidence: list[pl.DataFrame],
) -> Iterator[pl.DataFrame]:
    """Rank every query of every form by every system; yields parts of the contract `rankings`, in key order.

    Args:
        corpus: key of the corpus.
        systems: catalog entries.
        asked: queries, judgments, conditions and facts.
        searchers: what is asked and where.
        parameters: frame of the contract `composed_parameters`.
        evidence: filled with frames of the contract `page_evidence`.
    """
    if not searchers:
        return
    chosen = parameters.filter("chosen").row(0, named=True)
    counted = asked.facts.group_by(pl.col("doc_id").alias("candidate_id")).agg(pl.len().alias("concepts"))
    grades = judge(asked.conditions.select("query_id", "condition", "concept", "phrase"), asked.facts).grades
    known = Known(
        counted.sort("candidate_id"),
        grades.select("query_id", "candidate_id", "grade", "is_gold"),
        Setting(chosen["weight"], chosen["pool"]),
    )
    version = value_digest([frame_digest(frame, frame.columns) for frame in (asked.conditions, asked.queries)])
    for system in sorted(systems, key=lambda each: each.key):
        yield from rank_composed(corpus, system, searchers, known, evidence, version=version)
