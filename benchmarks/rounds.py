"""Paired rounds: every contestant once in each round, one after the other, and ratios within the round.

Belongs here: timing, ratios, the table and the JSON file. Does not belong here: what is timed.
"""

import json
import os
import platform
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a benchmark: ours against theirs, and what is aimed at.

    `ratio` is theirs / ours: above 1 ours is faster or smaller. `low` and `high` are the extremes of the
    rounds.
    """

    what: str
    candidates: int
    ours: float
    theirs: float
    unit: str
    ratio: float
    low: float
    high: float
    rounds: int
    target: float | None

    @property
    def met(self) -> str:
        """Whether the target is met, as a word."""
        return "" if self.target is None else "met" if self.ratio >= self.target else "missed"


def race(
    what: str,
    candidates: int,
    contestants: tuple[Callable[[], object], Callable[[], object]],
    *,
    rounds: int,
    per: float = 1.0,
    unit: str = "s",
    target: float | None = None,
) -> Line:
    """Time two functions in turn, after one untimed round, and return the median ratio of the rounds.

    Args:
        what: name of the line.
        candidates: size of the collection.
        contestants: ours and theirs.
        rounds: timed rounds.
        per: seconds are divided by this to give `unit`.
        unit: unit of the times shown.
        target: ratio aimed at.
    """
    for contestant in contestants:
        contestant()
    times = [[_seconds(contestant) / per for contestant in contestants] for _ in range(rounds)]
    ratios = [theirs / ours for ours, theirs in times]
    ours, theirs = (median(column) for column in zip(*times, strict=True))
    return Line(what, candidates, ours, theirs, unit, median(ratios), min(ratios), max(ratios), rounds, target)


def _seconds(function: Callable[[], object]) -> float:
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def show(title: str, lines: Sequence[Line], facts: Mapping[str, object]) -> None:
    """Print the lines as a table, and facts that are no ratios below it."""
    table = Table(title=title)
    for heading in ("candidates", "what", "ours", "theirs", "unit", "ratio", "range", "rounds", "target", ""):
        table.add_column(heading, justify="left" if heading in ("what", "") else "right")
    for line in lines:
        table.add_row(
            f"{line.candidates:,}",
            line.what,
            f"{line.ours:.3g}",
            f"{line.theirs:.3g}",
            line.unit,
            f"{line.ratio:.2f}",
            f"{line.low:.2f} to {line.high:.2f}",
            str(line.rounds),
            "" if line.target is None else f"{line.target:.2f}",
            line.met,
        )
    console = Console(width=140)
    console.print(table)
    for name, value in facts.items():
        console.print(f"{name}: {value}")


def save(path: Path, lines: Sequence[Line], facts: Mapping[str, object], packages: Sequence[str]) -> None:
    """Write lines, facts, versions of packages and the machine's size as JSON."""
    content = {
        "lines": [{**asdict(line), "met": line.met} for line in lines],
        "facts": dict(facts),
        "versions": {package: version(package) for package in packages} | {"python": platform.python_version()},
        "processors": os.cpu_count(),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
