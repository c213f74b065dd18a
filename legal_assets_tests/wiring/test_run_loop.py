"""A run that fails says why, leaves what was there, and holds back only what reads it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import dagster as dg
import polars as pl
import pytest

from legal_assets_tests.house import FreshDefinitions, House
from legal_assets_tests.wiring.bumping import FAILING, LEAKING, bumped, edited
from legal_assets_tests.written_judgments import BEACON, file_name, judgment_file, write_judgments


def texts(house: House) -> str:
    return " ".join(house.table("queries").filter(pl.col("variant") == "masked")["text"])


def test_a_failure_is_told_by_what_was_raised(harbour_home: Path, fresh_definitions: FreshDefinitions) -> None:
    ran = fresh_definitions(FAILING).run()
    assert ran.errors == ["ValueError: 62015CJ9001-2: its lamp is out; light it."]


def test_a_failure_leaves_what_was_there_and_runs_again(
    harbour_home: Path, fresh_definitions: FreshDefinitions
) -> None:
    house = fresh_definitions(FAILING)
    before = house.versions()
    assert house.run().events == set()
    assert house.versions() == before
    assert len(house.run().errors) == 1, "it is due until it succeeds"
    repaired = fresh_definitions()
    assert repaired.run().events == set()


def _interrupt(_whole: Callable[..., Any], *_arguments: Any, **_options: Any) -> Any:
    raise KeyboardInterrupt


def test_an_interrupt_ends_the_command_and_a_later_run_goes_on(
    home: Path, tmp_path: Path, fresh_definitions: FreshDefinitions
) -> None:
    interrupted = edited("masking.frames", "mask_passages", _interrupt, "masked_passages")
    house = fresh_definitions(interrupted, SYSTEMS="bm25")
    house.import_folder(write_judgments(tmp_path / "judgments"))
    with pytest.raises(KeyboardInterrupt):
        house.run()
    statuses = {cell: status for cell, (status, _) in house.status().items()}
    assert statuses["passages cjeu"] == "fresh"
    assert statuses["masked_passages cjeu"] == statuses["warehouse all"] == "missing", "nothing ran after it"
    assert fresh_definitions(SYSTEMS="bm25").run(until="masked_passages").errors == []


def test_a_failure_holds_back_what_reads_it_and_nothing_else(
    home: Path, tmp_path: Path, fresh_definitions: FreshDefinitions
) -> None:
    house = fresh_definitions(FAILING, SYSTEMS="bm25")
    house.import_folder(write_judgments(tmp_path / "judgments"))
    ran = house.run()
    # What never got its input stays missing; the warehouse publishes what there is.
    above = house.cells("fetch", "pages", "passages", "citations", "documents") | house.step("generated_queries")
    above |= house.step("conditions") | house.step("page_index") | house.step("systems")
    assert ran.events == above | house.cells("warehouse")
    assert len(ran.errors) == 1
    statuses = {cell: status for cell, (status, _) in house.status().items()}
    assert statuses["masked_passages cjeu"] == statuses["queries cjeu"] == "missing"
    assert statuses["documents cjeu"] == "fresh"
    assert statuses["warehouse all"] == "stale", "what lies above it is missing"
    resumed = fresh_definitions(SYSTEMS="bm25").run(until="queries")
    assert resumed.errors == []
    assert resumed.events == house.cells("masked_passages") | house.step("queries"), "it goes on where it failed"


def test_a_broken_claim_is_told_and_its_table_does_not_count(
    harbour_home: Path, fresh_definitions: FreshDefinitions
) -> None:
    house = fresh_definitions(LEAKING)
    for _ in range(2):
        ran = house.run(until="lexical_metrics")
        (error,) = ran.errors
        assert error.startswith("Check queries_leak_no_ecli failed: ")
        assert "EU:C:2016:9001" in error
        assert "EU:C" not in texts(house), "the old queries still count"
        assert house.status()["queries cjeu"][0] == "stale"
        assert not ran.events & house.cells("rankings", "metrics"), "nothing below ran"
    assert fresh_definitions().run().errors == []


def test_a_first_version_that_breaks_a_claim_is_not_there(
    home: Path, tmp_path: Path, fresh_definitions: FreshDefinitions
) -> None:
    house = fresh_definitions(LEAKING)
    house.import_folder(write_judgments(tmp_path / "judgments"))
    house.run(until="queries")
    assert house.store.pointer("queries", "cjeu") is None
    assert house.status()["queries cjeu"] == ("missing", "never computed")


def test_begin_and_report_are_called_for_every_run(harbour_home: Path, fresh_definitions: FreshDefinitions) -> None:
    house = fresh_definitions(bumped("masked_passages"))
    begun: list[tuple[object, ...]] = []
    reported: list[Any] = []
    house.run(begin=lambda *what: begun.append(what), report=reported.append)
    assert begun == [(("masked_passages",), "cjeu", "code or setting changed")]
    (outcome,) = reported
    assert (outcome.assets, outcome.partition, outcome.changed, outcome.error) == (
        ("masked_passages",),
        "cjeu",
        False,
        None,
    )
    assert outcome.rows == house.table("masked_passages").height
    assert outcome.seconds > 0


def test_runs_are_recorded_with_their_reason(
    harbour_home: Path, tmp_path: Path, fresh_definitions: FreshDefinitions
) -> None:
    folder = write_judgments(tmp_path / "judgments")
    (folder / file_name(BEACON)).write_bytes(judgment_file(BEACON, comment="saved again"))
    house = fresh_definitions()
    house.import_folder(folder)
    with dg.DagsterInstance.ephemeral() as instance:
        house.run(instance=instance, until="documents")
        runs = instance.get_runs()
    assert {run.tags["dagster/partition"] for run in runs} == {"cjeu"}
    assert {run.tags["legal_assets/reason"] for run in runs} == {
        "changed: imported_files cjeu",
        "changed: raw_documents cjeu",
    }


def _lose(whole: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    tables = whole(*arguments, **options)
    lost = tables.raw_documents.with_columns(pl.lit("failed").alias("status"), pl.lit("no answer").alias("error"))
    return tables._replace(raw_documents=lost)


def test_a_refresh_that_mostly_failed_keeps_what_it_fetched_and_is_due_again(
    harbour_home: Path, fresh_definitions: FreshDefinitions
) -> None:
    house = fresh_definitions(edited("fetch.refresh", "refresh", _lose, "raw_files"))
    ran = house.run(until="queries")
    (error,) = ran.errors
    assert error.startswith("Check few_documents_failed failed: 4 rows")
    assert ran.events.isdisjoint(house.cells("documents", "queries"))
    assert house.table("raw_documents")["status"].unique().to_list() == ["failed"], "the next refresh goes on from it"
    assert house.status()["raw_documents cjeu"][0] == "stale"
    assert fresh_definitions().run(until="queries").errors == []
