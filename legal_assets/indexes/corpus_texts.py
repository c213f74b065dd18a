"""Which texts of a corpus a model reads: its queries, and what stands for its candidates.

Belongs here: from the tables of a corpus to texts, whatever the corpus. Does not belong here: encoding them
(`embedding.py`).
"""

import polars as pl

from legal_assets.catalog import ENTITY_VARIANT, VARIANTS
from legal_assets.catalog_models import Units
from legal_assets.collections.shown import of_sets, shown_sets
from legal_assets.indexes.vector_manifest import units_by_passage, units_by_text

_WITH_NUMBER = "original"


def ranked_sets(tasks: pl.LazyFrame, candidates: pl.LazyFrame, variants: str) -> pl.LazyFrame:
    """Return `task` and `variant` of all that a learned model ranks.

    Args:
        tasks: frame of the contract `tasks`; those that are ranked and have a query count.
        candidates: frame of the contract `candidates`.
        variants: `shown` or `all`, see `collections/shown.py`.
    """
    asked = tasks.filter(pl.col("ranked") & (pl.col("queries") > 0)).select("task")
    return shown_sets(candidates.join(asked, on="task", how="semi"), variants)


def texts_of_queries(queries: pl.LazyFrame, conditions: pl.LazyFrame, sets: pl.LazyFrame) -> pl.LazyFrame:
    """Return `query_id` and `text` of the queries of these sets, and of each of their conditions.

    Args:
        queries: frame of the contract `queries`.
        conditions: frame of the contract `conditions`; a model is also asked for each phrase alone.
        sets: see `ranked_sets`.
    """
    asked = of_sets(queries, sets).select("query_id", "text")
    alone = conditions.select("query_id", text="phrase").join(asked, on="query_id", how="semi")
    return pl.concat([asked, alone])


def texts_of_candidates(
    units: Units, candidates: pl.LazyFrame, passages: pl.LazyFrame, sets: pl.LazyFrame
) -> pl.LazyFrame:
    """Return `task`, `variant`, `candidate_id` and `text` of what stands for the candidates of these sets.

    Args:
        units: what stands for a candidate that is a document, see `catalog_models.Model`.
        candidates: frame of the contract `candidates`.
        passages: frame of the contract `passages`.
        sets: see `ranked_sets`.
    """
    wanted = of_sets(candidates, sets)
    return units_by_passage(wanted, shown_passages(passages)) if units == "passages" else units_by_text(wanted)


def shown_passages(passages: pl.LazyFrame) -> pl.LazyFrame:
    """Return passages as each variant shows candidates: `doc_id`, `variant`, `text`; only `original` has numbers."""
    numbered = pl.format("{} {}", "printed", "text").str.strip_chars()
    return pl.concat(
        [
            passages.select(
                "doc_id",
                pl.lit(variant).alias("variant"),
                (numbered if variant == _WITH_NUMBER else pl.col("text")).alias("text"),
            )
            for variant in (*VARIANTS, ENTITY_VARIANT)
        ]
    )
