"""Approximate vector search with FAISS, and FAISS's own exact search beside it.

Belongs here: building, writing and asking FAISS indexes. Does not belong here: the exact search that is the default
(`rankings/dense.py`). FAISS is imported where it is called, and never in a process that has torch.
"""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

EXACT = "exact"
APPROXIMATE_KINDS = ("flat", "hnsw", "ivf")
"""`flat` is FAISS's exact index; it breaks ties otherwise. `hnsw` and `ivf` miss candidates."""

_LINKS, _BUILD_EFFORT = 32, 200
_VECTORS_PER_LIST, _TRAINING_PER_LIST, _PROBED_SHARE = 400, 64, 0.125


def build_approximate(vectors: NDArray[np.float32], kind: str, threads: int = 1) -> Any:
    """Return a FAISS index by inner product of vectors of length 1.

    Raises:
        ValueError: the kind is none of `APPROXIMATE_KINDS`.
    """
    import faiss

    faiss.omp_set_num_threads(threads)
    dimensions = vectors.shape[1]
    index: Any = faiss.IndexFlatIP(dimensions)
    if kind == "hnsw":
        index = faiss.IndexHNSWFlat(dimensions, _LINKS, faiss.METRIC_INNER_PRODUCT)
        index.hnsw.efConstruction = _BUILD_EFFORT
    elif kind == "ivf":
        lists = max(1, len(vectors) // _VECTORS_PER_LIST)
        index = faiss.IndexIVFFlat(index, dimensions, lists, faiss.METRIC_INNER_PRODUCT)
        stride = max(1, len(vectors) // (lists * _TRAINING_PER_LIST))
        index.train(np.ascontiguousarray(vectors[::stride]))
        index.nprobe = max(1, round(lists * _PROBED_SHARE))
    elif kind != "flat":
        raise ValueError(f"Kind {kind!r} of an approximate index; known: {', '.join(APPROXIMATE_KINDS)}.")
    index.add(np.ascontiguousarray(vectors))
    return index


def write_approximate(index: Any, path: Path) -> None:
    """Write a FAISS index to a file."""
    import faiss

    faiss.write_index(index, str(path))


def search_approximate(
    path: Path, queries: NDArray[np.float32], depth: int, threads: int = 1
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Return scores and rows of the best vectors, shape (queries, depth); row -1 where fewer were found."""
    import faiss

    faiss.omp_set_num_threads(threads)
    index = faiss.read_index(str(path), faiss.IO_FLAG_MMAP)
    if hasattr(index, "hnsw"):
        index.hnsw.efSearch = max(depth, _BUILD_EFFORT)
    scores, rows = index.search(np.ascontiguousarray(queries), min(depth, index.ntotal))
    return scores, rows


def recall_of(path: Path, vectors: NDArray[np.float32], depth: int = 1000, sample: int = 64, threads: int = 1) -> float:
    """Return the share of the exact best vectors that an index finds, asked with vectors spread over the index."""
    stride = max(1, len(vectors) // sample)
    asked = np.ascontiguousarray(vectors[::stride][:sample])
    number = min(depth, len(vectors))
    _, rows = search_approximate(path, asked, number, threads)
    exact = asked @ vectors.T
    lowest = np.partition(exact, len(vectors) - number, axis=1)[:, len(vectors) - number]
    scores = np.where(rows >= 0, np.take_along_axis(exact, np.maximum(rows, 0), axis=1), -np.inf)
    # A vector as good as the last of the exact list counts as found: equal vectors may stand for each other.
    return float((scores >= lowest[:, None] - 1e-6).mean())
