"""BERTScore between queries and what is relevant to them, by any encoder that Transformers loads.

Belongs here: token vectors and their greedy matching. Does not belong here: overlap of words (`statistics.py`), ranking
by vectors (`rankings/`). It is computed here with Transformers alone, since the package of the same name needs no more.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from legal_assets.schemas.imported_collections import COLLECTION_SIMILARITY

LONGEST = 512
"""Tokens of a text that are looked at, where the model does not say; the rest of a longer text is cut off."""

_SEED = 11

LAST = -1
"""The last layer of a model, whatever its number."""

Vectors = tuple[NDArray[np.float32], NDArray[np.bool_]]
"""Unit vectors of a text's tokens, and which of them count: not those that only mark beginning and end."""


@dataclass(slots=True)
class TokenEncoder:
    """An encoder loaded on first use from its Hugging Face model id or folder; `revision` pins it.

    `layer` is the layer whose vectors are compared, 0 for the embeddings and -1 for the last.
    """

    model_id: str
    layer: int = LAST
    revision: str | None = None
    batch_size: int = 16
    _loaded: tuple[Any, Any] | None = None

    def encode(self, texts: Sequence[str]) -> list[Vectors]:
        """Return the token vectors of each text, in order."""
        import torch

        tokenizer, model = self._load()
        longest = min(tokenizer.model_max_length, getattr(model.config, "max_position_embeddings", LONGEST))
        vectors: list[Vectors] = []
        for start in range(0, len(texts), self.batch_size):
            batch = tokenizer(
                list(texts[start : start + self.batch_size]),
                padding=True,
                truncation=True,
                max_length=longest,
                return_tensors="pt",
                return_special_tokens_mask=True,
            )
            marks = batch.pop("special_tokens_mask").bool()
            with torch.inference_mode():
                answer = model(**batch, output_hidden_states=self.layer != LAST)
            hidden = answer.last_hidden_state if self.layer == LAST else answer.hidden_states[self.layer]
            unit = torch.nn.functional.normalize(hidden.float(), dim=-1)
            present = batch["attention_mask"].bool()
            vectors += [
                (each[held].numpy(), (~mark[held]).numpy())
                for each, held, mark in zip(unit, present, marks, strict=True)
            ]
        return vectors

    def _load(self) -> tuple[Any, Any]:
        if self._loaded is None:
            from transformers import AutoModel, AutoTokenizer

            tokenizer = AutoTokenizer.from_pretrained(self.model_id, revision=self.revision)
            model = AutoModel.from_pretrained(self.model_id, revision=self.revision).eval()
            self._loaded = tokenizer, model
        return self._loaded


def bert_score(text: Vectors, reference: Vectors) -> tuple[float, float, float]:
    """Return precision, recall and F1 of a text against a reference (Zhang et al. 2020), not weighted, not rescaled.

    Precision is the mean, over the text's tokens, of the highest cosine with a token of the reference; recall the same
    from the reference's side; F1 their harmonic mean. As in the authors' program, the marks of beginning and end may be
    matched but do not count themselves. A side without tokens scores 0.
    """
    (ours, our_words), (theirs, their_words) = text, reference
    if not our_words.any() or not their_words.any():
        return 0.0, 0.0, 0.0
    cosines = ours @ theirs.T
    precision = float(cosines.max(axis=1)[our_words].mean())
    recall = float(cosines.max(axis=0)[their_words].mean())
    total = precision + recall
    return precision, recall, 2 * precision * recall / total if total else 0.0


def score_pairs(pairs: pl.DataFrame, encoder: TokenEncoder, pairs_at_once: int = 256) -> pl.DataFrame:
    """Add `precision`, `recall` and `f1` to rows with the texts `query` and `relevant`, each encoded once a part."""
    parts = [_score_part(part, encoder) for part in pairs.iter_slices(pairs_at_once)]
    if parts:
        return pl.concat(parts)
    return pairs.with_columns(pl.lit(None, dtype=pl.Float64).alias(name) for name in ("precision", "recall", "f1"))


def describe_similarity(
    corpus: str,
    queries: pl.LazyFrame,
    candidates: pl.LazyFrame,
    qrels: pl.LazyFrame,
    encoder: TokenEncoder,
    pairs_per_task: int,
) -> pl.DataFrame:
    """Return the mean BERTScore of relevant pairs; frame of the contract `collection_similarity`.

    Args:
        corpus: key of the corpus.
        queries: frame of the contract `queries`.
        candidates: frame of the contract `candidates`.
        qrels: frame of the contract `qrels`.
        encoder: the model.
        pairs_per_task: of a task with more relevant pairs, this many are compared, chosen by the digest of their ids.
    """
    asked = queries.select("task", "variant", "query_id", pl.col("text").alias("query"))
    relevant = candidates.select("task", "variant", "candidate_id", pl.col("text").alias("relevant"))
    pairs = (
        qrels.select("task", "query_id", "candidate_id")
        .sort(pl.struct("task", "query_id", "candidate_id").hash(_SEED), "query_id", "candidate_id")
        .group_by("task", maintain_order=True)
        .head(pairs_per_task)
        .join(asked, on=["task", "query_id"])
        .join(relevant, on=["task", "variant", "candidate_id"])
        .sort("task", "variant", "query_id", "candidate_id")
        .collect()
    )
    means = [pl.col(name).mean().alias(f"{name}_mean") for name in ("precision", "recall", "f1")]
    scored = score_pairs(pairs, encoder).group_by("task", "variant").agg(pl.len().alias("pairs"), *means)
    return COLLECTION_SIMILARITY.conform(
        scored.with_columns(
            pl.lit(corpus).alias("corpus"),
            pl.lit(encoder.model_id).alias("model"),
            pl.lit(encoder.layer).alias("layer"),
        )
    )


def _score_part(pairs: pl.DataFrame, encoder: TokenEncoder) -> pl.DataFrame:
    texts = pl.concat([pairs["query"], pairs["relevant"].alias("query")]).unique(maintain_order=True).to_list()
    vectors = dict(zip(texts, encoder.encode(texts), strict=True))
    scores = [
        bert_score(vectors[query], vectors[text]) for query, text in pairs.select("query", "relevant").iter_rows()
    ]
    return pairs.hstack(
        pl.DataFrame(scores, schema=dict.fromkeys(("precision", "recall", "f1"), pl.Float64), orient="row")
    )
