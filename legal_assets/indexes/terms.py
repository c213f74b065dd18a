"""Weights of terms: sparse vectors, and the inverted index of them.

Belongs here: how a sparse vector is written, the index of those of one set of candidates, and its files. Does not
belong here: making sparse vectors (`loading.py`), search (`rankings/terms.py`), counted words (`postings.py`).

A sparse vector is written as term, weight, term, weight …, terms ascending; where rows of one array differ in number
of terms, zeros follow. Numbers of terms are exact in float32 up to 2 to the power of 24.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from legal_assets.indexes.folders import write_folder

TERMS: Final = "terms"
_FORMAT = 1
_LARGEST_TERM = 1 << 24
_ARRAYS = ("owners", "pointers", "rows", "weights")


@dataclass(frozen=True, slots=True)
class TermIndex:
    """Postings of sparse vectors: term `t` has weight `weights[i]` in vector `rows[i]`, i from `pointers[t]` on.

    Vector `r` belongs to candidate `owners[r]`, whose id is in `candidate_ids`; as in `vectors.VectorIndex`.
    """

    candidate_ids: pl.Series
    owners: NDArray[np.uint32]
    pointers: NDArray[np.int64]
    rows: NDArray[np.uint32]
    weights: NDArray[np.float32]


def packed(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return vectors of shape (rows, vocabulary) as written, of shape (rows, twice the largest number of terms).

    Raises:
        ValueError: a weight is negative or no number, or the vocabulary is too large to be written.
    """
    if vectors.shape[-1] > _LARGEST_TERM:
        raise ValueError(f"A vocabulary of {vectors.shape[-1]} terms cannot be written; {_LARGEST_TERM} can.")
    if not (np.isfinite(vectors) & (vectors >= 0)).all():
        raise ValueError("A weight of a term is negative or no number.")
    row, term = np.nonzero(vectors)
    numbers = np.bincount(row, minlength=len(vectors))
    width = max(1, int(numbers.max(initial=0)))
    written = np.zeros((len(vectors), width, 2), np.float32)
    place = np.arange(len(row)) - np.repeat(np.cumsum(numbers) - numbers, numbers)
    written[row, place, 0] = term
    written[row, place, 1] = vectors[row, term]
    return written.reshape(len(vectors), 2 * width)


def without_padding(written: NDArray[np.float32]) -> pl.Series:
    """Return written vectors as lists without the zeros that follow."""
    import pyarrow as pa

    pairs = written.reshape(len(written), written.shape[1] // 2, 2)
    weighty = pairs[:, :, 1] != 0
    offsets: Any = pa.array(np.concatenate([[0], 2 * np.cumsum(weighty.sum(axis=1))]), pa.int64())
    lists = pa.LargeListArray.from_arrays(offsets, pa.array(pairs[weighty].reshape(-1)))
    return pl.Series(pl.from_arrow(lists), dtype=pl.List(pl.Float32))


def unpacked(vectors: pl.Series) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
    """Return written vectors, a column of lists, as where each begins, terms and weights."""
    offsets = np.concatenate([[0], np.cumsum(vectors.list.len().to_numpy() // 2)]).astype(np.int64)
    pairs = vectors.explode(empty_as_null=False).to_numpy().astype(np.float32, copy=False).reshape(-1, 2)
    return offsets, pairs[:, 0].astype(np.int64), np.ascontiguousarray(pairs[:, 1])


def build_terms(candidate_ids: pl.Series, vectors: pl.Series) -> TermIndex:
    """Return the index of written vectors, `candidate_ids[i]` being the candidate of `vectors[i]`.

    Raises:
        ValueError: ids and vectors differ in number, or an id is null.
    """
    if len(candidate_ids) != len(vectors) or candidate_ids.null_count():
        raise ValueError(f"{len(candidate_ids)} candidate ids, none null, are needed for {len(vectors)} vectors.")
    ordered = pl.DataFrame({"id": candidate_ids, "vector": vectors}).sort("id", maintain_order=True)
    ids = ordered["id"].unique(maintain_order=True).alias("candidate_id")
    owners = ordered["id"].rle_id().to_numpy().astype(np.uint32)
    offsets, terms, weights = unpacked(ordered["vector"])
    rows = np.repeat(np.arange(len(owners), dtype=np.uint32), np.diff(offsets))
    order = np.argsort(terms, kind="stable")
    pointers = np.concatenate([[0], np.cumsum(np.bincount(terms))]).astype(np.int64)
    return TermIndex(ids, owners, pointers, rows[order], weights[order])


def terms_digest(index: TermIndex) -> str:
    """Return the SHA-256 over ids and postings."""
    digest = hashlib.sha256(f"terms {_FORMAT} {len(index.owners)} {len(index.pointers)}".encode())
    digest.update(np.ascontiguousarray(index.candidate_ids.str.len_bytes()).data)
    digest.update((index.candidate_ids.str.join("").item() or "").encode())
    for name in _ARRAYS:
        digest.update(np.ascontiguousarray(getattr(index, name)).view(np.uint8).data)
    return digest.hexdigest()


def write_terms(index: TermIndex, parent: Path) -> Path:
    """Write an index to a folder of `parent` named by the digest of its content; return the folder.

    Files are written aside and the folder renamed into place, so that it is whole or absent.
    """

    def write(aside: Path) -> None:
        for name in _ARRAYS:
            np.save(aside / f"{name}.npy", getattr(index, name))
        index.candidate_ids.to_frame().write_parquet(aside / "candidate_ids.parquet")
        (aside / "index.json").write_text(json.dumps({"format": _FORMAT, "kind": TERMS}), encoding="utf-8")

    return write_folder(parent, terms_digest(index), write)


def read_terms(folder: Path) -> TermIndex:
    """Return the index of a folder, its arrays mapped into memory.

    Raises:
        ValueError: the folder is no index of terms, or one of another version of the format.
    """
    try:
        facts = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ValueError(f"{folder} holds no index of terms; materialize vector_index again.") from error
    if facts != {"format": _FORMAT, "kind": TERMS}:
        raise ValueError(f"{folder} is {facts}, not an index of terms; materialize vector_index again.")
    arrays: dict[str, Any] = {name: np.load(folder / f"{name}.npy", mmap_mode="r") for name in _ARRAYS}
    return TermIndex(pl.read_parquet(folder / "candidate_ids.parquet")["candidate_id"], **arrays)
