"""Distances by match class: how far matches lie from their queries, and passages that do not match.

Belongs here: quantiles, histograms, Cohen's d, distances to the rulings to be found. Does not belong here: classes
(`metrics/matching.py`), vectors (`vector_pairs.py`), plots (`plots.py`).
"""

from collections.abc import Mapping, Sequence

import polars as pl

from legal_assets.schemas import DISTANCE_HISTOGRAM, DISTANCE_SEPARATION, MATCH_DISTANCES, RULING_DISTANCES

ALL = "all"
BIN_WIDTH = 0.05
MATCHES = ("exact", "sibling", "partial")
ANY_BGE = "any_bge"
AGAINST: Mapping[str, Sequence[str]] = {"miss": ("miss",), "miss_or_article_law": ("miss", "article_law")}
NEAREST, CITED = "nearest", "cited"
_GROUP = ["corpus", "system", "task", "variant", "target_language"]


def by_target_language(placed: pl.DataFrame, targets: pl.DataFrame) -> pl.DataFrame:
    """Return ranked passages once for `all` and once for each language of their query's rulings: `target_language`.

    In the group of a language, matches that are written in another are left out; what does not match may be in any.

    Args:
        placed: `query_id`, `match_class` and `language` of what is ranked, and any other columns.
        targets: `query_id`, `language` of the rulings to be found.
    """
    asked = targets.select("query_id", target_language="language").unique()
    is_match = pl.col("match_class").is_in(MATCHES)
    in_groups = placed.join(asked, on="query_id").filter(~is_match | (pl.col("language") == pl.col("target_language")))
    everything = placed.with_columns(pl.lit(ALL).alias("target_language"))
    return pl.concat([everything, in_groups.select(everything.columns)])


def summarise_distances(grouped: pl.DataFrame) -> pl.DataFrame:
    """Return the spread of distances of every class; frame of the contract `match_distances`.

    Args:
        grouped: rows of `by_target_language` with their `distance`.
    """
    return MATCH_DISTANCES.conform(grouped.group_by(*_GROUP, "match_class").agg(_spread()))


def histogram(grouped: pl.DataFrame) -> pl.DataFrame:
    """Return the bins of every class that hold a distance; frame of the contract `distance_histogram`."""
    number = (pl.col("distance") / BIN_WIDTH).floor().cast(pl.Int32)
    counted = grouped.group_by(*_GROUP, "match_class", number.alias("bin")).agg(n=pl.len().cast(pl.Int64))
    edges = counted.with_columns(
        low=(pl.col("bin") * BIN_WIDTH).round(2), high=((pl.col("bin") + 1) * BIN_WIDTH).round(2)
    )
    return DISTANCE_HISTOGRAM.conform(edges.select(DISTANCE_HISTOGRAM.content))


def separate(grouped: pl.DataFrame) -> pl.DataFrame:
    """Return Cohen's d of matches against passages that do not match; frame of the contract `distance_separation`.

    d is the difference of means over the pooled standard deviation (J. Cohen, Statistical Power Analysis for the
    Behavioral Sciences, 1988), above 0 where matches are nearer.
    """
    groups = grouped.select(_GROUP).unique()
    ours = {**{name: (name,) for name in MATCHES}, ANY_BGE: MATCHES}
    compared = pl.concat(
        [
            groups.with_columns(pl.lit(name).alias("match_class"), pl.lit(against).alias("against"))
            .join(_moments(grouped, classes, ""), on=_GROUP, how="left")
            .join(_moments(grouped, others, "_against"), on=_GROUP, how="left")
            for name, classes in ours.items()
            for against, others in AGAINST.items()
        ]
    )
    counted = compared.with_columns(pl.col("n", "n_against").fill_null(0))
    squares = (pl.col("n") - 1) * pl.col("variance") + (pl.col("n_against") - 1) * pl.col("variance_against")
    pooled = (squares / (pl.col("n") + pl.col("n_against") - 2)).sqrt()
    gap = pl.col("mean_against") - pl.col("mean")
    frame = counted.with_columns(pooled_sd=pooled).with_columns(
        cohens_d=pl.when(pl.col("pooled_sd") > 0).then(gap / pl.col("pooled_sd"))
    )
    return DISTANCE_SEPARATION.conform(frame.select(DISTANCE_SEPARATION.content))


def to_rulings(wanted: pl.DataFrame, corpus: str, system: str) -> pl.DataFrame:
    """Return how far queries lie from the rulings that they should find; frame of the contract `ruling_distances`.

    Args:
        wanted: `task`, `variant`, `query_id`, `target_doc_id`, `language`, `is_cited`, `distance` of every passage of
            every ruling to be found; `is_cited` says that it is the cited consideration.
        corpus: key of the corpus.
        system: key of the model's system.
    """
    ruling = ["task", "variant", "query_id", "target_doc_id", "language"]
    kinds = [
        part.group_by(ruling).agg(pl.col("distance").min()).with_columns(pl.lit(kind).alias("kind"))
        for kind, part in ((NEAREST, wanted), (CITED, wanted.filter("is_cited")))
    ]
    each = pl.concat(kinds).rename({"language": "target_language"})
    both = pl.concat([each, each.with_columns(pl.lit(ALL).alias("target_language"))]).with_columns(
        pl.lit(corpus).alias("corpus"), pl.lit(system).alias("system")
    )
    return RULING_DISTANCES.conform(both.group_by(*_GROUP, "kind").agg(_spread()))


def _moments(grouped: pl.DataFrame, classes: Sequence[str], suffix: str) -> pl.DataFrame:
    distance = pl.col("distance")
    moments = {"n": pl.len().cast(pl.Int64), "mean": distance.mean(), "variance": distance.var()}
    return (
        grouped.filter(pl.col("match_class").is_in(classes))
        .group_by(_GROUP)
        .agg(**{f"{name}{suffix}": moment for name, moment in moments.items()})
    )


def _spread() -> list[pl.Expr]:
    """Columns of a spread of `distance`."""
    distance = pl.col("distance")
    quantiles = {"q05": 0.05, "q25": 0.25, "median": 0.5, "q75": 0.75, "q95": 0.95}
    return [
        pl.len().cast(pl.Int64).alias("n"),
        distance.mean().alias("mean"),
        distance.std().alias("sd"),
        distance.min().alias("smallest"),
        *(distance.quantile(share, "linear").alias(name) for name, share in quantiles.items()),
        distance.max().alias("largest"),
    ]
