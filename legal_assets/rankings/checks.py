"""Checks of the room rankings; statements over the Parquet files, since rankings need not fit into memory.

One pair of claims for every ranking family.
"""

import inspect
from typing import Any

import dagster as dg
import polars as pl

from legal_assets.storage.statements import rows_of, statement
from legal_assets.wiring.checks import claim
from legal_assets.wiring.io_manager import ParquetFiles
from legal_assets.wiring.partitions import CORPORA, FUSED_CELLS, LEXICAL_CELLS, MODEL_CELLS, RERANKED_CELLS

_CLAIMS = {
    "rankings_name_each_candidate_once": "No query lists a candidate twice.",
    "ranks_run_from_one_by_score": "Ranks run 1, 2, 3 … without gap, by falling score, ties by candidate_id descending "
    "in byte order.",
}
_FAMILIES: dict[str, dg.PartitionsDefinition[Any]] = {
    "lexical": LEXICAL_CELLS,
    "dense": MODEL_CELLS,
    "decomposed": MODEL_CELLS,
    "fused": FUSED_CELLS,
    "reranked": RERANKED_CELLS,
    "composed": CORPORA,
}


def _check(family: str, name: str) -> dg.AssetChecksDefinition:
    """Return the check of a family's rankings by the statement of a claim."""
    asset = f"{family}_rankings"

    def broken_rows(**files: ParquetFiles) -> pl.DataFrame:
        return rows_of(statement("checks", name), rankings=files[asset].paths)

    broken_rows.__name__ = f"{family}_{name}"
    broken_rows.__doc__ = _CLAIMS[name]
    parameter = inspect.Parameter(asset, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=ParquetFiles)
    # The claim reads off the signature which assets it needs.
    broken_rows.__signature__ = inspect.Signature([parameter])  # type: ignore[attr-defined]  # functions take it
    return claim(_FAMILIES[family], asset)(broken_rows)


CHECKS = [_check(family, name) for family in _FAMILIES for name in _CLAIMS]
