"""The coverage-aware system: fused candidates, reordered by how well distinct pages cover all conditions.

Belongs here: the score on the matrix of conditions and pages, and choosing its weight on one half of the families.
Does not belong here: the assignment itself (`page_scores.py`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from legal_assets.measures.promotion import UNRANKED, Judged, complete_first
from legal_assets.rankings.fusion import POOL_DEPTH, fuse
from legal_assets.rankings.hits import ranked
from legal_assets.rankings.page_scores import Scored, best_page, distinct_pages
from legal_assets.storage.digests import value_digest

if TYPE_CHECKING:
    from legal_assets.rankings.searching import Searcher

_DOCUMENT = ("query_id", "candidate_id")
CHOOSING, REPORTING = "choosing", "reporting"


@dataclass(frozen=True, slots=True)
class Setting:
    """How much the weakest condition counts beside the fused score, from 0 to 1, and how many candidates are fused."""

    weight: float = 0.5
    pool: int = POOL_DEPTH


GRID: tuple[Setting, ...] = tuple(
    Setting(weight, pool) for pool in (20, POOL_DEPTH) for weight in (0.0, 0.25, 0.5, 0.75, 1.0)
)


def rank_by_coverage(searcher: "Searcher", setting: Setting) -> Scored:
    """Return the fused candidates by weakest condition and fused score, with the pages assigned to conditions.

    Candidates are the reciprocal rank fusion of documents for the query, of documents by their best page for it, and of
    distinct pages for its conditions, a page's score being its share of the best page for the condition, so that a rare
    condition and a common one weigh alike. A candidate's score is `weight` times its weakest share over the best of
    the query, plus the rest times its fused score over the best of the query; without distinct pages the first part
    is 0.

    Args:
        searcher: what is asked, and where.
        setting: weight, and candidates fused.
    """
    best = pl.col("score").max().over("query_id", "condition").cast(pl.Float64)
    shares = searcher.condition_page_hits.with_columns((pl.col("score") / best).alias("score"))
    covered = distinct_pages(shares, searcher.conditions)
    lists = [
        ranked(frame.select(*_DOCUMENT, "score"), setting.pool)
        for frame in (searcher.document_hits, best_page(searcher.page_hits).documents, covered.documents)
    ]
    fused = fuse(lists, pool=setting.pool, depth=setting.pool).select(*_DOCUMENT, pl.col("score").alias("fused"))
    joined = fused.join(
        covered.documents.select(*_DOCUMENT, pl.col("score").alias("weakest")), on=list(_DOCUMENT), how="left"
    ).with_columns(
        (pl.col("fused") / pl.col("fused").max().over("query_id")).cast(pl.Float64).alias("fused"),
        (pl.col("weakest") / pl.col("weakest").max().over("query_id")).fill_null(0.0).alias("weakest"),
    )
    score = setting.weight * pl.col("weakest") + (1 - setting.weight) * pl.col("fused")
    documents = joined.select(*_DOCUMENT, score.alias("score"))
    return Scored(documents, covered.evidence.join(documents, on=list(_DOCUMENT), how="semi"))


def half_of(family: str) -> str:
    """Return whether the queries of a family choose the setting or report it; by digest, half of them each."""
    return CHOOSING if int(value_digest(["half", family])[:8], 16) % 2 else REPORTING


def try_settings(
    searcher: "Searcher", queries: pl.DataFrame, qrels: pl.DataFrame
) -> Iterator[tuple[Setting, float, int]]:
    """Yield every setting with its mean nClue@10 over the choosing half, and how many queries that is.

    Args:
        searcher: what is asked, and where.
        queries: `query_id` and `doc_id`, the family.
        qrels: `query_id`, `candidate_id`, `is_gold` of every judged document.
    """
    halves = pl.Series("half", [half_of(family) for family in queries["doc_id"]], dtype=pl.String)
    chosen = queries.with_columns(halves).filter(pl.col("half") == CHOOSING).select("query_id").sort("query_id")
    judged = qrels.join(chosen.with_row_index("query"), on="query_id").sort("query", "candidate_id")
    for setting in GRID:
        best = ranked(rank_by_coverage(searcher, setting).documents, setting.pool)
        placed = judged.join(best.select(*_DOCUMENT, "rank"), on=list(_DOCUMENT), how="left", maintain_order="left")
        ranks = placed["rank"].fill_null(UNRANKED).cast(pl.Int32).to_numpy()
        numbers = placed["query"].cast(pl.Int64).to_numpy()
        values = complete_first(Judged(numbers, placed["is_gold"].to_numpy()), ranks)
        yield setting, float(values.mean()) if len(values) else 0.0, len(values)


def choose_setting(tried: list[tuple[Setting, float, int]]) -> Setting:
    """Return the setting with the highest mean; of equal ones that of the middle weight, then of the larger pool."""
    return max(tried, key=lambda each: (each[1], -abs(each[0].weight - 0.5), each[0].pool))[0]
