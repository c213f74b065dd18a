"""An encoder that counts: what goes through it, and vectors a reader can compute.

Belongs here: what tests of the flow around an encoder need.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from legal_assets.indexes.encoding import Encoded, encoded
from legal_assets.indexes.encoding_processes import Text


def shared_words(text: Text) -> list[float]:
    """Return, for a pair, how many words of the candidate are in the query; for a text, its length and words."""
    if isinstance(text, tuple):
        return [float(len(set(text[0].split()) & set(text[1].split())))]
    return [float(len(text)), float(len(text.split()))]


@dataclass
class CountedEncoder:
    """Encodes chunks and keeps what it was given; `dies_after` chunks it fails as a killed process would."""

    vector: Callable[[Text], list[float]] = shared_words
    dies_after: int | None = None
    chunks: list[list[Text]] = field(default_factory=list)

    def __call__(self, chunks: Iterable[list[Text]]) -> Iterator[Encoded]:
        for chunk in chunks:
            if len(self.chunks) == self.dies_after:
                raise KeyboardInterrupt
            self.chunks.append(chunk)
            number = len(chunk)
            vectors = np.array([self.vector(text) for text in chunk], np.float32)
            spans = [(0, sum(map(len, text)) if isinstance(text, tuple) else len(text)) for text in chunk]
            tokens = np.full(number, 2, np.int64)
            yield encoded(range(number), spans, tokens, np.zeros(number, np.bool_), vectors)
