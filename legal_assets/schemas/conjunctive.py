"""Contracts of conjunctive queries: facts, conditions, their pages, and the pages that systems name as evidence.

Belongs here: what is known of pages and conditions. Does not belong here: queries, candidates and qrels, which are
as everywhere (`collections.py`).
"""

import polars as pl

from legal_assets.schemas.collections import CANDIDATE_ID, QUERY_ID, TASK, VARIANT
from legal_assets.schemas.contract import Column, Table
from legal_assets.schemas.documents import CORPUS, DOC_ID
from legal_assets.schemas.runs import RUN_ID, SYSTEM

CONCEPT = Column("concept", pl.String(), "What is meant, in lower case, whatever form it takes: `rural roads agency`.")
CONDITION = Column("condition", pl.Int32(), "Number of the condition in its query, from 1.")

FACTS = Table(
    "facts",
    "One row per document and concept that it mentions, with all its pages.",
    ("corpus", "doc_id", "concept"),
    (
        CORPUS,
        DOC_ID,
        CONCEPT,
        Column("phrase", pl.String(), "How the concept is most often written in the corpus."),
        Column("kind", pl.String(), "`heading` if it heads a section of some document, else `name`."),
        Column("forms", pl.List(pl.String()), "Forms found in this document: lower case words, or a short form."),
        Column("pages", pl.List(pl.Int32()), "Every page of the document that has one of the forms."),
    ),
)

CONDITIONS = Table(
    "conditions",
    "One row per condition of a conjunctive query: one required piece of evidence.",
    ("corpus", "query_id", "condition"),
    (
        CORPUS,
        QUERY_ID,
        CONDITION,
        CONCEPT,
        Column("phrase", pl.String(), "The condition as the query words it."),
        Column("forms", pl.List(pl.String()), "All forms of the concept in the corpus."),
        Column("documents", pl.Int32(), "Documents that meet the condition."),
    ),
)

CONDITION_PAGES = Table(
    "condition_pages",
    "One row per query, judged document and condition that the document meets, with all pages that meet it.",
    ("corpus", "query_id", "candidate_id", "condition"),
    (CORPUS, QUERY_ID, CANDIDATE_ID, CONDITION, Column("pages", pl.List(pl.Int32()), "Pages, each meeting it alone.")),
)

CONDITION_VERDICTS = Table(
    "condition_verdicts",
    "One row per answer of the model that checks conjunctive queries: a concept, a condition of a query in a judged "
    "document, or a wording. Empty where no model is asked.",
    ("corpus", "step", "record_id", "condition"),
    (
        CORPUS,
        Column("step", pl.String(), "`clusters`, `items` or `paraphrases`."),
        Column("record_id", pl.String(), "What was asked about: concept, query and document, or query."),
        Column("condition", pl.Int32(), "Condition of the query, from 1; 0: the concept, or the query as a whole."),
        Column("concept", pl.String(), "Concept that is judged; null for a query as a whole.", nullable=True),
        Column("query_id", pl.String(), "Query; null for concepts.", nullable=True),
        Column("candidate_id", pl.String(), "Judged document; null but for items.", nullable=True),
        Column("verdict", pl.String(), "`KEEP`, `SPLIT` or `REJECT` of a concept.", nullable=True),
        Column("groups", pl.List(pl.List(pl.String())), "Groups of forms of a `SPLIT`."),
        Column("meets", pl.Boolean(), "Whether the pages shown meet the condition; null without a valid answer.", True),
        Column("evidence", pl.String(), "Words quoted from a page, or the wording that was written.", nullable=True),
        Column("is_valid", pl.Boolean(), "Whether the answer keeps to the rules; only then it counts."),
        Column("reasons", pl.List(pl.String()), "Why it does not; empty if it does."),
        Column("provider", pl.String(), "Host that answered."),
        Column("model", pl.String(), "Model that answered, as it names itself."),
        Column("prompt_version", pl.String(), "Version of the prompt."),
        Column("prompt_digest", pl.String(), "SHA-256 of host, model, prompt and question as first asked."),
        Column("attempts", pl.Int32(), "How often it was asked for."),
        Column("input_tokens", pl.Int64(), "Tokens read, all attempts; in the first row of a question, 0 in others."),
        Column("output_tokens", pl.Int64(), "Tokens written, likewise."),
        Column("cost_usd", pl.Float64(), "Price at the prices of the settings, likewise.", observation=True),
    ),
)

CONJUNCTIVE_STATISTICS = Table(
    "conjunctive_statistics",
    "One row per number of conditions, and one (0) for all: sizes of a corpus's conjunctive queries.",
    ("corpus", "conditions"),
    (
        CORPUS,
        Column("conditions", pl.Int32(), "Conditions of the queries; 0: all queries."),
        Column("queries", pl.Int64(), "Queries."),
        Column("families", pl.Int64(), "Sets of gold documents; queries with the same set are one family."),
        Column("gold_documents", pl.Int64(), "Documents that are gold of some query."),
        Column("judged_documents", pl.Int64(), "Documents that are judged for some query."),
        Column("single_gold", pl.Int64(), "Queries with one gold document."),
        Column("gold_mean", pl.Float64(), "Gold documents of a query."),
        Column("gold_max", pl.Int64(), "Most gold documents of a query."),
        Column("subset_mean", pl.Float64(), "Judged documents of a query that are not gold."),
        Column("judged_mean", pl.Float64(), "Judged documents of a query."),
        Column("judged_max", pl.Int64(), "Most judged documents of a query."),
        Column("one_page", pl.Int64(), "Judged pairs with all conditions met that are not gold: no distinct pages."),
        Column("pages_mean", pl.Float64(), "Pages that meet a condition in a gold document."),
        Column("gold_pages_mean", pl.Float64(), "Length in pages of a gold document, each once."),
        Column("words_mean", pl.Float64(), "Words of the conditions of a query."),
    ),
)

PAGE_EVIDENCE = Table(
    "page_evidence",
    "One row per query, candidate, condition and page that a system names as evidence; first 10 candidates only.",
    ("corpus", "system", "task", "variant", "query_id", "candidate_id", "condition", "page"),
    (
        CORPUS,
        SYSTEM,
        TASK,
        VARIANT,
        QUERY_ID,
        CANDIDATE_ID,
        Column("condition", pl.Int32(), "Condition that the page is named for; 0: the query as a whole."),
        Column("page", pl.Int32(), "Page of the candidate, from 1."),
        Column("score", pl.Float32(), "Score of the page for the condition."),
        RUN_ID,
    ),
)

COMPOSED_PARAMETERS = Table(
    "composed_parameters",
    "One row per setting tried for the coverage-aware system, on the choosing half of the families.",
    ("corpus", "system", "weight", "pool"),
    (
        CORPUS,
        SYSTEM,
        Column("weight", pl.Float64(), "How much the weakest condition counts beside the fused score, 0 to 1."),
        Column("pool", pl.Int32(), "Candidates fused."),
        Column("measure", pl.String(), "Measure that chooses."),
        Column("value", pl.Float64(), "Its mean over the queries of the choosing half, in the form `raw`."),
        Column("queries", pl.Int64(), "Queries of the choosing half."),
        Column("chosen", pl.Boolean(), "Whether all forms are ranked with it."),
    ),
)
