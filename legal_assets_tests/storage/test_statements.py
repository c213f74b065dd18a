"""Statements lie one in a file and say what they mean."""

from pathlib import Path

import duckdb
import polars as pl
import pytest

from legal_assets.storage.statements import SQL_FOLDER, meaning, rows_of, statement, statement_names

FILES = sorted(path for path in SQL_FOLDER.rglob("*.sql"))


def test_a_statement_is_the_text_of_its_file() -> None:
    assert statement("measures", "rr") == (SQL_FOLDER / "measures" / "rr.sql").read_text(encoding="utf-8")


def test_an_unknown_statement_is_named_with_those_that_are() -> None:
    with pytest.raises(ValueError, match=r"nothing\.sql; known: .*ndcg"):
        statement("measures", "nothing")


def test_names_are_sorted() -> None:
    assert statement_names("examples") == sorted(path.stem for path in (SQL_FOLDER / "examples").glob("*.sql"))
    assert statement_names("no_folder") == []


def test_the_meaning_is_the_comment_that_opens() -> None:
    assert meaning("-- One row per lamp,\n--   lit or not.\nSELECT 1\n-- an aside") == "One row per lamp, lit or not."
    assert meaning("SELECT 1") == ""


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_statement_says_what_it_means(path: Path) -> None:
    assert meaning(path.read_text(encoding="utf-8")).endswith(".")


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_file_holds_one_statement(path: Path) -> None:
    assert len(duckdb.extract_statements(path.read_text(encoding="utf-8"))) == 1


def test_a_statement_runs_over_files(tmp_path: Path) -> None:
    for number in (1, 2):
        pl.DataFrame({"lamp": [number]}).write_parquet(tmp_path / f"{number}.parquet")
    files = [str(path) for path in tmp_path.glob("*.parquet")]
    assert rows_of("SELECT sum(lamp) AS lamps FROM harbour", harbour=files).rows() == [(1 + 2,)]
