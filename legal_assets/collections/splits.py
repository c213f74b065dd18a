"""Splits by decision date, and which documents a split's queries may rank.

Belongs here: the date rules. Every candidate and every relevant citation of dev and test is dated before the first
day of the split; train takes citations of earlier train documents.
"""

from dataclasses import dataclass
from datetime import date, timedelta

import polars as pl

from legal_assets.catalog import Split


@dataclass(frozen=True, slots=True)
class Window:
    """Decision dates of a split's queries, both ends included, and the day before which its candidates lie."""

    split: Split
    first_day: date | None
    last_day: date
    candidates_before: date


def windows(dev_from: date, test_from: date, test_until: date) -> list[Window]:
    """Return the windows of train, dev and test.

    Raises:
        ValueError: the dates are not in order.
    """
    if not dev_from < test_from <= test_until:
        raise ValueError(f"Splits overlap: dev from {dev_from}, test from {test_from} until {test_until}.")
    day = timedelta(days=1)
    return [
        Window("train", None, dev_from - day, dev_from),
        Window("dev", dev_from, test_from - day, dev_from),
        Window("test", test_from, test_until, test_from),
    ]


def in_window(window: Window) -> pl.Expr:
    """Return whether a row's `date` lies in the window."""
    until = pl.col("date") <= window.last_day
    return until if window.first_day is None else until & (pl.col("date") >= window.first_day)
