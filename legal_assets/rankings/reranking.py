"""Reranking: the first candidates of a ranking in the order of a model that reads query and candidate together.

Belongs here: the pool, its pairs, and a reranked system over all tasks and variants of a corpus. Does not belong here:
how pairs are encoded and kept (`indexes/`).
"""

from collections.abc import Callable, Iterator, Sequence

import polars as pl

from legal_assets.indexes.embedding import Progress, Report, embed
from legal_assets.indexes.encoding_processes import EncodeChunks, Text
from legal_assets.indexes.vector_cache import Rows, VectorCache, pair_digest, text_digest
from legal_assets.rankings.hits import ranked
from legal_assets.storage.digests import value_digest

POOL = 100
_SET = ("task", "variant")

Scorer = Callable[[Sequence[tuple[str, str]]], Sequence[float]]
"""From pairs of query and candidate texts to scores."""


class PairScorer:
    """Scores pairs with a cross-encoder; each pair is scored once and kept by its digest."""

    def __init__(
        self, cache: VectorCache, encode_chunks: EncodeChunks, progress: Callable[[Progress], None] | None = None
    ) -> None:
        """Score through a cache of the model's space with side `pair` (see `embedding.encoder`)."""
        self._cache = cache
        self._encode_chunks = encode_chunks
        self._progress = progress
        self.reports: list[Report] = []

    def __call__(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        """Return the score of each pair.

        Raises:
            ValueError: the model gives more than one score a pair.
        """
        if not pairs:
            return []
        texts: list[Text] = list(pairs)
        digests = [pair_digest(query, candidate) for query, candidate in pairs]
        self.reports.append(embed(texts, digests, self._cache, self._encode_chunks, self._progress))
        vectors = self._cache.rows(digests).vectors
        if vectors.shape[1] != 1:
            raise ValueError(f"A reranker gives one score a pair; this model gives {vectors.shape[1]}.")
        scores: list[float] = vectors[:, 0].tolist()
        return scores


class NearnessScorer:
    """Scores pairs by the inner product of a bi-encoder's vectors; of a long candidate's windows the best counts."""

    def __init__(
        self,
        queries: tuple[VectorCache, EncodeChunks],
        documents: tuple[VectorCache, EncodeChunks],
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        """Encode each side through its cache (see `embedding.encoder`)."""
        self._queries = queries
        self._documents = documents
        self._progress = progress

    def __call__(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        """Return the score of each pair."""
        if not pairs:
            return []
        queries = self._rows(self._queries, [query for query, _ in pairs])
        documents = self._rows(self._documents, [candidate for _, candidate in pairs])
        joined = pl.DataFrame(
            {
                "pair": range(len(pairs)),
                "query": [text_digest(query) for query, _ in pairs],
                "document": [text_digest(candidate) for _, candidate in pairs],
            }
        )
        for name, rows in (("query", queries), ("document", documents)):
            joined = joined.join(pl.DataFrame({name: rows.digests}).with_row_index(f"{name}_row"), name)
        of_query, of_document = (joined[f"{name}_row"].to_numpy() for name in ("query", "document"))
        products = (queries.vectors[of_query] * documents.vectors[of_document]).sum(axis=1)
        best = joined.select("pair", score=pl.Series(products)).group_by("pair").agg(pl.col("score").max()).sort("pair")
        scores: list[float] = best["score"].to_list()
        return scores

    def _rows(self, side: tuple[VectorCache, EncodeChunks], texts: Sequence[str]) -> Rows:
        cache, encode_chunks = side
        distinct: list[Text] = list(dict.fromkeys(texts))
        digests = [text_digest(str(text)) for text in distinct]
        embed(distinct, digests, cache, encode_chunks, self._progress)
        return cache.rows(digests)


def rerank(
    ranking: pl.DataFrame, queries: pl.DataFrame, candidates: pl.DataFrame, score: Scorer, pool: int = POOL
) -> pl.DataFrame:
    """Return the first `pool` candidates of each query in the order of their new scores.

    Args:
        ranking: `query_id`, `candidate_id`, `rank` from 1.
        queries: `query_id`, `text`.
        candidates: `candidate_id`, `text`; several rows a candidate are its passages, and its best one counts.
        score: scores pairs of texts.
        pool: candidates read per query; those below are left out.

    Raises:
        ValueError: a query or candidate of the pool has no text.
    """
    pairs = (
        ranking.filter(pl.col("rank") <= pool)
        .select("query_id", "candidate_id")
        .join(queries.select("query_id", query="text"), "query_id", "left")
        .join(candidates.select("candidate_id", candidate="text"), "candidate_id", "left")
        .sort("query_id", "candidate_id", maintain_order=True)
    )
    for side in ("query", "candidate"):
        absent = pairs.filter(pl.col(side).is_null())
        if absent.height:
            raise ValueError(f"The {side} {absent[f'{side}_id'][0]!r} of the pool has no text.")
    scores = score(pairs.select("query", "candidate").rows())
    scored = pairs.select("query_id", "candidate_id", score=pl.Series(scores, dtype=pl.Float32))
    best = scored.group_by("query_id", "candidate_id").agg(pl.col("score").max())
    return ranked(best, pool)


def rank_by_reranking(
    corpus: str,
    system: str,
    rankings: pl.LazyFrame,
    queries: pl.LazyFrame,
    units: pl.LazyFrame,
    score: Scorer,
    *,
    space: str,
    pool: int = POOL,
    queries_at_once: int = 200,
) -> Iterator[pl.DataFrame]:
    """Rerank a system's rankings of every task and variant; yields parts of the contract `rankings`, in key order.

    Args:
        corpus: key of the corpus.
        system: name of the reranked system.
        rankings: rows of the contract `rankings` of the system whose first candidates are the pool.
        queries: queries of all tasks.
        units: `task`, `variant`, `candidate_id`, `text`: what is read of a candidate.
        score: scores pairs of texts.
        space: space of the scores, see `embedding.space_of`.
        pool: candidates read per query.
        queries_at_once: queries whose pairs are held together.
    """
    pooled = rankings.filter(pl.col("rank") <= pool)
    for task, variant in pooled.select(_SET).unique().sort(_SET).collect().iter_rows():
        of_task = (pl.col("task") == task) & (pl.col("variant") == variant)
        ranking = pooled.filter(of_task).select("query_id", "candidate_id", "rank", "run_id").collect()
        read = ranking.lazy().select("candidate_id").unique()
        asked = queries.filter(of_task).select("query_id", "text").collect()
        texts = units.filter(of_task).join(read, "candidate_id", "semi").select("candidate_id", "text").collect()
        run_id = value_digest([system, ranking["run_id"].unique().sort().to_list(), space, pool])[:16]
        for ids in ranking.select(pl.col("query_id").unique().sort()).iter_slices(queries_at_once):
            part = ranking.join(ids, "query_id", "semi")
            yield rerank(part, asked, texts, score, pool).with_columns(
                pl.lit(corpus).alias("corpus"),
                pl.lit(system).alias("system"),
                pl.lit(task).alias("task"),
                pl.lit(variant).alias("variant"),
                pl.lit(run_id).alias("run_id"),
            )
