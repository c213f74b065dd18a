"""Generated collections shaped like paragraphs of judgments.

Belongs here: term numbers and texts whose frequencies follow a Zipf-Mandelbrot law, with topics, so that
words come in bursts. Does not belong here: real texts.
"""

import numpy as np
import polars as pl
from numpy.typing import NDArray

from legal_assets.text.tokens import Tokens

TYPES = 300_000
_TOPICS, _TOPIC_TYPES, _TOPIC_SHARE = 1_000, 400, 0.3
_AT_ONCE = 50_000
_CONSONANTS, _VOWELS = "bcdfghjklmnprstvwxyz", "aeiou"


def _cumulated(types: int, exponent: float, shift: float) -> NDArray[np.float64]:
    shares = (np.arange(types) + shift) ** -exponent
    return np.cumsum(shares / shares.sum())


_WORDS = _cumulated(TYPES, 1.07, 2.7)
_WORDS_OF_TOPIC = _cumulated(_TOPIC_TYPES, 0.8, 2.0)


def _drawn(random: np.random.Generator, cumulated: NDArray[np.float64], number: int) -> NDArray[np.uint32]:
    return np.searchsorted(cumulated[:-1], random.random(number)).astype(np.uint32)


def vocabulary() -> pl.Series:
    """Return the name of every term, in byte order, as an index would number them."""
    return pl.Series("term", [f"t{number:06}" for number in range(TYPES)])


def collection(candidates: int, seed: int = 1) -> Tokens:
    """Return candidates of 90 tokens on average (log-normal), three in ten from the candidate's topic."""
    random = np.random.default_rng(seed)
    topics = np.exp(random.uniform(np.log(100), np.log(50_000), (_TOPICS, _TOPIC_TYPES))).astype(np.uint32)
    lengths = np.clip(random.lognormal(np.log(90) - 0.18, 0.6, candidates), 5, 900).astype(np.int64)
    parts = []
    for start in range(0, candidates, _AT_ONCE):
        part = lengths[start : start + _AT_ONCE]
        terms = _drawn(random, _WORDS, part.sum())
        of_topic = random.random(len(terms)) < _TOPIC_SHARE
        topic = np.repeat(random.integers(0, _TOPICS, len(part)), part)[of_topic]
        terms[of_topic] = topics[topic, _drawn(random, _WORDS_OF_TOPIC, len(topic))]
        parts.append(terms)
    return Tokens(np.concatenate(parts), np.concatenate([[0], np.cumsum(lengths)]), vocabulary())


def queries(tokens: Tokens, number: int, words: int, seed: int = 2) -> Tokens:
    """Return queries of `words` tokens: half out of candidates (one for every 30), half drawn at large."""
    random = np.random.default_rng(seed)
    parts = []
    for _ in range(number):
        sources = random.integers(0, len(tokens), max(1, words // 2 // 30))
        pool = np.concatenate([tokens.part(int(source), int(source) + 1).terms for source in sources])
        taken = random.permutation(pool)[: words // 2]
        parts.append(np.concatenate([taken, _drawn(random, _WORDS, words - len(taken))]))
    offsets = np.arange(number + 1, dtype=np.int64) * words
    return Tokens(np.concatenate(parts), offsets, tokens.vocabulary)


def texts(tokens: Tokens) -> pl.Series:
    """Return the texts that these terms spell, frequent terms in short words."""
    spelled = pl.Series([_spelled(term) for term in range(TYPES)])
    parts = []
    for start in range(0, len(tokens), _AT_ONCE):
        part = tokens.part(start, min(start + _AT_ONCE, len(tokens)))
        text = np.repeat(np.arange(len(part)), np.diff(part.offsets))
        words = pl.DataFrame({"text": text, "word": spelled.gather(part.terms)})
        parts.append(words.group_by("text", maintain_order=True).agg(pl.col("word").str.join(" "))["word"])
    return pl.concat(parts).alias("text")


def ids(number: int) -> pl.Series:
    """Return ids in byte order."""
    return pl.Series("candidate_id", [f"c{place:07}" for place in range(number)])


def _spelled(term: int) -> str:
    word = ""
    while True:
        term, syllable = divmod(term, len(_CONSONANTS) * len(_VOWELS))
        word += _CONSONANTS[syllable // len(_VOWELS)] + _VOWELS[syllable % len(_VOWELS)]
        if not term:
            return word
        term -= 1
