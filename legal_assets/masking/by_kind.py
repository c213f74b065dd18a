"""What a kind of corpus is masked with in this room.

Belongs here: the choice, and what a kind does not have. Does not belong here: masking.
"""

import polars as pl

from legal_assets.catalog import Corpus
from legal_assets.schemas import MASKED_PASSAGES, MASKING_QUALITY

_UNMASKED = frozenset({"rulings", "reports"})


def mask_corpus(
    corpus: Corpus,
    documents: pl.DataFrame,
    passages: pl.DataFrame,
    citations: pl.DataFrame,
    parts: pl.DataFrame,
    *,
    entity_model: str | None,
) -> pl.DataFrame:
    """Return the masked passages; none where queries are written for a passage and cite nothing.

    With an entity model they are masked a second time by it.
    """
    if corpus.kind in _UNMASKED:
        return MASKED_PASSAGES.empty()
    from legal_assets.masking.frames import mask_by_entities, mask_passages

    frame = mask_passages(corpus.key, documents, passages, citations, parts)
    if entity_model is None:
        return frame
    from legal_assets.masking.entities import TokenClassifier

    return mask_by_entities(frame, passages, TokenClassifier(entity_model))


def measure_corpus(
    corpus: Corpus, documents: pl.DataFrame, passages: pl.DataFrame, parts: pl.DataFrame, masked: pl.DataFrame
) -> pl.DataFrame:
    """Return the quality of the masking; nothing where nothing is masked."""
    if corpus.kind in _UNMASKED:
        return MASKING_QUALITY.empty()
    from legal_assets.masking.quality import measure_masking

    return measure_masking(corpus.key, documents, passages, parts, masked)
