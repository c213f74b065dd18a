"""How frames and the leaderboard are printed.

Belongs here: layout of what is read from the warehouse. Does not belong here: which statement is run (`viewing.py`).
"""

import json
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table

from legal_assets.cli.application import console, query
from legal_assets.settings import Settings

if TYPE_CHECKING:
    import polars as pl

_CELL_CHARACTERS = 80
_SMALLEST_SHOWN = 0.0005
_GRADED = ("nDCG@10", "Success@10", "AP@1000")
_CONJUNCTIVE = ("nClue@10", "GoldHit@10", "nDCG@10")
"""Measures that the leaderboard prints, the first being the one that orders it."""


def print_leaderboard(settings: Settings, corpora: list[str]) -> None:
    """Print the leaderboard of each corpus and variant."""
    names = ", ".join(f"'{name}'" for name in corpora)
    frame = query(settings, f"FROM leaderboard WHERE corpus IN ({names}) ORDER BY corpus, task, place")
    if frame.is_empty():
        console.print("The leaderboard is empty: no task has a ranked query.")
        return
    for (name, variant), board in frame.group_by("corpus", "variant", maintain_order=True):
        measures = _CONJUNCTIVE if board["ordered_by"][0] == _CONJUNCTIVE[0] else _GRADED
        table = Table("task", "system", measures[0], "95 %", *measures[1:], "n", box=None, header_style="bold")
        for row in board.iter_rows(named=True):
            table.add_row(
                row["task"],
                row["system"],
                f"{row[measures[0]]:.3f}",
                f"{row['low']:.2f}-{row['high']:.2f}",
                *(f"{row[measure]:.3f}" for measure in measures[1:]),
                f"{row['n']}{' few' if row['few'] else ''}",
            )
        console.print(f"Leaderboard of {name}, variant {variant}", style="bold")
        console.print(table)
    if frame["few"].any():
        console.print("few: too few queries to tune on or to trust a difference between systems.")


def print_frame(frame: "pl.DataFrame") -> None:
    """Print a frame as a table, long values cut."""
    table = Table(*frame.columns, box=None, header_style="bold")
    for row in frame.iter_rows():
        table.add_row(*(escape(_shown(value)) for value in row))
    console.print(table)


def as_csv(frame: "pl.DataFrame") -> str:
    """Return a frame as CSV; lists and structures, which CSV does not have, as JSON."""
    import polars as pl

    texts = [
        pl.Series(name, [None if value is None else _json(value) for value in frame[name].to_list()], dtype=pl.String)
        for name, kind in frame.schema.items()
        if kind.is_nested()
    ]
    return frame.with_columns(texts).write_csv()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _shown(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        # What would be printed as zero and is not: small p-values.
        return f"{value:.3f}" if value == 0 or abs(value) >= _SMALLEST_SHOWN else f"{value:.1g}"
    text = " ".join(str(value).split())
    return text if len(text) <= _CELL_CHARACTERS else f"{text[:_CELL_CHARACTERS]}…"


def print_not_computed(settings: Settings) -> None:
    """Print which systems are not enabled, and why those that cannot run here cannot."""
    from legal_assets.rankings.absent import NOT_ENABLED, not_computed

    reasons = list(not_computed(settings.systems))
    off = [key for key, reason in reasons if reason == NOT_ENABLED]
    if off:
        enabled = ",".join(settings.systems)
        console.print(
            f"Not enabled: {', '.join(off)} (LEGAL_ASSETS_SYSTEMS={enabled}).", highlight=False, soft_wrap=True
        )
    for key, reason in reasons:
        if reason != NOT_ENABLED:
            console.print(f"Not available: {key}: {reason}", highlight=False, soft_wrap=True)
