"""Dense models asked for each condition of a query alone, their lists combined.

Belongs here: from vectors of single conditions to rankings of documents. Does not belong here: combining lists
(`conditions.py`), searching vectors (`dense.py`).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import polars as pl

from legal_assets.catalog import System
from legal_assets.indexes.vector_cache import text_digest
from legal_assets.rankings.conditions import combine_conditions
from legal_assets.rankings.dense import open_index, search_index
from legal_assets.rankings.hits import ranked
from legal_assets.storage.digests import frame_digest, value_digest

_QUERIES_AT_ONCE = 1024


def rank_decomposed(
    corpus: str,
    systems: Sequence[System],
    index: pl.DataFrame,
    queries: pl.LazyFrame,
    conditions: pl.LazyFrame,
    embeddings: pl.LazyFrame,
    folder: Path,
    *,
    depth: int = 1000,
    threads: int = 1,
) -> Iterator[pl.DataFrame]:
    """Rank every query of conditions by each system; yields parts of the contract `rankings`, in key order.

    A condition's list is what a model finds for its phrase alone, `depth` candidates long. Scores are taken to 0 … 1
    within each list, and a document that is missing from one scores 0 in it, see `combine_conditions`. A phrase
    is searched once for all queries and systems while queries are no more than some thousand.

    Args:
        corpus: key of the corpus.
        systems: catalog entries of the systems that combine; each names how (`min`, `product`, `harmonic`).
        index: manifest of the contract `vector_index`, of one model.
        queries: queries of all tasks.
        conditions: frame of the contract `conditions`.
        embeddings: rows of the contract `embeddings` of that model, phrases of conditions among them.
        folder: where index folders lie.
        depth: candidates of a list, and ranked per query.
        threads: threads of the search.

    Raises:
        ValueError: the phrase of a condition is not embedded.
    """
    asked = conditions.select("query_id", "condition", "phrase").sort("query_id", "condition").collect()
    if asked.is_empty():
        return
    phrases = _with_vectors(asked, embeddings)
    asked = asked.join(phrases.select("phrase", "text_digest"), on="phrase", maintain_order="left")
    spaces = phrases["space"].unique().sort().to_list()

    @lru_cache(maxsize=1)
    def lists(kind: str, digest: str, query_ids: tuple[str, ...]) -> pl.DataFrame:
        of_queries = asked.filter(pl.col("query_id").is_in(query_ids))
        searched = phrases.join(of_queries, on="text_digest", how="semi").sort("text_digest")
        found = search_index(
            open_index(folder, kind, digest), searched["text_digest"], searched["vector"], depth, threads
        )
        named = found.select(text_digest="query_id", candidate_id="candidate_id", score="score")
        return of_queries.select("query_id", "condition", "text_digest").join(named, on="text_digest")

    manifest = index.sort("task", "variant").select("task", "variant", "kind", "digest").rows()
    for system in sorted(systems, key=lambda each: each.key):
        for task, variant, kind, digest in manifest:
            of_task = queries.filter((pl.col("task") == task) & (pl.col("variant") == variant))
            of_task_ids = of_task.select("query_id").sort("query_id").collect()
            of_task_conditions = asked.join(of_task_ids, on="query_id", how="semi")
            content = frame_digest(of_task_conditions, ["query_id", "condition", "text_digest"])
            run_id = value_digest([system.key, system.model, digest, spaces, content, depth])[:16]
            for part in of_task_ids.join(asked, on="query_id", how="semi").iter_slices(_QUERIES_AT_ONCE):
                combined = combine_conditions(
                    lists(kind, digest, tuple(part["query_id"])),
                    of_task_conditions.join(part, on="query_id", how="semi"),
                    system.model,
                    "min-max",
                )
                yield ranked(combined, depth).with_columns(
                    pl.lit(corpus).alias("corpus"),
                    pl.lit(system.key).alias("system"),
                    pl.lit(task).alias("task"),
                    pl.lit(variant).alias("variant"),
                    pl.lit(run_id).alias("run_id"),
                )


def _with_vectors(asked: pl.DataFrame, embeddings: pl.LazyFrame) -> pl.DataFrame:
    """Return `phrase`, `text_digest`, `vector` and `space` of every phrase."""
    phrases = asked.select("phrase").unique().sort("phrase")
    digests = pl.Series("text_digest", [text_digest(phrase) for phrase in phrases["phrase"]], dtype=pl.String)
    wanted = phrases.with_columns(digests)
    known = (
        embeddings.filter((pl.col("side") == "query") & (pl.col("window") == 0))
        .select("text_digest", "vector", "space")
        .join(wanted.lazy().select("text_digest"), on="text_digest", how="semi")
        .collect()
    )
    found = wanted.join(known, on="text_digest", how="left")
    absent = found.filter(pl.col("vector").is_null())
    if absent.height:
        raise ValueError(f"The condition {absent['phrase'][0]!r} is not embedded; materialize embeddings again.")
    return found
