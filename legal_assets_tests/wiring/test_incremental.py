"""What runs after a change, told by the materializations that the instance recorded."""

from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from legal_assets_tests.house import NOW, FreshDefinitions, House
from legal_assets_tests.wiring.bumping import bumped
from legal_assets_tests.written_judgments import (
    BEACON,
    BUOY,
    PARAGRAPHS,
    QUAY,
    file_name,
    judgment_file,
    write_judgments,
)

UNCHANGED = {"success_curves cjeu"}
"""Reads match classes alone, of which judgments have none."""


@pytest.fixture
def house(harbour_home: Path, fresh_definitions: FreshDefinitions) -> House:
    """Return a house in which the four judgments have run."""
    return fresh_definitions()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder that was imported."""
    return write_judgments(tmp_path / "judgments")


def test_the_first_run_computes_every_cell(house: House, harbour_run: Path) -> None:
    events = (harbour_run.parent / "events.txt").read_text(encoding="utf-8").splitlines()
    assert set(events) == house.cells()


def test_nothing_changed_so_nothing_runs(house: House, folder: Path) -> None:
    _, pointer = house.import_folder(folder, now=NOW + timedelta(days=1))
    assert pointer is None
    ran = house.run()
    assert ran.events == set(), [(each.assets, each.reason) for each in ran.outcomes]


@pytest.mark.slow
def test_computing_everything_again_gives_the_same_content(house: House) -> None:
    before = house.versions()
    assert house.run(force=True).events == house.cells()
    assert house.versions() == before


def test_an_observation_changed_so_nothing_runs(house: House) -> None:
    registry = house.table("imported_files")
    observed = registry.with_columns(imported_at=pl.lit(NOW + timedelta(days=9)))
    old = house.store.pointer("imported_files", "cjeu")
    new = house.store.write(
        house.module("schemas").IMPORTED_FILES,
        "imported_files",
        "cjeu",
        observed.cast(registry.schema),
        data_version=house.module("storage.digests").frame_digest(
            observed, house.module("schemas").IMPORTED_FILES.content
        ),
        code_version=old.code_version,
        run_id="",
        written_at="later",
    )
    assert new.file != old.file, "the observation is stored"
    ran = house.run()
    assert ran.events == set(), [(each.assets, each.reason) for each in ran.outcomes]


@pytest.mark.slow
def test_bytes_that_read_the_same_stop_where_the_content_is_equal(house: House, folder: Path) -> None:
    (folder / file_name(BEACON)).write_bytes(judgment_file(BEACON, comment="saved again"))
    house.import_folder(folder)
    before = house.versions()
    ran = house.run()
    assert ran.events == house.follows(before, *house.step("raw_documents"))
    # The digest of the file is a fact of the document; what does not read documents is left alone.
    assert house.step("documents") | house.step("citations") | house.step("queries") <= ran.events
    assert ran.events.isdisjoint(house.cells("indexes", "rankings") - house.step("page_index"))
    changed = {asset for outcome in ran.outcomes if outcome.changed for asset in outcome.assets}
    assert changed.isdisjoint({"citations", "queries", "page_index"})


def test_a_refused_file_reaches_the_rejects_and_the_warehouse_only(house: House, folder: Path) -> None:
    (folder / "empty.html").write_bytes(b"")
    house.import_folder(folder)
    assert house.run().events == house.step("raw_documents") | {"warehouse all"}


@pytest.mark.slow
def test_a_changed_query_is_ranked_and_scored_without_indexing_again(house: House, folder: Path) -> None:
    texts = [*PARAGRAPHS[QUAY][:2], "Timber quays are tarred each spring."]
    (folder / file_name(QUAY)).write_bytes(judgment_file(QUAY, texts))
    house.import_folder(folder)
    before = house.versions()
    ran = house.run()
    assert ran.events == house.follows(before, *house.step("raw_documents"))
    below = house.cells("masked_passages", "queries", "lexical_rankings", "metrics", "warehouse")
    assert below - UNCHANGED <= ran.events
    assert "lexical_index cjeu" not in ran.events


@pytest.mark.slow
def test_a_changed_candidate_is_indexed_again(house: House, folder: Path) -> None:
    texts = ["The keeper of a lighthouse may ask dues of every vessel in sight.", *PARAGRAPHS[BEACON][1:]]
    (folder / file_name(BEACON)).write_bytes(judgment_file(BEACON, texts))
    house.import_folder(folder)
    before = house.versions()
    ran = house.run()
    assert ran.events == house.follows(before, *house.step("raw_documents"))
    changed = {cell for cell, version in house.versions().items() if version != before[cell]}
    assert house.cells("candidates", "lexical_index", "lexical_rankings") <= changed
    assert changed.isdisjoint(house.cells("citations", "masked_passages", "queries", "qrels"))


def test_only_what_is_wanted_runs(house: House, folder: Path) -> None:
    (folder / file_name(BEACON)).write_bytes(judgment_file(BEACON, comment="saved again"))
    house.import_folder(folder)
    events = house.run(until="passages").events
    assert events == house.step("raw_documents") | house.step("pages") | house.step("documents")


def test_forgetting_the_imports_brings_the_sample_back(house: House) -> None:
    house.module("fetch.store_imports").forget_imports("cjeu", house.store, NOW)
    ran = house.run(until="documents")
    assert ran.events == house.step("raw_documents") | house.step("pages") | house.step("documents")
    assert house.table("raw_documents")["source"].unique().to_list() == ["sample"]
    assert BEACON not in house.table("documents")["doc_id"]


@pytest.mark.parametrize(
    ("step", "assets"),
    [("references", ["citations", "citation_parts"]), ("masked_passages", None), ("lexical_index", None)],
)
def test_a_code_version_that_changes_no_content_stops_at_once(
    harbour_home: Path, fresh_definitions: FreshDefinitions, step: str, assets: list[str] | None
) -> None:
    house = fresh_definitions(bumped(step))
    names = assets or [step]
    assert house.status()[f"{names[0]} cjeu"] == ("stale", "code or setting changed")
    assert house.status()["warehouse all"][0] == "stale"
    assert house.run().events == house.cells(*names)
    assert {kind for kind, _ in house.status().values()} == {"fresh"}


@pytest.mark.slow
def test_a_code_version_that_changes_content_is_followed(
    harbour_home: Path, fresh_definitions: FreshDefinitions
) -> None:
    def prepare() -> None:
        bumped("references")()
        frames: Any = import_module("legal_assets.citations.frames")
        find_citations = frames.find_citations

        def find_fewer(*arguments: Any) -> Any:
            tables = find_citations(*arguments)
            return tables._replace(citations=tables.citations.filter(pl.col("doc_id") != BUOY))

        frames.find_citations = find_fewer

    house = fresh_definitions(prepare)
    before = house.versions()
    ran = house.run()
    assert ran.events == house.follows(before, *house.step("citations"))
    below = house.cells("masked_passages", "queries", "lexical_rankings", "metrics", "warehouse")
    assert below - UNCHANGED <= ran.events
    assert ran.events.isdisjoint(house.step("raw_documents") | house.step("documents"))
    assert BUOY not in house.table("queries")["doc_id"]
    ran = house.run()
    assert ran.events == set(), [(each.assets, each.reason) for each in ran.outcomes]


def test_a_setting_is_followed_where_it_changes_content(
    harbour_home: Path, fresh_definitions: FreshDefinitions
) -> None:
    # Tasks of one query are few below 2 as below 50; those of two are not.
    house = fresh_definitions(FEW_QUERIES="2")
    before = house.versions()
    due = {cell for cell, (_, reason) in house.status().items() if reason == "code or setting changed"}
    ran = house.run()
    assert ran.events == house.follows(before, *due)
    assert house.step("tasks") | house.cells("lexical_metrics", "warehouse") <= ran.events
    assert ran.events.isdisjoint(house.step("documents") | house.cells("masked_passages"))
    few = house.table("tasks").filter("few")["queries"].unique().to_list()
    assert few == [1]


_COMPARING = (
    "system_comparisons",
    "block_tests",
    "robustness",
    "measure_correlations",
    "slice_metrics",
    "common_support",
    "promotion_bounds",
    "qrel_changes",
    "version_metrics",
    "version_correlations",
    "success_curves",
)
COMPARED = {f"{table} cjeu" for table in _COMPARING}
"""What compares all systems of a corpus: another system changes it."""
_COMPOSED = (
    "composed_parameters",
    "composed_rankings",
    "page_evidence",
    "composed_query_metrics",
    "composed_metrics",
)
COMPOSED = {f"{table} cjeu" for table in _COMPOSED}
"""Rankings by conditions, one cell a corpus: no other system changes them."""


def test_a_second_system_runs_its_own_cells_only(harbour_home: Path, fresh_definitions: FreshDefinitions) -> None:
    house = fresh_definitions(SYSTEMS="bm25,tfidf-terrier")
    before = house.versions()
    ran = house.run()
    own = house.cells("rankings", "metrics", "warehouse", system="tfidf-terrier") - COMPOSED - house.step("systems")
    assert ran.events == own | COMPARED
    of_all = {"warehouse all", *COMPARED}
    assert {cell: version for cell, version in house.versions().items() if cell in before and cell not in of_all} == {
        cell: version for cell, version in before.items() if cell not in of_all
    }


@pytest.mark.slow
def test_a_disabled_system_leaves_the_published_tables(harbour_home: Path, fresh_definitions: FreshDefinitions) -> None:
    fresh_definitions(SYSTEMS="bm25,tfidf").run()
    house = fresh_definitions(SYSTEMS="bm25")
    assert house.run().events == {"warehouse all"} | COMPARED


def twin() -> None:
    """Give the catalog a second corpus whose documents are read as the Court's are."""
    catalog: Any = import_module("legal_assets.catalog")
    catalog.CORPORA += (catalog.Corpus("twin", "The same judgments, as a corpus of their own", "en"),)
    catalog.TASKS += tuple(
        catalog.Task("twin", task.key, task.level, task.split) for task in catalog.TASKS if task.corpus == "cjeu"
    )
    imports: Any = import_module("legal_assets.fetch.imports")
    identify = imports.identify
    imports.identify = lambda _, data, name: identify("cjeu", data, name)


@pytest.mark.slow
def test_another_corpus_is_left_alone(harbour_home: Path, folder: Path, fresh_definitions: FreshDefinitions) -> None:
    fresh_definitions(twin, CORPORA="cjeu").run()  # the catalog is part of some code versions
    house = fresh_definitions(twin, CORPORA="cjeu,twin")
    house.import_folder(folder, corpus="twin")
    added = house.run()
    assert added.events == house.cells(corpus="twin") - house.step("systems"), "a new corpus computes its own cells"

    (folder / file_name(BUOY)).write_bytes(judgment_file(BUOY, PARAGRAPHS[BUOY][:3]))
    house.import_folder(folder, corpus="twin")
    before = house.versions()
    ran = house.run()
    assert house.cells("passages", "queries", "lexical_metrics", corpus="twin") <= ran.events
    assert ran.events <= house.cells(corpus="twin")
    after = house.versions()
    assert all(after[cell] == version for cell, version in before.items() if " cjeu" in cell)


def test_only_the_named_corpus_runs(harbour_home: Path, folder: Path, fresh_definitions: FreshDefinitions) -> None:
    house = fresh_definitions(twin, CORPORA="cjeu,twin")
    house.import_folder(folder, corpus="twin")
    ran = house.run("cjeu")
    assert not any(" twin" in cell for cell in ran.events)
    assert "warehouse all" in ran.events
