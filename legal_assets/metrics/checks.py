"""Checks of the room metrics."""

import polars as pl

from legal_assets.wiring.checks import claim
from legal_assets.wiring.partitions import CORPORA

_REACHED = ("nClue@10", "GoldHit@10", "nDCG-gold@10", "AUC-gold@1000")


@claim(CORPORA, "composed_metrics")
def privileged_systems_reach_everything(composed_metrics: pl.LazyFrame) -> pl.DataFrame:
    """A system that reads judgments orders every query by them: less than 1 is a fault of measures or of judgments."""
    return (
        composed_metrics.filter(
            (pl.col("role") == "privileged") & pl.col("measure").is_in(_REACHED) & (pl.col("value") < 1)
        )
        .select("system", "task", "measure", "value", "n")
        .collect()
    )


CHECKS = [privileged_systems_reach_everything]
