"""One vector index per set of candidates: built once, listed for every task and variant that ranks the set.

Belongs here: which candidates share an index, which texts stand for a candidate, and the manifest. Does not belong
here: files of an index (`vectors.py`), making vectors (`embedding.py`).
"""

from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from legal_assets.indexes.approximate import EXACT, recall_of
from legal_assets.indexes.terms import TERMS, build_terms, write_terms
from legal_assets.indexes.vector_cache import text_digest
from legal_assets.indexes.vectors import build_vectors, read_vectors, write_vectors
from legal_assets.schemas.vectors import VECTOR_INDEX
from legal_assets.storage.digests import frame_digest

_SET = ("task", "variant")


def units_by_text(candidates: pl.LazyFrame) -> pl.LazyFrame:
    """Return one unit per candidate, its own text: `task`, `variant`, `candidate_id`, `text`."""
    return candidates.select("task", "variant", "candidate_id", "text")


def units_by_passage(candidates: pl.LazyFrame, passages: pl.LazyFrame) -> pl.LazyFrame:
    """Return the passages of candidates that are whole documents, and the own text of all others.

    Args:
        candidates: frame of the contract `candidates`.
        passages: `doc_id`, `variant` (as the candidates name it) and `text`, one row a passage. A document without
            passages in a variant keeps its own text.
    """
    of_document = passages.select("doc_id", "variant", passage=pl.col("text")).filter(
        pl.col("passage").str.contains(r"\S")
    )
    whole = candidates.filter(pl.col("candidate_id") == pl.col("doc_id"))
    parts = whole.join(of_document, on=["doc_id", "variant"], how="left").with_columns(
        text=pl.coalesce("passage", "text")
    )
    return pl.concat(
        [units_by_text(candidates.filter(pl.col("candidate_id") != pl.col("doc_id"))), units_by_text(parts)]
    )


def build_vector_indexes(
    corpus: str,
    model: str,
    units: pl.LazyFrame,
    embeddings: pl.LazyFrame,
    folder: Path,
    *,
    kind: str = EXACT,
    threads: int = 1,
) -> pl.DataFrame:
    """Index the candidates of every task and variant; returns a frame of the contract `vector_index`.

    Sets of equal ids and texts share one folder of files.

    Args:
        corpus: key of the corpus.
        model: key of the model.
        units: texts that stand for candidates; a candidate may have several.
        embeddings: rows of the contract `embeddings` of this corpus and model.
        folder: where index folders lie, each named by its digest.
        kind: `exact`, `terms` for sparse vectors, or a kind of `approximate.py`.
        threads: threads of an approximate build.

    Raises:
        ValueError: a text is not embedded, or vectors of several spaces are mixed.
    """
    documents = embeddings.filter(pl.col("side") == "document").select("text_digest", "window", "vector", "space")
    rows: list[dict[str, object]] = []
    built: dict[str, dict[str, object]] = {}
    for task, variant in units.select(_SET).unique().sort(_SET).collect().iter_rows():
        of_set = (pl.col("task") == task) & (pl.col("variant") == variant)
        texts = units.filter(of_set).select("candidate_id", "text").sort("candidate_id", "text").collect()
        source = frame_digest(texts, texts.columns)
        if source not in built:
            built[source] = _build(texts, documents, folder, kind, threads)
        rows.append({"corpus": corpus, "model": model, "task": task, "variant": variant, **built[source]})
    return VECTOR_INDEX.frame(rows)


def as_matrix(vectors: pl.Series) -> NDArray[np.float32]:
    """Return a column of lists as an array of shape (rows, dimensions).

    Raises:
        ValueError: the lists differ in length.
    """
    if not len(vectors):
        return np.empty((0, 0), np.float32)
    dimensions = vectors.list.len()
    if dimensions.n_unique() != 1:
        raise ValueError(f"Vectors of {dimensions.unique().sort().to_list()} dimensions are mixed.")
    return vectors.explode().to_numpy().astype(np.float32, copy=False).reshape(len(vectors), -1)


def _build(texts: pl.DataFrame, documents: pl.LazyFrame, folder: Path, kind: str, threads: int) -> dict[str, object]:
    digests = pl.Series([text_digest(text) for text in texts["text"]], dtype=pl.String)
    wanted = texts.select("candidate_id", text_digest=digests).with_row_index("row")
    found = wanted.lazy().join(documents, "text_digest", "left").sort("row", "window").collect()
    absent = found.filter(pl.col("vector").is_null())
    if absent.height:
        raise ValueError(f"Candidate {absent['candidate_id'][0]!r} is not embedded; materialize embeddings again.")
    spaces = found["space"].unique()
    if len(spaces) != 1:
        raise ValueError(f"Vectors of {len(spaces)} spaces are mixed; materialize embeddings again.")
    if kind == TERMS:
        terms = build_terms(found["candidate_id"], found["vector"])
        return {
            "kind": kind,
            "digest": write_terms(terms, folder).name,
            "candidates": len(terms.candidate_ids),
            "vectors": len(terms.owners),
            "dimensions": len(terms.pointers) - 1,
            "recall": 1.0,
            "space": spaces[0],
        }
    index = build_vectors(found["candidate_id"], as_matrix(found["vector"]), kind)
    path = write_vectors(index, folder, threads)
    written = read_vectors(path)
    recall = 1.0 if written.approximate is None else recall_of(written.approximate, written.vectors, threads=threads)
    return {
        "kind": kind,
        "digest": path.name,
        "candidates": len(index.candidate_ids),
        "vectors": len(index.vectors),
        "dimensions": index.vectors.shape[1],
        "recall": recall,
        "space": spaces[0],
    }
