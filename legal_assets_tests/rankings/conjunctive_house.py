"""Small reports, indexed as documents and as pages, and conjunctive queries over them.

Belongs here: putting the pieces together as assets do. Does not belong here: expected rankings.
"""

from functools import cache

import polars as pl

from legal_assets.collections.conditions import Judged, Limits, choose_queries
from legal_assets.collections.facts import mine_facts
from legal_assets.indexes.models import model
from legal_assets.indexes.page_index import page_ids
from legal_assets.indexes.postings import build_postings
from legal_assets.indexes.weights import weigh
from legal_assets.rankings.composed import Known
from legal_assets.rankings.coverage import Setting
from legal_assets.rankings.searching import Index, Searcher
from legal_assets.text.analysers import analyser
from legal_assets.text.tokens import tokenise
from legal_assets_tests.collections.reports import documents, headings, pages


@cache
def judged() -> Judged:
    return choose_queries(mine_facts("crosspage", pages(), headings()), Limits(largest_share=1.0))


def indexed(ids: pl.Series, texts: pl.Series) -> Index:
    postings = build_postings(ids, tokenise(texts, analyser("english-snowball")))
    return Index(postings, weigh(postings, model("bm25")), analyser("english-snowball"))


def searcher(form: str = " ") -> Searcher:
    conditions = judged().conditions
    queries = (
        conditions.sort("query_id", "condition")
        .group_by("query_id", maintain_order=True)
        .agg(pl.col("phrase").str.join(form).alias("text"))
    )
    whole = documents().sort("doc_id")
    named = pages().with_columns(page_ids(pages())).sort("candidate_id")
    return Searcher(
        queries,
        conditions.select("query_id", "condition", "phrase"),
        indexed(whole["doc_id"], whole["text"]),
        indexed(named["candidate_id"], named["text"]),
        depth=100,
        threads=1,
    )


def known() -> Known:
    counted = (
        mine_facts("crosspage", pages(), headings())
        .group_by(pl.col("doc_id").alias("candidate_id"))
        .agg(pl.len().alias("concepts"))
    )
    return Known(counted, judged().grades.select("query_id", "candidate_id", "grade", "is_gold"), Setting())
