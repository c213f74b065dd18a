"""A refresh of reports killed at random moments and taken up each time ends in the tables of one never killed."""

import signal
import time
from collections import Counter
from dataclasses import replace
from datetime import date
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from random import Random

import polars as pl
import pytest

from legal_assets.fetch.politeness import Clock, Politeness
from legal_assets.fetch.reports import ReportRequest, fetch_reports
from legal_assets.fetch.world_bank import Window
from legal_assets.sample_site.exchange import Request, Response
from legal_assets.sample_site.reports.site import BUCKET, ReportSite
from legal_assets.schemas import RAW_DOCUMENTS
from legal_assets.storage.raw import RawStore, open_root
from legal_assets_tests.house import NOW

KILLS = 5
TABLES = ("raw_documents", "records", "answers", "log", "rejects")
PROCESSES = get_context("forkserver")
POLITE = Politeness("tests", per_second=100_000, at_once=1, attempts=3, first_wait=0.01, longest_wait=0.01)
YEARS = Window(date(2018, 1, 1), date(2021, 12, 31), ("Report",))
"""They have addresses that the catalogue repeats."""


class Killing(ReportSite):
    """Counts the files that it is asked for, and kills a process when so many were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.process: ForkServerProcess | None = None
        self.kill_at: int | None = None
        self.files: Counter[str] = Counter()

    def answer(self, request: Request) -> Response:
        if request.path.endswith(".pdf"):
            self.files[request.path] += 1
            if self.process is not None and self.files.total() == self.kill_at:
                self.process.kill()
        return super().answer(request)

    def run(self, request: ReportRequest, folder: Path, kill_at: int | None) -> int | None:
        """Refresh in a process of its own; return how it ended."""
        self.files, self.kill_at = Counter(), kill_at
        self.process = PROCESSES.Process(target=refresh, args=(request, folder))
        self.process.start()
        self.process.join(timeout=60)
        return self.process.exitcode


def refresh(request: ReportRequest, folder: Path) -> None:
    """Refresh a corpus and leave its tables."""
    result = fetch_reports(
        request,
        politeness=POLITE,
        clock=Clock(time.monotonic, time.sleep, lambda: NOW),
        random=Random(0),  # noqa: S311  # shortens waits
        raw=RawStore(open_root(str(folder))),
        journal=folder / "journal.jsonl",
        previous=RAW_DOCUMENTS.empty(),
    )
    for name in TABLES:
        getattr(result, name).write_parquet(folder / f"{name}.parquet")


@pytest.mark.slow
def test_killed_at_random_moments(tmp_path: Path) -> None:
    PROCESSES.set_forkserver_preload(["legal_assets.fetch.reports"])
    random = Random(20260302)  # noqa: S311  # moments of the kills
    undisturbed, killed = tmp_path / "undisturbed", tmp_path / "killed"
    with Killing() as site:
        for folder in (undisturbed, killed):
            folder.mkdir()
        request = ReportRequest("crosspage", site.base_url, f"{site.base_url}{BUCKET}", YEARS, (site.articles()[0],))
        assert site.run(request, undisturbed, None) == 0
        files = set(site.files)
        finished: set[str] = set()
        for _ in range(KILLS):
            moment = random.randint(len(files) // KILLS, len(files) // KILLS + 1)
            assert site.run(replace(request), killed, moment) == -signal.SIGKILL, "it was over before the kill"
            asked = set(site.files)
            assert asked.isdisjoint(finished), "what was finished is not asked for again"
            finished |= set(list(site.files)[:-1])  # the last one was under way
        assert 0 < len(finished) < len(files), "the kills fell into the middle of the run"
        assert site.run(request, killed, None) == 0
        assert set(site.files) == files - finished
    for name in TABLES:
        tables = [pl.read_parquet(folder / f"{name}.parquet") for folder in (undisturbed, killed)]
        assert tables[0].equals(tables[1]), f"{name} differs"
    assert tables[1].is_empty()
    assert pl.read_parquet(killed / "raw_documents.parquet").height == len(files)
    assert "repeated_pdf_url" in pl.read_parquet(killed / "log.parquet")["code"]
