"""Partitions are whole whoever writes them, and old versions stay as long as somebody may read them."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from legal_assets.schemas import Column, Table
from legal_assets.storage import partitions
from legal_assets.storage.digests import frame_digest
from legal_assets.storage.partitions import Input, PartitionStore, Pointer
from legal_assets.storage.raw import open_root
from legal_assets.storage.streams import write_stream

LAMPS = Table(
    "lamps",
    "One row per lamp.",
    ("lamp",),
    (Column("lamp", pl.Int64(), "Number."), Column("seen", pl.String(), "When.", nullable=True, observation=True)),
)
DAY = 24 * 3600


def lamps(*numbers: int, seen: str | None = None) -> pl.DataFrame:
    return LAMPS.frame([{"lamp": number, "seen": seen} for number in numbers])


def put(store: PartitionStore, frame: pl.DataFrame, partition: str = "cjeu", **changes: object) -> Pointer:
    options: dict[str, object] = {
        "data_version": frame_digest(frame, LAMPS.content),
        "code_version": "1",
        "run_id": "run",
        "written_at": "2026-01-05T12:00:00+00:00",
    }
    return store.write(LAMPS, "lamps", partition, frame, **(options | changes))  # type: ignore[arg-type]  # options


def files(store: PartitionStore, partition: str = "cjeu") -> set[str]:
    folder = Path(str(store.folder("lamps", partition)))
    return {path.name for path in folder.glob("*.parquet")}


def age(store: PartitionStore, pointer: Pointer, seconds: float) -> None:
    """Make the file of a version look that much older than it is."""
    path = Path(str(store.file(pointer)))
    moment = path.stat().st_mtime - seconds
    os.utime(path, (moment, moment))


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


def test_old_versions_go_but_for_the_newest_few(store: PartitionStore) -> None:
    pointers = [put(store, lamps(number)) for number in (1, 2)]
    for days, pointer in zip((9, 8), pointers, strict=True):
        age(store, pointer, days * DAY)
    newest = put(store, lamps(3))
    assert files(store) == {pointers[1].file, newest.file}, "two versions are kept"
    assert not (store.folder("lamps", "cjeu") / pointers[0].file.replace("parquet", "json")).exists()


def test_a_version_that_may_just_be_read_stays(store: PartitionStore) -> None:
    pointers = [put(store, lamps(number)) for number in (1, 2, 3, 4)]
    assert files(store) == {pointer.file for pointer in pointers}


def test_a_version_that_a_published_view_reads_stays_until_the_next_publishing(store: PartitionStore) -> None:
    pinned = put(store, lamps(1))
    store.pin([pinned])
    for number in (2, 3, 4):
        for pointer in store.pointers():
            age(store, pointer, DAY * (9 - number))
        latest = put(store, lamps(number))
    assert pinned.file in files(store)
    store.pin([latest])
    put(store, lamps(5))
    assert pinned.file not in files(store)


def test_the_current_version_stays_however_old_its_file(store: PartitionStore) -> None:
    first = put(store, lamps(1))
    age(store, first, 30 * DAY)
    for number in (2, 3):
        age(store, put(store, lamps(number)), (20 - number) * DAY)
    again = put(store, lamps(1))
    assert again.file == first.file
    assert again.file in files(store)
    assert store.scan(LAMPS, [again]).collect().equals(lamps(1))


def test_a_version_taken_up_again_counts_as_new(store: PartitionStore) -> None:
    first = put(store, lamps(1))
    age(store, first, 30 * DAY)
    put(store, lamps(2))
    put(store, lamps(1))
    for number in (3, 4, 5):
        put(store, lamps(number))
    assert first.file in files(store), "another writer may be about to point to it"


def test_a_version_that_another_writer_prunes_meanwhile_does_no_harm(
    store: PartitionStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (1, 2, 3):
        age(store, put(store, lamps(number)), (9 - number) * DAY)
    glob: Callable[[Path, str], Iterator[Path]] = Path.glob

    def glob_and_lose(self: Path, pattern: str) -> Iterator[Path]:
        for path in list(glob(self, pattern)):
            if path.suffix == ".parquet" and path.stat().st_mtime < newest - 7.5 * DAY:
                path.unlink()
            yield path

    newest = max(path.stat().st_mtime for path in Path(str(store.folder("lamps", "cjeu"))).glob("*.parquet")) + 6 * DAY
    monkeypatch.setattr(Path, "glob", glob_and_lose)
    latest = put(store, lamps(4))
    assert latest.file in files(store)


WRITER = """
import sys, time
from pathlib import Path
import polars as pl
from legal_assets.storage.digests import frame_digest
from legal_assets.storage.partitions import PartitionStore
from legal_assets.storage.raw import open_root
from legal_assets_tests.storage.test_partition_store import LAMPS, lamps, put

folder, first = sys.argv[1], int(sys.argv[2])
store = PartitionStore(open_root(folder))
frame = lamps(*range(first, first + 5000))
Path(folder, f"ready-{first}").touch()
while not Path(folder, "go").exists():
    pass
for _ in range(40):
    put(store, frame, run_id=str(first))
"""


def test_two_processes_on_one_partition_end_in_one_of_the_two_results_whole(tmp_path: Path) -> None:
    store = PartitionStore(open_root(str(tmp_path)))
    results = {str(first): lamps(*range(first, first + 5000)) for first in (0, 100_000)}
    put(store, results["0"], run_id="0")
    environment = os.environ | {"POLARS_MAX_THREADS": "1", "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), first], env=environment) for first in results
    ]
    while not all((tmp_path / f"ready-{first}").exists() for first in results):
        assert all(writer.poll() is None for writer in writers), "a writer died early"
    (tmp_path / "go").touch()
    seen = set()
    while any(writer.poll() is None for writer in writers):
        pointer = store.pointer("lamps", "cjeu")
        assert pointer is not None
        assert store.scan(LAMPS, [pointer]).collect().equals(results[pointer.run_id]), "a reader sees a whole result"
        seen.add(pointer.run_id)
    assert [writer.wait() for writer in writers] == [0, 0]
    last = store.pointer("lamps", "cjeu")
    assert last is not None
    assert store.scan(LAMPS, [last]).collect().equals(results[last.run_id])
    assert len(files(store)) == 2
    leftovers = [path.name for path in Path(str(store.folder("lamps", "cjeu"))).iterdir() if path.name.startswith(".")]
    assert leftovers == []
