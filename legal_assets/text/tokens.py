"""Tokens: the texts of a collection as term numbers.

Belongs here: numbering the terms of many texts at once. Does not belong here: what a word or a term is
(`analysers.py`) and how often it occurs where (`indexes/postings.py`).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from legal_assets.text.analysers import Analyser

_CHUNK_BYTES = 16_000_000
_ABSENT = np.iinfo(np.uint32).max


@dataclass(frozen=True, slots=True)
class Tokens:
    """Term numbers of texts, one text after the other.

    Text `i` is `terms[offsets[i]:offsets[i + 1]]`, repetitions and order kept; term `t` is `vocabulary[t]`. A
    vocabulary is sorted in byte order, so that equal collections have equal numbers.
    """

    terms: NDArray[np.uint32]
    offsets: NDArray[np.int64]
    vocabulary: pl.Series

    def __len__(self) -> int:
        """Number of texts."""
        return len(self.offsets) - 1

    def part(self, start: int, stop: int) -> "Tokens":
        """Return the texts from `start` to before `stop`."""
        offsets = self.offsets[start : stop + 1]
        return Tokens(self.terms[offsets[0] : offsets[-1]], offsets - offsets[0], self.vocabulary)


def tokenise(texts: pl.Series, analyser: Analyser, vocabulary: pl.Series | None = None) -> Tokens:
    """Return the terms of texts as numbers.

    With a `vocabulary` (that of an index, for queries) its numbers are used and terms it lacks are dropped.
    Texts are taken some megabytes at a time, each distinct word is analysed once: memory is four bytes a
    token and the chunk.

    Raises:
        ValueError: a text is null.
    """
    if texts.null_count():
        raise ValueError(f"Text {texts.is_null().arg_max()} of {len(texts)} is null; give an empty text instead.")
    seen = pl.Categories.random()
    codes: list[NDArray[np.uint32]] = []
    counts: list[NDArray[np.int64]] = []
    for chunk in _chunks(texts):
        words = analyser.words(chunk)
        flat = words.explode(empty_as_null=False).cast(pl.Categorical(seen))
        codes.append(flat.to_physical().to_numpy())
        counts.append(words.list.len().cast(pl.Int64).to_numpy())
    terms_of_words = analyser.terms(seen.to_series().alias("word"))
    if vocabulary is None:
        vocabulary = terms_of_words.drop_nulls().unique().sort().alias("term")
    numbers = _numbers(terms_of_words, vocabulary)
    lengths = [np.empty(0, np.int64)]
    for index, (chunk_codes, chunk_counts) in enumerate(zip(codes, counts, strict=True)):
        chunk_terms = numbers[chunk_codes]
        kept = chunk_terms != _ABSENT
        codes[index] = chunk_terms[kept]
        ends = np.concatenate([[0], np.cumsum(kept)])[np.cumsum(chunk_counts)]
        lengths.append(np.diff(ends, prepend=0))
    return Tokens(
        np.concatenate([np.empty(0, np.uint32), *codes]),
        np.concatenate([[0], np.cumsum(np.concatenate(lengths))]).astype(np.int64),
        vocabulary,
    )


def _chunks(texts: pl.Series) -> Iterator[pl.Series]:
    """Cut texts into chunks of some megabytes; a longer text is not cut."""
    if texts.is_empty():
        return
    chunk_of_text = (texts.str.len_bytes().cast(pl.Int64).cum_sum() // _CHUNK_BYTES).to_numpy()
    cuts = np.flatnonzero(np.diff(chunk_of_text)) + 1
    for start, end in zip([0, *cuts], [*cuts, len(texts)], strict=True):
        yield texts.slice(int(start), int(end - start))


def _numbers(terms: pl.Series, vocabulary: pl.Series) -> NDArray[np.uint32]:
    """Return the number of each term in the vocabulary, the highest number where it has none."""
    known = pl.DataFrame({"term": vocabulary, "number": np.arange(len(vocabulary), dtype=np.uint32)})
    joined = pl.DataFrame({"term": terms}).join(known, on="term", how="left", maintain_order="left")
    return joined["number"].fill_null(_ABSENT).to_numpy()
