"""Lists of each language fused: whether that closes some of the gap between German and French rulings.

Belongs here: cutting a ranking into one list a language, fusing them with weights, choosing the weight on half of the
queries and reporting on the other half. Does not belong here: rankings themselves (`rankings/`).
"""

import polars as pl

from legal_assets.schemas import LANGUAGE_BALANCE

WEIGHTS = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5)
"""Weights of French and Italian lists beside German ones, which weigh 1."""

AS_RANKED = "as ranked"
RECIPROCAL_K, CUTOFF, SEED = 60, 10, 229
_QUERY = ["task", "variant", "query_id"]
_HOME = "de"
_LANGUAGES = ("de", "fr", "it")
_CHOOSE, _REPORT = "choose", "report"


def balance_languages(
    rankings: pl.LazyFrame,
    queries: pl.DataFrame,
    targets: pl.DataFrame,
    candidates: pl.DataFrame,
    corpus: str,
    system: str,
) -> pl.DataFrame:
    """Return what every weight finds on both halves; frame of the contract `language_balance`.

    A candidate's score is its language's weight over 60 plus its rank among the candidates of its language (reciprocal
    rank fusion of disjoint lists). Halves are drawn by citing document, so that no document is in both. The weight that
    finds most rulings within 10 on the first half is chosen, of equal ones the first; the ranking as it was takes part.

    Args:
        rankings: frame of the contract `rankings`.
        queries: frame of the contract `queries`.
        targets: `query_id`, `target_doc_id`, `language` of the rulings to be found.
        candidates: `candidate_id`, `doc_id`, `language` of what is ranked, once each.
        corpus: key of the corpus.
        system: key of the system.
    """
    places = rankings.select(*_QUERY, "rank", "candidate_id").join(
        candidates.lazy().select("candidate_id", "language", target_doc_id="doc_id"), on="candidate_id"
    )
    listed = places.with_columns(pl.col("rank").rank("ordinal").over(*_QUERY, "language").alias("own_rank")).collect()
    half = pl.when(pl.col("doc_id").hash(SEED) % 2 == 0).then(pl.lit(_CHOOSE)).otherwise(pl.lit(_REPORT))
    wanted = queries.select(*_QUERY, half.alias("half")).join(targets, on="query_id")
    if wanted.is_empty():
        return LANGUAGE_BALANCE.empty()
    shown = {AS_RANKED: listed.filter(pl.col("rank") <= CUTOFF)}
    shown |= {f"{weight:.2f}": _fused(listed, weight) for weight in WEIGHTS}
    counted = pl.concat(
        [_counted(wanted, top).with_columns(pl.lit(setting).alias("setting"), place=place)
         for place, (setting, top) in enumerate(shown.items())]
    )  # fmt: skip
    best = (
        counted.filter(pl.col("half") == _CHOOSE)
        .sort("found", "place", descending=[True, False])
        .unique(["task", "variant"], keep="first", maintain_order=True)
        .select("task", "variant", "setting", pl.lit(value=True).alias("chosen"))
    )
    joined = counted.join(best, on=["task", "variant", "setting"], how="left")
    return LANGUAGE_BALANCE.conform(
        joined.with_columns(
            pl.lit(corpus).alias("corpus"), pl.lit(system).alias("system"), pl.col("chosen").fill_null(value=False)
        ).select(LANGUAGE_BALANCE.content)
    )


def _fused(listed: pl.DataFrame, weight: float) -> pl.DataFrame:
    """The first ten of the fused lists; ties by candidate descending."""
    own = pl.when(pl.col("language") == _HOME).then(1.0).otherwise(weight)
    scored = listed.with_columns((own / (RECIPROCAL_K + pl.col("own_rank"))).cast(pl.Float32).alias("score")).filter(
        pl.col("score") > 0
    )
    order = scored.sort(*_QUERY, "score", "candidate_id", descending=[False, False, False, True, True])
    return order.filter(pl.int_range(pl.len()).over(_QUERY) < CUTOFF)


def _counted(wanted: pl.DataFrame, top: pl.DataFrame) -> pl.DataFrame:
    found = top.select(*_QUERY, "target_doc_id").unique().with_columns(pl.lit(value=True).alias("found"))
    told = wanted.join(found, on=[*_QUERY, "target_doc_id"], how="left").with_columns(
        pl.col("found").fill_null(value=False)
    )
    return told.group_by("task", "variant", "half").agg(
        pl.len().cast(pl.Int64).alias("targets"),
        pl.col("found").sum().cast(pl.Int64).alias("found_number"),
        pl.col("found").mean().alias("value"),
        *(pl.col("found").filter(pl.col("language") == each).mean().alias(f"value_{each}") for each in _LANGUAGES),
    ).rename({"found_number": "found"})  # fmt: skip
