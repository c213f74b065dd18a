"""What the README and the page on operations tell readers to type works, from top to bottom."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import duckdb
import pytest

from legal_assets.sample_site.documents import sample_judgments
from legal_assets_tests.docs.pages import DOCS, README, ROOT

FENCE = re.compile(r"^```(?P<language>sh|python|sql)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
NOT_RUN = ("make ", "git clone ", "source .venv/bin/activate")
"""What installs, opens a server, or runs these tests."""
IMPORTED = 5
"""Judgments in the folder that the README imports: the first two and the last three of the sample."""


class Example(NamedTuple):
    """One fenced example: its language and text."""

    language: str
    text: str


def examples(page: Path) -> list[Example]:
    """Return the examples of a page that can be run, in order; lines that cannot are left out."""
    found = [Example(match["language"], match["text"]) for match in FENCE.finditer(page.read_text(encoding="utf-8"))]
    kept = [
        Example(language, "".join(line for line in text.splitlines(keepends=True) if not line.startswith(NOT_RUN)))
        for language, text in found
    ]
    return [example for example in kept if example.text.strip()]


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory, sample_run: Path) -> dict[str, str]:
    """Return the environment of a reader who ran `make run` and has a folder of judgments at home."""
    place = tmp_path_factory.mktemp("reader")
    home = place / "home"
    shutil.copytree(sample_run, home)
    folder = place / "judgments"
    folder.mkdir()
    judgments = sample_judgments()
    for each in [*judgments[:2], *judgments[2 - IMPORTED :]]:
        (folder / each.file_name).write_bytes(each.content)
    (folder / "notes.txt").write_text("No judgment.", encoding="utf-8")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("LEGAL_ASSETS_", "DAGSTER_"))}
    commands = f"{Path(sys.executable).parent}{os.pathsep}{clean['PATH']}"
    environment = clean | {
        "HOME": str(place),
        "LEGAL_ASSETS_HOME": str(home),
        "LEGAL_ASSETS_SYSTEMS": "bm25",
        "DAGSTER_DISABLE_TELEMETRY": "1",
        "PATH": commands,
        "COLUMNS": "200",
    }
    # The published views hold absolute paths: a copied home publishes again.
    subprocess.run(
        [str(Path(sys.executable).with_name("legal-assets")), "run"],
        env=environment,
        check=True,
        capture_output=True,
        timeout=300,
    )
    return environment


def run_example(example: Example, environment: dict[str, str]) -> str:
    """Run an example as a reader would, and return what it prints."""
    home = Path(environment["LEGAL_ASSETS_HOME"])
    if example.language == "sql":
        with duckdb.connect(str(home / "warehouse" / "legal.duckdb"), read_only=True) as connection:
            return str(connection.sql(example.text))
    if example.language == "python":
        command, folder = [sys.executable, "-c", example.text], home
    else:
        command, folder = ["bash", "-euo", "pipefail", "-c", example.text], ROOT
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert ran.returncode == 0, f"{example.text}\nprints\n{ran.stdout}{ran.stderr}"
    return ran.stdout


@pytest.mark.slow
def test_the_readme_runs_from_top_to_bottom(reader: dict[str, str]) -> None:
    shown = [(example, run_example(example, reader)) for example in examples(README)]
    printed = "\n".join(text for _, text in shown)
    assert {example.language for example, _ in shown} == {"sh", "python", "sql"}
    assert "fresh, 0 stale, 0 missing" in printed
    assert f"{IMPORTED} files taken, 0 replaced, 0 unchanged, 1 not taken" in printed
    assert "not taken  notes.txt: no_celex" in printed
    assert f"{IMPORTED + 1} files forgotten" in printed
    assert (Path(reader["HOME"]) / "metrics.csv").read_text(encoding="utf-8").startswith("corpus,system,task,variant")


@pytest.mark.slow
def test_the_page_on_operations_runs(reader: dict[str, str]) -> None:
    for example in examples(DOCS / "operations.md"):
        run_example(example, reader)


def test_lines_that_install_or_serve_are_left_out(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "```sh\nmake run\n```\n\n```sh\nmake ui\nlegal-assets status\n```\n\n```text\nno\n```\n", encoding="utf-8"
    )
    assert examples(page) == [Example("sh", "legal-assets status\n")]
