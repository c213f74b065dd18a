"""Vector indexes: vectors of candidates in files that are mapped rather than read.

Belongs here: the vectors of one set of candidates, ids beside them, and how they lie on disk. Does not belong here:
making vectors (`embedding.py`), approximate search (`approximate.py`), queries (`rankings/dense.py`).
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from legal_assets.indexes.approximate import APPROXIMATE_KINDS, EXACT, build_approximate, write_approximate
from legal_assets.indexes.folders import write_folder

_FORMAT = 1
_APPROXIMATE = "approximate.faiss"


@dataclass(frozen=True, slots=True)
class VectorIndex:
    """Vectors of candidates: row `i` of `vectors` belongs to candidate `owners[i]`, whose id is in `candidate_ids`.

    A candidate has one vector or more; its rows are neighbours. Candidates are numbered in byte order of their ids,
    so that of two numbers the larger has the larger id. `approximate` is the file of an approximate index, if any.
    """

    candidate_ids: pl.Series
    owners: NDArray[np.uint32]
    vectors: NDArray[np.float32]
    kind: str = EXACT
    approximate: Path | None = None


def build_vectors(candidate_ids: pl.Series, vectors: NDArray[np.float32], kind: str = EXACT) -> VectorIndex:
    """Return the index of vectors, `candidate_ids[i]` being the candidate of `vectors[i]`.

    Rows may come in any order; those of one candidate keep theirs.

    Raises:
        ValueError: ids and vectors differ in number, a vector is not finite, an id is null, the kind is unknown.
    """
    if kind not in (EXACT, *APPROXIMATE_KINDS):
        raise ValueError(f"Kind {kind!r} of a vector index; known: {EXACT}, {', '.join(APPROXIMATE_KINDS)}.")
    if vectors.ndim != 2 or len(candidate_ids) != len(vectors):
        raise ValueError(f"{len(candidate_ids)} candidate ids for vectors of shape {vectors.shape}.")
    if candidate_ids.null_count():
        raise ValueError("A candidate id is null.")
    bad = np.flatnonzero(~np.isfinite(vectors).all(axis=1))
    if len(bad):
        raise ValueError(f"The vector of candidate {candidate_ids[int(bad[0])]!r} holds values that are no numbers.")
    rows = pl.DataFrame({"id": candidate_ids}).with_row_index("row").sort("id", maintain_order=True)
    ids = rows["id"].unique(maintain_order=True)
    owners = (rows["id"].rle_id()).to_numpy().astype(np.uint32)
    order = rows["row"].to_numpy()
    ordered = vectors if np.array_equal(order, np.arange(len(order))) else vectors[order]
    return VectorIndex(ids.alias("candidate_id"), owners, np.ascontiguousarray(ordered, np.float32), kind)


def vectors_digest(index: VectorIndex) -> str:
    """Return the SHA-256 over ids, vectors and kind, however these lie in memory or on disk."""
    digest = hashlib.sha256(f"vectors {_FORMAT} {index.kind} {index.vectors.shape}".encode())
    digest.update(np.ascontiguousarray(index.candidate_ids.str.len_bytes()).data)
    digest.update((index.candidate_ids.str.join("").item() or "").encode())
    for array in (index.owners, index.vectors):
        digest.update(np.ascontiguousarray(array).view(np.uint8).data)
    return digest.hexdigest()


def write_vectors(index: VectorIndex, parent: Path, threads: int = 1) -> Path:
    """Write an index to a folder of `parent` named by the digest of its content; return the folder.

    An approximate index is built here. Files are written aside and the folder renamed into place, so that it is
    whole or absent; equal indexes are written once.
    """

    def write(aside: Path) -> None:
        np.save(aside / "vectors.npy", index.vectors)
        np.save(aside / "owners.npy", index.owners)
        index.candidate_ids.to_frame().write_parquet(aside / "candidate_ids.parquet")
        if index.kind != EXACT:
            write_approximate(build_approximate(index.vectors, index.kind, threads), aside / _APPROXIMATE)
        (aside / "index.json").write_text(json.dumps({"format": _FORMAT, "kind": index.kind}), encoding="utf-8")

    return write_folder(parent, vectors_digest(index), write)


def read_vectors(folder: Path) -> VectorIndex:
    """Return the index of a folder, its arrays mapped into memory.

    Raises:
        ValueError: the folder is no index, or one of another version of the format.
    """
    try:
        facts = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ValueError(f"{folder} holds no vector index; materialize vector_index again.") from error
    if facts["format"] != _FORMAT:
        raise ValueError(
            f"{folder} has format {facts['format']} where {_FORMAT} is needed; materialize vector_index again."
        )
    arrays: dict[str, Any] = {name: np.load(folder / f"{name}.npy", mmap_mode="r") for name in ("owners", "vectors")}
    approximate = folder / _APPROXIMATE
    return VectorIndex(
        pl.read_parquet(folder / "candidate_ids.parquet")["candidate_id"],
        **arrays,
        kind=facts["kind"],
        approximate=approximate if approximate.exists() else None,
    )
