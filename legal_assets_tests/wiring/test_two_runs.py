"""Two runs at once, each a process of its own on the same home, end in one of the two results, whole."""

import os
import subprocess
import sys
from pathlib import Path

from legal_assets_tests.house import ROOT, FreshDefinitions

COMMAND = [sys.executable, "-c", "from legal_assets.cli import main; main()", "run", "--until", "tasks"]


def test_two_runs_at_once_end_in_one_of_the_two_results_whole(
    harbour_home: Path, fresh_definitions: FreshDefinitions
) -> None:
    # Tasks of the four judgments have one query or two; below 3 all are few, below 2 only those of one.
    environment = os.environ | {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    runs = {
        few: subprocess.Popen(
            COMMAND,
            env=environment | {"LEGAL_ASSETS_FEW_QUERIES": few},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for few in ("2", "3")
    }
    said = {few: run.communicate()[0] for few, run in runs.items()}
    assert {few: run.returncode for few, run in runs.items()} == {"2": 0, "3": 0}, said

    house = fresh_definitions()
    digest = house.module("storage.digests").frame_digest
    for pointer in house.store.pointers():
        table = house.module("schemas").CONTRACTS[pointer.asset]
        frame = house.store.scan(table, [pointer]).collect()
        assert frame.height == pointer.rows
        assert digest(frame, table.content) == pointer.data_version, f"{pointer.asset} is whole"
    tasks = house.table("tasks")
    assert set(tasks.filter("few")["queries"]) in ({1}, {1, 2})
    leftovers = [path.name for path in (harbour_home / "warehouse").rglob(".*") if path.is_file()]
    assert leftovers == []
