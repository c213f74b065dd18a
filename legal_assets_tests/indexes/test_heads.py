"""Weights of terms from a layer beside, and words as answers, beside a direct computation."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from legal_assets.catalog_models import models
from legal_assets.indexes.encoders import ModelUnavailableError, locate
from legal_assets.indexes.encoding import EncodingSettings
from legal_assets.indexes.encoding_processes import encode_with
from legal_assets.indexes.loading import load
from legal_assets_tests.indexes.tiny_heads import ANSWERS, tiny_answerer, tiny_weigher
from legal_assets_tests.indexes.tiny_models import LIMIT

SETTINGS = EncodingSettings()
TEXTS = ["the ferry", "the court of the harbour master and a barge", "dues", "levies of the law"]


def test_a_layer_beside_the_weights_weighs_terms_by_their_best_token(tmp_path: Path) -> None:
    import torch
    from transformers import AutoModel, AutoTokenizer

    model = tiny_weigher(tmp_path)
    written = encode_with(load(model, locate(model), SETTINGS), model, TEXTS, "document", SETTINGS).vectors
    tokenizer, body = AutoTokenizer.from_pretrained(tmp_path), AutoModel.from_pretrained(tmp_path).eval()
    layer = torch.load(tmp_path / "sparse_linear.pt", weights_only=True)
    for text, row in zip(TEXTS, written, strict=True):
        tokens = tokenizer(text, return_tensors="pt")
        with torch.no_grad():
            weights = body(**tokens).last_hidden_state[0] @ layer["weight"][0] + layer["bias"]
        expected: dict[int, float] = {}
        for token, weight in zip(tokens["input_ids"][0].tolist()[1:-1], weights.tolist()[1:-1], strict=True):
            if weight > 0:
                expected[token] = max(weight, expected.get(token, 0.0))
        found = {int(term): float(weight) for term, weight in row.reshape(-1, 2) if weight}
        assert found == pytest.approx(expected, abs=1e-5)


def test_an_absent_layer_is_a_model_that_is_not_available(tmp_path: Path) -> None:
    model = tiny_weigher(tmp_path)
    (tmp_path / "sparse_linear.pt").unlink()
    with pytest.raises(ModelUnavailableError, match=r"sparse_linear\.pt"):
        load(model, locate(model), SETTINGS)


@pytest.mark.parametrize("family", ["t5", "qwen"])
def test_a_word_is_scored_by_its_share_against_the_other(family: str, tmp_path: Path) -> None:
    import torch
    from transformers import AutoModelForCausalLM, AutoModelForSeq2SeqLM, AutoTokenizer

    model = tiny_answerer(family, tmp_path)
    pairs = [("court", text) for text in TEXTS]
    network = load(model, locate(model), SETTINGS)
    scores = encode_with(network, model, pairs, "pair", SETTINGS).vectors
    tokenizer = AutoTokenizer.from_pretrained(tmp_path)
    yes, no = (tokenizer.convert_tokens_to_ids(word) for word in ANSWERS)
    assert scores.shape == (4, 1)
    assert len(set(scores[:, 0].tolist())) == 4
    for (query, text), score in zip(pairs, scores[:, 0], strict=True):
        start, _, end = model.template
        asked = tokenizer(f"{start} a {query} b {text} {end}", add_special_tokens=False, return_tensors="pt").input_ids
        with torch.no_grad():
            if family == "t5":
                asked = torch.cat([asked, torch.tensor([[3]])], dim=1)
                whole = AutoModelForSeq2SeqLM.from_pretrained(tmp_path).eval()
                logits = whole(input_ids=asked, decoder_input_ids=torch.tensor([[0]])).logits[0, 0]
            else:
                logits = AutoModelForCausalLM.from_pretrained(tmp_path).eval()(input_ids=asked).logits[0, -1]
        # log(e^yes / (e^yes + e^no)) = -log(1 + e^(no - yes))
        assert score == pytest.approx(-np.log1p(np.exp(float(logits[no] - logits[yes]))), abs=1e-5)
    alone = encode_with(network, model, pairs[1:2], "pair", SETTINGS).vectors
    assert np.array_equal(alone[0], scores[1])


def test_a_long_document_is_cut_and_the_question_kept(tmp_path: Path) -> None:
    model = tiny_answerer("qwen", tmp_path)
    network = load(model, locate(model), SETTINGS)
    pairs = [("court", "dues " * 200), ("court", "dues " * 300)]
    encoded = encode_with(network, model, pairs, "pair", SETTINGS)
    assert encoded.truncated.tolist() == [True, True]
    assert encoded.tokens.tolist() == [LIMIT, LIMIT]
    assert encoded.vectors[0] == encoded.vectors[1]
    ids = network.tokenise(pairs, LIMIT).ids  # type: ignore[union-attr]  # no engine of its own
    whole = network.tokenise([("court", "dues")], None).ids[0]  # type: ignore[union-attr]  # as above
    assert ids[0][:2] == whole[:2]
    assert ids[0][-1] == whole[-1]


def test_answers_of_several_tokens_are_refused(tmp_path: Path) -> None:
    model = replace(tiny_answerer("t5", tmp_path), answers=("harbour master", "law"))
    with pytest.raises(ModelUnavailableError, match="not one token each"):
        load(model, locate(model), SETTINGS)


def test_the_rerankers_of_the_catalog_ask_for_both_texts() -> None:
    for model in models(["monot5", "qwen3-reranker-8b"]):
        assert model.template[1].index("{query}") < model.template[1].index("{document}")
        assert len(set(model.answers)) == 2
