"""Which variants of a task are ranked by learned models: the one that leaderboards show, or all.

Belongs here: the choice. Does not belong here: what a variant leaves out (`masking/`). `sql/views/leaderboard.sql`
states the same order of preference.
"""

import polars as pl

SHOWN, ALL = "shown", "all"
_PREFERENCE = {"masked": 1, "unnumbered": 2}
_LAST = 3


def shown_sets(rows: pl.LazyFrame, variants: str = SHOWN) -> pl.LazyFrame:
    """Return the distinct `task` and `variant` of rows; with `shown` only the preferred variant of each task.

    Preferred is `masked`, then `unnumbered`, then whatever else a task has.
    """
    sets = rows.select("task", "variant").unique()
    if variants == ALL:
        return sets
    choice = pl.col("variant").replace_strict(_PREFERENCE, default=_LAST, return_dtype=pl.Int8)
    return sets.filter(choice == choice.min().over("task"))


def of_sets(rows: pl.LazyFrame, sets: pl.LazyFrame) -> pl.LazyFrame:
    """Return the rows of these tasks and variants."""
    return rows.join(sets, on=["task", "variant"], how="semi")
