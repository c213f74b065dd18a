"""Commands do what they say."""

import csv
import io
import os
from pathlib import Path

import pytest

from legal_assets_tests.commands import Type
from legal_assets_tests.house import ROOT
from legal_assets_tests.wiring.bumping import FAILING, bumped
from legal_assets_tests.written_judgments import BEACON, file_name, judgment_file, write_judgments

EXAMPLES = sorted((ROOT / "sql" / "examples").glob("*.sql"))


def test_a_statement_is_printed_as_a_table_or_as_csv(sample_home: Path, type_command: Type) -> None:
    statement = (
        "SELECT 'par|par' AS task, 0.12345::DOUBLE AS score, NULL AS note, repeat('x', 200) AS text, '[red]' AS mark"
    )
    told = type_command("sql", statement)
    assert (told.code, told.err) == (0, "")
    head, row = told.out.splitlines()
    assert head.split() == ["task", "score", "note", "text", "mark"]
    assert row.split() == ["par|par", "0.123", "x" * 80 + "…", "[red]"]
    (line,) = csv.DictReader(io.StringIO(type_command("sql", "--csv", statement).out))
    assert line == {"task": "par|par", "score": "0.12345", "note": "", "text": "x" * 200, "mark": "[red]"}


def test_lists_are_json_in_csv(sample_home: Path, type_command: Type) -> None:
    statement = "SELECT ['a', 'b'] AS forms, NULL::INTEGER[] AS pages, {'page': 3} AS evidence"
    said = type_command("sql", "--csv", statement)
    assert (said.code, said.err) == (0, "")
    (line,) = csv.DictReader(io.StringIO(said.out))
    assert line == {"forms": '["a", "b"]', "pages": "", "evidence": '{"page": 3}'}


OF_RULINGS = ("success_by_language", "success_by_level", "separation_of_matches", "lift_of_the_citation_graph")
NOT_ENABLED = (*OF_RULINGS, "two_models_side_by_side", "found_and_borne_out")
"""Examples about corpora and models that are not enabled by default."""


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_runs_on_the_sample(sample_home: Path, type_command: Type, path: Path) -> None:
    said = type_command("sql", str(path), "--csv")
    assert (said.code, said.err) == (0, "")
    rows = list(csv.reader(io.StringIO(said.out)))
    if path.stem == "what_is_stale":
        assert len(rows) == 1, "the sample is fresh"
    elif path.stem in NOT_ENABLED:
        assert len(rows) == 1, "what is not enabled has no rows"
    else:
        assert len(rows) > 1


def test_nothing_is_computed_twice(sample_home: Path, type_command: Type) -> None:
    said = type_command("run")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("Everything is fresh; nothing was computed.\nLeaderboard of cjeu, variant masked\n")
    assert f"Tables and views: {sample_home / 'warehouse' / 'legal.duckdb'}" in said.out


def test_the_leaderboard_shows_denominators_and_says_what_is_few(sample_home: Path, type_command: Type) -> None:
    said = type_command("leaderboard")
    lines = [line.split() for line in said.out.splitlines()]
    assert ["task", "system", "nDCG@10", "95", "%", "Success@10", "AP@1000", "n"] in lines
    (row,) = [line for line in lines if line[:2] == ["case-case-dev", "bm25"]]
    assert row[-1] == "few"
    assert "few: too few queries" in said.out


def test_status_says_that_all_is_fresh(sample_home: Path, type_command: Type) -> None:
    said = type_command("status")
    cells, off, *unavailable = said.out.splitlines()
    assert cells.endswith(" fresh, 0 stale, 0 missing")
    assert off.startswith("Not enabled: ")
    assert "tfidf-terrier" in off
    assert all(line.startswith("Not available: ") for line in unavailable)
    assert "Not available: colqwen2-5: not built yet." in unavailable
    assert len(type_command("status", "--all").out.splitlines()) == int(cells.split()[0]) + 2 + len(unavailable)


def test_status_names_what_is_stale_and_why(sample_home: Path, type_command: Type) -> None:
    said = type_command("status", prepare=bumped("masked_passages"))
    lines = [line.split() for line in said.out.splitlines()]
    assert ["stale", "cjeu", "masked_passages", "code", "or", "setting", "changed"] in lines
    assert ["stale", "cjeu", "queries", "upstream:", "masked_passages", "cjeu"] in lines
    assert not any(line[:1] == ["fresh"] for line in lines)


def test_status_names_what_is_missing(type_command: Type) -> None:
    said = type_command("status")
    lines = [line.split() for line in said.out.splitlines()]
    assert ["missing", "cjeu", "documents", "never", "computed"] in lines
    assert any(line.startswith("0 fresh, 0 stale, ") for line in said.out.splitlines())


def test_an_import_names_every_file_that_it_did_not_take(type_command: Type, tmp_path: Path) -> None:
    folder = write_judgments(tmp_path / "judgments")
    (folder / "lamp[red].html").touch()
    (folder / "essay.txt").write_text("On lighthouses.", encoding="utf-8")
    said = type_command("import", "cjeu", str(folder))
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines() == [
        "not taken  essay.txt: no_celex. Neither its name nor its content says which decision it is; begin the name "
        "with the CELEX number.",
        "not taken  lamp[red].html: empty_file. It holds nothing.",
        "4 files taken, 0 replaced, 0 unchanged, 2 not taken. Now `legal-assets run --corpus cjeu`.",
    ]
    again = type_command("import", "cjeu", str(folder))
    assert "0 files taken, 0 replaced, 4 unchanged, 2 not taken." in again.out
    (folder / file_name(BEACON)).write_bytes(judgment_file(BEACON, comment="again"))
    assert "0 files taken, 1 replaced, 3 unchanged" in type_command("import", "cjeu", str(folder)).out


def test_an_import_is_an_event_that_dagster_knows(type_command: Type, tmp_path: Path, home: Path) -> None:
    import dagster as dg

    type_command("import", "cjeu", str(write_judgments(tmp_path / "judgments", BEACON)))
    type_command("import", "cjeu", str(tmp_path / "judgments"))
    with dg.DagsterInstance.from_config(str(home / "warehouse" / "dagster")) as instance:
        (record,) = instance.fetch_materializations(dg.AssetKey("imported_files"), limit=10).records
    assert record.partition_key == "cjeu"


def test_imports_run_and_are_forgotten(type_command: Type, tmp_path: Path) -> None:
    type_command("import", "cjeu", str(write_judgments(tmp_path / "judgments")))
    said = type_command("run", "--until", "documents")
    assert [line.split()[0] for line in said.out.splitlines()] == ["done", "done", "done"]
    assert "4 rows" in said.out
    assert type_command("forget", "cjeu").out == "4 files forgotten; their bytes stay in the raw store.\n"
    assert type_command("forget", "cjeu").out == "0 files forgotten; their bytes stay in the raw store.\n"
    assert type_command("status").out.count("missing") >= 1


def test_a_failed_run_says_which_and_why(harbour_home: Path, type_command: Type) -> None:
    said = type_command("run", "--until", "queries", prepare=FAILING)
    assert said.code == 1
    first, second, last = said.err.splitlines()
    assert first.split()[:3] == ["failed", "cjeu", "masked_passages"]
    assert second.strip() == "ValueError: 62015CJ9001-2: its lamp is out; light it."
    assert last == "error  1 of 1 runs failed; `make ui` shows their logs."


def test_a_source_is_asked_on_its_own(type_command: Type) -> None:
    planned = type_command("fetch", "cjeu", "--dry-run")
    assert (planned.code, planned.err) == (0, "")
    assert planned.out.strip()
    said = type_command("fetch", "cjeu")
    assert (said.code, said.err) == (0, "")
    assert "raw_documents" in said.out
    assert "missing cjeu         documents" in type_command("status").out, "nothing of what depends on it is computed"


def test_the_ui_opens_on_this_machine_with_the_same_instance(
    home: Path, type_command: Type, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda _, arguments: started.append(arguments))
    said = type_command("ui", "--port", "3111")
    assert (said.code, said.err) == (0, "")
    ((_, *arguments),) = started
    assert arguments == ["dev", "-h", "127.0.0.1", "-p", "3111", "-w", str(ROOT / "workspace.yaml")]
    assert os.environ["DAGSTER_HOME"] == str(home / "warehouse" / "dagster")
    assert (home / "warehouse" / "dagster" / "dagster.yaml").exists()


def test_without_a_command_the_help_is_shown(type_command: Type) -> None:
    said = type_command()
    assert "Legal retrieval assets." in said.out + said.err
    for command in ("run", "status", "leaderboard", "import", "forget", "sql", "ui"):
        assert command in said.out + said.err
