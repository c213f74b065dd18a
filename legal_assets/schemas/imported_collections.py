"""Contracts of what is merged from older collections, judged by people, and counted over collections.

Belongs here: imported tables, rows recovered, excluded and filtered on import, human judgments and their agreement,
statistics of collections. Does not belong here: the collections themselves (`collections.py`), rankings and scores
(`runs.py`).
"""

import polars as pl

from legal_assets.schemas.collections import CANDIDATE_ID, QUERY_ID, TASK, VARIANT
from legal_assets.schemas.contract import Column, Table
from legal_assets.schemas.documents import CORPUS, DOC_ID, PASSAGE_ID

_SOURCE = Column("source", pl.String(), "Table that was imported, by the name it was given.")

IMPORTED_TABLES = Table(
    "imported_tables",
    "One row per imported file that is no document: a table to be merged, or a file of a release.",
    ("corpus", "role", "name"),
    (
        CORPUS,
        Column("role", pl.String(), "`paragraphs`, `citations`, `labels`, `metadata`, or `release`."),
        Column("name", pl.String(), "Name of the file, by which tables say where a row comes from."),
        Column(
            "columns", pl.String(), "The table's own names of our columns, as JSON; null for a release.", nullable=True
        ),
        Column("decisions", pl.List(pl.String()), "CELEX numbers of the decisions that it names, asked of the source."),
        Column("media_type", pl.String(), "Type found in the content."),
        Column("sha256", pl.String(), "SHA-256 of the bytes, the name in the raw store."),
        Column("size", pl.Int64(), "Bytes."),
    ),
)

RECOVERED_PASSAGES = Table(
    "recovered_passages",
    "One row per passage whose text was missing on one side of a merge and was taken from the other.",
    ("corpus", "passage_id", "missing_in"),
    (
        CORPUS,
        PASSAGE_ID,
        DOC_ID,
        Column("missing_in", pl.String(), "Where the text was missing: `corpus` or the name of a table."),
        Column("taken_from", pl.String(), "Where the text came from: `corpus` or the name of a table."),
        Column("new_document", pl.Boolean(), "Whether the corpus had nothing of the document before."),
        Column("characters", pl.Int32(), "Characters of the text."),
    ),
)

EXCLUDED_ROWS = Table(
    "excluded_rows",
    "One row per row of an imported table that could not be used, with the reason.",
    ("corpus", "source", "row", "reason"),
    (
        CORPUS,
        _SOURCE,
        Column("row", pl.Int64(), "Row of the table, from 1, the header not counted."),
        Column("celex", pl.String(), "CELEX number as the row gives it.", nullable=True),
        Column("number", pl.String(), "Paragraph number as the row gives it.", nullable=True),
        Column("reason", pl.String(), "Reason code, such as `bad_celex`."),
        Column("detail", pl.String(), "What was found."),
    ),
)

FILTERED_PASSAGES = Table(
    "filtered_passages",
    "One row per row of an imported table left out because it is written in another language.",
    ("corpus", "source", "row"),
    (
        CORPUS,
        _SOURCE,
        Column("row", pl.Int64(), "Row of the table, from 1, the header not counted."),
        PASSAGE_ID,
        DOC_ID,
        Column("language", pl.String(), "Language identified, as ISO 639-1 code."),
        Column("confidence", pl.Float64(), "Probability that the identified language is right, 0 to 1."),
    ),
)

HUMAN_JUDGMENTS = Table(
    "human_judgments",
    "One row per pair that two experts judged.",
    ("corpus", "task", "query_id", "candidate_id"),
    (
        CORPUS,
        TASK,
        QUERY_ID,
        CANDIDATE_ID,
        Column("relevant", pl.Boolean(), "Whether both experts hold it relevant, by the rule in force."),
        Column("before", pl.Boolean(), "Whether the pair was relevant before people judged it."),
    ),
)

LABEL_AGREEMENT = Table(
    "label_agreement",
    "One row per question and two experts: how far they agree beyond chance.",
    ("corpus", "question", "first_expert", "second_expert"),
    (
        CORPUS,
        Column("question", pl.String(), "Question; `any` for a yes to at least one of them."),
        Column("first_expert", pl.String(), "The one expert."),
        Column("second_expert", pl.String(), "The other."),
        Column("pairs", pl.Int64(), "Pairs that both answered."),
        Column("observed", pl.Float64(), "Share of the pairs on which they agree."),
        Column("expected", pl.Float64(), "Share on which they would agree by chance, given how often each says yes."),
        Column("kappa", pl.Float64(), "Cohen's kappa; null where chance explains everything.", nullable=True),
    ),
)

COLLECTION_STATISTICS = Table(
    "collection_statistics",
    "One row per task and variant: its sizes, and what its texts are like.",
    ("corpus", "task", "variant"),
    (
        CORPUS,
        TASK,
        VARIANT,
        Column("queries", pl.Int64(), "Queries."),
        Column("candidates", pl.Int64(), "Candidates."),
        Column("qrels", pl.Int64(), "Relevant pairs."),
        Column("relevants_mean", pl.Float64(), "Relevant candidates per query, mean.", nullable=True),
        Column("relevants_max", pl.Int64(), "Relevant candidates per query, most.", nullable=True),
        Column("query_words_mean", pl.Float64(), "Words and marks per query, mean.", nullable=True),
        Column("query_words_max", pl.Int64(), "Words and marks per query, most.", nullable=True),
        Column("query_characters_mean", pl.Float64(), "Characters per query, mean.", nullable=True),
        Column("candidate_words_mean", pl.Float64(), "Words and marks per candidate, mean.", nullable=True),
        Column("candidate_words_max", pl.Int64(), "Words and marks per candidate, most.", nullable=True),
        Column("query_case_paragraphs_mean", pl.Float64(), "Paragraphs per citing case, mean.", nullable=True),
        Column("query_case_paragraphs_max", pl.Int64(), "Paragraphs per citing case, most.", nullable=True),
        Column("candidate_case_paragraphs_mean", pl.Float64(), "Paragraphs per candidate case, mean.", nullable=True),
        Column("candidate_case_paragraphs_max", pl.Int64(), "Paragraphs per candidate case, most.", nullable=True),
        Column(
            "jaccard_mean", pl.Float64(), "Jaccard overlap of query and relevant, mean of the pairs.", nullable=True
        ),
    ),
)

COLLECTION_SIMILARITY = Table(
    "collection_similarity",
    "One row per task, variant and model: BERTScore between queries and what is relevant to them.",
    ("corpus", "task", "variant", "model"),
    (
        CORPUS,
        TASK,
        VARIANT,
        Column("model", pl.String(), "Model id."),
        Column("layer", pl.Int32(), "Layer of the model whose token vectors are compared; -1 is the last."),
        Column("pairs", pl.Int64(), "Relevant pairs compared."),
        Column("precision_mean", pl.Float64(), "BERTScore precision of the query, mean of the pairs."),
        Column("recall_mean", pl.Float64(), "BERTScore recall of the relevant text, mean of the pairs."),
        Column("f1_mean", pl.Float64(), "BERTScore F1, mean of the pairs; without weights, not rescaled."),
    ),
)
