"""Composed systems: rankings made of searches for conditions and pages, over all forms of the same queries.

Belongs here: which system does what, and its runs. Does not belong here: searching (`searching.py`), combining
(`conditions.py`, `page_scores.py`), the coverage-aware system's choice (`coverage.py`).
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

import polars as pl

from legal_assets.catalog import System
from legal_assets.rankings.conditions import combine_conditions
from legal_assets.rankings.coverage import Setting, rank_by_coverage
from legal_assets.rankings.hits import ranked
from legal_assets.rankings.page_scores import (
    Scored,
    best_page,
    distinct_pages,
    mean_of_best_pages,
    single_page,
)
from legal_assets.rankings.searching import Searcher
from legal_assets.schemas.conjunctive import PAGE_EVIDENCE
from legal_assets.storage.digests import value_digest

EVIDENCE_DEPTH = 10
"""Candidates of a query whose pages are kept."""

_DOCUMENT = ("query_id", "candidate_id")


class Known(NamedTuple):
    """What systems that are no retrievers read: controls count facts, privileged ones read judgments."""

    concepts: pl.DataFrame
    """`candidate_id` and `concepts`, how many concepts a document mentions."""
    grades: pl.DataFrame
    """`query_id`, `candidate_id`, `grade`, `is_gold`, derived from facts."""
    setting: Setting
    """Of the coverage-aware system."""


Method = Callable[[Searcher, Known], Scored]


def _documents_only(documents: pl.DataFrame) -> Scored:
    score = pl.col("score").cast(pl.Float64)
    nothing = pl.DataFrame(
        schema={**dict.fromkeys(_DOCUMENT, pl.String), "condition": pl.Int32, "page": pl.Int32, "score": pl.Float64}
    )
    return Scored(documents.select(*_DOCUMENT, score), nothing)  # fmt: skip


def _combined(how: str) -> Method:
    return lambda searcher, _: _documents_only(
        combine_conditions(searcher.condition_hits, searcher.conditions, how, "best")
    )


def _without(dropped: int) -> Method:
    return lambda searcher, _: _documents_only(searcher.without_condition(dropped))


def _all_terms(searcher: Searcher, _: Known) -> Scored:
    complete = searcher.documents_with_all_terms
    return _documents_only(searcher.document_hits.join(complete, on=list(_DOCUMENT), how="semi"))


def _random(searcher: Searcher, known: Known) -> Scored:
    pairs = searcher.queries.select("query_id").join(known.concepts.select("candidate_id"), how="cross")
    # Polars' hash is not the same in every version; a digest of the names is.
    scores = [int(value_digest([query, document])[:6], 16) / 16**6 for query, document in pairs.iter_rows()]
    return _documents_only(pairs.with_columns(pl.Series("score", scores, dtype=pl.Float64)))


def _prior(searcher: Searcher, known: Known) -> Scored:
    prior = known.concepts.select("candidate_id", pl.col("concepts").cast(pl.Float64).alias("score"))
    return _documents_only(searcher.queries.select("query_id").join(prior, how="cross"))


def _fact_count(searcher: Searcher, known: Known) -> Scored:
    scored = known.grades.with_columns((pl.col("grade") + pl.col("is_gold").cast(pl.Int16)).alias("score"))
    return _documents_only(scored.join(searcher.queries, on="query_id", how="semi"))


METHODS: Final[Mapping[str, Method]] = {
    "all-terms": _all_terms,
    "conditions-min": _combined("min"),
    "conditions-product": _combined("product"),
    "conditions-harmonic": _combined("harmonic"),
    "page-max": lambda searcher, _: best_page(searcher.page_hits),
    "page-mean": lambda searcher, _: mean_of_best_pages(searcher.page_hits),
    "distinct-pages": lambda searcher, _: distinct_pages(searcher.condition_page_hits, searcher.conditions),
    "coverage": lambda searcher, known: rank_by_coverage(searcher, known.setting),
    "single-page": lambda searcher, _: single_page(searcher.condition_page_hits),
    "without-1": _without(1),
    "without-2": _without(2),
    "without-3": _without(3),
    "random": _random,
    "concept-prior": _prior,
    "fact-count": _fact_count,
}
"""What each composed system does, by the name that its catalog entry has as `model`."""


def rank_composed(
    corpus: str,
    system: System,
    searchers: Mapping[tuple[str, str], Searcher],
    known: Known,
    evidence: list[pl.DataFrame],
    *,
    version: str,
) -> Iterator[pl.DataFrame]:
    """Rank every query of every form; yields parts of the contract `rankings`, in key order.

    Args:
        corpus: key of the corpus.
        system: catalog entry of the system.
        searchers: what is asked and where, by task and variant.
        known: what systems that are no retrievers read.
        evidence: filled with frames of the contract `page_evidence` for the first candidates.
        version: digest of what the searchers read.

    Raises:
        ValueError: the catalog entry names no method.
    """
    if system.model not in METHODS:
        raise ValueError(f"System {system.key} has no method {system.model!r}; known: {', '.join(METHODS)}.")
    for (task, variant), searcher in sorted(searchers.items()):
        run_id = value_digest([system.key, system.model, task, variant, version, str(known.setting), searcher.depth])
        fixed = {"corpus": corpus, "system": system.key, "task": task, "variant": variant, "run_id": run_id[:16]}
        constants = [pl.lit(value).alias(name) for name, value in fixed.items()]
        scored = METHODS[system.model](searcher, known)
        best = ranked(scored.documents, searcher.depth)
        first = best.filter(pl.col("rank") <= EVIDENCE_DEPTH).select(_DOCUMENT)
        shown = scored.evidence.join(first, on=list(_DOCUMENT), how="semi")
        evidence.append(PAGE_EVIDENCE.conform(shown.with_columns(constants)))
        yield best.with_columns(constants)
