"""Systems over all tasks and variants of a corpus: lexical ones, and the rankings that others are made of.

Belongs here: from a catalog entry, an index manifest and queries to rankings. Does not belong here: scoring
(`lexical.py`, `dense.py`, `fusion.py`, `reranking.py`).
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import polars as pl

from legal_assets.catalog import System, learns
from legal_assets.collections.shown import ALL, of_sets, shown_sets
from legal_assets.indexes.models import model as model_named
from legal_assets.indexes.postings import Postings, read_postings
from legal_assets.indexes.weights import Weights, weigh
from legal_assets.rankings.lexical import rank
from legal_assets.storage.digests import frame_digest, value_digest
from legal_assets.text.analysers import analyser as analyser_named


def rank_lexically(
    corpus: str,
    system: System,
    index: pl.DataFrame,
    queries: pl.LazyFrame,
    folder: Path,
    *,
    parameters: Callable[[str, str], Mapping[str, float]],
    depth: int,
    threads: int,
) -> Iterator[pl.DataFrame]:
    """Rank every query of every indexed task and variant; yields parts of the contract `rankings`, in key order.

    Memory holds some hundred queries, their rankings and one index.

    Args:
        corpus: key of the corpus.
        system: catalog entry of the system.
        index: manifest of the contract `lexical_index`.
        queries: queries of all tasks.
        folder: where index folders lie.
        parameters: parameters of the model for a task and variant.
        depth: candidates ranked per query.
        threads: threads of the scorer.
    """
    analyser = analyser_named(system.analyser)
    entries = index.filter(pl.col("analyser") == system.analyser).sort("task", "variant")

    @lru_cache(maxsize=1)
    def weighted(digest: str, setting: str) -> tuple[Postings, Weights]:
        postings = read_postings(folder / digest)
        return postings, weigh(postings, model_named(system.model), json.loads(setting))

    for task, variant, digest in entries.select("task", "variant", "digest").iter_rows():
        asked = _asked(queries, task, variant)
        setting = json.dumps(dict(parameters(task, variant)), sort_keys=True)
        run_id = _run_id(system, setting, digest, asked, depth)
        for ranking in rank(asked, *weighted(digest, setting), analyser, depth, threads):
            yield ranking.with_columns(
                pl.lit(corpus).alias("corpus"),
                pl.lit(system.key).alias("system"),
                pl.lit(task).alias("task"),
                pl.lit(variant).alias("variant"),
                pl.lit(run_id).alias("run_id"),
            )


def rankings_of_parts(system: System, rankings: Sequence[pl.LazyFrame], variants: str) -> dict[str, pl.LazyFrame]:
    """Return the rankings of the systems that a system is made of, by their keys.

    Where a learned model takes part, only the variants that learned models rank are taken of every part.

    Args:
        system: catalog entry.
        rankings: rows of the contract `rankings`, of any families.
        variants: `shown` or `all`, see `collections/shown.py`.
    """
    every = pl.concat(list(rankings))
    found = {part: every.filter(pl.col("system") == part) for part in system.parts}
    taken = variants if learns(system) else ALL
    return {part: of_sets(frame, shown_sets(frame, taken)) for part, frame in found.items()}


def _asked(queries: pl.LazyFrame, task: str, variant: str) -> pl.DataFrame:
    of_task = (pl.col("task") == task) & (pl.col("variant") == variant)
    return queries.filter(of_task).select("query_id", "text").sort("query_id").collect()


def _run_id(system: System, setting: str, index: str, asked: pl.DataFrame, depth: int) -> str:
    """Digest of all that decides a ranking."""
    parts = [system.key, system.model, system.analyser, setting, index, frame_digest(asked, asked.columns)]
    return value_digest([*parts, depth])[:16]
