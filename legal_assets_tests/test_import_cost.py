"""Loading the definitions stays cheap: no heavy library, and at most half as much again as Dagster itself."""

import json
import os
import resource
import subprocess
import sys

import pytest

from legal_assets_tests.house import ROOT

HEAVY = (
    "torch",
    "numba",
    "sentence_transformers",
    "faiss",
    "scipy",
    "sklearn",
    "duckdb",
    "pandas",
    "pyarrow",
    "lxml",
    "scrapy",
    "twisted",
    "httpx",
    "pymupdf",
    "py3langid",
    "numpy",
)
PROBE = "import sys, json, {module}; print(json.dumps(sorted(sys.modules)))"


def imported(module: str) -> tuple[set[str], float]:
    """Import a module in a new process; return what was loaded with it, and the processor's seconds it took."""
    command = [sys.executable, "-c", PROBE.format(module=module)]
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPATH": str(ROOT)}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return set(json.loads(done.stdout)), seconds


@pytest.fixture(scope="module")
def dagster_alone() -> set[str]:
    return imported("dagster")[0]


@pytest.mark.parametrize("module", ["legal_assets.definitions", "legal_assets.cli"])
def test_no_heavy_library_is_loaded(module: str, dagster_alone: set[str]) -> None:
    loaded, _ = imported(module)
    assert [name for name in HEAVY if name in loaded - dagster_alone] == []


def test_the_definitions_cost_at_most_half_as_much_again_as_dagster() -> None:
    imported("legal_assets.definitions")  # compiled files are written once
    ratios = []
    for _ in range(3):
        _, alone = imported("dagster")
        _, whole = imported("legal_assets.definitions")
        ratios.append(whole / alone)
    # Other work on the machine makes single processes slow; a real cost would show in every pair.
    assert min(ratios) <= 1.5, ratios
