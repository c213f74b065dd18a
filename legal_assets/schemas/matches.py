"""Contracts of match classes: how near what was ranked comes to the ruling that a query should find.

Belongs here: classes per query, success by level, success by language, the sample of misses. Does not belong here:
measures on graded pairs (`runs.py`).
"""

import polars as pl

from legal_assets.schemas.collections import CANDIDATE_ID, QUERY_ID, TASK, VARIANT
from legal_assets.schemas.contract import Column, Table
from legal_assets.schemas.documents import CORPUS
from legal_assets.schemas.runs import SYSTEM

QUERY_MATCHES = Table(
    "query_matches",
    "One row per query, system and class that something ranked for the query has: its best rank. A query with several "
    "targets is one query, and what is ranked has its best class over the targets.",
    ("corpus", "system", "task", "variant", "query_id", "match_class"),
    (
        CORPUS,
        SYSTEM,
        TASK,
        VARIANT,
        QUERY_ID,
        Column(
            "match_class",
            pl.String(),
            "`exact` (the cited consideration), `sibling` (same top number), `partial` (same ruling), `article_exact` "
            "(cites an article of the query, or of its passage if that names none), `article_law` (the act), `miss`.",
        ),
        Column("rank", pl.Int32(), "Best rank of that class, to rank 100."),
        Column("candidate_id", pl.String(), "What is ranked there."),
    ),
)

MATCH_SUCCESS = Table(
    "match_success",
    "One row per system, task, level and cutoff: the share of all accepted queries, each once, whose best class within "
    "the cutoff reaches the level; beside it the share of those with a cited ruling in the corpus.",
    ("corpus", "system", "task", "variant", "level", "cutoff"),
    (
        CORPUS,
        SYSTEM,
        TASK,
        VARIANT,
        Column("level", pl.String(), "`exact`; `any_bge`: up to partial; `strong_article`: up to article_exact."),
        Column("cutoff", pl.Int32(), "k of Success@k."),
        Column("successes", pl.Int64(), "Queries that reach the level."),
        Column("n", pl.Int64(), "All accepted queries, also those whose rulings the corpus lacks."),
        Column("value", pl.Float64(), "Successes over n."),
        Column("n_reachable", pl.Int64(), "Queries with at least one cited ruling in the corpus."),
        Column("value_reachable", pl.Float64(), "The same share among those; null without any.", nullable=True),
    ),
)

LANGUAGE_SUCCESS = Table(
    "language_success",
    "One row per system, task and group of targets: how many are found within the cutoff. Here a query counts once for "
    "each ruling it should find, or once for each pair of languages.",
    ("corpus", "system", "task", "variant", "kind", "language"),
    (
        CORPUS,
        SYSTEM,
        TASK,
        VARIANT,
        Column(
            "kind",
            pl.String(),
            "`target`: rulings of a language that are to be found; `both`: queries with German and French rulings, by "
            "what was found; `corpus`: candidates by their language.",
        ),
        Column("language", pl.String(), "`de`, `fr`, `it`; for `both`: `both`, `only_de`, `only_fr`, `neither`."),
        Column("cutoff", pl.Int32(), "k within which something of the ruling must be ranked."),
        Column("found", pl.Int64(), "Targets found, queries of that outcome, or candidates."),
        Column("n", pl.Int64(), "Targets, queries with both languages, or all candidates."),
        Column("value", pl.Float64(), "Found over n; 0 where there is none."),
    ),
)

MISSES = Table(
    "misses",
    "One row per query of a seeded sample that found nothing of its rulings: what it asks, what came first instead.",
    ("corpus", "system", "task", "variant", "query_id", "rank"),
    (
        CORPUS,
        SYSTEM,
        TASK,
        VARIANT,
        QUERY_ID,
        Column("rank", pl.Int32(), "Rank of what came instead, from 1."),
        CANDIDATE_ID,
        Column("query", pl.String(), "The query."),
        Column("targets", pl.String(), "What it should find, as printed."),
        Column("candidate", pl.String(), "What came instead, its first 400 characters."),
    ),
)

LANGUAGE_BALANCE = Table(
    "language_balance",
    "One row per system, task, half of the queries and weight of lists in other languages: how many rulings are found "
    "within 10 when a ranking is cut into one list a language and fused. Chosen on one half, to be read on the other.",
    ("corpus", "system", "task", "variant", "setting", "half"),
    (
        CORPUS,
        SYSTEM,
        TASK,
        VARIANT,
        Column("setting", pl.String(), "Weight of French and Italian lists beside German ones, or `as ranked`."),
        Column("half", pl.String(), "`choose` or `report`; a citing document lies in one of them."),
        Column("targets", pl.Int64(), "Rulings to be found, one a query and ruling."),
        Column("found", pl.Int64(), "Those of which something is among the first 10."),
        Column("value", pl.Float64(), "Found over targets."),
        Column("value_de", pl.Float64(), "The same of German rulings; null without any.", nullable=True),
        Column("value_fr", pl.Float64(), "The same of French rulings.", nullable=True),
        Column("value_it", pl.Float64(), "The same of Italian rulings.", nullable=True),
        Column("chosen", pl.Boolean(), "Whether it finds most on the half `choose`."),
    ),
)
