"""A reranked system over all tasks and variants of a corpus, its model in processes of their own.

Belongs here: which texts are read of a candidate, and the model behind the scores. Does not belong here: the pool and
its order (`reranking.py`).
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import polars as pl

from legal_assets.catalog import System
from legal_assets.catalog_models import Model, models
from legal_assets.indexes.corpus_texts import texts_of_candidates
from legal_assets.indexes.embedding import Progress, space_of
from legal_assets.indexes.encoders import Weights, locate
from legal_assets.indexes.encoding import EncodingSettings, Side
from legal_assets.indexes.encoding_processes import EncodeChunks, encoder
from legal_assets.indexes.vector_cache import VectorCache, alone
from legal_assets.rankings.reranking import NearnessScorer, PairScorer, Scorer, rank_by_reranking


def rank_reranked(
    corpus: str,
    system: System,
    rankings: pl.LazyFrame,
    queries: pl.LazyFrame,
    candidates: pl.LazyFrame,
    passages: pl.LazyFrame,
    folder: Path,
    *,
    settings: EncodingSettings,
    processes: int = 1,
    progress: Callable[[Progress], None] | None = None,
) -> Iterator[pl.DataFrame]:
    """Rerank the first candidates of a system; yields parts of the contract `rankings`, in key order.

    Pairs that were scored before are not scored again.

    Args:
        corpus: key of the corpus.
        system: catalog entry of the reranked system.
        rankings: rows of the contract `rankings` of the system whose first candidates are the pool.
        queries: frame of the contract `queries`.
        candidates: frame of the contract `candidates`.
        passages: frame of the contract `passages`.
        folder: where caches lie.
        settings: settings that decide bits.
        processes: processes that score, one thread each.
        progress: called after each chunk of pairs.

    Raises:
        ModelUnavailableError, EncodingError: the model cannot be run here, or a process died.
    """
    (model,) = models([system.model])
    weights = locate(model)
    space = space_of(model, weights.revision, "pair", settings)
    sets = rankings.select("task", "variant").unique()
    units = texts_of_candidates(model.units, candidates, passages, sets)
    pool = int(dict(system.parameters)["pool"])
    with _scorer(model, weights, folder, settings, processes, progress) as score:
        yield from rank_by_reranking(corpus, system.key, rankings, queries, units, score, space=space, pool=pool)


@contextmanager
def _scorer(
    model: Model,
    weights: Weights,
    folder: Path,
    settings: EncodingSettings,
    processes: int,
    progress: Callable[[Progress], None] | None,
) -> Iterator[Scorer]:
    """Give the function that scores pairs: a cross-encoder's score, or the nearness of a bi-encoder's vectors."""
    with ExitStack() as held:
        encode = held.enter_context(encoder(model, weights, settings, processes))

        def side(name: Side) -> tuple[VectorCache, EncodeChunks]:
            space = space_of(model, weights.revision, name, settings)
            held.enter_context(alone(folder / space))
            return VectorCache(folder, space), partial(encode, name)

        if model.kind == "bi-encoder":
            yield NearnessScorer(side("query"), side("document"), progress)
        else:
            yield PairScorer(*side("pair"), progress)
