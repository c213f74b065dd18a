"""An encoder without weights in the place of the processes that encode, for tests of what runs and what does not.

Belongs here: vectors of letter counts, and where they are put. Real weights are tried in `test_dense_cells.py` once,
and in `legal_assets_tests/indexes/`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from legal_assets_tests.indexes.counted import CountedEncoder, shared_words

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def letters(text: Any) -> list[float]:
    """Return the counts of letters of a text, at length 1; of a pair, the number of words it shares."""
    if isinstance(text, tuple):
        return shared_words(text)
    counts = [float(text.lower().count(letter)) for letter in _LETTERS]
    length = sum(count**2 for count in counts) ** 0.5
    return [count / (length or 1) for count in counts]


class Letters:
    """What was encoded, text by text, since this was made."""

    def __init__(self) -> None:
        self.encoder = CountedEncoder(vector=letters)

    @property
    def texts(self) -> list[Any]:
        """Texts and pairs in the order in which they were encoded."""
        return [text for chunk in self.encoder.chunks for text in chunk]

    def prepare(self, *others: Callable[[], None]) -> Callable[[], None]:
        """Return what puts this encoder into the next import of the project."""

        @contextmanager
        def encoder(*_: Any, **__: Any) -> Iterator[Callable[..., Any]]:
            yield lambda _side, chunks: self.encoder(chunks)

        def prepare() -> None:
            for other in others:
                other()
            for module in ("indexes.embedding", "indexes.corpus_embedding", "rankings.reranked"):
                place: Any = import_module(f"legal_assets.{module}")
                place.encoder = encoder

        return prepare
