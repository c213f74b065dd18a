"""Encoding in batches of fixed shapes, so that a vector does not depend on what else is encoded.

Belongs here: the settings, the plan of batches, and running it on a loaded network. Does not belong here: the
networks (`loading.py`), processes and the cache (`embedding.py`).

Libraries pad a batch to its longest text, and sums in other shapes round otherwise. Here a text's padded length
depends on its own length only, and the rows of a batch on that length only; a batch that is not full repeats a
row. So the last bit of a vector is a matter of the text, the weights and the settings.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from legal_assets.indexes.windows import OVERLAP, WINDOW, window_spans, word_spans

Side = Literal["query", "document", "pair"]


@dataclass(frozen=True, slots=True)
class EncodingSettings:
    """Settings that decide bits.

    Padded lengths are multiples of `step`; rows times length of a batch are at most `batch_tokens`; without a
    `dtype` the model's own is used.
    """

    step: int = 8
    batch_tokens: int = 512
    window: int = WINDOW
    overlap: int = OVERLAP
    dtype: Literal["float32", "bfloat16"] | None = None
    device: str = "cpu"

    def __post_init__(self) -> None:
        if self.step < 1 or self.batch_tokens < 1 or not 0 <= self.overlap < self.window:
            raise ValueError(f"Encoding settings {asdict(self)} are out of range.")

    def rows(self, length: int) -> int:
        """Return the rows of a batch of this padded length: a power of two."""
        return 1 << (max(1, self.batch_tokens // length).bit_length() - 1)

    def padded(self, length: int, limit: int) -> int:
        """Return the padded length of a text of this many tokens."""
        return min(limit, max(1, -(-length // self.step)) * self.step)


@dataclass(frozen=True, slots=True)
class Tokenised:
    """Token ids of texts, marks included, and of pairs also which text a token is of."""

    ids: list[list[int]]
    types: list[list[int]] | None = None


class WordCounter(Protocol):
    """Something that counts a model's tokens."""

    def word_tokens(self, text: str, words: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the number of tokens of each word of a text, given the words' spans; marks left out."""
        ...


class Network(WordCounter, Protocol):
    """A loaded model. A text is a string, or a pair of strings for a cross-encoder."""

    limit: int
    """Tokens it reads, marks included."""
    pad_left: bool
    pad_id: int

    def tokenise(self, texts: Sequence[str] | Sequence[tuple[str, str]], limit: int | None) -> Tokenised:
        """Return token ids, cut at `limit` tokens where it is given."""
        ...

    def forward(
        self, ids: NDArray[np.int64], mask: NDArray[np.int64], types: NDArray[np.int64] | None
    ) -> NDArray[np.float32]:
        """Return one row of output for each row of ids; arrays have shape (rows, length)."""
        ...


@dataclass(frozen=True, slots=True)
class Encoded:
    """Rows of output: of text `texts[i]`, window `windows[i]`, characters `spans[i]`, `tokens[i]` tokens read."""

    texts: NDArray[np.int64]
    windows: NDArray[np.int32]
    spans: NDArray[np.int32]
    tokens: NDArray[np.int32]
    truncated: NDArray[np.bool_]
    vectors: NDArray[np.float32]


def batches(lengths: NDArray[np.int64], limit: int, settings: EncodingSettings) -> Iterator[NDArray[np.int64]]:
    """Yield the places of texts that go into one batch, longest first; every batch has one padded length."""
    padded = np.array([settings.padded(int(length), limit) for length in lengths], np.int64)
    for length in np.unique(padded)[::-1]:
        places = np.flatnonzero(padded == length)
        rows = settings.rows(int(length))
        for start in range(0, len(places), rows):
            yield places[start : start + rows]


def encode_tokens(
    network: Network, tokenised: Tokenised, limit: int, settings: EncodingSettings
) -> NDArray[np.float32]:
    """Return the network's output for tokenised texts, one row each, in their order."""
    lengths = _lengths(tokenised)
    output: NDArray[np.float32] | None = None
    for places in batches(lengths, limit, settings):
        length = settings.padded(int(lengths[places[0]]), limit)
        rows = np.resize(places, settings.rows(length))
        mask = _matrix([[1] * len(tokenised.ids[place]) for place in rows], length, 0, network.pad_left)
        ids = _matrix([tokenised.ids[place] for place in rows], length, network.pad_id, network.pad_left)
        types = tokenised.types and _matrix([tokenised.types[place] for place in rows], length, 0, network.pad_left)
        found = network.forward(ids, mask, None if types is None else np.asarray(types))
        if output is None:
            output = np.empty((len(lengths), *found.shape[1:]), np.float32)
        output[places] = found[: len(places)]
    return np.empty((0, 0), np.float32) if output is None else output


def encode_texts(
    network: Network, texts: Sequence[str], prompt: str, side: Side, settings: EncodingSettings, *, normalise: bool
) -> Encoded:
    """Encode texts: a document longer than a window gives one row a window, a query is cut.

    Raises:
        ValueError: the prompt leaves no room for text.
    """
    limit = min(network.limit, settings.window)
    marks = len(network.tokenise([prompt], None).ids[0])
    if marks >= limit:
        raise ValueError(f"The prompt {prompt!r} takes {marks} of {limit} tokens; no room is left for text.")
    whole = network.tokenise([prompt + text for text in texts], None)
    lengths = _lengths(whole)
    owners, spans = pieces(network, texts, lengths, limit if side == "document" else None, limit - marks, settings)
    parts = [prompt + texts[place][start:end] for place, (start, end) in zip(owners, spans, strict=True)]
    read = network.tokenise(parts, None) if (lengths > limit).any() else whole
    truncated = _lengths(read) > limit
    read = network.tokenise(parts, limit) if truncated.any() else read
    vectors = encode_tokens(network, read, limit, settings)
    return encoded(owners, spans, _lengths(read), truncated, unit_length(vectors) if normalise else vectors)


def encode_pairs(network: Network, pairs: Sequence[tuple[str, str]], settings: EncodingSettings) -> Encoded:
    """Score pairs of query and candidate: one row each; the longer text of a pair that does not fit is cut."""
    limit = min(network.limit, settings.window)
    read = network.tokenise(pairs, None)
    truncated = _lengths(read) > limit
    read = network.tokenise(pairs, limit) if truncated.any() else read
    vectors = encode_tokens(network, read, limit, settings)
    return encoded(range(len(pairs)), [(0, 0)] * len(pairs), _lengths(read), truncated, vectors)


def pieces(
    counter: WordCounter,
    texts: Sequence[str],
    lengths: NDArray[np.int64],
    limit: int | None,
    room: int,
    settings: EncodingSettings,
) -> tuple[list[int], list[tuple[int, int]]]:
    """Return of every piece the place of its text and its character span.

    A text is one piece unless it has more than `limit` tokens; then its pieces are windows of `room` tokens.
    """
    owners: list[int] = []
    spans: list[tuple[int, int]] = []
    overlap = room * settings.overlap // settings.window
    for place, text in enumerate(texts):
        found = [(0, len(text))]
        if limit is not None and lengths[place] > limit:
            words = word_spans(text)
            found = window_spans(words, counter.word_tokens(text, words), room, overlap)
        owners += [place] * len(found)
        spans += found
    return owners, spans


def encoded(
    owners: Sequence[int],
    spans: Sequence[tuple[int, int]],
    tokens: NDArray[np.int64],
    truncated: NDArray[np.bool_],
    vectors: NDArray[np.float32],
) -> Encoded:
    """Return rows of output with the windows of a text numbered from 0; owners ascend."""
    places = np.array(owners, np.int64)
    windows = np.arange(len(places)) - np.searchsorted(places, places)
    return Encoded(
        places,
        windows.astype(np.int32),
        np.array(spans, np.int32).reshape(-1, 2),
        tokens.astype(np.int32),
        truncated,
        vectors,
    )


def unit_length(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return vectors divided by their length; a vector of zeros stays."""
    lengths = np.sqrt(np.square(vectors, dtype=np.float64).sum(axis=1, keepdims=True))
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)


def in_chunks(lengths: Sequence[int], texts: int, characters: int) -> Iterator[list[int]]:
    """Yield places of texts, longest first, in chunks of at most so many texts and (but for one) characters."""
    order = sorted(range(len(lengths)), key=lambda place: (-lengths[place], place))
    chunk: list[int] = []
    held = 0
    for place in order:
        if chunk and (len(chunk) == texts or held + lengths[place] > characters):
            yield chunk
            chunk, held = [], 0
        chunk.append(place)
        held += lengths[place]
    if chunk:
        yield chunk


def _lengths(tokenised: Tokenised) -> NDArray[np.int64]:
    return np.array([len(ids) for ids in tokenised.ids], np.int64)


def _matrix(lists: Sequence[Sequence[int]], length: int, fill: int, left: bool) -> NDArray[np.int64]:
    matrix = np.full((len(lists), length), fill, np.int64)
    for row, values in enumerate(lists):
        if left:
            matrix[row, length - len(values) :] = values
        else:
            matrix[row, : len(values)] = values
    return matrix
