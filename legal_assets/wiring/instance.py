"""The Dagster instance that commands and UI share, and its configuration file.

Belongs here: where the instance lies and how it is set up. Does not belong here: what runs on it.
"""

import fcntl
import os
from pathlib import Path

import dagster as dg

_CONFIGURATION = """\
# Written once; edit freely. See https://docs.dagster.io/deployment/oss/dagster-yaml
nux:
  enabled: false
telemetry:
  enabled: false
concurrency:
  pools:
    default_limit: 1
  runs:
    max_concurrent_runs: 2
"""


def prepare_instance(folder: Path) -> Path:
    """Make the folder of the instance with its configuration, name it in the environment, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    configuration = folder / "dagster.yaml"
    if not configuration.exists():
        configuration.write_text(_CONFIGURATION, encoding="utf-8")
    os.environ["DAGSTER_HOME"] = str(folder)
    return folder


def open_instance(folder: Path) -> dg.DagsterInstance:
    """Return the instance of this folder; of two processes that open it first, one makes its files."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "opening.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return dg.DagsterInstance.from_config(str(prepare_instance(folder)))
