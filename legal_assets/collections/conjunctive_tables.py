"""From pages to facts, conditions and their pages, verified; where a model checks, with what it says.

Belongs here: the steps in order, and the tables of their contracts. Does not belong here: the steps
(`facts.py`, `conditions.py`, `verification.py`), those of a model (`judged_steps.py`), and queries (`conjunctive.py`).
"""

from collections.abc import Sequence
from typing import NamedTuple

import polars as pl

from legal_assets.catalog import PARAPHRASE, Task
from legal_assets.collections.conditions import Limits
from legal_assets.collections.conjunctive_statistics import describe_conjunctive
from legal_assets.collections.facts import mine_facts
from legal_assets.collections.inquiries import Judge
from legal_assets.collections.judged_steps import choose_with, forms_of
from legal_assets.collections.paraphrases import valid_paraphrases
from legal_assets.collections.readable_pages import every_page, read_pages, readable_pages
from legal_assets.collections.repairs import judgments_on_every_page
from legal_assets.collections.verification import verify
from legal_assets.schemas import EARLIER_QRELS, REJECTS
from legal_assets.schemas.conjunctive import (
    CONDITION_PAGES,
    CONDITION_VERDICTS,
    CONDITIONS,
    CONJUNCTIVE_STATISTICS,
    FACTS,
)


class ConjunctiveTables(NamedTuple):
    """Frames of the contracts of these names."""

    facts: pl.DataFrame
    conditions: pl.DataFrame
    condition_pages: pl.DataFrame
    conjunctive_statistics: pl.DataFrame
    condition_verdicts: pl.DataFrame
    condition_rejects: pl.DataFrame
    earlier_qrels: pl.DataFrame


def no_tables() -> ConjunctiveTables:
    """Return the tables of a corpus without conjunctive queries."""
    tables = (FACTS, CONDITIONS, CONDITION_PAGES, CONJUNCTIVE_STATISTICS, CONDITION_VERDICTS, REJECTS, EARLIER_QRELS)
    return ConjunctiveTables(*(table.empty() for table in tables))


def conjunctive_tables(
    corpus: str,
    pages: pl.DataFrame,
    documents: pl.DataFrame,
    tasks: Sequence[Task],
    judge: Judge | None = None,
) -> ConjunctiveTables:
    """Return the facts of a corpus, the conditions of its queries, what these are like, and earlier judgments.

    Args:
        corpus: key of the corpus.
        pages: frame of the contract `pages`.
        documents: frame of the contract `documents`; pages of others take no part.
        tasks: tasks of the corpus.
        judge: model that checks; None for none.

    Raises:
        ValueError: a second derivation from the pages disagrees.
        MessagesError: the model cannot be asked.
        SpendingCapError: what is to be asked could cost more than the cap leaves.
    """
    taken = pages.join(documents.select("doc_id"), on="doc_id", how="semi")
    readable, headings = read_pages(taken)
    if readable.is_empty():
        return no_tables()
    mined = mine_facts(corpus, readable, headings)
    chosen = choose_with(judge, corpus, mined, readable, Limits())
    facts, judged = chosen.facts, chosen.judged
    known = forms_of(facts)
    fixed = pl.lit(corpus).alias("corpus")
    conditions = CONDITIONS.conform(judged.conditions.join(known, on="concept").with_columns(fixed))
    condition_pages = CONDITION_PAGES.conform(judged.pages.with_columns(fixed))
    grades = judged.grades.with_columns(pl.col("grade").cast(pl.Int16))
    wrong = verify(readable, conditions, condition_pages, grades)
    if wrong.height:
        first = " ".join(str(value) for value in wrong.row(0))
        raise ValueError(f"{wrong.height} judgments are not borne out by the pages, for instance {first}.")
    lengths = taken.group_by("doc_id").agg(pl.len().cast(pl.Int64).alias("pages"))
    statistics = describe_conjunctive(corpus, conditions, condition_pages, grades, lengths)
    worded = valid_paraphrases(chosen.condition_verdicts)["query_id"]
    earlier = judgments_on_every_page(corpus, conditions, every_page(taken), tasks, worded)
    checked = (chosen.condition_verdicts, chosen.condition_rejects)
    return ConjunctiveTables(facts, conditions, condition_pages, statistics, *checked, earlier)


def unproved_judgments(
    qrels: pl.DataFrame,
    conditions: pl.DataFrame,
    condition_pages: pl.DataFrame,
    pages: pl.DataFrame,
    documents: pl.DataFrame,
) -> pl.DataFrame:
    """Return `task`, `query_id`, `candidate_id` and `difference` of stored judgments that the pages do not bear out.

    Args:
        qrels: frame of the contract `qrels`, of all forms.
        conditions: frame of the contract `conditions`.
        condition_pages: frame of the contract `condition_pages`.
        pages: frame of the contract `pages`.
        documents: frame of the contract `documents`.
    """
    readable = readable_pages(pages.join(documents.select("doc_id"), on="doc_id", how="semi"))
    columns = ["query_id", "candidate_id", "grade", "is_gold"]
    forms = [(str(task), of_form.select(columns)) for (task,), of_form in qrels.sort("task").group_by("task")]
    forms.sort(key=lambda form: form[0])
    first = forms[0] if forms else ("", qrels.select(columns))
    found = [
        verify(readable, conditions, condition_pages, first[1]).select(
            pl.lit(first[0]).alias("task"), "query_id", "candidate_id", "difference"
        )
    ]
    # All forms word the same queries, but for those without a paraphrase: they are compared with the one that was
    # derived again.
    for task, judged in forms[1:]:
        same = first[1].join(judged, on="query_id", how="semi") if task == PARAPHRASE else first[1]
        apart = [judged.join(same, on=columns, how="anti"), same.join(judged, on=columns, how="anti")]
        found.append(
            pl.concat(apart)
            .select(pl.lit(task).alias("task"), "query_id", "candidate_id")
            .unique()
            .with_columns(pl.format("differs from form {}", pl.lit(first[0])).alias("difference"))
        )
    return pl.concat(found).sort("task", "query_id", "candidate_id", "difference")
