"""What a refresh costs and what each fault leaves behind, as two tables: `python -m benchmarks.fetch_faults`.

Belongs here: the sample site's 60 documents, fetched, refreshed and spoilt in every way that the site can. Does not
belong here: speed (`fetch.py`).
"""

import tempfile
import time
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random

import polars as pl
from rich.console import Console
from rich.table import Table

from legal_assets.fetch.cellar import CellarResult, fetch_cellar
from legal_assets.fetch.cellar_request import CellarRequest
from legal_assets.fetch.exchange import SourceUnavailableError
from legal_assets.fetch.politeness import Clock, Politeness
from legal_assets.sample_site.faults import Fault
from legal_assets.sample_site.server import SampleSite
from legal_assets.storage.raw import RawStore, open_root

WINDOW = CellarRequest(
    date(1953, 1, 1), date(2030, 12, 31), courts=("C", "T", "F"), languages=("eng", "fra"), slice_months=12 * 78
)
QUICK = Politeness(
    "legal-assets-benchmark", per_second=1e9, attempts=3, first_wait=0.01, read_seconds=2, query_seconds=2
)
PASSING = (
    Fault("too-many-requests", "document", times=1, seconds=1),
    Fault("unavailable", "item", times=1, seconds=1),
    Fault("unavailable", "sparql", times=1),
    Fault("unavailable", "robots", times=1),
    Fault("slow", "item", times=1, seconds=60),
    Fault("slow", "sparql", times=1, seconds=60),
    Fault("half-body", "item", times=1),
    Fault("half-body", "sparql", times=1),
    Fault("empty-body", "item", times=1),
    Fault("error-with-success", "sparql", times=1),
    Fault("challenge", "sparql", times=1, status=200),
)
LASTING = (
    Fault("too-many-requests", "document"),
    Fault("unavailable", "item"),
    Fault("slow", "item", seconds=60),
    Fault("half-body", "item"),
    Fault("empty-body", "item"),
    Fault("challenge", "item", status=202),
    Fault("challenge", "document"),
    Fault("wrong-type", "item"),
    Fault("error-with-success", "item"),
    Fault("not-found", "document"),
)
ALL_GONE = (Fault("challenge", "sparql"), Fault("unavailable", "robots"), Fault("challenge", "document", status=200))


def refresh(site: SampleSite, folder: Path, previous: CellarResult | None) -> CellarResult:
    """Fetch, or refresh what was fetched before."""
    return fetch_cellar(
        replace(WINDOW, base_url=site.base_url),
        politeness=QUICK,
        clock=Clock(time.monotonic, time.sleep, lambda: datetime.now(UTC)),
        random=Random(1),  # noqa: S311  # shortens waits
        raw=RawStore(open_root(str(folder))),
        journal=folder / "journal.jsonl",
        previous=previous.raw_documents if previous else None,
        previous_register=previous.register if previous else None,
    )


def refreshes(console: Console, folder: Path) -> CellarResult:
    """Print what a first run, an unchanged refresh and a changed one take; return the first result."""
    table = Table("run", "verdicts", "requests", "conditional", "not modified", "bytes of documents on the wire")
    with SampleSite() as site:

        def line(title: str, previous: CellarResult | None) -> CellarResult:
            site.requests.clear()
            result = refresh(site, folder, previous)
            counts = result.log["verdict"].value_counts(sort=True).iter_rows()
            traffic = result.traffic
            sent = sum(record.sent for record in site.requests.of("/resource/cellar/"))
            table.add_row(
                title,
                ", ".join(f"{count} {verdict}" for verdict, count in counts),
                *(str(count) for count in (traffic.requests, traffic.conditional, traffic.not_modified, sent)),
            )
            return result

        first = line("first run", None)
        same = line("unchanged refresh", first)
        for celex in site.corpus.celex_ids[3:30:9]:
            site.change(celex)
        changed = line("three of 60 changed", same)
        site.withdraw(site.corpus.celex_ids[40])
        line("one of 60 withdrawn", changed)
    console.print(table)
    return first


def faults(console: Console, first: CellarResult, folder: Path) -> None:
    """Print what the run did about each fault, and what the manifest and the log then say of the document."""
    table = Table("fault", "of", "how often", "what the run did", "manifest", "log")
    with SampleSite() as site:
        celex = site.corpus.celex_ids[5]
        for number, fault in enumerate((*PASSING, *LASTING, *ALL_GONE)):
            of_one = fault.place in ("document", "item") and fault not in ALL_GONE
            site.faults.clear()
            site.faults.add(replace(fault, celex=celex) if of_one else fault)
            often = "always" if fault.times is None else f"{fault.times} time"
            try:
                result = refresh(site, folder / str(number), None)
            except SourceUnavailableError as error:
                table.add_row(
                    fault.kind, f"every {fault.place}", often, "raised; nothing written", "as before", str(error)[:60]
                )
                continue
            traffic = result.traffic
            row = result.raw_documents.row(by_predicate=pl.col("doc_id") == celex, named=True)
            same = result.raw_documents.drop("fetched_at").equals(first.raw_documents.drop("fetched_at"))
            log = result.log.row(by_predicate=pl.col("doc_id") == celex, named=True)
            did = f"{traffic.requests} requests, {traffic.retries} again; " + (
                "tables as without the fault"
                if same
                else f"{result.raw_documents.filter(status='ok').height} others came"
            )
            manifest = f"{row['status']}{'' if row['error'] is None else ': ' + row['error']}"
            table.add_row(fault.kind, fault.place, often, did, manifest, f"{log['verdict']} {log['code'] or ''}")
    console.print(table)


def main() -> None:
    """Print both tables."""
    console = Console(width=170)
    with tempfile.TemporaryDirectory() as name:
        first = refreshes(console, Path(name) / "refreshes")
        faults(console, first, Path(name))


if __name__ == "__main__":
    main()
