"""Embedding of texts: only those not encoded yet, kept as they finish.

Belongs here: the space that vectors live in, and the flow from texts to cached rows. Does not belong here: processes
(`encoding_processes.py`), batches (`encoding.py`), files (`vector_cache.py`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from legal_assets.catalog_models import Model
from legal_assets.indexes.encoders import Weights, library_versions
from legal_assets.indexes.encoding import EncodingSettings, Side, in_chunks
from legal_assets.indexes.encoding_processes import Encode, EncodeChunks, Text, encoder
from legal_assets.indexes.terms import without_padding
from legal_assets.indexes.vector_cache import VectorCache, alone, text_digest
from legal_assets.schemas.vectors import EMBEDDINGS
from legal_assets.storage.digests import value_digest

CHUNK_TEXTS, CHUNK_CHARACTERS = 256, 250_000
"""Texts and characters of a shard: what a killed process has to do again."""
_ROWS_AT_ONCE = 20_000


@dataclass(frozen=True, slots=True)
class Progress:
    """Texts encoded and asked for so far in a run, those reused left out."""

    done: int
    total: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Report:
    """What an embedding run did; distinct texts, and rows made of them (windows)."""

    asked: int
    encoded: int
    rows: int
    tokens: int
    truncated: int

    @property
    def reused(self) -> int:
        """Texts that were encoded before."""
        return self.asked - self.encoded


def space_of(
    model: Model,
    revision: str,
    side: Side,
    settings: EncodingSettings,
    versions: Mapping[str, str] | None = None,
) -> str:
    """Return the digest of all that decides a vector but the text: weights, how they are fed, and the libraries.

    Sides with equal prompts whose texts are cut alike share nothing: a query is cut where a document has windows.
    """
    how = {
        "kind": model.kind,
        "pooling": model.pooling,
        "prompt": "" if side == "pair" else model.prompt(side),
        "limit": model.maximum_length,
        "dtype": settings.dtype or model.dtype,
        "normalise": model.normalise,
    }
    if model.answers or model.head:
        how |= {"answers": model.answers, "template": model.template, "head": model.head}
    return value_digest(
        [model.repository, model.package, revision, side, how, asdict(settings), versions or library_versions(model)]
    )


def embed(
    texts: Sequence[Text],
    digests: Sequence[str],
    cache: VectorCache,
    encode_chunks: EncodeChunks,
    progress: Callable[[Progress], None] | None = None,
) -> Report:
    """Encode the texts that the cache has not, longest first, and keep each chunk as it finishes.

    Args:
        texts: texts, or pairs of texts.
        digests: their digests.
        cache: rows of the space.
        encode_chunks: encodes chunks in order; see `encoder`.
        progress: called after each chunk.

    Raises:
        ValueError: texts and digests differ in number.
    """
    if len(texts) != len(digests):
        raise ValueError(f"{len(digests)} digests for {len(texts)} texts.")
    missing = cache.missing(digests)
    lengths = [sum(map(len, text)) if isinstance(text, tuple) else len(text) for text in (texts[i] for i in missing)]
    chunks = [[missing[i] for i in chunk] for chunk in in_chunks(lengths, CHUNK_TEXTS, CHUNK_CHARACTERS)]
    done = rows = tokens = truncated = 0
    for chunk, encoded in zip(chunks, encode_chunks([texts[i] for i in chunk] for chunk in chunks), strict=True):
        cache.put([digests[i] for i in chunk], encoded)
        done += len(chunk)
        rows += len(encoded.texts)
        tokens += int(encoded.tokens.sum())
        truncated += int(encoded.truncated.sum())
        if progress is not None:
            progress(Progress(done, len(missing), tokens))
    return Report(len(set(digests)), done, rows, tokens, truncated)


def embedding_frames(
    corpus: str,
    model: str,
    side: Side,
    texts: pl.Series,
    cache: VectorCache,
    revision: str,
    space: str,
    *,
    sparse: bool = False,
) -> Iterator[pl.DataFrame]:
    """Yield the rows of texts as parts of the contract `embeddings`, in key order, some thousand at a time."""
    digests = pl.Series(sorted({text_digest(text) for text in texts.unique()}), dtype=pl.String)
    for start in range(0, len(digests), _ROWS_AT_ONCE):
        rows = cache.rows(digests.slice(start, _ROWS_AT_ONCE).to_list())
        frame = pl.DataFrame(
            {
                "text_digest": rows.digests,
                "window": rows.windows,
                "start": rows.spans[:, 0],
                "end": rows.spans[:, 1],
                "tokens": rows.tokens,
                "truncated": rows.truncated,
                "vector": without_padding(rows.vectors) if sparse else _as_lists(rows.vectors),
            }
        )
        yield EMBEDDINGS.conform(
            frame.with_columns(
                corpus=pl.lit(corpus),
                model=pl.lit(model),
                side=pl.lit(side),
                revision=pl.lit(revision),
                space=pl.lit(space),
            )
        )


def _as_lists(vectors: NDArray[np.float32]) -> pl.Series:
    return pl.Series(vectors, dtype=pl.Array(pl.Float32, vectors.shape[1])).cast(pl.List(pl.Float32))


def embed_texts(
    model: Model,
    weights: Weights,
    side: Side,
    texts: pl.Series,
    folder: Path,
    settings: EncodingSettings | None = None,
    processes: int = 1,
    progress: Callable[[Progress], None] | None = None,
    encode: Encode | None = None,
) -> tuple[VectorCache, str, Report]:
    """Encode the distinct texts of a series that were not encoded before; return their cache, its space, the report.

    Of two processes that encode in one space, one waits for the other and finds its texts encoded.

    Args:
        model: entry of the catalog.
        weights: where `locate` found them.
        side: `query` or `document`.
        texts: texts, nulls not allowed.
        folder: where the caches of all models lie.
        settings: settings that decide bits.
        processes: processes that encode, one thread each.
        progress: called after each chunk of some hundred texts.
        encode: what `encoder` gave, where several sides share its processes.

    Raises:
        ValueError: a text is null.
        ModelUnavailableError, EncodingError: as `encoder` says.
    """
    if texts.null_count():
        raise ValueError("A text to embed is null; every query and candidate needs one.")
    chosen = settings or EncodingSettings()
    space = space_of(model, weights.revision, side, chosen)
    distinct: list[Text] = texts.unique(maintain_order=True).to_list()
    digests = [text_digest(str(text)) for text in distinct]
    with alone(folder / space), ExitStack() as held:
        cache = VectorCache(folder, space)
        encode = encode or held.enter_context(encoder(model, weights, chosen, processes))
        report = embed(distinct, digests, cache, partial(encode, side), progress)
        cache.compact()
    return cache, space, report
