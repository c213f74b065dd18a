"""One contract per table, and which contract each asset keeps.

Belongs here: columns, types, keys, meanings. Does not belong here: how rows are made (the rooms) and kept
(`storage/`).
"""

from legal_assets.schemas.collections import CANDIDATES, LEXICAL_INDEX, QRELS, QUERIES, TASKS
from legal_assets.schemas.contract import Column, ContractError, Table
from legal_assets.schemas.documents import (
    CITATION_PARTS,
    CITATIONS,
    DOCUMENTS,
    IMPORTED_FILES,
    MASKED_PASSAGES,
    MASKING_QUALITY,
    PASSAGES,
    RAW_DOCUMENTS,
    REJECTS,
)
from legal_assets.schemas.imported_collections import (
    COLLECTION_STATISTICS,
    EXCLUDED_ROWS,
    FILTERED_PASSAGES,
    HUMAN_JUDGMENTS,
    IMPORTED_TABLES,
    LABEL_AGREEMENT,
    RECOVERED_PASSAGES,
)
from legal_assets.schemas.runs import HUMAN_SUBSET, LEAKAGE, METRICS, QUERY_METRICS, RANKINGS, TUNED_PARAMETERS, WAREHOUSE
from legal_assets.schemas.sources import FETCH_LOG, REGISTER, REGISTER_ANSWERS, REGISTER_CITATIONS

CONTRACTS: dict[str, Table] = {
    "imported_files": IMPORTED_FILES,
    "raw_documents": RAW_DOCUMENTS,
    "raw_rejects": REJECTS,
    "imported_tables": IMPORTED_TABLES,
    "register": REGISTER,
    "register_answers": REGISTER_ANSWERS,
    "register_citations": REGISTER_CITATIONS,
    "citation_answers": REGISTER_ANSWERS,
    "fetch_log": FETCH_LOG,
    "documents": DOCUMENTS,
    "passages": PASSAGES,
    "passage_rejects": REJECTS,
    "recovered_passages": RECOVERED_PASSAGES,
    "excluded_rows": EXCLUDED_ROWS,
    "filtered_passages": FILTERED_PASSAGES,
    "citations": CITATIONS,
    "citation_parts": CITATION_PARTS,
    "excluded_pairs": EXCLUDED_ROWS,
    "masked_passages": MASKED_PASSAGES,
    "masking_quality": MASKING_QUALITY,
    "tasks": TASKS,
    "queries": QUERIES,
    "candidates": CANDIDATES,
    "qrels": QRELS,
    "query_rejects": REJECTS,
    "human_judgments": HUMAN_JUDGMENTS,
    "label_agreement": LABEL_AGREEMENT,
    "collection_statistics": COLLECTION_STATISTICS,
    "lexical_index": LEXICAL_INDEX,
    "tuned_parameters": TUNED_PARAMETERS,
    "lexical_rankings": RANKINGS,
    "lexical_query_metrics": QUERY_METRICS,
    "lexical_metrics": METRICS,
    "lexical_leakage": LEAKAGE,
    "lexical_human_subset": HUMAN_SUBSET,
    "warehouse": WAREHOUSE,
}
"""Contract of every asset that keeps a table, by asset name."""

__all__ = [
    "CANDIDATES",
    "CITATIONS",
    "CITATION_PARTS",
    "COLLECTION_STATISTICS",
    "CONTRACTS",
    "DOCUMENTS",
    "EXCLUDED_ROWS",
    "FETCH_LOG",
    "FILTERED_PASSAGES",
    "HUMAN_JUDGMENTS",
    "HUMAN_SUBSET",
    "IMPORTED_FILES",
    "IMPORTED_TABLES",
    "LABEL_AGREEMENT",
    "LEAKAGE",
    "LEXICAL_INDEX",
    "MASKED_PASSAGES",
    "MASKING_QUALITY",
    "METRICS",
    "PASSAGES",
    "QRELS",
    "QUERIES",
    "QUERY_METRICS",
    "RANKINGS",
    "RAW_DOCUMENTS",
    "RECOVERED_PASSAGES",
    "REGISTER",
    "REGISTER_ANSWERS",
    "REGISTER_CITATIONS",
    "REJECTS",
    "TASKS",
    "TUNED_PARAMETERS",
    "WAREHOUSE",
    "Column",
    "ContractError",
    "Table",
]
