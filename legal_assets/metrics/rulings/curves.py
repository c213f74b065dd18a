"""Success of all systems beside each other.

Belongs here: from rows per cutoff to one row per system. Does not belong here: counting successes
(`metrics/match_tables.py`).
"""

import polars as pl

from legal_assets.metrics.matching import CUTOFFS
from legal_assets.schemas import SUCCESS_CURVES

_KEY = ["corpus", "task", "variant", "level", "system"]


def success_curves(successes: pl.DataFrame) -> pl.DataFrame:
    """Return one row per system, task and level; frame of the contract `success_curves`.

    Args:
        successes: frames of the contract `match_success`, of any families.
    """
    at = [pl.col("value").filter(pl.col("cutoff") == cutoff).first().alias(f"at_{cutoff}") for cutoff in CUTOFFS]
    return SUCCESS_CURVES.conform(successes.group_by(_KEY).agg(*at, pl.col("n", "n_reachable").first()))
