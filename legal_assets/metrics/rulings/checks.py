"""Checks of the room metrics on what vectors and the citation graph tell of rulings."""

import polars as pl

from legal_assets.wiring.checks import claim
from legal_assets.wiring.partitions import MODEL_CELLS

_GROUP = ["task", "variant", "target_language", "match_class"]


@claim(MODEL_CELLS, "distance_histogram")
def bins_hold_every_distance_once(distance_histogram: pl.LazyFrame, match_distances: pl.LazyFrame) -> pl.DataFrame:
    """The bins of a class hold as many pairs as its row of `match_distances` counts."""
    binned = distance_histogram.group_by(_GROUP).agg(binned=pl.col("n").sum())
    both = match_distances.select(*_GROUP, "n").join(binned, on=_GROUP, how="full", coalesce=True)
    return both.filter(pl.col("n").fill_null(0) != pl.col("binned").fill_null(0)).collect()


@claim(MODEL_CELLS, "graph_expansion")
def more_passages_find_no_less(graph_expansion: pl.LazyFrame) -> pl.DataFrame:
    """Graph, and as many passages of the model, lose nothing that the first k found, nor find what is out of reach."""
    found = pl.col("graph", "dense")
    lost = pl.any_horizontal((found < pl.col("base")) | (found > pl.col("n_reachable")))
    columns = ("task", "direction", "level", "cutoff", "n_reachable", "base", "graph", "dense")
    return graph_expansion.filter(lost).select(columns).collect()


CHECKS = [bins_hold_every_distance_once, more_passages_find_no_less]
