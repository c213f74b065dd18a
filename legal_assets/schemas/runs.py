"""Contracts of rankings, measures and what is published.

Belongs here: one contract for all ranking families, one for all query metrics, one for all metrics. Does not
belong here: the collections they were made on (`collections.py`).
"""

import polars as pl

from legal_assets.schemas.collections import CANDIDATE_ID, QUERY_ID, TASK, VARIANT
from legal_assets.schemas.contract import Column, Table
from legal_assets.schemas.documents import CORPUS

SYSTEM = Column("system", pl.String(), "System that made the ranking.")
RUN_ID = Column("run_id", pl.String(), "Digest of system, index and queries: equal ids, equal rankings.")

SYSTEMS = Table(
    "systems",
    "One row per system of the catalog, whether it is enabled or not: what the key of a ranking or measure stands for.",
    ("system",),
    (
        Column("system", pl.String(), "Key of the system."),
        Column("family", pl.String(), "Family whose rankings it is in: `lexical`, `dense`, `composed` …"),
        Column("role", pl.String(), "`fair`, `control` or `privileged`; only fair systems are on the leaderboard."),
        Column("title", pl.String(), "What it does; for lists of conditions also how scores are made comparable."),
        Column("parts", pl.List(pl.String()), "Systems that it is made of."),
    ),
)

RANKINGS = Table(
    "rankings",
    "One row per query and ranked candidate of a system.",
    ("corpus", "system", "task", "variant", "query_id", "rank"),
    (
        CORPUS,
        SYSTEM,
        TASK,
        VARIANT,
        QUERY_ID,
        Column("rank", pl.Int32(), "Rank from 1, fixed when written: by score, ties by candidate_id descending."),
        CANDIDATE_ID,
        Column("score", pl.Float32(), "Score of the system."),
        RUN_ID,
    ),
)

TUNED_PARAMETERS = Table(
    "tuned_parameters",
    "One row per setting tried for a system on the dev queries of a level and variant.",
    ("corpus", "system", "level", "variant", "setting"),
    (
        CORPUS,
        SYSTEM,
        Column("level", pl.String(), "Level of the tasks: `par-par`, `expert` …"),
        VARIANT,
        Column("setting", pl.String(), "The parameters as JSON, names sorted."),
        Column("k1", pl.Float64(), "Saturation of the term frequency.", nullable=True),
        Column("b", pl.Float64(), "Strength of the length normalisation.", nullable=True),
        Column("mu", pl.Float64(), "Mass of the prior of a Dirichlet language model.", nullable=True),
        Column("measure", pl.String(), "Measure that chooses."),
        Column("value", pl.Float64(), "Its mean over the dev queries; null without any.", nullable=True),
        Column("queries", pl.Int64(), "Dev queries."),
        Column("chosen", pl.Boolean(), "Whether test is ranked with this setting."),
        Column("basis", pl.String(), "`grid`, `no parameters`, or why the model's own parameters were kept."),
    ),
)

QUERY_METRICS = Table(
    "query_metrics",
    "One row per query, system and measure; a query without a ranking counts 0.",
    ("corpus", "system", "task", "variant", "query_id", "measure"),
    (
        CORPUS,
        SYSTEM,
        TASK,
        VARIANT,
        QUERY_ID,
        Column("measure", pl.String(), "Measure under the field's name, such as `nDCG@10`."),
        Column("value", pl.Float64(), "Value from 0 to 1."),
        Column("relevant", pl.Int32(), "Relevant candidates of the query."),
        Column("answered", pl.Boolean(), "Whether the system ranked anything for it."),
        RUN_ID,
    ),
)

METRICS = Table(
    "metrics",
    "One row per system, task, variant and measure: the mean over all judged queries, with its interval.",
    ("corpus", "system", "task", "variant", "measure"),
    (
        CORPUS,
        SYSTEM,
        TASK,
        VARIANT,
        Column("measure", pl.String(), "Measure under the field's name."),
        Column("value", pl.Float64(), "Mean over `n` queries."),
        Column("low", pl.Float64(), "Lower end of the 95 % interval, bootstrap over citing documents."),
        Column("high", pl.Float64(), "Upper end of the 95 % interval."),
        Column("n", pl.Int64(), "Denominator: all judged queries of the task."),
        Column("answered", pl.Int64(), "Queries for which the system ranked anything."),
        Column("clusters", pl.Int64(), "Citing documents, the units of the bootstrap."),
        Column("few", pl.Boolean(), "Whether `n` is too small to trust a difference."),
        Column("role", pl.String(), "`fair`, `control` or `privileged`; only fair systems are ranked."),
        RUN_ID,
        Column("qrels_digest", pl.String(), "Digest of the relevant pairs scored against."),
        Column("candidates_digest", pl.String(), "Digest of the candidates ranked."),
        Column("software", pl.String(), "Versions of the libraries that ranked and scored.", observation=True),
    ),
)

LEAKAGE = Table(
    "leakage",
    "One row per system, task, measure and pair of variants: what numbers and citations in the text give away.",
    ("corpus", "system", "task", "measure", "variant_before", "variant_after"),
    (
        CORPUS,
        SYSTEM,
        TASK,
        Column("measure", pl.String(), "Measure under the field's name."),
        Column("variant_before", pl.String(), "Variant that shows more."),
        Column("variant_after", pl.String(), "Variant that shows less."),
        Column("value_before", pl.Float64(), "Mean over `n` queries in the first variant."),
        Column("value_after", pl.Float64(), "Mean over the same queries in the second."),
        Column("change", pl.Float64(), "Second less first."),
        Column("relative_change", pl.Float64(), "Change over the first; null where that is 0.", nullable=True),
        Column("p_value", pl.Float64(), "Two-sided paired randomisation test, citing documents flipped whole."),
        Column("n", pl.Int64(), "Queries compared."),
        Column("few", pl.Boolean(), "Whether `n` is too small to trust a difference."),
    ),
)

HUMAN_SUBSET = Table(
    "human_subset",
    "One row per system, task, variant and measure: over all queries, and over those that people judged.",
    ("corpus", "system", "task", "variant", "measure"),
    (
        CORPUS,
        SYSTEM,
        TASK,
        VARIANT,
        Column("measure", pl.String(), "Measure under the field's name."),
        Column("value_all", pl.Float64(), "Mean over all queries, against all relevant pairs."),
        Column("n_all", pl.Int64(), "All judged queries of the task."),
        Column(
            "value_human", pl.Float64(), "Mean over the queries people judged, against the pairs of source `human`."
        ),
        Column("n_human", pl.Int64(), "Queries with a relevant pair of source `human`."),
        Column("difference", pl.Float64(), "`value_human` less `value_all`."),
        Column("few", pl.Boolean(), "Whether `n_human` is too small to trust the difference."),
    ),
)

WAREHOUSE = Table(
    "warehouse",
    "One row per table or view in the published DuckDB file.",
    ("name",),
    (
        Column("name", pl.String(), "Table or view."),
        Column("kind", pl.String(), "`table` or `view`."),
        Column("rows", pl.Int64(), "Rows at the time of publishing; null for views.", nullable=True),
        Column("meaning", pl.String(), "What a row is."),
    ),
)
