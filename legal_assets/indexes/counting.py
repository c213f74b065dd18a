"""Compiled loops that turn term numbers into postings.

Belongs here: counting and filling. Does not belong here: what postings are and how they are kept
(`postings.py`).
"""

import numpy as np
from numpy.typing import NDArray

from legal_assets.indexes.compiled import compiled


@compiled
def count_terms(
    terms: NDArray[np.uint32], offsets: NDArray[np.int64], vocabulary_size: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where each term's postings start (and the last end), and how often it occurs in all texts."""
    pointers = np.zeros(vocabulary_size + 1, np.int64)
    occurrences = np.zeros(vocabulary_size, np.int64)
    last_text = np.full(vocabulary_size, -1, np.int64)
    for text in range(len(offsets) - 1):
        for position in range(offsets[text], offsets[text + 1]):
            term = terms[position]
            occurrences[term] += 1
            if last_text[term] != text:
                last_text[term] = text
                pointers[term + 1] += 1
    for term in range(vocabulary_size):
        pointers[term + 1] += pointers[term]
    return pointers, occurrences


@compiled
def fill_postings(
    terms: NDArray[np.uint32], offsets: NDArray[np.int64], pointers: NDArray[np.int64]
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return the texts of each term in ascending order, and how often it occurs in each of them."""
    texts = np.empty(pointers[-1], np.uint32)
    frequencies = np.empty(pointers[-1], np.uint32)
    free = pointers[:-1].copy()
    for text in range(len(offsets) - 1):
        for position in range(offsets[text], offsets[text + 1]):
            term = terms[position]
            slot = free[term]
            if slot > pointers[term] and texts[slot - 1] == text:
                frequencies[slot - 1] += 1
            else:
                texts[slot] = text
                frequencies[slot] = 1
                free[term] = slot + 1
    return texts, frequencies
