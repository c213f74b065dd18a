"""Fixtures of all rooms: a home folder of one's own, the project imported anew, one run of the bundled sample.

Belongs here: what several rooms' tests need. The tests never touch the home of the checkout, and never see the
caller's settings.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

import hypothesis
import pytest

from legal_assets_tests.commands import Said, Type
from legal_assets_tests.house import ROOT, FreshDefinitions, House, anew
from legal_assets_tests.written_judgments import write_judgments

if TYPE_CHECKING:
    from xdist.remote import Producer
    from xdist.scheduler import LoadFileScheduling

PREFIX = "LEGAL_ASSETS_"
VECTOR_CACHE = f"{PREFIX}VECTOR_CACHE"
SHARED_DATA = (ROOT / "../shared/data").resolve()


def pytest_configure(config: pytest.Config) -> None:
    """Forget the caller's settings, and make sure that nothing is written below the checkout by mistake.

    The processes of one run share the texts that were encoded: the sample is encoded once.
    """
    is_worker = hasattr(config, "workerinput")
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        if not (is_worker and name == VECTOR_CACHE):
            del os.environ[name]
    folder = tempfile.mkdtemp(prefix="legal-assets-tests-")
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    os.environ[f"{PREFIX}HOME"] = folder
    os.environ.setdefault(VECTOR_CACHE, str(Path(folder) / "vectors"))
    os.environ["HF_HUB_OFFLINE"] = "1"
    # Most tests look at one corpus; those of another name it.
    os.environ[f"{PREFIX}CORPORA"] = "cjeu"
    os.environ["DAGSTER_DISABLE_TELEMETRY"] = "1"
    # The same examples in every run, and no clock: a slow machine fails no test.
    hypothesis.settings.register_profile("project", derandomize=True, deadline=None, max_examples=50)
    hypothesis.settings.load_profile("project")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: "Producer") -> "LoadFileScheduling":
    """Give files to processes, those that look at the run of the sample to one, so that the sample runs once."""
    from xdist.scheduler import LoadFileScheduling

    class OneSample(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = super()._split_scope(nodeid)
            return "sample_run" if _reads_the_sample(file) else file

    return OneSample(config, log)


@cache
def _reads_the_sample(file: str) -> bool:
    text = (ROOT / file).read_text(encoding="utf-8")
    return "sample_run" in text or "sample_home" in text


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """Return an empty home folder that the settings name; the environment comes back as it was."""
    folder = tmp_path / "home"
    folder.mkdir()
    with mock.patch.dict(os.environ):
        move(folder)
        yield folder


def move(folder: Path) -> Path:
    """Make a folder the home."""
    os.environ[f"{PREFIX}HOME"] = str(folder)
    os.environ["DAGSTER_HOME"] = str(folder / "warehouse" / "dagster")
    return folder


@pytest.fixture
def fresh_definitions(home: Path) -> Iterator[FreshDefinitions]:
    """Return a function that imports the project anew with settings: `fresh_definitions(SYSTEMS="bm25,tfidf")`.

    Each call forgets the settings and modules of the call before; all work in the same home.
    """
    given: set[str] = set()
    with ExitStack() as modules:

        def fresh(prepare: Callable[[], None] | None = None, **environment: str) -> House:
            modules.close()
            for name in given:
                del os.environ[name]
            given.clear()
            given.update(f"{PREFIX}{name}" for name in environment)
            os.environ.update({f"{PREFIX}{name}": value for name, value in environment.items()})
            modules.enter_context(anew(prepare))
            return House()

        yield fresh


@pytest.fixture
def type_command(
    home: Path, fresh_definitions: FreshDefinitions, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Type:
    """Return a function that types a command, in a new import of the project, with settings as keywords."""

    def type_command(*arguments: str, prepare: Callable[[], None] | None = None, **settings: str) -> Said:
        monkeypatch.setenv("COLUMNS", "200")
        monkeypatch.setattr(sys, "argv", ["legal-assets", *arguments])
        fresh_definitions(prepare, **settings)
        from legal_assets.cli import main

        capsys.readouterr()
        try:
            main()
            code = 0
        except SystemExit as done:
            code = int(done.code or 0)
        return Said(code, *capsys.readouterr())

    return type_command


def _run_once(folder: Path, judgments: Path | None = None, **environment: str) -> Path:
    """Run the whole lineage in an empty home, on imported judgments or on the bundled sample."""
    home = folder / "home"
    with mock.patch.dict(os.environ, {f"{PREFIX}{name}": value for name, value in environment.items()}), anew():
        move(home)
        house = House()
        if judgments is not None:
            house.import_folder(judgments)
        ran = house.run()
    if ran.errors:
        pytest.fail(f"The lineage does not run: {ran.errors}")
    (folder / "events.txt").write_text("\n".join(sorted(ran.events)), encoding="utf-8")
    shutil.copytree(home, folder / "untouched")
    return home


@pytest.fixture(scope="session")
def sample_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home folder in which the whole lineage of the bundled sample has run once; only to be read or copied."""
    return _run_once(tmp_path_factory.mktemp("sample"))


@pytest.fixture
def sample_home(sample_run: Path, home: Path) -> Iterator[Path]:
    """Return the home of the sample run, free to be changed."""
    yield move(sample_run)
    _restore(sample_run)


@pytest.fixture(scope="session")
def harbour_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home folder in which four imported judgments have run with one system; only to be read or copied."""
    folder = tmp_path_factory.mktemp("harbour")
    return _run_once(folder, write_judgments(folder / "judgments"), SYSTEMS="bm25")


@pytest.fixture
def harbour_home(harbour_run: Path, home: Path) -> Iterator[Path]:
    """Return the home of the run of four imported judgments, free to be changed; one system is enabled."""
    os.environ[f"{PREFIX}SYSTEMS"] = "bm25"
    yield move(harbour_run)
    _restore(harbour_run)


def _restore(home: Path) -> None:
    """Make a home what it was after its run; in place, since published views hold its absolute paths."""
    shutil.rmtree(home)
    shutil.copytree(home.parent / "untouched", home)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Return the folder of real source files beside the checkout."""
    if not SHARED_DATA.is_dir():
        pytest.skip("the folder of real source files does not lie beside this repository")
    return SHARED_DATA
