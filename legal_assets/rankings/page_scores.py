"""From scores of pages to scores of documents, with the pages that a score rests on.

Belongs here: the best page, the mean of the three best, all conditions on one page, and distinct pages for conditions,
for any model that scores pages, from scores that are stored. Does not belong here: scoring pages.
"""

from typing import NamedTuple

import numpy as np
import polars as pl

from legal_assets.measures.assignment import NO_PAGE, best_assignments

_DOCUMENT = ("query_id", "candidate_id")
WHOLE = 0
"""Condition of a page that was scored for the query as a whole."""
_MEAN_OF = 3


class Scored(NamedTuple):
    """Scores of documents, and the pages that they rest on."""

    documents: pl.DataFrame
    """`query_id`, `candidate_id`, `score`."""
    evidence: pl.DataFrame
    """`query_id`, `candidate_id`, `condition`, `page`, `score`."""


def best_page(pages: pl.DataFrame) -> Scored:
    """Return each document with the score of its best page (MaxSim over pages); its three best are the evidence.

    Args:
        pages: `query_id`, `candidate_id`, `page`, `score` of pages for whole queries.
    """
    first = _first_pages(pages)
    return Scored(first.group_by(_DOCUMENT).agg(pl.col("score").max()), _as_evidence(first))


def mean_of_best_pages(pages: pl.DataFrame) -> Scored:
    """Return each document with the sum of its three best pages' scores over three; absent pages count 0.

    Args:
        pages: as for `best_page`.
    """
    first = _first_pages(pages)
    return Scored(first.group_by(_DOCUMENT).agg(pl.col("score").sort().sum() / _MEAN_OF), _as_evidence(first))


def single_page(pages: pl.DataFrame) -> Scored:
    """Return each document with the best sum of its conditions' scores on any one page, which is the evidence.

    Args:
        pages: `query_id`, `condition`, `candidate_id`, `page`, `score` of pages for conditions.
    """
    summed = pages.sort("condition").group_by(*_DOCUMENT, "page", maintain_order=True).agg(pl.col("score").sum())
    best = _ordered(summed).group_by(_DOCUMENT, maintain_order=True).first()
    return Scored(best.select(*_DOCUMENT, "score"), _as_evidence(best))


def distinct_pages(pages: pl.DataFrame, conditions: pl.DataFrame) -> Scored:
    """Return each document that has a page of its own for every condition, with the score of the weakest of them.

    Of all ways to give the conditions distinct pages that with the best weakest page counts. Documents without any
    are not scored.

    Args:
        pages: as for `single_page`.
        conditions: `query_id`, `condition` of every condition asked.
    """
    sizes = conditions.select("query_id", "condition").unique().group_by("query_id").len("wanted")
    parts = [
        _assigned(pages.join(of_size.select("query_id"), on="query_id", how="semi"), conditions, wanted)
        for (wanted,), of_size in sizes.sort("wanted", "query_id").group_by("wanted", maintain_order=True)
        if isinstance(wanted, int)
    ]
    none = Scored(
        pages.select(*_DOCUMENT, pl.col("score").cast(pl.Float64)).clear(),
        pages.select(*_DOCUMENT, "condition", "page", pl.col("score").cast(pl.Float64)).clear(),
    )
    return Scored(*(pl.concat(frames) for frames in zip(none, *parts, strict=True)))


def _assigned(pages: pl.DataFrame, conditions: pl.DataFrame, wanted: int) -> Scored:
    numbered = conditions.select("query_id", "condition").unique().sort("query_id", "condition")
    numbered = numbered.with_columns(pl.int_range(pl.len()).over("query_id").alias("slot"))
    kept = (
        _ordered(pages.join(numbered, on=["query_id", "condition"]), "slot")
        .with_columns(pl.int_range(pl.len()).over(*_DOCUMENT, "slot").alias("place"))
        .filter(pl.col("place") < wanted)
    )
    complete = kept.group_by(_DOCUMENT).agg(pl.col("slot").n_unique().alias("met")).filter(pl.col("met") == wanted)
    documents = complete.select(_DOCUMENT).sort(_DOCUMENT).with_row_index("row")
    kept = kept.join(documents, on=list(_DOCUMENT))
    where = tuple(kept[name].cast(pl.Int64).to_numpy() for name in ("row", "slot", "place"))
    shape = (documents.height, wanted, wanted)
    numbers, scores = np.full(shape, NO_PAGE, np.int32), np.zeros(shape)
    numbers[where], scores[where] = kept["page"].to_numpy(), kept["score"].to_numpy()
    best = best_assignments(numbers, scores)
    found = documents.with_columns(pl.Series("score", best.weakest)).filter(pl.col("score").is_finite())
    flat = pl.DataFrame(
        {
            "row": np.repeat(np.arange(documents.height, dtype=np.uint32), wanted),
            "slot": np.tile(np.arange(wanted), documents.height),
            "page": best.pages.ravel(),
            "score": best.scores.ravel(),
        }
    )
    evidence = flat.join(found.drop("score"), on="row").join(numbered, on=["query_id", "slot"])
    return Scored(found.select(*_DOCUMENT, "score"), evidence.select(*_DOCUMENT, "condition", "page", "score"))


def _ordered(pages: pl.DataFrame, *group: str) -> pl.DataFrame:
    """Return pages with the best of each document first, equal ones by page."""
    key = [*_DOCUMENT, *group]
    return pages.sort(*key, "score", "page", descending=[*(False for _ in key), True, False])


def _first_pages(pages: pl.DataFrame) -> pl.DataFrame:
    return _ordered(pages).filter(pl.int_range(pl.len()).over(_DOCUMENT) < _MEAN_OF)


def _as_evidence(pages: pl.DataFrame) -> pl.DataFrame:
    return pages.select(*_DOCUMENT, pl.lit(WHOLE, pl.Int32).alias("condition"), "page", "score")
