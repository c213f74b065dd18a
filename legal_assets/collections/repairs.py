"""Judgments as they were before a repair, kept so that scores before and after it can be compared.

Belongs here: earlier versions of judgments of today's queries. Does not belong here: today's judgments
(`conditions.py`), comparing versions (`metrics/versions.py`).

Version 1 of conjunctive judgments took every page that names a concept; contents, abbreviations and lists of references
too, so that a page of contents could meet all conditions of its report at once, and footnotes, sources and labels.
Version 2 leaves them out.
"""

from collections.abc import Sequence

import polars as pl

from legal_assets.catalog import PARAPHRASE, Task
from legal_assets.collections.conditions import judge
from legal_assets.collections.form_pages import form_pages
from legal_assets.schemas import EARLIER_QRELS

EVERY_PAGE = "1"
"""The version that took every page."""


def judgments_on_every_page(
    corpus: str, conditions: pl.DataFrame, pages: pl.DataFrame, tasks: Sequence[Task], paraphrased: pl.Series
) -> pl.DataFrame:
    """Return the first version of the judgments of today's queries; frame of the contract `earlier_qrels`.

    Grades and gold follow the same rules on more pages.

    Args:
        corpus: key of the corpus.
        conditions: frame of the contract `conditions`.
        pages: `doc_id`, `page` and `text` of every usable page, apparatus too.
        tasks: tasks of the corpus; all forms have the same judgments.
        paraphrased: queries that the form `paraphrase` has.
    """
    forms = conditions.select("concept", pl.col("forms").alias("form")).explode("form").unique().sort("concept", "form")
    facts = form_pages(pages, forms).group_by("doc_id", "concept").agg(pl.col("page").unique().sort().alias("pages"))
    grades = judge(conditions.select("query_id", "condition", "concept", "phrase"), facts).grades
    forms_asked = pl.DataFrame({"task": [task.key for task in tasks]}, schema={"task": pl.String})
    is_asked = (pl.col("task") != PARAPHRASE) | pl.col("query_id").is_in(paraphrased.implode())
    return EARLIER_QRELS.conform(
        forms_asked.join(grades, how="cross")
        .filter(is_asked)
        .select(
            pl.lit(corpus).alias("corpus"),
            "task",
            pl.lit(EVERY_PAGE).alias("version"),
            "query_id",
            "candidate_id",
            pl.col("grade").cast(pl.Int16),
            "is_gold",
            pl.lit("facts").alias("source"),
        )
    )
