"""The sample scores what it scored when its values were committed, and what an independent implementation says."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import polars as pl
import pytest

from legal_assets.settings import Settings
from legal_assets_tests import expected_scores
from legal_assets_tests.expected_scores import (
    Comparison,
    compare_with_expected,
    compare_with_independent,
    write_expected,
)
from legal_assets_tests.house import FreshDefinitions


@pytest.fixture
def published(sample_home: Path, fresh_definitions: FreshDefinitions) -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(str(fresh_definitions().duckdb), read_only=True) as connection:
        yield connection


def change(path: Path, measure: str, by: float) -> None:
    """Add to the expected values of a measure."""
    frame = pl.read_csv(path)
    frame.with_columns(
        pl.when(pl.col("measure") == measure).then(pl.col("value") + by).otherwise("value").alias("value")
    ).write_csv(path)


def agreed(comparison: Comparison) -> bool:
    return comparison.differing == [] and all(comparison.agreeing.values())


def test_the_sample_scores_what_was_committed(published: duckdb.DuckDBPyConnection) -> None:
    comparison = compare_with_expected(published)
    assert agreed(comparison), comparison.differing[:5]


def test_the_sample_scores_what_an_independent_implementation_says(published: duckdb.DuckDBPyConnection) -> None:
    comparison = compare_with_independent(published)
    assert agreed(comparison), comparison.differing[:5]


def test_values_just_written_agree(published: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    (path,) = write_expected(published, tmp_path)
    assert path.name == "cjeu.csv"
    assert agreed(compare_with_expected(published, tmp_path))


def test_a_difference_is_shown_with_its_row(published: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    (path,) = write_expected(published, tmp_path)
    change(path, "nDCG@10", 9e-7)
    assert agreed(compare_with_expected(published, tmp_path))
    change(path, "nDCG@10", 2e-6)
    comparison = compare_with_expected(published, tmp_path)
    cells = pl.read_csv(path).filter(pl.col("measure") == "nDCG@10").height
    assert len(comparison.differing) == cells
    assert comparison.differing[0].startswith("cjeu.csv: bm25 case-case-dev masked nDCG@10: ")


def test_a_missing_or_additional_row_is_a_difference(published: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    (path,) = write_expected(published, tmp_path)
    frame = pl.read_csv(path)
    other = frame.head(1).with_columns(pl.lit("bm26").alias("system"))
    pl.concat([frame.slice(1), other]).write_csv(path)
    comparison = compare_with_expected(published, tmp_path)
    assert len(comparison.differing) == 2
    assert any("expected None over None" in line for line in comparison.differing)
    assert any("bm26" in line and "None over None queries" in line for line in comparison.differing)


def test_without_a_file_of_expected_values_nothing_agrees(published: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    assert compare_with_expected(published, tmp_path).differing == [
        "cjeu.csv: there is no such file; write it with --write"
    ]


def test_the_command_exits_by_what_it_finds(
    sample_home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expected_scores, "load_settings", Settings)
    monkeypatch.setattr(expected_scores, "compare_with_independent", lambda _: Comparison({"another one": 1}))
    assert expected_scores.main([], tmp_path) == 1
    assert expected_scores.main(["--write"], tmp_path) == 0
    change(tmp_path / "cjeu.csv", "RR@1000", 0.5)
    capsys.readouterr()
    assert expected_scores.main([], tmp_path) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("Scores that agree: ")
    shown = [line for line in said[1:] if not line.startswith("… and ")]
    assert shown
    assert all(line.startswith("differs  cjeu.csv: ") and "RR@1000" in line for line in shown)


def test_imported_documents_are_no_sample(harbour_home: Path, fresh_definitions: FreshDefinitions) -> None:
    with (
        duckdb.connect(str(fresh_definitions().duckdb), read_only=True) as connection,
        pytest.raises(ValueError, match="No corpus of the published file is the bundled sample"),
    ):
        compare_with_expected(connection)
