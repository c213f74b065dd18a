"""Partitions come back as they were written, or as they were before."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from legal_assets.schemas import Table
from legal_assets.storage import partitions
from legal_assets.storage.partitions import Input, PartitionStore
from legal_assets.storage.raw import open_root
from legal_assets.storage.streams import write_stream
from legal_assets_tests.storage.lamps import LAMPS, files, lamps, put


@pytest.fixture
def store(tmp_path: Path) -> PartitionStore:
    return PartitionStore(open_root(str(tmp_path)), keep_versions=2)


@pytest.fixture(params=["{folder}", "file://{folder}", "memory://partitions/{folder}"])
def any_store(request: pytest.FixtureRequest, tmp_path: Path) -> PartitionStore:
    return PartitionStore(open_root(request.param.format(folder=tmp_path)))


def test_a_partition_comes_back_with_what_is_known_of_it(any_store: PartitionStore) -> None:
    read = [Input("harbours", "cjeu", "aa"), Input("coasts", "all", ""), Input("harbours", "cjeu", "aa")]
    pointer = put(any_store, lamps(1, 2), inputs=read)
    assert any_store.pointer("lamps", "cjeu") == pointer
    assert any_store.pointers() == [pointer]
    assert pointer.rows == 2
    assert pointer.inputs == (Input("coasts", "all", ""), Input("harbours", "cjeu", "aa")), "each once, sorted"
    assert any_store.scan(LAMPS, [pointer]).collect().equals(lamps(1, 2))


def test_a_partition_that_was_never_written_is_absent(any_store: PartitionStore) -> None:
    assert any_store.pointer("lamps", "cjeu") is None
    assert any_store.pointers() == []


def test_none_one_and_several_partitions_are_one_frame(any_store: PartitionStore) -> None:
    assert any_store.scan(LAMPS, []).collect().equals(LAMPS.empty())
    pointers = [put(any_store, lamps(1), "bge"), put(any_store, lamps(2), "cjeu|bm25")]
    assert any_store.scan(LAMPS, pointers).collect()["lamp"].to_list() == [1, 2]
    assert [pointer.partition for pointer in any_store.pointers()] == ["bge", "cjeu|bm25"]


def test_a_folder_may_have_any_name(tmp_path: Path) -> None:
    store = PartitionStore(open_root(str(tmp_path / "lamps [x]* it's ?")))
    pointer = put(store, lamps(1))
    assert store.pointers() == [pointer]
    assert store.scan(LAMPS, [pointer]).collect().equals(lamps(1))


def test_a_second_dimension_is_a_folder_of_its_own(store: PartitionStore) -> None:
    put(store, lamps(1), "cjeu|bm25")
    put(store, lamps(2), "cjeu|tfidf")
    assert store.folder("lamps", "cjeu|bm25").parent == store.folder("lamps", "cjeu|tfidf").parent
    pointer = store.pointer("lamps", "cjeu|tfidf")
    assert pointer is not None
    assert store.scan(LAMPS, [pointer]).collect()["lamp"].to_list() == [2]


def test_equal_content_is_one_file_and_another_observation_another_one(store: PartitionStore) -> None:
    first = put(store, lamps(1, seen="monday"))
    assert put(store, lamps(1, seen="monday")).file == first.file
    later = put(store, lamps(1, seen="tuesday"))
    assert later.data_version == first.data_version
    assert later.file != first.file
    assert files(store) == {first.file, later.file}


def test_a_streamed_table_becomes_a_partition(any_store: PartitionStore, tmp_path: Path) -> None:
    table = Table("lamps", "One row per lamp.", ("lamp",), LAMPS.columns[:1])
    stream = write_stream(table, [lamps(1).drop("seen"), lamps(2).drop("seen")], tmp_path / "scratch")
    pointer = any_store.write(
        table,
        "lamps",
        "cjeu",
        stream,
        data_version=stream.data_version,
        code_version="1",
        run_id="run",
        written_at="now",
    )
    assert pointer.rows == 2
    assert any_store.scan(table, [pointer]).collect()["lamp"].to_list() == [1, 2]
    assert list((tmp_path / "scratch").iterdir()) == [], "nothing is left in the scratch folder"


@pytest.mark.parametrize("moment", ["_write_parquet", "write_atomically"])
def test_a_write_that_dies_leaves_the_old_version(
    store: PartitionStore, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    old = put(store, lamps(1))

    def die(*_: object) -> None:
        raise OSError("no space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(partitions, moment, die)
        with pytest.raises(OSError, match="no space"):
            put(store, lamps(2))
    assert store.pointer("lamps", "cjeu") == old
    assert store.scan(LAMPS, [old]).collect().equals(lamps(1))


def test_what_a_run_wrote_can_be_taken_back(any_store: PartitionStore) -> None:
    any_store.take_back("lamps", "cjeu", None, "failed")
    put(any_store, lamps(2), run_id="failed")
    any_store.take_back("lamps", "cjeu", None, "failed")
    assert any_store.pointer("lamps", "cjeu") is None
    before = put(any_store, lamps(1), run_id="good")
    put(any_store, lamps(2), run_id="failed")
    any_store.take_back("lamps", "cjeu", before, "failed")
    assert any_store.pointer("lamps", "cjeu") == before
    assert any_store.scan(LAMPS, [before]).collect().equals(lamps(1))


def test_a_version_whose_check_failed_is_noted_until_the_check_passes(any_store: PartitionStore) -> None:
    any_store.record_check("lamps", "cjeu", "lamps_burn", passed=False)
    assert any_store.pointer("lamps", "cjeu") is None
    written = put(any_store, lamps(1))
    any_store.record_check("lamps", "cjeu", "lamps_burn", passed=False)
    noted = any_store.pointer("lamps", "cjeu")
    assert noted is not None
    assert noted == replace(written, failed_check="lamps_burn")
    any_store.record_check("lamps", "cjeu", "lamps_are_red", passed=True)
    assert any_store.pointer("lamps", "cjeu") == noted, "another check says nothing about this one"
    any_store.record_check("lamps", "cjeu", "lamps_burn", passed=True)
    assert any_store.pointer("lamps", "cjeu") == written


def test_pins_lie_here_unless_the_store_moved(tmp_path: Path, store: PartitionStore) -> None:
    assert store.pins_lie_here()
    pointer = put(store, lamps(1))
    store.pin([pointer])
    assert store.pins_lie_here()
    shutil.copytree(tmp_path / "tables", tmp_path / "copy" / "tables")
    assert not PartitionStore(open_root(str(tmp_path / "copy"))).pins_lie_here()
    Path(str(store.file(pointer))).unlink()
    assert not store.pins_lie_here()


def test_what_another_run_wrote_meanwhile_stays(any_store: PartitionStore) -> None:
    before = put(any_store, lamps(1), run_id="good")
    put(any_store, lamps(2), run_id="failed")
    other = put(any_store, lamps(3), run_id="other")
    any_store.take_back("lamps", "cjeu", before, "failed")
    assert any_store.pointer("lamps", "cjeu") == other
