"""Contracts of vectors and their indexes.

Belongs here: embeddings, the manifest of vector indexes. Does not belong here: rankings made from
them (`runs.py`).
"""

import polars as pl

from legal_assets.schemas.collections import TASK, VARIANT
from legal_assets.schemas.contract import Column, Table
from legal_assets.schemas.documents import CORPUS

MODEL = Column("model", pl.String(), "Model of the catalog.")
REVISION = Column("revision", pl.String(), "Revision of the weights: the hub's commit, or the digest of the files.")

EMBEDDINGS = Table(
    "embeddings",
    "One row per distinct text of a side and window of it.",
    ("corpus", "model", "side", "text_digest", "window"),
    (
        CORPUS,
        MODEL,
        Column("side", pl.String(), "`query` or `document`: which prompt was written before the text."),
        Column("text_digest", pl.String(), "SHA-256 of the text."),
        Column("window", pl.Int32(), "Window of a text longer than the model reads, from 0."),
        Column("start", pl.Int32(), "First character of the window in the text."),
        Column("end", pl.Int32(), "Character after its last."),
        Column("tokens", pl.Int32(), "Tokens the model read, prompt and marks included."),
        Column("truncated", pl.Boolean(), "Whether text after the window was not read at all."),
        Column(
            "vector",
            pl.List(pl.Float32()),
            "The vector, of length 1 where the model is normalised; of a sparse model term, weight, term, weight …",
        ),
        REVISION,
        Column("space", pl.String(), "Digest of model, revision and settings: equal spaces are comparable."),
    ),
)

VECTOR_INDEX = Table(
    "vector_index",
    "One row per index: the candidates of a task and variant, and the folder of its files.",
    ("corpus", "model", "task", "variant"),
    (
        CORPUS,
        MODEL,
        TASK,
        VARIANT,
        Column("kind", pl.String(), "`exact`, `terms` (postings of sparse vectors), or the approximate kind."),
        Column("digest", pl.String(), "Digest of candidates, vectors and kind, the name of the folder."),
        Column("candidates", pl.Int64(), "Candidates indexed."),
        Column("vectors", pl.Int64(), "Vectors: windows or passages of candidates; the best one counts."),
        Column("dimensions", pl.Int32(), "Length of a vector; of postings the largest term and one."),
        Column("recall", pl.Float64(), "Share of the exact best candidates found, over a sample; 1 for `exact`."),
        Column("space", pl.String(), "Space of the vectors."),
    ),
)
