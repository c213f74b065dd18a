"""The instance that commands and UI share is made once, whoever comes first."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from legal_assets.wiring.instance import open_instance, prepare_instance
from legal_assets_tests.house import ROOT

OPEN = """
import sys
from pathlib import Path
from legal_assets.wiring.instance import open_instance

folder = Path(sys.argv[1])
(folder.parent / sys.argv[2]).touch()
while not (folder.parent / "go").exists():
    pass
with open_instance(folder) as instance:
    print(instance.get_runs_count())
"""


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the environment as it was."""
    monkeypatch.setenv("DAGSTER_HOME", os.environ.get("DAGSTER_HOME", ""))


def test_processes_that_open_it_first_at_the_same_time_all_succeed(tmp_path: Path) -> None:
    names = [f"ready-{number}" for number in range(3)]
    openers = [
        subprocess.Popen(
            [sys.executable, "-c", OPEN, str(tmp_path / "dagster"), name],
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in names
    ]
    while not all((tmp_path / name).exists() for name in names):
        assert all(opener.poll() is None for opener in openers), "a process died early"
    (tmp_path / "go").touch()
    said = [opener.communicate() for opener in openers]
    assert [opener.returncode for opener in openers] == [0, 0, 0], said
    assert [out for out, _ in said] == ["0\n"] * 3


def test_its_configuration_is_written_once_and_may_be_edited(tmp_path: Path, home: Path) -> None:
    folder = prepare_instance(tmp_path / "dagster")
    assert os.environ["DAGSTER_HOME"] == str(folder)
    configuration = folder / "dagster.yaml"
    assert "default_limit: 1" in configuration.read_text(encoding="utf-8")
    configuration.write_text("telemetry:\n  enabled: false\n", encoding="utf-8")
    with open_instance(folder):
        assert configuration.read_text(encoding="utf-8") == "telemetry:\n  enabled: false\n"


def test_one_warehouse_is_published_at_a_time(home: Path) -> None:
    with open_instance(home / "dagster") as instance:
        limits = instance.get_concurrency_config().pool_config
    assert limits.default_pool_limit == 1
    assert not instance.telemetry_enabled
