"""Checks of the room rankings; statements over the Parquet files, since rankings need not fit into memory."""

import polars as pl

from legal_assets.storage.statements import rows_of, statement
from legal_assets.wiring.checks import claim
from legal_assets.wiring.io_manager import ParquetFiles
from legal_assets.wiring.partitions import LEXICAL_CELLS


@claim(LEXICAL_CELLS, "lexical_rankings")
def rankings_name_each_candidate_once(lexical_rankings: ParquetFiles) -> pl.DataFrame:
    """No query lists a candidate twice."""
    return rows_of(statement("checks", "rankings_name_each_candidate_once"), rankings=lexical_rankings.paths)


@claim(LEXICAL_CELLS, "lexical_rankings")
def ranks_run_from_one_by_score(lexical_rankings: ParquetFiles) -> pl.DataFrame:
    """Ranks run 1, 2, 3 … without gap, by falling score, ties by candidate_id descending in byte order."""
    return rows_of(statement("checks", "ranks_run_from_one_by_score"), rankings=lexical_rankings.paths)


CHECKS = [rankings_name_each_candidate_once, ranks_run_from_one_by_score]
