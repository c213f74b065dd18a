"""Values per query as matrices: the queries of one task and variant by the systems that ranked them.

Belongs here: from rows to arrays, with the families that are resampled whole. Does not belong here: what is computed of
them (`comparisons.py`, `blocks.py`, `robustness.py`).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

_CELL = ("task", "variant")


@dataclass(frozen=True, slots=True)
class Matrix:
    """Values of one measure: `values[query, system]`, and the family of each query as a number without gaps."""

    task: str
    variant: str
    measure: str
    systems: tuple[str, ...]
    query_ids: pl.Series
    values: NDArray[np.float64]
    families: NDArray[np.int64]


def matrices(query_metrics: pl.LazyFrame, queries: pl.LazyFrame, measures: tuple[str, ...]) -> Iterator[Matrix]:
    """Yield a matrix for each task, variant and measure, one task and variant in memory at a time.

    Only queries that every system of the task and variant has a value for are there.

    Args:
        query_metrics: frames of the contract `query_metrics`, of any families.
        queries: queries with the document or family that they belong to.
        measures: names of the measures wanted.
    """
    wanted = query_metrics.filter(pl.col("measure").is_in(list(measures)))
    for task, variant in wanted.select(_CELL).unique().sort(_CELL).collect().iter_rows():
        of_cell = (pl.col("task") == task) & (pl.col("variant") == variant)
        cell = wanted.filter(of_cell).select("system", "query_id", "measure", "value").collect()
        families = queries.filter(of_cell).select("query_id", "doc_id").collect()
        for (measure,), rows in cell.group_by("measure", maintain_order=True):
            if matrix := _matrix(task, variant, str(measure), rows, families):
                yield matrix


def _matrix(task: str, variant: str, measure: str, rows: pl.DataFrame, families: pl.DataFrame) -> Matrix | None:
    wide = (
        rows.pivot(on="system", index="query_id", values="value")
        .drop_nulls()
        .join(families, on="query_id")
        .sort("query_id")
    )
    if wide.is_empty():
        return None
    systems = tuple(sorted(set(wide.columns) - {"query_id", "doc_id"}))
    numbers = wide["doc_id"].rank("dense").cast(pl.Int64).to_numpy() - 1
    return Matrix(task, variant, measure, systems, wide["query_id"], wide.select(systems).to_numpy(), numbers)
