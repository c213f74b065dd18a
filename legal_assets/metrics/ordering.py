"""Gold before subsets: where two systems both reach a gold, and how judgments that may be wrong bound the measures.

Belongs here: from ranks of judged documents to tables. Does not belong here: the bounds themselves
(`measures/promotion.py`).
"""

from collections.abc import Iterator

import numpy as np
import polars as pl
from numpy.typing import NDArray

from legal_assets.measures.promotion import (
    CUTOFF,
    UNRANKED,
    Bounds,
    Judged,
    bounds_of_complete_first,
    bounds_of_gold_ndcg,
    complete_first,
)
from legal_assets.measures.randomisation import SEED, paired_p_values
from legal_assets.schemas.inference import COMMON_SUPPORT, PROMOTION_BOUNDS

MOST_PROMOTED = 3
_CELL = ("task", "variant")


def placed_judgments(rankings: pl.LazyFrame, queries: pl.LazyFrame, qrels: pl.LazyFrame) -> pl.DataFrame:
    """Return every judged document of every query with the rank that each system gave it, null where none.

    Args:
        rankings: frames of the contract `rankings`, of any families.
        queries: frame of the contract `queries`.
        qrels: frame of the contract `qrels`.

    Returns:
        `system`, `task`, `variant`, `query_id`, `candidate_id`, `is_gold`, `rank`, `family`.
    """
    judged = (
        qrels.filter(pl.col("grade") > 0)
        .select("task", "query_id", "candidate_id", "is_gold")
        .join(queries.select(*_CELL, "query_id", pl.col("doc_id").alias("family")), on=["task", "query_id"])
    )
    systems = rankings.select("system", *_CELL).unique()
    ranks = rankings.select("system", *_CELL, "query_id", "candidate_id", "rank")
    key = ["system", *_CELL, "query_id", "candidate_id"]
    return systems.join(judged, on=list(_CELL)).join(ranks, on=key, how="left").sort(key).collect()


def bound_promotions(corpus: str, placed: pl.DataFrame) -> pl.DataFrame:
    """Return bounds of nClue@10 and nDCG-gold@10 for k from 0 to 3; frame of the contract `promotion_bounds`.

    Args:
        corpus: key of the corpus.
        placed: what `placed_judgments` returns.
    """
    rows = [
        (
            corpus,
            task,
            variant,
            system,
            measure,
            k,
            float(bounds.low.mean()),
            float(bounds.high.mean()),
            len(bounds.low),
        )
        for (system, task, variant), cell in placed.group_by("system", *_CELL, maintain_order=True)
        for measure, k, bounds in _bounds(*_arrays(cell))
    ]
    frame = pl.DataFrame(rows, schema=PROMOTION_BOUNDS.schema, orient="row")
    return PROMOTION_BOUNDS.conform(frame.with_columns(pl.col("low", "high").round(12)))


def _bounds(judged: Judged, ranks: NDArray[np.int32]) -> Iterator[tuple[str, int, Bounds]]:
    for k in range(MOST_PROMOTED + 1):
        yield "nClue@10", k, bounds_of_complete_first(judged, ranks, k)
        yield "nDCG-gold@10", k, bounds_of_gold_ndcg(judged, ranks, k)


def _arrays(cell: pl.DataFrame) -> tuple[Judged, NDArray[np.int32]]:
    numbers = cell["query_id"].rank("dense").cast(pl.Int64).to_numpy() - 1
    ranks = cell["rank"].fill_null(UNRANKED).cast(pl.Int32).to_numpy()
    return Judged(numbers, cell["is_gold"].to_numpy()), ranks


def compare_orders(corpus: str, placed: pl.DataFrame) -> pl.DataFrame:
    """Return every pair of systems where both reach a gold; frame of the contract `common_support`.

    Args:
        corpus: key of the corpus.
        placed: what `placed_judgments` returns.
    """
    rows = [
        (corpus, task, variant, *row)
        for (task, variant), cell in placed.group_by(_CELL, maintain_order=True)
        for row in _pairs(cell)
    ]
    return COMMON_SUPPORT.conform(pl.DataFrame(rows, schema=COMMON_SUPPORT.schema, orient="row"))


def _pairs(cell: pl.DataFrame) -> Iterator[tuple[object, ...]]:
    first, reached = {}, {}
    for (system,), own in cell.group_by("system", maintain_order=True):
        judged, ranks = _arrays(own)
        first[str(system)] = complete_first(judged, ranks)
        hit = judged.gold & (ranks <= CUTOFF)
        reached[str(system)] = np.bincount(judged.queries, weights=hit) > 0
    one = cell.filter(pl.col("system") == cell["system"][0])
    families = one.group_by("query_id", maintain_order=True).agg(pl.col("family").first()).sort("query_id")["family"]
    numbers = families.rank("dense").cast(pl.Int64).to_numpy() - 1
    names = sorted(first)
    for place, system in enumerate(names):
        for other in names[place + 1 :]:
            both = reached[system] & reached[other]
            shares: tuple[float | None, float | None, float | None] = (None, None, None)
            if both.any():
                difference = (first[system] - first[other])[both][:, None]
                inside = np.unique(numbers[both], return_inverse=True)[1].astype(np.int64)
                p_value = float(paired_p_values(difference, inside)[0])
                shares = (float(first[system][both].mean()), float(first[other][both].mean()), p_value)
            only = int((reached[system] & ~reached[other]).sum()), int((reached[other] & ~reached[system]).sum())
            neither = int((~reached[system] & ~reached[other]).sum())
            yield (system, other, int(both.sum()), *shares, *only, neither, len(both), SEED)
