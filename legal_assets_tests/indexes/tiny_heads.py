"""Tiny models whose answer needs a step of our own: weights of terms from a layer beside, words as answers.

Belongs here: what tests of `loading_heads` need. They say nothing about quality.
"""

from pathlib import Path
from typing import Any

from legal_assets.catalog_models import Model
from legal_assets_tests.indexes.tiny_models import HIDDEN, LIMIT, WORDS, tiny_model

ANSWERS = ("law", "barge")
"""Words of the tiny vocabulary that stand for the answers of a reranker."""


def tiny_weigher(folder: Path) -> Model:
    """Write a tiny body and a layer that weighs terms to a folder; return its entry."""
    import torch

    tiny_model("bi-encoder", folder)
    torch.manual_seed(3)
    torch.save(torch.nn.Linear(HIDDEN, 1).state_dict(), folder / "sparse_linear.pt")
    return Model(
        "tiny",
        "A tiny model",
        str(folder),
        "sparse",
        maximum_length=LIMIT,
        normalise=False,
        index="terms",
        head="sparse_linear.pt",
    )


def tiny_answerer(family: str, folder: Path) -> Model:
    """Write a tiny language model, `t5` or `qwen`, to a folder; return its entry as a reranker."""
    import torch
    from transformers import AutoTokenizer, Qwen3Config, Qwen3ForCausalLM, T5Config, T5ForConditionalGeneration

    tiny_model("bi-encoder", folder)
    size = len(AutoTokenizer.from_pretrained(folder))
    torch.manual_seed(5)
    network: Any
    if family == "t5":
        network = T5ForConditionalGeneration(
            T5Config(
                vocab_size=size,
                d_model=HIDDEN,
                d_kv=16,
                d_ff=64,
                num_layers=2,
                num_heads=2,
                decoder_start_token_id=0,
                pad_token_id=0,
                eos_token_id=3,
                initializer_factor=0.5,
            )
        )
    else:
        network = Qwen3ForCausalLM(
            Qwen3Config(
                vocab_size=size,
                hidden_size=HIDDEN,
                intermediate_size=64,
                num_hidden_layers=2,
                num_attention_heads=2,
                num_key_value_heads=2,
                head_dim=16,
                max_position_embeddings=4 * LIMIT,
                initializer_range=0.3,
            )
        )
    network.eval().save_pretrained(folder)
    return Model(
        "tiny",
        "A tiny model",
        str(folder),
        "cross-encoder",
        "reranker",
        maximum_length=LIMIT,
        normalise=False,
        answers=ANSWERS,
        template=(f"{WORDS[0]} {WORDS[1]}" if family == "qwen" else "", "a {query} b {document}", "of"),
    )
