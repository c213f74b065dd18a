"""Contracts of test collections and indexes.

Belongs here: tasks, queries, candidates, qrels, index manifests. Does not belong here: rankings and scores
(`runs.py`).
"""

import polars as pl

from legal_assets.schemas.contract import Column, Table
from legal_assets.schemas.documents import CORPUS

TASK = Column("task", pl.String(), "Evaluation inside the corpus, such as `par-par-dev`.")
VARIANT = Column("variant", pl.String(), "How texts were masked: `original`, `unnumbered` or `masked`.")
QUERY_ID = Column("query_id", pl.String(), "Query: the id of the passage or document it is made of.")
CANDIDATE_ID = Column("candidate_id", pl.String(), "What is ranked: the id of a passage or a document.")

TASKS = Table(
    "tasks",
    "One row per task: its level, its split and its sizes.",
    ("corpus", "task"),
    (
        CORPUS,
        TASK,
        Column("level", pl.String(), "`par-par`, `par-case`, `case-case`, or who asks: `expert`, `layman`, `keyword`."),
        Column("split", pl.String(), "`train`, `dev` or `test`."),
        Column("first_day", pl.Date(), "First decision date of the queries; null: open.", nullable=True),
        Column("last_day", pl.Date(), "Last decision date of the queries; null: open.", nullable=True),
        Column("queries", pl.Int64(), "Queries with at least one relevant candidate."),
        Column("candidates", pl.Int64(), "Candidates, all dated before the first day if there is one."),
        Column("qrels", pl.Int64(), "Relevant pairs."),
        Column("few", pl.Boolean(), "Whether the queries are too few to tune on or to trust a difference."),
        Column("ranked", pl.Boolean(), "Whether systems are run on it; train is material for learning."),
    ),
)

QUERIES = Table(
    "queries",
    "One row per query and variant of a task.",
    ("corpus", "task", "variant", "query_id"),
    (
        CORPUS,
        TASK,
        VARIANT,
        QUERY_ID,
        Column("doc_id", pl.String(), "Citing document; queries of one document are one cluster in statistics."),
        Column("date", pl.Date(), "Date of the citing document.", nullable=True),
        Column("text", pl.String(), "The query."),
    ),
)

CANDIDATES = Table(
    "candidates",
    "One row per candidate and variant of a task.",
    ("corpus", "candidate_id", "task", "variant"),
    (
        CORPUS,
        CANDIDATE_ID,
        TASK,
        VARIANT,
        Column("doc_id", pl.String(), "Document of the candidate."),
        Column("date", pl.Date(), "Date of that document.", nullable=True),
        Column("text", pl.String(), "The candidate. `masked` shows candidates as `unnumbered` does."),
    ),
)

QRELS = Table(
    "qrels",
    "One row per relevant pair of query and candidate.",
    ("corpus", "task", "query_id", "candidate_id"),
    (
        CORPUS,
        TASK,
        QUERY_ID,
        CANDIDATE_ID,
        Column("grade", pl.Int16(), "Relevance grade, 1 or more."),
        Column("is_gold", pl.Boolean(), "Whether it answers the query in full."),
        Column("source", pl.String(), "Who judged: `eur_lex`, `human` …"),
        Column("version", pl.String(), "Version of the judgments."),
    ),
)

EARLIER_QRELS = Table(
    "earlier_qrels",
    "One row per pair that an earlier version of the judgments of today's queries had; `qrels` has the latest version.",
    ("corpus", "task", "version", "query_id", "candidate_id"),
    (
        CORPUS,
        TASK,
        Column("version", pl.String(), "Version of the judgments, before a repair."),
        QUERY_ID,
        CANDIDATE_ID,
        Column("grade", pl.Int16(), "Relevance grade, 1 or more."),
        Column("is_gold", pl.Boolean(), "Whether it answered the query in full."),
        Column("source", pl.String(), "Who judged."),
    ),
)

LEXICAL_INDEX = Table(
    "lexical_index",
    "One row per index: the candidates of a task and variant, and the folder of its files.",
    ("corpus", "task", "variant", "analyser"),
    (
        CORPUS,
        TASK,
        VARIANT,
        Column("analyser", pl.String(), "How texts became terms."),
        Column("digest", pl.String(), "Digest of candidates and analyser, the name of the folder."),
        Column("candidates", pl.Int64(), "Candidates indexed."),
        Column("terms", pl.Int64(), "Distinct terms."),
        Column("postings", pl.Int64(), "Pairs of term and candidate."),
        Column("tokens", pl.Int64(), "Terms counted with repetitions."),
    ),
)
