"""Windows: parts of a text that is longer than a model reads.

Belongs here: where windows begin and end. Does not belong here: counting tokens (`loading.py`).
"""

import re

import numpy as np
from numpy.typing import NDArray

_WORD = re.compile(r"\S+")

WINDOW, OVERLAP = 3072, 256
"""Tokens of a window and of the overlap with the one before; both shrink alike where a model reads less."""


def word_spans(text: str) -> NDArray[np.int64]:
    """Return the first character and the character after the last of every word, shape (words, 2)."""
    return np.array([match.span() for match in _WORD.finditer(text)], np.int64).reshape(-1, 2)


def window_spans(words: NDArray[np.int64], tokens: NDArray[np.int64], size: int, overlap: int) -> list[tuple[int, int]]:
    """Return the character spans of windows of at most `size` tokens, each of whole words.

    A window begins at the first word that leaves at most `overlap` tokens shared with the window before. A word
    of more than `size` tokens is a window of its own, which the model cuts. Without words there is one empty
    window.

    Args:
        words: spans of the words, shape (words, 2).
        tokens: tokens of each word.
        size: tokens of a window.
        overlap: tokens shared by neighbours, less than `size`.

    Raises:
        ValueError: `overlap` is not from 0 to `size` - 1.
    """
    if not 0 <= overlap < size:
        raise ValueError(f"An overlap of {overlap} tokens does not fit windows of {size}.")
    if not len(words):
        return [(0, 0)]
    ends = np.cumsum(tokens)
    spans = []
    first = 0
    while True:
        before = int(ends[first - 1]) if first else 0
        last = max(first + 1, int(np.searchsorted(ends, before + size, "right")))
        spans.append((int(words[first, 0]), int(words[last - 1, 1])))
        if last == len(words):
            return spans
        shared = int(np.searchsorted(ends, int(ends[last - 1]) - overlap, "left")) + 1
        first = max(first + 1, min(shared, last))
