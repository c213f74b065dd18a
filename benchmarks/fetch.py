"""Fetching generated judgments from the sample site: documents a second, peak memory, and what bounds them.

Belongs here: a first run and an unchanged refresh without any limit of rate, the site in a process of its own. Does not
belong here: how polite a real source wants us to be. `python -m benchmarks.fetch [SCALE]`, 60 documents for each scale;
100 where none is given (Linux).
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random

from legal_assets.fetch.cellar import CellarResult, fetch_cellar
from legal_assets.fetch.cellar_request import CellarRequest
from legal_assets.fetch.politeness import Clock, Politeness
from legal_assets.sample_site.server import SampleSite
from legal_assets.storage.raw import RawStore, open_root

SCALE = 100
AT_ONCE = 4
WINDOW = CellarRequest(
    date(1953, 1, 1), date(2030, 12, 31), courts=("C", "T", "F"), languages=("eng", "fra"), slice_months=12
)
UNLIMITED = Politeness("legal-assets-benchmark", per_second=1e9, at_once=AT_ONCE)
BUSY = 0.85
"""Share of one core from which a process counts as what bounds the run: Python runs on one core at a time."""


@dataclass(frozen=True)
class Measured:
    """One run: wall seconds, CPU seconds of fetcher and site, and how far the fetcher's memory rose, in megabytes."""

    result: CellarResult
    wall: float
    ours: float
    site: float
    megabytes: float

    def lines(self, title: str) -> Iterator[str]:
        """Yield what was measured, for a reader."""
        traffic = self.result.traffic
        documents = self.result.raw_documents.height
        shares = {"the fetcher": self.ours / self.wall, "the sample site": self.site / self.wall}
        most, share = max(shares.items(), key=lambda each: each[1])
        bound = (
            f"{most}'s one core" if share >= BUSY else "neither process alone; the cores were shared, or both waited"
        )
        yield f"{title}: {documents:,} documents in {self.wall:.1f} s, {documents / self.wall:.0f} a second"
        yield (
            f"  requests     {traffic.requests:,} ({traffic.requests / self.wall:.0f} a second), "
            f"{traffic.conditional:,} conditional, {traffic.not_modified:,} not modified, {traffic.retries:,} again"
        )
        yield f"  bytes        {traffic.wire_bytes / 1e6:.1f} MB packed, {traffic.body_bytes / 1e6:.1f} MB unpacked"
        yield f"  peak memory  {self.megabytes:.0f} MB above the start"
        yield (
            f"  CPU          {1000 * self.ours / documents:.1f} ms a document in the fetcher, "
            f"{1000 * self.site / documents:.1f} ms in the sample site"
        )
        yield f"  cores busy   {', '.join(f'{name} {busy:.2f}' for name, busy in shares.items())}; bound by {bound}"


@contextmanager
def site_process(scale: int) -> Iterator[tuple[str, int]]:
    """Serve in another process; yield address and process id."""
    command = [sys.executable, "-m", "benchmarks.fetch", "serve", str(scale)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        if process.stdout is None or process.stdin is None:
            raise ValueError("The site's process has no pipes.")
        yield process.stdout.readline().strip(), process.pid
        process.stdin.close()


def serve(scale: int) -> None:
    """Serve until the standard input is closed."""
    with SampleSite(scale) as site:
        print(site.base_url, flush=True)
        sys.stdin.read()


def measure(base_url: str, site: int, folder: Path, previous: CellarResult | None) -> Measured:
    """Refresh once."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    memory, ours, theirs = _status("VmRSS"), time.process_time(), _cpu_seconds(site)
    start = time.perf_counter()
    result = fetch_cellar(
        replace(WINDOW, base_url=base_url),
        politeness=UNLIMITED,
        clock=Clock(time.monotonic, time.sleep, lambda: datetime.now(UTC)),
        random=Random(1),  # noqa: S311  # shortens waits
        raw=RawStore(open_root(str(folder))),
        journal=folder / "journal.jsonl",
        previous=previous.raw_documents if previous else None,
        previous_register=previous.register if previous else None,
    )
    wall = time.perf_counter() - start
    return Measured(result, wall, time.process_time() - ours, _cpu_seconds(site) - theirs, _status("VmHWM") - memory)


def _cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _status(field: str) -> float:
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1]) / 1000
    raise ValueError(f"/proc/self/status has no {field}.")


def main(arguments: list[str]) -> None:
    """Serve if told so, else measure a first run and an unchanged refresh."""
    if arguments[:1] == ["serve"]:
        serve(int(arguments[1]))
        return
    scale = int(arguments[0]) if arguments else SCALE
    with tempfile.TemporaryDirectory() as name, site_process(scale) as (base_url, process):
        first = measure(base_url, process, Path(name), None)
        print("\n".join(first.lines("first run")), flush=True)
        second = measure(base_url, process, Path(name), first.result)
        print("\n".join(second.lines("unchanged refresh")))
        if not second.result.raw_documents.equals(first.result.raw_documents):
            raise ValueError("The refresh of an unchanged source changed the table.")


if __name__ == "__main__":
    main(sys.argv[1:])
