"""Tiny models with random weights, one of each kind, written to a folder as the hub would hold them.

Belongs here: what tests of loading need. They say nothing about quality.
"""

import string
from pathlib import Path
from typing import Any

from legal_assets.catalog_models import Model, ModelKind

WORDS = ("the", "court", "ferry", "harbour", "master", "dues", "levies", "of", "and", "a", "law", "barge")
HIDDEN, LIMIT = 32, 64


def tiny_model(kind: ModelKind, folder: Path, **changes: object) -> Model:
    """Write a tiny model of a kind to a folder; return a catalog entry whose repository is that folder."""
    import torch
    from transformers import (
        BertConfig,
        BertForMaskedLM,
        BertForSequenceClassification,
        BertForTokenClassification,
        BertModel,
    )

    torch.manual_seed(7)
    tokenizer: Any = _tokenizer()
    labels = 3 if kind == "token-classification" else 1
    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=HIDDEN,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=LIMIT,
        id2label={number: f"L{number}" for number in range(labels)},
        initializer_range=0.3,
    )
    classes = {
        "bi-encoder": BertModel,
        "sparse": BertForMaskedLM,
        "cross-encoder": BertForSequenceClassification,
        "token-classification": BertForTokenClassification,
    }
    classes[kind](config).eval().save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    fields: dict[str, object] = {"maximum_length": LIMIT, "normalise": kind == "bi-encoder", **changes}
    return Model("tiny", "A tiny model", str(folder), kind, **fields)  # type: ignore[arg-type]  # fields of any type


def _tokenizer() -> Any:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    marks = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    letters = [*string.ascii_lowercase, *string.digits, ".", ","]
    pieces = [*marks, *WORDS, *letters, *(f"##{letter}" for letter in letters)]
    vocabulary = {piece: place for place, piece in enumerate(pieces)}
    raw = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))  # noqa: S106  # a mark, no secret
    raw.normalizer = normalizers.BertNormalizer(lowercase=True)
    raw.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    raw.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    build: Any = PreTrainedTokenizerFast
    return build(
        tokenizer_object=raw,
        pad_token="[PAD]",  # noqa: S106  # a mark, no secret
        unk_token="[UNK]",  # noqa: S106  # a mark, no secret
        cls_token="[CLS]",  # noqa: S106  # a mark, no secret
        sep_token="[SEP]",  # noqa: S106  # a mark, no secret
        mask_token="[MASK]",  # noqa: S106  # a mark, no secret
        model_max_length=LIMIT,
        model_input_names=["input_ids", "token_type_ids", "attention_mask"],
    )
