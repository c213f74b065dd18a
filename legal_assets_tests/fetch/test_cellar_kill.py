"""A refresh killed at ten moments and taken up each time ends in the tables of one that was never killed."""

import json
import signal
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from random import Random

import polars as pl

from legal_assets.fetch.cellar import fetch_cellar
from legal_assets.fetch.politeness import Clock
from legal_assets.storage.raw import RawStore, open_root
from legal_assets_tests.fetch.cellar_runs import FAST, WINDOW, runs, seeded
from legal_assets_tests.fetch.cellar_server import NOON, CellarServer, Reply

JUDGMENTS, KILLS = 60, 10
TABLES = ("raw_documents", "register", "citations", "answers", "log")
PROCESSES = get_context("forkserver")
MODULES = ["legal_assets.fetch.cellar", "legal_assets_tests.fetch.cellar_runs"]


def refresh(base_url: str, folder: Path) -> None:
    """Refresh a corpus and leave its tables; runs in a process of its own."""
    result = fetch_cellar(
        replace(WINDOW, base_url=base_url),
        politeness=replace(FAST, first_wait=0.01),
        clock=Clock(time.monotonic, time.sleep, lambda: NOON),
        random=seeded(),
        raw=RawStore(open_root(str(folder))),
        journal=folder / "journal.jsonl",
    )
    for name in TABLES:
        getattr(result, name).write_parquet(folder / f"{name}.parquet")


@dataclass
class Killer:
    """Kills the running process when the server has seen so many requests of it."""

    server: CellarServer
    folder: Path
    process: ForkServerProcess | None = None
    kill_at: int | None = None
    count: int = 0
    paths: list[Counter[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.server.on_request = self.see

    def see(self, _: int) -> None:
        self.count += 1
        if self.process is not None and self.count == self.kill_at:
            self.process.kill()

    def run(self, kill_at: int | None) -> int | None:
        self.count, self.kill_at = 0, kill_at
        self.server.log.clear()
        self.process = PROCESSES.Process(target=refresh, args=(self.server.base_url, self.folder))
        self.process.start()
        self.process.join(timeout=60)
        self.paths.append(Counter(target for target, _ in self.server.log))
        return self.process.exitcode

    def finished(self) -> set[str]:
        """Documents that the journal has now, lines that were cut off left out."""
        journal = self.folder / "journal.jsonl"
        lines = journal.read_bytes().splitlines(keepends=True) if journal.exists() else []
        entries = [json.loads(line) for line in lines if line.endswith(b"\n")]
        return {entry["doc_id"] for entry in entries if entry["kind"] == "document"}


def test_killed_at_ten_random_moments(tmp_path: Path) -> None:
    PROCESSES.set_forkserver_preload(MODULES)
    random = Random(20260301)  # noqa: S311  # moments of the kills
    with runs(tmp_path / "undisturbed", JUDGMENTS) as corpus:
        server = corpus.server
        server.put_in_the_way("/resource/celex/62023CJ0007", Reply(404), always=True)
        server.put_in_the_way("/resource/celex/62023CJ0008", Reply(503), always=True)
        server.listed["62023CJ0009"].cites = (("62020CJ0009", "N 3", "N 21"),)
        for folder in (tmp_path / "undisturbed", tmp_path / "killed"):
            folder.mkdir(exist_ok=True)
        undisturbed = Killer(server, tmp_path / "undisturbed")
        assert undisturbed.run(None) == 0
        needed = undisturbed.count

        killed = Killer(server, tmp_path / "killed")
        moments = []
        for _ in range(KILLS):
            before = killed.finished()
            moments.append(random.randint(2, needed // KILLS + 8))
            assert killed.run(moments[-1]) == -signal.SIGKILL, f"it was over before request {moments[-1]}"
            assert_not_asked(killed.paths[-1], before)
        before = killed.finished()
        assert 0 < len(before) < JUDGMENTS, "the kills fell into the middle of the run"
        assert killed.run(None) == 0
        assert_not_asked(killed.paths[-1], before)

        for name in TABLES:
            tables = [pl.read_parquet(each.folder / f"{name}.parquet") for each in (undisturbed, killed)]
            assert tables[0].equals(tables[1]), f"{name} differs"
        assert tables[0].height == JUDGMENTS


def assert_not_asked(paths: Counter[str], finished: set[str]) -> None:
    again = {celex for celex in finished if paths[f"/resource/celex/{celex}"]} - {"62023CJ0008"}
    assert again == set(), "what was finished is not asked for again; only what the source failed is"
