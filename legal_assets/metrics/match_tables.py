"""Tables made of match classes: success by level, success by language, a sample of misses.

Belongs here: counting. Does not belong here: the classes (`matching.py`).
"""

import polars as pl

from legal_assets.metrics.matching import CLASSES, CUTOFFS, LEVELS
from legal_assets.schemas import LANGUAGE_SUCCESS, MATCH_SUCCESS, MISSES

LANGUAGES = ("de", "fr", "it")
LANGUAGE_CUTOFF = 10
MISSES_A_TASK, SHOWN_A_MISS, SEED = 20, 3, 229
_CELL = ("corpus", "system", "task", "variant")
_QUERY = ("task", "variant", "query_id")
_OUTCOMES = ("both", "only_de", "only_fr", "neither")
_LONGEST = 400


def success_by_level(
    matches: pl.DataFrame, queries: pl.DataFrame, targets: pl.DataFrame, corpus: str, system: str
) -> pl.DataFrame:
    """Return Success@k of every level; frame of the contract `match_success`.

    Args:
        matches: frame of the contract `query_matches`.
        queries: all accepted queries, the denominator.
        targets: rulings to be found, as `matching.targets` returns them.
        corpus: key of the corpus.
        system: key of the system.
    """
    order = {name: place for place, name in enumerate(CLASSES)}
    placed = matches.with_columns(pl.col("match_class").replace_strict(order, return_dtype=pl.Int64).alias("place"))
    asked = queries.select(_QUERY).with_columns(pl.col("query_id").is_in(targets["query_id"].implode()).alias("reach"))
    parts = []
    for level, last in LEVELS.items():
        best = placed.filter(pl.col("place") <= order[last]).group_by(_QUERY).agg(pl.col("rank").min())
        ranked = asked.join(best, on=_QUERY, how="left")
        for cutoff in CUTOFFS:
            hit = (pl.col("rank") <= cutoff).fill_null(value=False)
            parts.append(
                ranked.group_by("task", "variant").agg(
                    pl.lit(level).alias("level"),
                    pl.lit(cutoff).alias("cutoff"),
                    hit.sum().cast(pl.Int64).alias("successes"),
                    pl.len().cast(pl.Int64).alias("n"),
                    hit.mean().alias("value"),
                    pl.col("reach").sum().cast(pl.Int64).alias("n_reachable"),
                    hit.filter("reach").mean().alias("value_reachable"),
                )
            )
    own = {"corpus": pl.lit(corpus), "system": pl.lit(system)}
    return MATCH_SUCCESS.conform(pl.concat(parts).with_columns(**own)) if queries.height else MATCH_SUCCESS.empty()


def success_by_language(
    classified: pl.DataFrame,
    queries: pl.DataFrame,
    targets: pl.DataFrame,
    candidates: pl.DataFrame,
    corpus: str,
    system: str,
) -> pl.DataFrame:
    """Return success by the language of the ruling; frame of the contract `language_success`.

    Args:
        classified: every ranked candidate, as `matching.classify` returns it.
        queries: all accepted queries.
        targets: rulings to be found, with their language.
        candidates: `candidate_id`, `doc_id` and `language` of what is ranked, once each.
        corpus: key of the corpus.
        system: key of the system.
    """
    near = classified.filter(pl.col("rank") <= LANGUAGE_CUTOFF).join(
        candidates.select("candidate_id", target_doc_id="doc_id"), on="candidate_id"
    )
    found = near.select(*_QUERY, "target_doc_id").unique().with_columns(pl.lit(value=True).alias("found"))
    wanted = (
        queries.select(_QUERY)
        .join(targets, on="query_id")
        .join(found, on=[*_QUERY, "target_doc_id"], how="left")
        .with_columns(pl.col("found").fill_null(value=False))
    )
    sets = queries.select("task", "variant").unique()
    frame = pl.concat(
        [
            _counted(
                wanted.group_by("task", "variant", "language").agg(pl.col("found").sum(), pl.len().alias("n")),
                sets, "target", LANGUAGES,
            ),
            _both(wanted, sets),
            _counted(
                sets.join(
                    candidates.group_by("language").agg(found=pl.len()).with_columns(n=pl.lit(candidates.height)),
                    how="cross",
                ),
                sets, "corpus", LANGUAGES,
            ),
        ]
    )  # fmt: skip
    value = pl.when(pl.col("n") > 0).then(pl.col("found") / pl.col("n")).otherwise(0.0)
    return LANGUAGE_SUCCESS.conform(
        frame.with_columns(
            pl.lit(corpus).alias("corpus"),
            pl.lit(system).alias("system"),
            pl.lit(LANGUAGE_CUTOFF).alias("cutoff"),
            value.alias("value"),
        )
    )


def sample_misses(
    rankings: pl.LazyFrame,
    matches: pl.DataFrame,
    queries: pl.DataFrame,
    citations: pl.DataFrame,
    candidates: pl.DataFrame,
) -> pl.DataFrame:
    """Return a seeded sample of the queries that found nothing of their rulings; frame of the contract `misses`.

    Args:
        rankings: frame of the contract `rankings`.
        matches: frame of the contract `query_matches`.
        queries: all accepted queries.
        citations: citations of rulings.
        candidates: `candidate_id` and `text`.
    """
    near = matches.filter(
        pl.col("match_class").is_in(["exact", "sibling", "partial"]) & (pl.col("rank") <= LANGUAGE_CUTOFF)
    )
    missed = queries.join(near, on=_QUERY, how="anti").with_columns(pl.col("query_id").hash(SEED).alias("draw"))
    drawn = missed.filter(pl.col("draw").rank("ordinal").over("task", "variant") <= MISSES_A_TASK)
    cited = citations.group_by(query_id="passage_id").agg(
        pl.concat_str("target", pl.col("consideration"), separator=" E. ", ignore_nulls=True)
        .unique()
        .sort()
        .str.join("; ")
        .alias("targets")
    )
    shown = rankings.filter(pl.col("rank") <= SHOWN_A_MISS).select(*_CELL, "query_id", "rank", "candidate_id")
    rows = (
        shown.collect()
        .join(drawn.select(*_QUERY, query="text"), on=_QUERY)
        .join(cited, on="query_id")
        .join(
            candidates.select("candidate_id", pl.col("text").str.head(_LONGEST).alias("candidate")), on="candidate_id"
        )
    )
    return MISSES.conform(rows.select(MISSES.content))


def _both(wanted: pl.DataFrame, sets: pl.DataFrame) -> pl.DataFrame:
    """Queries with German and French rulings, by which of them were found."""
    languages = wanted.group_by(_QUERY).agg(
        has_de=(pl.col("language") == "de").any(),
        has_fr=(pl.col("language") == "fr").any(),
        de=(pl.col("found") & (pl.col("language") == "de")).any(),
        fr=(pl.col("found") & (pl.col("language") == "fr")).any(),
    )
    outcome = (
        pl.when(pl.col("de") & pl.col("fr"))
        .then(pl.lit("both"))
        .when("de")
        .then(pl.lit("only_de"))
        .when("fr")
        .then(pl.lit("only_fr"))
        .otherwise(pl.lit("neither"))
    )
    asked = languages.filter(pl.col("has_de") & pl.col("has_fr")).with_columns(outcome.alias("language"))
    counted = asked.group_by("task", "variant", "language").agg(found=pl.len())
    totals = asked.group_by("task", "variant").agg(n=pl.len())
    return _counted(counted.join(totals, on=["task", "variant"]), sets, "both", _OUTCOMES)


def _counted(counts: pl.DataFrame, sets: pl.DataFrame, kind: str, groups: tuple[str, ...]) -> pl.DataFrame:
    """Counts of every group, 0 for those without."""
    every = sets.join(pl.DataFrame({"language": groups}), how="cross")
    keys = ["task", "variant", "language"]
    totals = pl.col("n").max().over("task", "variant") if kind != "target" else pl.col("n")
    return every.join(counts.select(*keys, "found", "n"), on=keys, how="left").select(
        *keys,
        pl.lit(kind).alias("kind"),
        pl.col("found").fill_null(0).cast(pl.Int64),
        totals.fill_null(0).cast(pl.Int64).alias("n"),
    )
