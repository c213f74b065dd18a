"""What a kind of corpus makes its test collections of in this room.

Belongs here: the choice, and what a kind does not have. Does not belong here: building.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import polars as pl

from legal_assets import catalog
from legal_assets.catalog import Corpus
from legal_assets.collections.cjeu import Collection
from legal_assets.collections.conjunctive_tables import ConjunctiveTables, conjunctive_tables, no_tables
from legal_assets.schemas import GENERATED_QUERIES, REJECTS
from legal_assets.settings_judge import ConditionJudge
from legal_assets.settings_sources import QueryWriter, Rulings, Splits
from legal_assets.storage.raw import RawStore


class Material(NamedTuple):
    """What collections are made of; frames of the contracts of these names."""

    documents: pl.DataFrame
    passages: pl.DataFrame
    sections: pl.DataFrame
    citations: pl.DataFrame
    masked_passages: pl.DataFrame
    generated_queries: pl.DataFrame
    imported_tables: pl.DataFrame
    facts: pl.DataFrame
    conditions: pl.DataFrame
    condition_verdicts: pl.DataFrame


class Written(NamedTuple):
    """Queries that were written, and what none was written for; frames of `generated_queries` and `rejects`."""

    queries: pl.DataFrame
    rejects: pl.DataFrame


def write_queries(
    corpus: Corpus,
    passages: pl.DataFrame,
    sections: pl.DataFrame,
    commentaries: pl.DataFrame,
    citations: pl.DataFrame,
    statutes: pl.DataFrame,
    *,
    writer: QueryWriter,
    uses_model: bool,
    answers: Path,
) -> Written:
    """Return the queries written for the passages of a corpus; none where passages are queries themselves.

    Raises:
        MessagesError: a model is to be asked, and there is no key, or it does not answer.
        SpendingCapError: the queries could cost more than the cap.
    """
    if corpus.kind != "rulings":
        return Written(GENERATED_QUERIES.empty(), REJECTS.empty())
    from legal_assets.collections.generated import queries_by_rule, refused_queries
    from legal_assets.collections.swiss_sources import source_passages

    sources = source_passages(corpus.key, passages, sections, commentaries, citations, statutes)
    if uses_model:
        from legal_assets.collections.writer import ask_writer

        queries = ask_writer(corpus.key, sources.passages, writer, answers)
    else:
        queries = queries_by_rule(corpus.key, sources.passages)
    return Written(queries, pl.concat([sources.rejects, refused_queries(corpus.key, queries)]))


def find_conditions(
    corpus: Corpus,
    pages: pl.LazyFrame,
    documents: pl.LazyFrame,
    *,
    judge: ConditionJudge,
    answers: Path,
    progress: Callable[[str, int, int], None],
) -> ConjunctiveTables:
    """Return the facts of a corpus and the conditions of its conjunctive queries; only reports have them.

    Raises:
        ValueError: a second derivation from the pages disagrees.
        MessagesError: a model is to be asked, and there is no key, or it does not answer.
        SpendingCapError: what is to be asked could cost more than the cap.
    """
    if corpus.kind != "reports":
        return no_tables()
    from legal_assets.collections.judge import open_judge

    with open_judge(judge, answers, progress) as opened:
        return conjunctive_tables(corpus.key, pages.collect(), documents.collect(), catalog.tasks(corpus.key), opened)


def build(
    corpus: Corpus, material: Material, raw: RawStore, *, splits: Splits, rulings: Rulings, few_queries: int
) -> Collection:
    """Return the test collections of a corpus: from citations, from a release, or from written queries."""
    tasks = catalog.tasks(corpus.key)
    if corpus.kind == "release":
        from legal_assets.collections.imported import read_stored_release

        return read_stored_release(corpus.key, material.imported_tables, raw, few_queries=few_queries)
    if corpus.kind == "rulings":
        from legal_assets.collections.swiss import build_swiss_collections

        return build_swiss_collections(
            corpus.key,
            material.documents,
            material.passages,
            material.sections,
            material.citations,
            material.generated_queries,
            tasks,
            rulings.candidates,
            few_queries,
        )
    if corpus.kind == "reports":
        from legal_assets.collections.conjunctive import build_conjunctive

        return build_conjunctive(
            corpus.key,
            material.conditions,
            material.facts,
            material.documents,
            tasks,
            few_queries,
            material.condition_verdicts,
        )
    from legal_assets.collections.cjeu import build_collections
    from legal_assets.collections.splits import windows

    return build_collections(
        corpus.key,
        corpus.language,
        material.documents,
        material.passages,
        material.citations,
        material.masked_passages,
        tasks,
        windows(splits.dev_from, splits.test_from, splits.test_until),
        few_queries,
    )
