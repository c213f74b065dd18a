"""Rulings and commentaries in the lineage: a folder comes in, and what each table says of it."""

import os
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import polars as pl
import pytest

from legal_assets_tests.conftest import PREFIX, move
from legal_assets_tests.house import House, anew
from legal_assets_tests.written_rulings import write_rulings

STATE = "ok-or11-de-2023-02-01"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A home in which the written rulings have run with one system."""
    folder = tmp_path_factory.mktemp("rulings")
    settings = {f"{PREFIX}CORPORA": "bge", f"{PREFIX}SYSTEMS": "bm25"}
    with mock.patch.dict(os.environ, settings), anew():
        move(folder / "home")
        house = House()
        report, _ = house.import_folder(write_rulings(folder / "rulings"), "bge")
        assert report.refused.select("name", "reason").rows() == [("notes.txt", "unknown_form")]
        ran = house.run()
        assert ran.errors == []
        yield house


def table(house: House, asset: str) -> pl.DataFrame:
    return house.table(asset, "bge")


def test_every_file_becomes_a_document(house: House) -> None:
    documents = table(house, "documents").select("doc_id", "kind", "language", "passages")
    assert documents.rows() == [
        ("bge-141-iii-100", "ruling", "de", 3),
        ("bge-142-iii-200", "ruling", "fr", 2),
        ("bge-143-ii-30", "ruling", "it", 1),
        (STATE, "commentary", "de", 4),
        ("ok-or11-de-2024-02-01", "commentary", "de", 4),
    ]


def test_page_marks_leave_the_sentences_and_become_anchors(house: House) -> None:
    passages = table(house, "passages").filter(pl.col("passage_id") == "bge-141-iii-100-e2.1")
    assert "S. 101" not in passages["text"][0]
    anchors = table(house, "page_anchors").filter(pl.col("doc_id") == "bge-141-iii-100")
    assert anchors["page"].to_list() == [100, 101]
    text = table(house, "documents").filter(pl.col("doc_id") == "bge-141-iii-100")["text"][0]
    assert text[anchors["offset"][1] :].startswith("und keinen Zins")


def test_sections_have_their_levels(house: House) -> None:
    sections = table(house, "sections").filter(pl.col("doc_id") == "bge-141-iii-100").sort("position")
    assert sections["path"].to_list() == [["2"], ["2", "1"], ["3"]]


def test_citations_are_resolved_with_their_considerations(house: House) -> None:
    citations = table(house, "citations").filter(pl.col("doc_id") == STATE)
    columns = ("passage_id", "target", "consideration", "target_passage_id")
    assert citations.sort("passage_id", "target", "consideration").select(columns).rows() == [
        (f"{STATE}-n1", "BGE 141 III 100", "2", "bge-141-iii-100-e2"),
        (f"{STATE}-n2", "BGE 141 III 100", "2.1", "bge-141-iii-100-e2.1"),
        (f"{STATE}-n2", "BGE 142 III 200", None, None),
        (f"{STATE}-n3", "BGE 142 III 200", "5", "bge-142-iii-200-e5"),
        (f"{STATE}-n3", "BGE 99 II 7", "3", None),
    ]


def test_statutes_have_one_key_in_all_languages(house: House) -> None:
    named = table(house, "statute_references").filter(pl.col("doc_id").str.starts_with("bge-"))
    assert set(named.select("act", "article_key").rows()) == {("OR", "OR 11"), ("CO", "OR 11")}


def test_queries_are_written_for_the_state_that_has_footnotes(house: House) -> None:
    generated = table(house, "generated_queries")
    assert generated["doc_id"].unique().to_list() == [STATE]
    assert set(generated["passage_id"]) == {f"{STATE}-n{number}" for number in (1, 2, 3)}  # 4 cites no ruling
    assert generated.select("provider", "model").unique().rows() == [("rule", "extractive-v1")]
    expert = generated.filter(pl.col("profile") == "expert")
    assert expert["text"].str.starts_with("Art. 11 OR ").all()


def test_grades_follow_the_number_of_the_consideration(house: House) -> None:
    """Margin number 2 cites E. 2.1 of the German ruling and the French one as a whole."""
    qrels = table(house, "qrels").filter((pl.col("task") == "layman") & (pl.col("query_id") == f"{STATE}-n2"))
    assert dict(qrels.select("candidate_id", "grade").iter_rows()) == {
        "bge-141-iii-100-e2.1": 3,
        "bge-141-iii-100-e2": 2,
        "bge-141-iii-100-e3": 1,
        "bge-142-iii-200-e4": 1,
        "bge-142-iii-200-e5": 1,
    }


def test_every_consideration_is_a_candidate_of_every_profile(house: House) -> None:
    tasks = table(house, "tasks")
    assert tasks.select("task", "queries", "candidates").rows() == [
        ("expert", 3, 6),
        ("keyword", 3, 6),
        ("layman", 3, 6),
    ]


def test_a_corpus_without_dev_keeps_the_own_parameters_and_says_so(house: House) -> None:
    tuned = house.table("tuned_parameters", "bge|bm25")
    assert tuned.select("level", "chosen", "queries").rows() == [
        (level, True, 0) for level in ("expert", "keyword", "layman")
    ]
    assert tuned["basis"].unique().to_list() == ["defaults: the level has no dev split"]


def test_a_corpus_without_variants_has_no_leakage(house: House) -> None:
    assert house.table("lexical_leakage", "bge|bm25").is_empty()
    assert table(house, "masked_passages").is_empty()


def test_german_terms_are_indexed_for_german_queries(house: House) -> None:
    analysers = set(table(house, "lexical_index")["analyser"])
    assert "german-snowball" in analysers
    assert "english-snowball" not in analysers


def test_layman_and_keyword_queries_find_their_consideration(house: House) -> None:
    metrics = house.table("lexical_query_metrics", "bge|bm25")
    found = metrics.filter((pl.col("measure") == "Success@3") & (pl.col("query_id") == f"{STATE}-n1"))
    assert found["value"].to_list() == [1.0, 1.0, 1.0]


def test_importing_again_changes_nothing(house: House, tmp_path: Path) -> None:
    report, pointer = house.import_folder(write_rulings(tmp_path), "bge")
    assert pointer is None
    assert report.unchanged == 5
