"""All texts of a corpus through one model: rows of the table `embeddings`, and what it took.

Belongs here: both sides in the order of the table's key, and the facts shown with the asset. Does not belong here:
which texts (`corpus_texts.py`), encoding and cache (`embedding.py`).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import polars as pl

from legal_assets.catalog_models import Model
from legal_assets.indexes.embedding import Progress, Report, embed_texts, embedding_frames
from legal_assets.indexes.encoders import Weights, library_versions
from legal_assets.indexes.encoding import EncodingSettings, Side
from legal_assets.indexes.encoding_processes import encoder
from legal_assets.indexes.vector_cache import text_digest


@dataclass(frozen=True, slots=True)
class EmbeddedCorpus:
    """Parts of the contract `embeddings` in key order; by side a report, and how many texts were not read whole."""

    parts: Iterator[pl.DataFrame]
    reports: Mapping[Side, Report]
    truncated: Mapping[Side, int]
    revision: str
    software: str

    def facts(self, seconds: float) -> dict[str, int | float | str]:
        """Return what is shown with the asset, given the seconds that encoding took."""
        encoded = sum(report.encoded for report in self.reports.values())
        return {
            "texts": sum(report.asked for report in self.reports.values()),
            "texts_encoded": encoded,
            "texts_reused": sum(report.reused for report in self.reports.values()),
            "tokens_encoded": sum(report.tokens for report in self.reports.values()),
            "queries_truncated": self.truncated["query"],
            "documents_truncated": self.truncated["document"],
            "seconds": round(seconds, 1),
            "texts_per_second": round(encoded / seconds, 1) if encoded and seconds else 0.0,
            "revision": self.revision,
            "software": self.software,
        }


def embed_corpus(
    corpus: str,
    model: Model,
    weights: Weights,
    queries: pl.LazyFrame,
    units: pl.LazyFrame,
    folder: Path,
    *,
    settings: EncodingSettings,
    processes: int = 1,
    progress: Callable[[str, Progress], None] | None = None,
) -> EmbeddedCorpus:
    """Encode the distinct texts of queries and candidates that were not encoded before.

    Args:
        corpus: key of the corpus.
        model: entry of the catalog.
        weights: where `locate` found them.
        queries: texts of queries, see `corpus_texts.py`.
        units: texts that stand for candidates.
        folder: where caches lie.
        settings: settings that decide bits.
        processes: processes that encode, one thread each.
        progress: called with the side after each chunk.

    Raises:
        ValueError, ModelUnavailableError, EncodingError: as `embed_texts` says.
    """
    given: dict[Side, pl.LazyFrame] = {"document": units, "query": queries}
    parts, reports, truncated = [], {}, {}
    with encoder(model, weights, settings, processes) as encode:
        for side, frame in given.items():
            distinct = frame.select(pl.col("text").unique().sort()).collect()["text"]
            cache, space, reports[side] = embed_texts(
                model, weights, side, distinct, folder, settings, progress=_told(progress, side), encode=encode
            )
            truncated[side] = cache.truncated([text_digest(text) for text in distinct])
            facts = (cache, weights.revision, space)
            parts.append(embedding_frames(corpus, model.key, side, distinct, *facts, sparse=model.kind == "sparse"))
    versions = ", ".join(f"{name} {version}" for name, version in library_versions(model).items())
    return EmbeddedCorpus(chain.from_iterable(parts), reports, truncated, weights.revision, versions)


def _told(progress: Callable[[str, Progress], None] | None, side: Side) -> Callable[[Progress], None] | None:
    return None if progress is None else lambda state: progress(side, state)
