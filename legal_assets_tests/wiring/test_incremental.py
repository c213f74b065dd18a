"""What runs after a change, told by the materializations that the instance recorded."""

from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from legal_assets_tests.house import NOW, FreshDefinitions, House
from legal_assets_tests.written_judgments import (
    BEACON,
    BUOY,
    PARAGRAPHS,
    QUAY,
    file_name,
    judgment_file,
    write_judgments,
)

FETCH = {"raw_documents", "raw_rejects"}
PASSAGES = {"documents", "passages", "passage_rejects"}
COLLECTIONS = {"tasks", "queries", "candidates", "qrels", "query_rejects"}
SCORED = {"lexical_rankings", "lexical_query_metrics", "lexical_metrics"}


def cells(*assets: str, corpus: str = "cjeu", system: str = "bm25") -> set[str]:
    """Return the cells of assets of one corpus, as `Ran.events` names them."""
    return {f"{asset} {corpus}|{system}" if asset in SCORED else f"{asset} {corpus}" for asset in assets}


WAREHOUSE = {"warehouse all"}
EVERYTHING = (
    cells(*FETCH, *PASSAGES, "citations", "masked_passages", *COLLECTIONS, "lexical_index", *SCORED) | WAREHOUSE
)


@pytest.fixture
def house(harbour_home: Path, fresh_definitions: FreshDefinitions) -> House:
    """Return a house in which the four judgments have run."""
    return fresh_definitions()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder that was imported."""
    return write_judgments(tmp_path / "judgments")


def test_the_first_run_computes_every_cell(tmp_path: Path, fresh_definitions: FreshDefinitions) -> None:
    house = fresh_definitions()
    house.import_folder(write_judgments(tmp_path / "judgments"))
    assert house.run().events == EVERYTHING


def test_nothing_changed_so_nothing_runs(house: House, folder: Path) -> None:
    _, pointer = house.import_folder(folder, now=NOW + timedelta(days=1))
    assert pointer is None
    assert house.run().events == set()


def test_computing_everything_again_gives_the_same_content(house: House) -> None:
    before = house.versions()
    assert house.run(force=True).events == EVERYTHING
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
    assert house.run().events == set()


def test_bytes_that_read_the_same_stop_where_the_content_is_equal(house: House, folder: Path) -> None:
    (folder / file_name(BEACON)).write_bytes(judgment_file(BEACON, comment="saved again"))
    house.import_folder(folder)
    ran = house.run()
    # The digest of the file is a fact of the document; passages, and all that is made of them alone, stay.
    assert ran.events == cells(*FETCH, *PASSAGES, "citations", *COLLECTIONS) | WAREHOUSE
    changed = {outcome.assets[0] for outcome in ran.outcomes if outcome.changed}
    assert changed.isdisjoint({"citations", *COLLECTIONS})


def test_a_refused_file_reaches_the_rejects_and_the_warehouse_only(house: House, folder: Path) -> None:
    (folder / "empty.html").write_bytes(b"")
    house.import_folder(folder)
    assert house.run().events == cells(*FETCH) | WAREHOUSE


def test_a_changed_query_is_ranked_and_scored_without_indexing_again(house: House, folder: Path) -> None:
    texts = [*PARAGRAPHS[QUAY][:2], "Timber quays are tarred each spring."]
    (folder / file_name(QUAY)).write_bytes(judgment_file(QUAY, texts))
    house.import_folder(folder)
    assert house.run().events == EVERYTHING - cells("lexical_index")


def test_a_changed_candidate_is_indexed_again(house: House, folder: Path) -> None:
    texts = ["The keeper of a lighthouse may ask dues of every vessel in sight.", *PARAGRAPHS[BEACON][1:]]
    (folder / file_name(BEACON)).write_bytes(judgment_file(BEACON, texts))
    house.import_folder(folder)
    before = house.versions()
    assert house.run().events == EVERYTHING
    changed = {cell for cell, version in house.versions().items() if version != before[cell]}
    assert cells("candidates", "lexical_index", "lexical_rankings") <= changed
    assert changed.isdisjoint(cells("citations", "masked_passages", "queries", "qrels"))


def test_only_what_is_wanted_runs(house: House, folder: Path) -> None:
    (folder / file_name(BEACON)).write_bytes(judgment_file(BEACON, comment="saved again"))
    house.import_folder(folder)
    assert house.run(until="passages").events == cells(*FETCH, *PASSAGES)


def test_forgetting_the_imports_brings_the_sample_back(house: House) -> None:
    house.module("fetch.store_imports").forget_imports("cjeu", house.store, NOW)
    ran = house.run(until="documents")
    assert ran.events == cells(*FETCH, *PASSAGES)
    assert house.table("raw_documents")["source"].unique().to_list() == ["sample"]
    assert BEACON not in house.table("documents")["doc_id"]


def bumped(asset: str) -> Callable[[], None]:
    """Return what gives the next import of the project another code version of an asset."""

    def prepare() -> None:
        outputs: Any = import_module("legal_assets.wiring.outputs")
        declare = outputs.table_asset

        def table_asset(name: str, room: str, code_version: str, *others: Any, **options: Any) -> Any:
            version = f"{code_version}-bumped" if name == asset else code_version
            return declare(name, room, version, *others, **options)

        outputs.table_asset = table_asset

    return prepare


@pytest.mark.parametrize("asset", ["citations", "masked_passages", "lexical_index"])
def test_a_code_version_that_changes_no_content_stops_at_once(
    harbour_home: Path, fresh_definitions: FreshDefinitions, asset: str
) -> None:
    house = fresh_definitions(bumped(asset))
    assert house.status()[f"{asset} cjeu"] == ("stale", "code or setting changed")
    assert house.status()["warehouse all"] == ("stale", f"upstream: {asset} cjeu")
    assert house.run().events == cells(asset)
    assert {kind for kind, _ in house.status().values()} == {"fresh"}


def test_a_code_version_that_changes_content_is_followed(
    harbour_home: Path, fresh_definitions: FreshDefinitions
) -> None:
    def prepare() -> None:
        bumped("citations")()
        frames: Any = import_module("legal_assets.citations.frames")
        find_citations = frames.find_citations
        frames.find_citations = lambda *tables: find_citations(*tables).filter(pl.col("doc_id") != BUOY)

    house = fresh_definitions(prepare)
    # Candidates do not hang on citations, so that the index has nothing new but the tasks' sizes.
    assert house.run().events == EVERYTHING - cells(*FETCH, *PASSAGES)
    assert BUOY not in house.table("queries")["doc_id"]
    assert house.run().events == set()


def test_a_setting_is_followed_where_it_changes_content(
    harbour_home: Path, fresh_definitions: FreshDefinitions
) -> None:
    # Tasks of one query are few below 2 as below 50; those of two are not.
    house = fresh_definitions(FEW_QUERIES="2")
    assert house.run().events == cells(*COLLECTIONS, "lexical_index", "lexical_metrics") | WAREHOUSE
    few = house.table("tasks").filter("few")["queries"].unique().to_list()
    assert few == [1]


def test_a_second_system_runs_its_own_cells_only(harbour_home: Path, fresh_definitions: FreshDefinitions) -> None:
    house = fresh_definitions(SYSTEMS="bm25,tfidf")
    before = house.versions()
    ran = house.run()
    assert ran.events == cells(*SCORED, system="tfidf") | WAREHOUSE
    assert {cell: version for cell, version in house.versions().items() if cell in before and cell != "warehouse all"} == {
        cell: version for cell, version in before.items() if cell != "warehouse all"
    }


def test_a_disabled_system_leaves_the_published_tables(
    harbour_home: Path, fresh_definitions: FreshDefinitions
) -> None:
    fresh_definitions(SYSTEMS="bm25,tfidf").run()
    house = fresh_definitions(SYSTEMS="bm25")
    assert house.run().events == WAREHOUSE


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


def test_another_corpus_is_left_alone(
    harbour_home: Path, folder: Path, fresh_definitions: FreshDefinitions
) -> None:
    house = fresh_definitions(twin, CORPORA="cjeu,twin")
    house.import_folder(folder, corpus="twin")
    added = house.run()
    twins = {cell.replace(" cjeu", " twin") for cell in EVERYTHING}
    assert added.events == twins, "a new corpus computes its own cells"

    (folder / file_name(BUOY)).write_bytes(judgment_file(BUOY, PARAGRAPHS[BUOY][:3]))
    house.import_folder(folder, corpus="twin")
    before = house.versions()
    ran = house.run()
    assert cells("passages", "queries", "lexical_metrics", corpus="twin") <= ran.events
    assert ran.events <= twins
    after = house.versions()
    assert all(after[cell] == version for cell, version in before.items() if " cjeu" in cell)


def test_only_the_named_corpus_runs(harbour_home: Path, folder: Path, fresh_definitions: FreshDefinitions) -> None:
    house = fresh_definitions(twin, CORPORA="cjeu,twin")
    house.import_folder(folder, corpus="twin")
    assert house.run("cjeu").events == WAREHOUSE
