"""Weighting models: formulas over counts, each with its source.

Belongs here: the formulas, element by element over arrays, and their parameters. Does not belong here:
applying them to all postings (`weights.py`) and adding up the weights of a query (`rankings/`).

Symbols in the sources: tf frequency of the term in the candidate, dl tokens of the candidate, avdl its mean,
N number of candidates, df candidates with the term, cf occurrences of the term in all of them, C tokens of
all of them, qtf occurrences in the query.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts that a weight depends on: one element a posting, and three numbers of the whole collection."""

    frequency: Floats
    length: Floats
    candidate_frequency: Floats
    occurrences: Floats
    candidates: int
    tokens: int

    @property
    def mean_length(self) -> float:
        """Mean tokens of a candidate."""
        return self.tokens / self.candidates


Formula = Callable[..., Floats]
"""Weight of each posting, from its counts and the model's parameters by name."""

QueryWeights = Callable[[Floats, Floats], Floats]
"""Factor of each query term, from its count in the query and the largest count of that query."""


@dataclass(frozen=True, slots=True)
class Model:
    """A weighting model: a score is the sum over query terms of the factor in the query times the weight.

    `length_term`, where there is one, is added for every token of the query that the vocabulary knows,
    matched or not.
    """

    name: str
    formula: Formula
    query_weights: QueryWeights
    parameters: Mapping[str, float] = field(default_factory=dict)
    length_term: Callable[..., Floats] | None = None


def count(counts: Floats, largest: Floats) -> Floats:
    """A query term counts as often as it occurs."""
    return counts


def once(counts: Floats, largest: Floats) -> Floats:
    """A query term counts once, however often it occurs."""
    return np.ones_like(counts)


def share_of_largest(counts: Floats, largest: Floats) -> Floats:
    """Terrier divides query counts by the query's largest one before it weighs (`normaliseTermWeights`)."""
    return counts / largest


def saturated_share(counts: Floats, largest: Floats) -> Floats:
    """BM25's (k3 + 1) qtf / (k3 + qtf) with Terrier's k3 = 8, qtf divided by the query's largest count."""
    share = counts / largest
    return (8 + 1) * share / (8 + share)


def robertson_frequency(counts: Counts, k1: float, b: float) -> Floats:
    """Saturated frequency: tf / (tf + k1 (1 - b + b dl / avdl)).

    S. Robertson, S. Walker, S. Jones, M. Hancock-Beaulieu, M. Gatford: Okapi at TREC-3 (1994).
    """
    return counts.frequency / (counts.frequency + k1 * ((1 - b) + b * counts.length / counts.mean_length))


def bm25(counts: Counts, *, k1: float, b: float) -> Floats:
    """BM25 as Lucene has it: ln(1 + (N - df + 0.5) / (df + 0.5)) times `robertson_frequency`.

    Never negative, and without the constant factor k1 + 1. C. Kamphuis, A. de Vries, L. Boytsov, J. Lin:
    Which BM25 do you mean? (ECIR 2020), form "Lucene (accurate)".
    """
    df = counts.candidate_frequency
    idf = np.log(1 + (counts.candidates - df + 0.5) / (df + 0.5))
    return idf * robertson_frequency(counts, k1, b)


def tfidf(counts: Counts, *, k1: float, b: float) -> Floats:
    """k1 times `robertson_frequency` times ln(1 + N / df).

    The TF-IDF that the LegalPincite study ran and tuned over k1 and b (Terrier's), in natural logarithms.
    Inverse frequency: K. Spärck Jones, A statistical interpretation of term specificity (1972). With k1 = 0
    all weights are 0.
    """
    idf = np.log(1 + counts.candidates / counts.candidate_frequency)
    return k1 * robertson_frequency(counts, k1, b) * idf


def lmir(counts: Counts, *, mu: float) -> Floats:
    """ln(1 + tf / (mu cf / C)): what a matched term adds to query likelihood with Dirichlet smoothing.

    C. Zhai, J. Lafferty: A study of smoothing methods for language models applied to information retrieval
    (ACM TOIS 22(2), 2004), equation 6 with table I; the rest is `lmir_length`.
    """
    return np.log1p(counts.frequency / (mu * counts.occurrences / counts.tokens))


def lmir_length(length: Floats, *, mu: float) -> Floats:
    """Weight of length: ln(mu / (mu + dl)), added for each token of the query, matched or not (same source).

    Tokens unknown to all candidates have no probability in the collection, and are left out.
    """
    return np.log(mu / (mu + length))


def dph(counts: Counts) -> Floats:
    """(1 - f)² / (tf + 1) · (tf log2(tf avdl / dl · N / cf) + 0.5 log2(2π tf (1 - f))), f = tf / dl.

    G. Amati: Frequentist and Bayesian approach to information retrieval (ECIR 2006); G. Amati et al., FUB,
    IASI-CNR and University of Tor Vergata at TREC 2007 Blog Track. Its limit for f = 1 is 0.
    """
    whole = counts.frequency >= counts.length
    relative = np.where(whole, 0.5, counts.frequency / counts.length)
    return np.where(whole, 0.0, _dph(counts, relative))


def _dph(counts: Counts, relative: Floats) -> Floats:
    tf = counts.frequency
    divergence = tf * np.log2((tf * counts.mean_length / counts.length) * (counts.candidates / counts.occurrences))
    return (1 - relative) ** 2 / (tf + 1) * (divergence + 0.5 * np.log2(2 * np.pi * tf * (1 - relative)))


def bm25_terrier(counts: Counts, *, k1: float, b: float) -> Floats:
    """Terrier's `BM25`: log2((N - df + 0.5) / (df + 0.5)) · (k1 + 1) · `robertson_frequency`.

    Negative for a term in more than half of the candidates; k3 is in `saturated_share`.
    """
    df = counts.candidate_frequency
    idf = np.log2((counts.candidates - df + 0.5) / (df + 0.5))
    return idf * (k1 + 1) * robertson_frequency(counts, k1, b)


def tfidf_terrier(counts: Counts, *, k1: float, b: float) -> Floats:
    """Terrier's `TF_IDF`: k1 · `robertson_frequency` · log2(N / df + 1)."""
    return tfidf(counts, k1=k1, b=b) / log(2)


def lmir_terrier(counts: Counts, *, mu: float) -> Floats:
    """Terrier's `DirichletLM`: log2(1 + tf / (mu cf / C)) + log2(mu / (dl + mu)), for matched terms only."""
    return (lmir(counts, mu=mu) + lmir_length(counts.length, mu=mu)) / log(2)


def dph_terrier(counts: Counts) -> Floats:
    """Terrier's `DPH`: `dph` with f taken as 0.99999 where a candidate is one term only."""
    relative = np.where(counts.frequency < counts.length, counts.frequency / counts.length, 0.99999)
    return _dph(counts, relative)


_OKAPI: Final = {"k1": 1.2, "b": 0.75}

MODELS: Final = {
    model.name: model
    for model in (
        Model("tfidf", tfidf, count, _OKAPI),
        Model("bm25", bm25, count, _OKAPI),
        Model("lmir", lmir, count, {"mu": 1000.0}, lmir_length),
        Model("dph", dph, count),
        Model("tfidf-terrier", tfidf_terrier, share_of_largest, _OKAPI),
        Model("bm25-terrier", bm25_terrier, saturated_share, _OKAPI),
        Model("lmir-terrier", lmir_terrier, once, {"mu": 2500.0}),
        Model("dph-terrier", dph_terrier, share_of_largest),
    )
}
"""Models by name, with the parameters they have untuned."""


def model(name: str) -> Model:
    """Return the model with this name.

    Raises:
        ValueError: there is none; the text lists those that are.
    """
    if name not in MODELS:
        raise ValueError(f"There is no weighting model {name!r}; known: {', '.join(MODELS)}.")
    return MODELS[name]
