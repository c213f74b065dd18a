"""Refreshes against the test server: one place for raw store, journal, clock and the tables of the last run."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import polars as pl

from legal_assets.fetch.cellar import CellarResult, fetch_cellar
from legal_assets.fetch.cellar_request import CellarRequest
from legal_assets.fetch.politeness import Politeness
from legal_assets.storage.raw import RawStore, open_root
from legal_assets_tests.fetch.cellar_server import CellarServer, FakeClock, running

FAST = Politeness("legal-assets-tests (nobody@example.org)", per_second=1e9, at_once=2, read_seconds=5, attempts=3)
WINDOW = CellarRequest(date(2024, 1, 1), date(2024, 6, 30))


def seeded(seed: int = 7) -> Random:
    """Chance that is the same in every run; it shortens waits."""
    return Random(seed)  # noqa: S311  # no secret is made of it


@dataclass
class Runs:
    """A corpus that is refreshed again and again; `previous` carries over from run to run."""

    server: CellarServer
    folder: Path
    clock: FakeClock = field(default_factory=FakeClock)
    previous: pl.DataFrame | None = None
    previous_register: pl.DataFrame | None = None
    slice_months: int = 1

    @property
    def raw(self) -> RawStore:
        return RawStore(open_root(str(self.folder)))

    @property
    def journal(self) -> Path:
        return self.folder / "journal.jsonl"

    def request(self, **changes: Any) -> CellarRequest:
        changes = {"base_url": self.server.base_url, "slice_months": self.slice_months, **changes}
        return replace(WINDOW, **changes)

    def fetch(self, politeness: Politeness = FAST, **changes: Any) -> CellarResult:
        """Refresh once; the tables become the previous ones."""
        result = fetch_cellar(
            self.request(**changes),
            politeness=politeness,
            clock=self.clock.clock(),
            random=seeded(),
            raw=self.raw,
            journal=self.journal,
            previous=self.previous,
            previous_register=self.previous_register,
        )
        self.previous, self.previous_register = result.raw_documents, result.register
        return result


@contextmanager
def runs(folder: Path, judgments: int, slice_months: int = 1) -> Iterator[Runs]:
    """A server that lists so many judgments, and an empty corpus that asks for the register so many months a time."""
    server = CellarServer()
    for number in range(1, judgments + 1):
        server.add(number)
    with running(server):
        yield Runs(server, folder, slice_months=slice_months)


def row(frame: pl.DataFrame, doc_id: str) -> dict[str, Any]:
    """The only row of a document."""
    return frame.row(by_predicate=pl.col("doc_id") == doc_id, named=True)
