"""Postings: which candidates hold which term, how often, kept as files that are mapped rather than read.

Belongs here: the counted terms of one set of candidates. Does not belong here: weights of a model
(`weights.py`) and the loops that count (`counting.py`).
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from legal_assets.indexes.folders import write_folder
from legal_assets.text.tokens import Tokens

_FORMAT = 1
_ARRAYS = ("pointers", "candidates", "frequencies", "lengths", "occurrences")


@dataclass(frozen=True, slots=True)
class Postings:
    """Counted terms, by term.

    Term `t` is `vocabulary[t]`; it occurs `occurrences[t]` times in all, and its postings are the slice
    `pointers[t]:pointers[t + 1]` of `candidates` (ascending numbers) and `frequencies`. Candidate `c` is
    `candidate_ids[c]` and has `lengths[c]` tokens. Candidates and terms are numbered in byte order of their
    ids, so that of two numbers the larger has the larger id.
    """

    candidate_ids: pl.Series
    vocabulary: pl.Series
    pointers: NDArray[np.int64]
    candidates: NDArray[np.uint32]
    frequencies: NDArray[np.uint32]
    lengths: NDArray[np.uint32]
    occurrences: NDArray[np.int64]

    @property
    def candidate_frequencies(self) -> NDArray[np.int64]:
        """Number of candidates that hold each term."""
        return np.diff(self.pointers)

    @property
    def token_count(self) -> int:
        """Tokens of all candidates."""
        return int(self.lengths.sum(dtype=np.int64))


def build_postings(candidate_ids: pl.Series, tokens: Tokens) -> Postings:
    """Count the tokens of candidates, two linear passes over them.

    Raises:
        ValueError: ids and texts differ in number, or ids do not ascend strictly in byte order.
    """
    from legal_assets.indexes.counting import count_terms, fill_postings

    if len(candidate_ids) != len(tokens):
        raise ValueError(f"{len(candidate_ids)} candidate ids for {len(tokens)} texts.")
    _check_order(candidate_ids)
    pointers, occurrences = count_terms(tokens.terms, tokens.offsets, len(tokens.vocabulary))
    candidates, frequencies = fill_postings(tokens.terms, tokens.offsets, pointers)
    lengths = np.diff(tokens.offsets).astype(np.uint32)
    return Postings(
        candidate_ids.alias("candidate_id"),
        tokens.vocabulary.alias("term"),
        pointers,
        candidates,
        frequencies,
        lengths,
        occurrences,
    )


def _check_order(candidate_ids: pl.Series) -> None:
    pairs = pl.DataFrame({"first": candidate_ids, "second": candidate_ids.shift(-1)}).head(-1)
    bad = pairs.filter(~(pl.col("first") < pl.col("second")).fill_null(False))
    if bad.height:
        raise ValueError(
            "Candidate ids must ascend in byte order, without nulls or repetitions; "
            f"{bad.row(0)} stand side by side. Sort the candidates by id and drop duplicates."
        )


def write_postings(postings: Postings, parent: Path) -> Path:
    """Write postings to a folder of `parent` named by the digest of their content; return the folder.

    Files are written aside and the folder renamed into place, so that it is whole or absent; equal postings
    are written once.
    """

    def write(aside: Path) -> None:
        for name in _ARRAYS:
            np.save(aside / f"{name}.npy", getattr(postings, name))
        postings.candidate_ids.to_frame().write_parquet(aside / "candidate_ids.parquet")
        postings.vocabulary.to_frame().write_parquet(aside / "vocabulary.parquet")
        (aside / "index.json").write_text(json.dumps({"format": _FORMAT}), encoding="utf-8")

    return write_folder(parent, postings_digest(postings), write)


def read_postings(folder: Path) -> Postings:
    """Return the postings of a folder, their arrays mapped into memory.

    Raises:
        ValueError: the folder is no index, or one of another version of the format.
    """
    try:
        version = json.loads((folder / "index.json").read_text(encoding="utf-8"))["format"]
    except FileNotFoundError as error:
        raise ValueError(f"{folder} holds no lexical index; materialize lexical_index again.") from error
    if version != _FORMAT:
        raise ValueError(f"{folder} has format {version} where {_FORMAT} is needed; materialize lexical_index again.")
    arrays: dict[str, Any] = {name: np.load(folder / f"{name}.npy", mmap_mode="r") for name in _ARRAYS}
    return Postings(
        pl.read_parquet(folder / "candidate_ids.parquet")["candidate_id"],
        pl.read_parquet(folder / "vocabulary.parquet")["term"],
        **arrays,
    )


def postings_digest(postings: Postings) -> str:
    """Return the SHA-256 over ids, terms and counts, however these lie in memory or on disk."""
    digest = hashlib.sha256(f"postings {_FORMAT}".encode())
    for strings in (postings.candidate_ids, postings.vocabulary):
        digest.update(np.ascontiguousarray(strings.str.len_bytes()).data)
        digest.update((strings.str.join("").item() or "").encode())
    for name in _ARRAYS:
        array: NDArray[Any] = getattr(postings, name)
        digest.update(f"{name} {array.dtype.str} {array.shape}".encode())
        digest.update(np.ascontiguousarray(array).data)
    return digest.hexdigest()
