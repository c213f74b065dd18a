"""Contracts of the space of vectors around rulings: distances by match class, and expansion by the citation graph.

Belongs here: what is told of distances between queries and considerations. Does not belong here: vectors and their
indexes (`vectors.py`), match classes (`matches.py`).
"""

import polars as pl

from legal_assets.schemas.collections import TASK, VARIANT
from legal_assets.schemas.contract import Column, Table
from legal_assets.schemas.documents import CORPUS
from legal_assets.schemas.runs import SYSTEM

TARGET_LANGUAGE = Column(
    "target_language",
    pl.String(),
    "`de`, `fr`, `it`: queries that should find a ruling in that language, matches in other languages left out; a "
    "query with rulings in several counts in each. `all`: all accepted queries, also those whose rulings the corpus "
    "lacks.",
)
_MATCH_CLASS = "`exact`, `sibling`, `partial`, `article_exact`, `article_law` or `miss`."
_SPREAD = (
    Column("n", pl.Int64(), "Pairs of query and passage."),
    Column("mean", pl.Float64(), "Mean cosine distance: 1 less the cosine, from 0 to 2."),
    Column("sd", pl.Float64(), "Standard deviation, divided by n - 1; null for one pair.", nullable=True),
    Column("smallest", pl.Float64(), "Smallest distance."),
    Column("q05", pl.Float64(), "5 % quantile; quantiles lie on the line between neighbours."),
    Column("q25", pl.Float64(), "Lower quartile."),
    Column("median", pl.Float64(), "Median."),
    Column("q75", pl.Float64(), "Upper quartile."),
    Column("q95", pl.Float64(), "95 % quantile."),
    Column("largest", pl.Float64(), "Largest distance."),
)

MATCH_DISTANCES = Table(
    "match_distances",
    "One row per model, task, language of the rulings to be found and match class: cosine distances between queries "
    "and the passages of that class among the first ranked (`nearest` of LEGAL_ASSETS_RULINGS, 10).",
    ("corpus", "system", "task", "variant", "target_language", "match_class"),
    (CORPUS, SYSTEM, TASK, VARIANT, TARGET_LANGUAGE, Column("match_class", pl.String(), _MATCH_CLASS), *_SPREAD),
)

DISTANCE_HISTOGRAM = Table(
    "distance_histogram",
    "One row per bin that holds a distance of `match_distances`.",
    ("corpus", "system", "task", "variant", "target_language", "match_class", "bin"),
    (
        CORPUS,
        SYSTEM,
        TASK,
        VARIANT,
        TARGET_LANGUAGE,
        Column("match_class", pl.String(), _MATCH_CLASS),
        Column("bin", pl.Int32(), "Bin, from 0: distances from 0.05 times its number on."),
        Column("low", pl.Float64(), "Where the bin begins."),
        Column("high", pl.Float64(), "Where it ends; a distance that lies there belongs to the next bin."),
        Column("n", pl.Int64(), "Pairs in the bin."),
    ),
)

DISTANCE_SEPARATION = Table(
    "distance_separation",
    "One row per model, task, language, match class and what it is compared with: how far the distances of matches lie "
    "below those of passages that do not match, as Cohen's d. Pairs of one query are not independent of each other.",
    ("corpus", "system", "task", "variant", "target_language", "match_class", "against"),
    (
        CORPUS,
        SYSTEM,
        TASK,
        VARIANT,
        TARGET_LANGUAGE,
        Column("match_class", pl.String(), "`exact`, `sibling`, `partial`, or `any_bge`: the three together."),
        Column("against", pl.String(), "`miss`, or `miss_or_article_law`: the two together."),
        Column("n", pl.Int64(), "Pairs of the class."),
        Column("n_against", pl.Int64(), "Pairs that it is compared with."),
        Column("mean", pl.Float64(), "Mean distance of the class; null without a pair.", nullable=True),
        Column("mean_against", pl.Float64(), "Mean distance of the others; null without a pair.", nullable=True),
        Column(
            "pooled_sd",
            pl.Float64(),
            "Pooled standard deviation; null where either side has fewer than two pairs.",
            nullable=True,
        ),
        Column(
            "cohens_d",
            pl.Float64(),
            "(mean_against - mean) / pooled_sd: above 0 where matches are nearer; null where pooled_sd is null or 0.",
            nullable=True,
        ),
    ),
)

RULING_DISTANCES = Table(
    "ruling_distances",
    "One row per model, task, language and kind: cosine distances between queries and the rulings that they should "
    "find, ranked or not. Each query counts once for each ruling.",
    ("corpus", "system", "task", "variant", "target_language", "kind"),
    (
        CORPUS,
        SYSTEM,
        TASK,
        VARIANT,
        Column("target_language", pl.String(), "Language of the ruling: `de`, `fr`, `it`; `all` for all together."),
        Column(
            "kind",
            pl.String(),
            "`nearest`: the passage of the ruling that lies nearest; `cited`: the nearest of the considerations cited, "
            "where one is cited and in the corpus.",
        ),
        *_SPREAD,
    ),
)

GRAPH_EXPANSION = Table(
    "graph_expansion",
    "One row per model, task, direction, k and level: what is found when the best three passages, by cosine, of every "
    "ruling that cites a ruling among the first k, or is cited by one, join the first k; beside it what the model "
    "alone finds in as many passages, query by query.",
    ("corpus", "system", "task", "variant", "direction", "level", "cutoff"),
    (
        CORPUS,
        SYSTEM,
        TASK,
        VARIANT,
        Column("direction", pl.String(), "`outgoing`: rulings that are cited; `incoming`: that cite; `both`: either."),
        Column("level", pl.String(), "`exact`: the cited consideration; `any_bge`: anything of a cited ruling."),
        Column("cutoff", pl.Int32(), "k: passages whose rulings are expanded."),
        Column("n", pl.Int64(), "All accepted queries."),
        Column("n_reachable", pl.Int64(), "Those with a cited ruling in the corpus; no other can succeed."),
        Column("mean_neighbours", pl.Float64(), "Neighbouring rulings a query, those among the first k left out."),
        Column("mean_passages", pl.Float64(), "Mean N: the first k and what joins them, passages a query."),
        Column("base", pl.Int64(), "Queries that succeed within the first k."),
        Column("graph", pl.Int64(), "Queries that succeed within the N passages."),
        Column("dense", pl.Int64(), "Queries that succeed within their first N ranked."),
        Column("beyond_depth", pl.Int64(), "Queries whose N lies beyond what is ranked: `dense` may be too low there."),
        Column("base_value", pl.Float64(), "Base over n."),
        Column("graph_value", pl.Float64(), "Graph over n."),
        Column("dense_value", pl.Float64(), "Dense over n."),
        Column("lift", pl.Float64(), "graph_value less dense_value."),
    ),
)

SUCCESS_CURVES = Table(
    "success_curves",
    "One row per task, level and system: Success@k over all accepted queries, systems of all families beside "
    "each other.",
    ("corpus", "task", "variant", "level", "system"),
    (
        CORPUS,
        TASK,
        VARIANT,
        Column("level", pl.String(), "`exact`; `any_bge`: up to partial; `strong_article`: up to article_exact."),
        SYSTEM,
        *(
            Column(f"at_{cutoff}", pl.Float64(), f"Share of queries that reach the level within {cutoff}.")
            for cutoff in (1, 3, 5, 10, 20, 50, 100)
        ),
        Column("n", pl.Int64(), "All accepted queries."),
        Column("n_reachable", pl.Int64(), "Queries with at least one cited ruling in the corpus."),
    ),
)
