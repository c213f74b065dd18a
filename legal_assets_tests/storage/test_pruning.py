"""Old versions go, but for those that somebody may read."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from legal_assets.storage.partitions import PartitionStore
from legal_assets.storage.raw import open_root
from legal_assets_tests.storage.lamps import DAY, LAMPS, age, files, lamps, put


@pytest.fixture
def store(tmp_path: Path) -> PartitionStore:
    return PartitionStore(open_root(str(tmp_path)), keep_versions=2)


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
