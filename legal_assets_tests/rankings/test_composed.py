"""Composed systems over small reports: every one ranks, privileged ones are perfect, evidence lies on its pages."""

import polars as pl
import pytest

from legal_assets.catalog import System
from legal_assets.indexes.page_index import build_page_index, page_ids, split_page_ids
from legal_assets.indexes.postings import read_postings
from legal_assets.rankings.composed import METHODS, rank_composed
from legal_assets.rankings.coverage import (
    CHOOSING,
    GRID,
    REPORTING,
    Setting,
    choose_setting,
    half_of,
    rank_by_coverage,
    try_settings,
)
from legal_assets.schemas import RANKINGS
from legal_assets.schemas.conjunctive import PAGE_EVIDENCE
from legal_assets_tests.collections.reports import HARBOUR, LEDGER, MARKET, pages
from legal_assets_tests.rankings.conjunctive_house import judged, known, searcher


def run(method: str) -> tuple[pl.DataFrame, pl.DataFrame]:
    evidence: list[pl.DataFrame] = []
    system = System(method, "composed", method, "fair", method, "english-snowball")  # type: ignore[arg-type]
    searchers = {(task, "original"): searcher() for task in ("raw", "clean")}
    parts = list(rank_composed("crosspage", system, searchers, known(), evidence, version="1"))
    return RANKINGS.conform(pl.concat(parts)), PAGE_EVIDENCE.conform(pl.concat(evidence))


@pytest.mark.parametrize("method", METHODS)
def test_every_system_ranks_every_form_by_the_house_rule(method: str) -> None:
    rankings, evidence = run(method)
    assert set(rankings["task"]) == {"clean", "raw"}
    ranks = rankings.group_by("task", "query_id").agg(pl.col("rank").max(), pl.len().alias("rows"))
    assert (ranks["rank"] == ranks["rows"]).all()
    # Evidence names pages that there are, of candidates that were ranked.
    there = pages().select(pl.col("doc_id").alias("candidate_id"), "page")
    assert evidence.join(there, on=["candidate_id", "page"], how="anti").is_empty()
    assert evidence.join(rankings, on=["task", "query_id", "candidate_id"], how="anti").is_empty()


def test_counting_facts_puts_every_gold_first() -> None:
    rankings, _ = run("fact-count")
    first = rankings.filter(rank=1).join(judged().grades, on=["query_id", "candidate_id"])
    assert first["is_gold"].all()
    assert first["query_id"].n_unique() == judged().grades["query_id"].n_unique()


def test_all_terms_are_those_of_every_condition() -> None:
    rankings, _ = run("all-terms")
    texts = pages().group_by("doc_id").agg(pl.col("text").str.join(" ").str.to_lowercase())
    words = judged().conditions.select("query_id", pl.col("phrase").str.to_lowercase().str.split(" ").alias("word"))
    held = (
        rankings.filter(task="raw")
        .join(words.explode("word"), on="query_id")
        .join(texts, left_on="candidate_id", right_on="doc_id")
    )
    assert held.height > 0
    assert held.select(pl.col("text").str.contains(pl.col("word").str.slice(0, 4), literal=True)).to_series().all()


def test_distinct_pages_are_distinct_and_one_page_is_one() -> None:
    _, evidence = run("distinct-pages")
    key = ["task", "query_id", "candidate_id"]
    counted = evidence.group_by(key).agg(pl.col("page").n_unique(), pl.len().alias("conditions"))
    assert (counted["page"] == counted["conditions"]).all()
    _, single = run("single-page")
    assert single.group_by(key).agg(pl.len())["len"].unique().to_list() == [1]


def test_controls_do_not_look_at_the_query() -> None:
    rankings, _ = run("concept-prior")
    orders = rankings.sort("rank").group_by("query_id", "task").agg("candidate_id")["candidate_id"].unique()
    assert len(orders) == 1
    assert orders[0][-1] == LEDGER
    once, again = run("random")[0], run("random")[0]
    assert once.equals(again)


def test_a_dropped_condition_is_not_searched_for() -> None:
    whole, dropped = searcher().document_hits, searcher().without_condition(3)
    pairs = judged().conditions.group_by("query_id").len().filter(pl.col("len") == 2)["query_id"]
    for query in pairs:
        assert dropped.filter(query_id=query).equals(whole.filter(query_id=query))
    triples = set(judged().conditions["query_id"]) - set(pairs)
    assert any(not dropped.filter(query_id=query).equals(whole.filter(query_id=query)) for query in triples)


def test_an_unknown_method_is_named() -> None:
    with pytest.raises(ValueError, match="'divination'"):
        run("divination")


def test_coverage_moves_documents_with_a_page_for_each_condition_forward() -> None:
    by_fusion = rank_by_coverage(searcher(), Setting(weight=0.0)).documents
    by_pages = rank_by_coverage(searcher(), Setting(weight=1.0))
    assert set(by_fusion.select("query_id", "candidate_id").rows()) == set(
        by_pages.documents.select("query_id", "candidate_id").rows()
    )
    covered = by_pages.evidence.select("query_id", "candidate_id").unique()
    zero = by_pages.documents.join(covered, on=["query_id", "candidate_id"], how="anti")
    assert (zero["score"] == 0).all()
    best = by_pages.documents.group_by("query_id").agg(pl.col("score").max())
    assert best["score"].to_list() == pytest.approx([1.0] * best.height)


def test_settings_are_tried_on_one_half_of_the_families_only() -> None:
    families = judged().grades.select("query_id", pl.col("family").alias("doc_id")).unique()
    choosing = [query for query, family in families.rows() if half_of(family) == CHOOSING]
    tried = list(try_settings(searcher(), families, judged().grades))
    assert [setting for setting, _, _ in tried] == list(GRID)
    assert {queries for _, _, queries in tried} == {len(choosing)}
    # Judgments of the other half change nothing.
    wrong = judged().grades.with_columns(
        pl.when(pl.col("query_id").is_in(choosing)).then("is_gold").otherwise(~pl.col("is_gold")).alias("is_gold")
    )
    assert list(try_settings(searcher(), families, wrong)) == tried


def test_halves_are_by_digest_and_about_even() -> None:
    halves = [half_of(f"family-{number}") for number in range(400)]
    assert set(halves) == {CHOOSING, REPORTING}
    assert 150 < halves.count(CHOOSING) < 250


def test_of_equal_settings_the_middle_weight_is_chosen() -> None:
    tried = [(setting, 0.5, 10) for setting in GRID]
    assert choose_setting(tried) == Setting(0.5, 100)
    assert choose_setting([*tried, (Setting(1.0, 20), 0.6, 10)]) == Setting(1.0, 20)


def test_pages_are_named_by_document_and_number(tmp_path) -> None:  # type: ignore[no-untyped-def]
    manifest = build_page_index("crosspage", pages().reverse(), ["english-snowball"], tmp_path)
    row = manifest.row(0, named=True)
    assert (row["task"], row["candidates"]) == ("pages", pages().height)
    ids = read_postings(tmp_path / row["digest"]).candidate_ids
    named = split_page_ids(ids.to_frame())
    assert named.select("candidate_id", "page").rows() == sorted(pages().select("doc_id", "page").rows())
    assert page_ids(pages())[0] == f"{HARBOUR}/000001"
    assert MARKET in set(named["candidate_id"])
