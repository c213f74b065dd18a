"""Plots of rulings: success at every cutoff, and distances by match class.

Belongs here: which columns become which lines. Does not belong here: drawing (`drawing.py`).
"""

from collections.abc import Mapping

import polars as pl

from legal_assets.metrics.matching import CLASSES, CUTOFFS, LEVELS
from legal_assets.metrics.rulings.distances import ALL, BIN_WIDTH
from legal_assets.metrics.rulings.drawing import Line, Panel, draw

_QUARTERS = [(0.0, "0"), (0.25, "0.25"), (0.5, "0.5"), (0.75, "0.75"), (1.0, "1")]
_COLUMNS = 3


def plot_success(curves: pl.DataFrame) -> str | None:
    """Return Success@k of every system as SVG, a panel for each profile and level; None without rows.

    Args:
        curves: frame of the contract `success_curves`.
    """
    panels = [
        Panel(
            f"{task}, {level}", "k", "Success@k",
            [(place, str(cutoff)) for place, cutoff in enumerate(CUTOFFS)], _QUARTERS,
            [
                Line(str(system), range(len(CUTOFFS)), values)
                for system, *values in curves.filter((pl.col("task") == task) & (pl.col("level") == level))
                .sort("system")
                .select("system", *(f"at_{cutoff}" for cutoff in CUTOFFS))
                .iter_rows()
            ],
        )
        for task in curves["task"].unique().sort()
        for level in LEVELS
    ]  # fmt: skip
    return draw(panels, curves["system"].unique().sort().to_list(), _COLUMNS) if panels else None


def plot_distances(histogram: pl.DataFrame) -> str | None:
    """Return the share of each class's distances in every bin as SVG, a panel for each profile; None without rows.

    Args:
        histogram: frame of the contract `distance_histogram`.
    """
    shares = histogram.filter(pl.col("target_language") == ALL).with_columns(
        share=pl.col("n") / pl.col("n").sum().over("task", "match_class")
    )
    if shares.is_empty():
        return None
    lowest, highest = int(shares["bin"].min()), int(shares["bin"].max())  # type: ignore[arg-type]  # not empty
    bins = range(lowest, highest + 1)
    ticks = range(lowest - lowest % 2, highest + 3, 2)
    top = float(shares["share"].max())  # type: ignore[arg-type]  # not empty
    panels = [
        Panel(
            str(task), "cosine distance", "share of the class",
            [(place * BIN_WIDTH, f"{place * BIN_WIDTH:.1f}") for place in ticks],
            [(top * part / 4, f"{top * part / 4:.2f}") for part in range(5)],
            [
                Line(name, *_steps(bins, dict(drawn.select("bin", "share").iter_rows())))
                for name in CLASSES
                for drawn in [shares.filter((pl.col("task") == task) & (pl.col("match_class") == name))]
                if drawn.height
            ],
        )
        for task in shares["task"].unique().sort()
    ]  # fmt: skip
    return draw(panels, CLASSES, _COLUMNS)


def _steps(bins: range, shares: Mapping[int, float]) -> tuple[list[float], list[float]]:
    """Points of a line that is level within each bin, and 0 where a bin is empty."""
    edges = [(place + side) * BIN_WIDTH for place in bins for side in (0, 1)]
    levels = [shares.get(place, 0.0) for place in bins for _ in (0, 1)]
    return [edges[0], *edges, edges[-1]], [0.0, *levels, 0.0]
