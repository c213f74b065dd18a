"""Two writers of one partition end in one of the two results, whole, and so does every reader meanwhile."""

import os
import subprocess
import sys
from pathlib import Path

from legal_assets.storage.partitions import PartitionStore
from legal_assets.storage.raw import open_root
from legal_assets_tests.house import ROOT
from legal_assets_tests.storage.lamps import LAMPS, files, lamps, put

WRITER = """
import sys, time
from pathlib import Path
import polars as pl
from legal_assets.storage.digests import frame_digest
from legal_assets.storage.partitions import PartitionStore
from legal_assets.storage.raw import open_root
from legal_assets_tests.storage.lamps import LAMPS, lamps, put

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
    environment = os.environ | {"POLARS_MAX_THREADS": "1", "PYTHONPATH": str(ROOT)}
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
