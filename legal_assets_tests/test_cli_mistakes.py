"""A mistake is one line that says what, where and what to do, never a traceback."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from legal_assets_tests.commands import Type, assert_mistake
from legal_assets_tests.house import ROOT
from legal_assets_tests.written_judgments import BEACON, write_judgments


def test_an_unknown_corpus_is_named_with_those_that_are(type_command: Type, tmp_path: Path) -> None:
    for arguments in (("run", "--corpus", "lamps"), ("leaderboard", "--corpus", "lamps"), ("forget", "lamps")):
        assert_mistake(type_command(*arguments), "Corpus lamps not in the catalog", "known: ", "cjeu")
    assert_mistake(type_command("import", "lamps", str(tmp_path)), "Corpus lamps not in the catalog")
    assert_mistake(type_command("run", CORPORA="cjeu,lamps"), "Corpus lamps not in the catalog")


def test_an_unknown_system_is_named_with_those_that_are(type_command: Type) -> None:
    for command in ("run", "status"):
        assert_mistake(type_command(command, SYSTEMS="bm25,bm26"), "System bm26 not in the catalog", "known: bm25")


def test_an_unknown_asset_is_named_with_those_that_are(type_command: Type) -> None:
    assert_mistake(type_command("run", "--until", "lamps"), "No asset lamps", "known: ", "passages")


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("DEPTH", "deep", ["LEGAL_ASSETS_DEPTH"]),
        ("DEPTH", "0", ["LEGAL_ASSETS_DEPTH"]),
        ("TESSDATA", "/no/such/folder", ["LEGAL_ASSETS_TESSDATA", "directory"]),
        ("PROFILE", "dead", ["LEGAL_ASSETS_PROFILE", "'sample' or 'live'"]),
        ("SPLITS", "{", ["LEGAL_ASSETS_SPLITS"]),
        ("SPLITS__DEV_FROM", "2030-01-01", ["LEGAL_ASSETS_SPLITS", "dev_from < test_from"]),
        ("SPLITS__LAMPS", "2030-01-01", ["LEGAL_ASSETS_SPLITS__LAMPS"]),
        ("DEPHT", "10", ["LEGAL_ASSETS_DEPHT", "is no setting"]),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(type_command: Type, name: str, value: str, words: list[str]) -> None:
    assert_mistake(type_command("status", **{name: value}), "Correct or unset the variable", *words)


def test_a_profile_that_does_not_exist_is_named(type_command: Type) -> None:
    assert_mistake(type_command("run", "--profile", "dead"), "LEGAL_ASSETS_PROFILE", "'sample' or 'live'")


def test_a_folder_that_does_not_exist_is_named(type_command: Type, tmp_path: Path) -> None:
    assert_mistake(type_command("import", "cjeu", str(tmp_path / "lamps")), f"{tmp_path / 'lamps'} is not a folder")


def test_no_warehouse_yet(type_command: Type, home: Path) -> None:
    for arguments in (("leaderboard",), ("sql", "SELECT 1")):
        assert_mistake(type_command(*arguments), str(home), "legal.duckdb does not exist", "run `legal-assets run`")


def test_a_home_that_cannot_be_written_is_named(type_command: Type, home: Path, tmp_path: Path) -> None:
    (home / "warehouse").write_text("in the way", encoding="utf-8")
    folder = write_judgments(tmp_path / "judgments", BEACON)
    said = type_command("import", "cjeu", str(folder))
    assert_mistake(said, str(home / "warehouse"))


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("FRM metrics", ["syntax error"]),
        ("FROM lamps", ["lamps does not exist"]),
        ("SELECT lamp FROM metrics", ['"lamp" not found']),
        ("DROP TABLE metrics", ["read-only"]),
        ("CREATE TABLE lamps AS SELECT 1", ["read-only"]),
        ("", ["returns no rows"]),
        ("no/such/file.sql", ["no/such/file.sql"]),
    ],
)
def test_a_statement_that_fails_says_why(
    sample_home: Path, type_command: Type, statement: str, words: list[str]
) -> None:
    assert_mistake(type_command("sql", statement), *words)


def test_a_corpus_that_is_not_enabled_is_told_how_to_enable(type_command: Type) -> None:
    for arguments in (("run", "--corpus", "legalpincite"), ("fetch", "legalpincite")):
        said = type_command(*arguments)
        assert_mistake(said, "Corpus legalpincite is not enabled", "LEGAL_ASSETS_CORPORA=cjeu,legalpincite")


@pytest.mark.parametrize("error", [UnicodeError("no text"), OSError("no file is named")])
def test_a_fault_of_ours_is_not_hidden(type_command: Type, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail(*_: object) -> None:
        raise error

    def prepare() -> None:
        monkeypatch.setattr(import_module("legal_assets.catalog"), "corpora", fail)

    with pytest.raises(type(error)):
        type_command("leaderboard", prepare=prepare)


def test_an_error_may_hold_what_looks_like_markup(type_command: Type, tmp_path: Path) -> None:
    folder = tmp_path / "[/bold] [red]lamps"
    assert_mistake(type_command("import", "cjeu", str(folder)), f"{folder} is not a folder")


def test_a_mistake_in_a_real_process_shows_no_traceback(tmp_path: Path) -> None:
    environment = os.environ | {"LEGAL_ASSETS_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", "from legal_assets.cli import main; main()", "run", "--corpus", "lamps"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("error  Corpus lamps not in the catalog")
    assert done.stderr.count("\n") == 1
