"""The leakage study: how much of a score printed numbers and citations give away.

Belongs here: comparing the variants of one system on the same queries. Does not belong here: the test itself
(`measures/randomisation.py`).
"""

import polars as pl

from legal_assets.measures.randomisation import paired_p_values
from legal_assets.schemas import LEAKAGE

_STEPS = (
    ("original", "unnumbered"),
    ("unnumbered", "masked"),
    ("original", "masked"),
    ("unnumbered", "masked-entities"),
    ("original", "masked-entities"),
    ("masked-entities", "masked"),
)
_CELL = ("corpus", "system", "task")
_INDEX = ["query_id", "doc_id", "measure"]


def compare_variants(query_metrics: pl.DataFrame, queries: pl.DataFrame, few_queries: int) -> pl.DataFrame:
    """Return one row per system, task, measure and pair of variants; frame of the contract `leakage`.

    Args:
        query_metrics: values per query, frame of the contract `query_metrics`.
        queries: queries with their citing document, the cluster that is flipped as a whole.
        few_queries: below this many queries a row is flagged few.
    """
    clustered = query_metrics.join(queries.select("task", "query_id", "doc_id").unique(), on=["task", "query_id"])
    rows = [
        _compared(key, cell, before, after)
        for key, cell in clustered.group_by(_CELL, maintain_order=True)
        for before, after in _STEPS
        if {before, after} <= set(cell["variant"].unique())
    ]
    if not rows:
        return LEAKAGE.empty()
    return LEAKAGE.conform(pl.concat(rows).with_columns((pl.col("n") < few_queries).alias("few")))


def _compared(key: tuple[object, ...], cell: pl.DataFrame, before: str, after: str) -> pl.DataFrame:
    wide = cell.pivot(on="variant", index=_INDEX, values="value").drop_nulls([before, after])
    changes = (
        wide.with_columns((pl.col(after) - pl.col(before)).alias("change"))
        .pivot(on="measure", index=["query_id", "doc_id"], values="change")
        .sort("query_id")
    )
    measures = [name for name in changes.columns if name not in {"query_id", "doc_id"}]
    clusters = changes["doc_id"].rank("dense").cast(pl.Int64).to_numpy() - 1
    p_values = paired_p_values(changes.select(measures).to_numpy(), clusters)
    tested = pl.DataFrame({"measure": measures, "p_value": p_values})
    means = wide.group_by("measure").agg(
        pl.col(before).mean().alias("value_before"), pl.col(after).mean().alias("value_after"), pl.len().alias("n")
    )
    return means.join(tested, on="measure").select(
        *(pl.lit(value).alias(name) for name, value in zip(_CELL, key, strict=True)),
        "measure",
        pl.lit(before).alias("variant_before"),
        pl.lit(after).alias("variant_after"),
        pl.col("value_before").round(12),
        pl.col("value_after").round(12),
        (pl.col("value_after") - pl.col("value_before")).round(12).alias("change"),
        pl.when(pl.col("value_before") > 0)
        .then((pl.col("value_after") / pl.col("value_before") - 1).round(12))
        .alias("relative_change"),
        "p_value",
        "n",
    )
