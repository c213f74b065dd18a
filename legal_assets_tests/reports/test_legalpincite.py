"""What an export refuses, and what it leaves behind."""

from datetime import date
from pathlib import Path

import polars as pl
import pytest

from legal_assets.reports.legalpincite import write_release
from legal_assets_tests.collections.small_tables import tables

DEV = {"par-par-dev": [("b-1", "a-2")], "par-case-dev": [("b-1", "a")], "case-case-dev": [("b", "a")]}
TEST = {
    "par-par-test": [("c-1", "a-1")],
    "par-case-test": [("c-1", "a"), ("c-2", "b")],
    "case-case-test": [("c", "a"), ("c", "b")],
}
BUILT = tables(DEV | TEST)
DOCUMENTS = pl.LazyFrame(
    {"doc_id": ["a", "b", "c"], "title": ["A", None, 'C, with "marks"\nand lines'], "date": [date(2010, 1, 1)] * 3}
)


def release(folder: Path, queries: pl.DataFrame = BUILT.queries, qrels: pl.DataFrame = BUILT.qrels) -> list[str]:
    return write_release(folder, queries.lazy(), BUILT.candidates.lazy(), qrels.lazy(), DOCUMENTS)


def test_files_of_all_tasks_with_relevant_pairs(tmp_path: Path) -> None:
    names = release(tmp_path / "out")
    levels = ["case_case", "par_case", "par_par"]
    assert [name for name in names if name.startswith("qrel")] == [
        f"qrel_{split}_{level}.csv" for split in ("dev", "test") for level in levels
    ]
    read = pl.read_csv(tmp_path / "out" / "query_test_par.csv")
    # Tasks of one level share the file: c-1 is a query of par-par, c-1 and c-2 of par-case.
    assert read.rows() == [("c-1", "original c-1", "masked c-1"), ("c-2", "original c-2", "masked c-2")]
    assert pl.read_csv(tmp_path / "out" / "qrel_test_par_case.csv").rows() == [
        ("c-1", "a", 1, "eur_lex"),
        ("c-2", "b", 1, "eur_lex"),
    ]
    metadata = pl.read_csv(tmp_path / "out" / "metadata.csv")
    assert metadata["title"].to_list() == ["A", None, 'C, with "marks"\nand lines']
    assert metadata["date"].to_list() == ["2010-01-01"] * 3


def test_an_earlier_release_is_replaced_whole(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "doc_train_par.csv").write_text("docno,text\n")
    names = release(folder)
    assert sorted(path.name for path in folder.iterdir()) == names
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_folder_with_other_files_stays(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(ValueError, match=r"thesis\.txt, which is no part of a release"):
        release(tmp_path)
    assert (tmp_path / "thesis.txt").read_text() == "mine"


def test_a_failed_export_leaves_the_earlier_release(tmp_path: Path) -> None:
    release(tmp_path / "out")
    before = sorted((path.name, path.read_bytes()) for path in (tmp_path / "out").iterdir())
    queries = BUILT.queries.filter(pl.col("variant") != "masked")
    with pytest.raises(ValueError, match="lacks the variant original or the variant masked"):
        release(tmp_path / "out", queries)
    assert sorted((path.name, path.read_bytes()) for path in (tmp_path / "out").iterdir()) == before
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_one_id_with_two_texts_is_refused(tmp_path: Path) -> None:
    changed = pl.when(pl.col("task") == "par-par-dev").then(pl.lit("x")).otherwise("text").alias("text")
    with pytest.raises(ValueError, match="b-1 has different texts"):
        release(tmp_path / "out", BUILT.queries.with_columns(changed))


def test_tasks_without_place(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="None of the tasks expert has a place"):
        release(tmp_path / "out", qrels=BUILT.qrels.with_columns(task=pl.lit("expert")))
