"""Contracts of what is inferred from measures: tests between systems, robustness, correlations, slices.

Belongs here: one contract for each kind of question. Does not belong here: the measures themselves (`runs.py`).
"""

import polars as pl

from legal_assets.schemas.collections import CANDIDATE_ID, QUERY_ID, TASK, VARIANT
from legal_assets.schemas.contract import Column, Table
from legal_assets.schemas.documents import CORPUS
from legal_assets.schemas.runs import SYSTEM

MEASURE = Column("measure", pl.String(), "Measure under the field's name.")
N = Column("n", pl.Int64(), "Queries compared.")
FAMILIES = Column("families", pl.Int64(), "Units resampled and flipped: citing documents, or sets of gold documents.")
SEED = Column("seed", pl.Int32(), "Seed of the random draws.")
FEW = Column("few", pl.Boolean(), "Whether `n` is too small to trust a difference.")
OTHER = Column("other", pl.String(), "System that it is compared with.")

SYSTEM_COMPARISONS = Table(
    "system_comparisons",
    "One row per pair of systems, task, variant and measure: their difference on the same queries, and its tests.",
    ("corpus", "task", "variant", "measure", "system", "other"),
    (
        CORPUS,
        TASK,
        VARIANT,
        MEASURE,
        SYSTEM,
        OTHER,
        Column("difference", pl.Float64(), "Mean of `system` less mean of `other`."),
        Column("low", pl.Float64(), "Lower end of the 95 % interval, bootstrap over families."),
        Column("high", pl.Float64(), "Upper end of the 95 % interval."),
        Column("p_value", pl.Float64(), "Two-sided paired randomisation test, families flipped whole."),
        Column("p_adjusted", pl.Float64(), "The same against the largest |T| of all pairs of the task and measure."),
        Column("wins", pl.Int64(), "Queries on which `system` is better."),
        Column("ties", pl.Int64(), "Queries on which both are equal."),
        Column("losses", pl.Int64(), "Queries on which `other` is better."),
        N,
        FAMILIES,
        FEW,
        SEED,
    ),
)

BLOCK_TESTS = Table(
    "block_tests",
    "One row per declared block, task and variant tried: its difference from the block's baseline, corrected.",
    ("corpus", "block", "task", "system"),
    (
        CORPUS,
        Column("block", pl.String(), "Declared block of comparisons."),
        TASK,
        SYSTEM,
        Column("baseline", pl.String(), "System that the block's variants are compared with."),
        MEASURE,
        Column("value", pl.Float64(), "Mean of the system."),
        Column("baseline_value", pl.Float64(), "Mean of the baseline."),
        Column("difference", pl.Float64(), "The first less the second."),
        Column("low", pl.Float64(), "Lower end of the 95 % interval, bootstrap over families."),
        Column("high", pl.Float64(), "Upper end of the 95 % interval."),
        Column("p_value", pl.Float64(), "Two-sided paired randomisation test, families flipped whole."),
        Column("p_block", pl.Float64(), "The same against the largest |T| of all variants of the block."),
        Column(
            "p_holm",
            pl.Float64(),
            "`p_block` of the chosen variant by Holm's rule across the blocks of the task; null for the others.",
            nullable=True,
        ),
        Column("is_chosen", pl.Boolean(), "Whether it is the block's best variant on the task that chooses."),
        Column(
            "is_post_hoc",
            pl.Boolean(),
            "Whether this is the task that chose, or the system has the same value there for every query.",
        ),
        Column("variants", pl.Int32(), "Variants of the block that were tried."),
        N,
        FAMILIES,
        SEED,
    ),
)

ROBUSTNESS = Table(
    "robustness",
    "One row per system, task, variant, measure and analysis: how far a mean depends on queries, documents, judgments.",
    ("corpus", "task", "variant", "system", "measure", "analysis"),
    (
        CORPUS,
        TASK,
        VARIANT,
        SYSTEM,
        MEASURE,
        Column(
            "analysis",
            pl.String(),
            "`crossed-gold`, `crossed-judged`: weights on queries and on gold or all judged documents; "
            "`without-one-document`: lowest and highest mean without the queries of one gold document; "
            "`without-20-documents`: without those of the 20 gold documents of most queries.",
        ),
        Column("value", pl.Float64(), "Mean over `n` queries; null where none is left.", nullable=True),
        Column("low", pl.Float64(), "Lower end of the 95 % interval, or lowest value.", nullable=True),
        Column("high", pl.Float64(), "Upper end of the 95 % interval, or highest value.", nullable=True),
        N,
        Column("documents", pl.Int64(), "Documents of the graph."),
        Column("components", pl.Int64(), "Components of the graph of queries and documents."),
        Column("largest_component", pl.Int64(), "Queries of the largest component."),
        Column("detail", pl.String(), "Documents that give the lowest and the highest mean; else empty."),
        SEED,
    ),
)

MEASURE_CORRELATIONS = Table(
    "measure_correlations",
    "One row per task, variant and pair of measures: whether they put the systems into the same order.",
    ("corpus", "task", "variant", "measure", "other"),
    (
        CORPUS,
        TASK,
        VARIANT,
        MEASURE,
        Column("other", pl.String(), "Measure that it is compared with."),
        Column("spearman", pl.Float64(), "Spearman's rho over fair systems; null if undefined.", nullable=True),
        Column("kendall", pl.Float64(), "Kendall's tau-b over fair systems; null if undefined.", nullable=True),
        Column("systems", pl.Int64(), "Fair systems compared."),
    ),
)

VERSION = Column("version", pl.String(), "Earlier version of the judgments.")
LATER = Column("later", pl.String(), "Version that it is compared with.")
QUERIES_OF = Column(
    "queries_of",
    pl.String(),
    "`own`: each version over its queries with a gold candidate; `common`: both over the queries with one in both.",
)

QREL_CHANGES = Table(
    "qrel_changes",
    "One row per pair of query and candidate whose grade or gold a repair of the judgments changed.",
    ("corpus", "task", "version", "later", "query_id", "candidate_id"),
    (
        CORPUS,
        TASK,
        VERSION,
        LATER,
        QUERY_ID,
        CANDIDATE_ID,
        Column(
            "grade_before", pl.Int16(), "Grade before the repair; null for a pair that was not judged.", nullable=True
        ),
        Column("grade_after", pl.Int16(), "Grade after it; null for a pair that is no more.", nullable=True),
        Column("gold_before", pl.Boolean(), "Whether it was gold before."),
        Column("gold_after", pl.Boolean(), "Whether it is gold after."),
        Column("without_gold", pl.String(), "`before`, `after` or both if the query has no gold there, else empty."),
    ),
)

VERSION_METRICS = Table(
    "version_metrics",
    "One row per system, task, variant and measure: its mean before and after a repair of the judgments.",
    ("corpus", "task", "variant", "system", "measure", "version", "later", "queries_of"),
    (
        CORPUS,
        TASK,
        VARIANT,
        SYSTEM,
        MEASURE,
        VERSION,
        LATER,
        QUERIES_OF,
        Column("value_before", pl.Float64(), "Mean by the earlier version; null without a query.", nullable=True),
        Column("value_after", pl.Float64(), "Mean by the later version; null without a query.", nullable=True),
        Column("n_before", pl.Int64(), "Queries of the first mean."),
        Column("n_after", pl.Int64(), "Queries of the second."),
    ),
)

VERSION_CORRELATIONS = Table(
    "version_correlations",
    "One row per task, variant and measure: whether a repair of the judgments leaves fair systems in their order.",
    ("corpus", "task", "variant", "measure", "version", "later", "queries_of"),
    (
        CORPUS,
        TASK,
        VARIANT,
        MEASURE,
        VERSION,
        LATER,
        QUERIES_OF,
        Column("spearman", pl.Float64(), "Spearman's rho of the means; null if undefined.", nullable=True),
        Column("kendall", pl.Float64(), "Kendall's tau-b of the means; null if undefined.", nullable=True),
        Column("systems", pl.Int64(), "Fair systems compared."),
        Column("pairs", pl.Int64(), "Pairs of them."),
        Column("swapped", pl.Int64(), "Pairs that stand the other way round after the repair; ties are none."),
        Column("n_before", pl.Int64(), "Queries before."),
        Column("n_after", pl.Int64(), "Queries after."),
        Column("largest_change", pl.Float64(), "Largest change of a mean, after less before."),
        Column("most_changed", pl.String(), "System that it is of; null where no mean changed.", nullable=True),
    ),
)

SLICE_METRICS = Table(
    "slice_metrics",
    "One row per system, task, variant, measure and slice of conjunctive queries: the mean over the slice's queries.",
    ("corpus", "task", "variant", "system", "measure", "slice"),
    (
        CORPUS,
        TASK,
        VARIANT,
        SYSTEM,
        MEASURE,
        Column(
            "slice",
            pl.String(),
            "`conditions-2`, `conditions-3`; `gold-pages-to-30`, `gold-pages-over-100`: shortest gold document; "
            "`judged-to-25`, `judged-over-50`: judged documents; `half-choosing`, `half-reporting`: halves of the "
            "families by which settings are chosen and reported; `length-matched`: pairs of gold and subset of like "
            "length, for `AUC-gold@1000` only.",
        ),
        Column("value", pl.Float64(), "Mean over `n` queries."),
        Column("low", pl.Float64(), "Lower end of the 95 % interval, bootstrap over families."),
        Column("high", pl.Float64(), "Upper end of the 95 % interval."),
        Column("n", pl.Int64(), "Queries of the slice that have the measure."),
        FAMILIES,
        FEW,
        SEED,
    ),
)

COMMON_SUPPORT = Table(
    "common_support",
    "One row per pair of systems, task and variant: which puts gold before subsets where both reach a gold.",
    ("corpus", "task", "variant", "system", "other"),
    (
        CORPUS,
        TASK,
        VARIANT,
        SYSTEM,
        OTHER,
        Column("n_both", pl.Int64(), "Queries for which both have a gold among the first 10."),
        Column("ordered", pl.Float64(), "Share of those that `system` has complete first.", nullable=True),
        Column("ordered_other", pl.Float64(), "Share of those that `other` has complete first.", nullable=True),
        Column("p_value", pl.Float64(), "Two-sided paired randomisation test of the two shares.", nullable=True),
        Column("only_system", pl.Int64(), "Queries for which only `system` has a gold among the first 10."),
        Column("only_other", pl.Int64(), "Queries for which only `other` has."),
        Column("neither", pl.Int64(), "Queries for which neither has."),
        N,
        SEED,
    ),
)

PROMOTION_BOUNDS = Table(
    "promotion_bounds",
    "One row per system, task, variant, measure and k: lowest and highest mean if up to k subsets a query were gold.",
    ("corpus", "task", "variant", "system", "measure", "k"),
    (
        CORPUS,
        TASK,
        VARIANT,
        SYSTEM,
        MEASURE,
        Column("k", pl.Int32(), "Judged subsets of each query that may be promoted to gold."),
        Column("low", pl.Float64(), "Lowest mean."),
        Column("high", pl.Float64(), "Highest mean. That of nClue is the same for every k from 1."),
        N,
    ),
)
