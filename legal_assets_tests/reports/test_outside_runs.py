"""Runs go out and come in: what was written scores as what is stored, and a wrong run is refused in one line."""

from pathlib import Path

import polars as pl
import pytest

from legal_assets.reports.outside_runs import export_runs
from legal_assets.schemas import CONTRACTS
from legal_assets.storage.partitions import PartitionStore
from legal_assets.storage.raw import open_root
from legal_assets_tests.commands import Type, assert_mistake
from legal_assets_tests.house import FreshDefinitions
from legal_assets_tests.rows import filled

ONE = {"SYSTEMS": "bm25"}
TASK = ("--task", "par-par-dev")


@pytest.mark.parametrize(("layout", "ending"), [("trec", "run"), ("pyterrier", "csv")])
def test_a_run_that_was_written_scores_as_the_stored_one(
    harbour_home: Path,
    tmp_path: Path,
    layout: str,
    ending: str,
    type_command: Type,
    fresh_definitions: FreshDefinitions,
) -> None:
    said = type_command("export", layout, str(tmp_path), **ONE)
    assert (said.code, said.err) == (0, "")
    assert "par-par-dev.qrels" in said.out
    file = (tmp_path / f"bm25.par-par-dev.masked.{ending}").rename(tmp_path / f"somebody's run.{ending}")
    scored = type_command("score", str(file), *TASK, "--csv", **ONE)
    assert (scored.code, scored.err) == (0, "")
    found = pl.read_csv(scored.out.encode())
    stored = fresh_definitions(**ONE).table("lexical_metrics", "cjeu|bm25")
    ours = stored.filter((pl.col("task") == "par-par-dev") & (pl.col("variant") == "masked"))
    columns = ["measure", "value", "low", "high", "n", "answered"]
    assert found.select(columns).sort("measure").rows() == ours.select(columns).sort("measure").rows()
    assert found["system"].unique().to_list() == [f"outside:{file.stem}"]


def test_qrels_are_written_in_trecs_form(harbour_home: Path, tmp_path: Path, type_command: Type) -> None:
    type_command("export", "trec", str(tmp_path), **ONE)
    lines = (tmp_path / "par-par-dev.qrels").read_text(encoding="utf-8").splitlines()
    assert lines == ["62017CJ9003-2 0 62015CJ9001-1 1", "62017CJ9003-3 0 62016CJ9002-3 1"]


def test_a_query_that_a_run_leaves_out_counts_0(harbour_home: Path, tmp_path: Path, type_command: Type) -> None:
    file = tmp_path / "mine.run"
    file.write_text("62017CJ9003-2 Q0 62015CJ9001-1 0 2.5 mine\n", encoding="utf-8")
    found = pl.read_csv(type_command("score", str(file), *TASK, "--csv", **ONE).out.encode())
    first = found.row(by_predicate=pl.col("measure") == "RR@1000", named=True)
    assert (first["value"], first["n"], first["answered"]) == ((1 + 0) / 2, 2, 1)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("q Q0 62015CJ9001-1 1 2.5 mine", ("has no query 'q'",)),
        ("62017CJ9003-2 Q0 lamp 1 2.5 mine", ("has no candidate 'lamp'",)),
        ("62017CJ9003-2 Q0 62015CJ9001-1 1 nan mine", ("line 1", "query Q0 candidate rank score tag")),
        ("", ("ranks nothing",)),
        ("62017CJ9003-2 Q0 62015CJ9001-1 one 2.5 mine", ("line 1", "query Q0 candidate rank score tag")),
    ],
)
def test_a_wrong_run_is_refused(
    harbour_home: Path, tmp_path: Path, line: str, words: tuple[str, ...], type_command: Type
) -> None:
    file = tmp_path / "mine.run"
    file.write_text(line + "\n", encoding="utf-8")
    assert_mistake(type_command("score", str(file), *TASK, **ONE), *words)


def test_mistakes_are_one_line(harbour_home: Path, tmp_path: Path, type_command: Type) -> None:
    assert_mistake(type_command("score", str(tmp_path / "absent.run"), *TASK, **ONE), "absent.run")
    file = tmp_path / "mine.run"
    file.touch()
    assert_mistake(type_command("score", str(file), "--task", "lamps", **ONE), "lamps", "par-par-dev/masked")
    assert_mistake(type_command("export", "lamps", str(tmp_path), **ONE), "no layout", "trec")


def test_nothing_was_ranked_yet(home: Path, tmp_path: Path, type_command: Type) -> None:
    assert_mistake(type_command("export", "trec", str(tmp_path), **ONE), "no rankings yet", "legal-assets run")
    file = tmp_path / "mine.run"
    file.touch()
    assert_mistake(type_command("score", str(file), *TASK, **ONE), "no collections yet", "legal-assets run")


def test_the_corpus_and_variant_need_not_be_named_where_there_is_one(
    harbour_home: Path, tmp_path: Path, type_command: Type
) -> None:
    file = tmp_path / "mine.run"
    file.write_text("62017CJ9003-2 Q0 62015CJ9001-1 0 2.5 mine\n", encoding="utf-8")
    two = {**ONE, "CORPORA": "cjeu,legalpincite"}
    plain = type_command("score", str(file), *TASK, "--csv", **ONE).out
    named = type_command("score", str(file), *TASK, "--csv", "--corpus", "cjeu", "--variant", "masked", **two).out
    assert plain == named
    assert_mistake(type_command("score", str(file), *TASK, **two), "--corpus: cjeu, legalpincite")
    assert_mistake(type_command("export", "trec", str(tmp_path), **two), "--corpus: cjeu, legalpincite")
    assert_mistake(type_command("score", str(file), "--task", "raw", **ONE), "par-par-dev/masked")


def test_gold_is_written_beside_grades(tmp_path: Path) -> None:
    judged = [("q", "both", 2, True), ("q", "half", 1, False), ("r", "half", 1, True)]
    qrels = [
        {"corpus": "crosspage", "task": "raw", "query_id": query, "candidate_id": candidate, "grade": grade}
        | {"is_gold": is_gold, "source": "facts", "version": "1"}
        for query, candidate, grade, is_gold in judged
    ]
    ranked = {"corpus": "crosspage", "system": "bm25", "task": "raw", "variant": "original", "query_id": "q"}
    ranking = {**ranked, "candidate_id": "both", "rank": 1, "score": 1.0, "run_id": "run"}
    store = PartitionStore(open_root(str(tmp_path / "store")), 3)
    for asset, partition, rows in (("qrels", "crosspage", qrels), ("lexical_rankings", "crosspage|bm25", [ranking])):
        table = CONTRACTS[asset]
        frame = filled(table, rows)
        stamps = {"data_version": asset, "code_version": "1", "run_id": "", "written_at": "then"}
        store.write(table, asset, partition, frame, **stamps)
    written = export_runs("trec", tmp_path / "out", "crosspage", store)
    assert written == ["bm25.raw.original.run", "raw.gold.qrels", "raw.qrels"]
    assert (tmp_path / "out" / "raw.gold.qrels").read_text(encoding="utf-8") == "q 0 both 1\nr 0 half 1\n"
    assert (tmp_path / "out" / "raw.qrels").read_text(encoding="utf-8") == "q 0 both 2\nq 0 half 1\nr 0 half 1\n"
