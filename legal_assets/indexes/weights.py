"""Weights: a model applied to postings, once, so that a query only adds numbers.

Belongs here: one weight a posting, and what a model adds by length. Does not belong here: the formulas
(`models.py`) and the sums (`rankings/`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from legal_assets.indexes.models import Counts, Model
from legal_assets.indexes.postings import Postings

RANGES: Final = {"k1": (0.0, 1e6), "b": (0.0, 1.0), "mu": (1e-6, 1e12)}
"""Least and largest value of each parameter."""

_SLICE = 1 << 18


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of a model: `impacts[p]` belongs to posting `p`.

    `length_terms[c]`, where the model has them, is added to candidate `c` for every token of the query.
    """

    model: Model
    impacts: NDArray[np.float32]
    length_terms: NDArray[np.float64] | None = None


def weigh(postings: Postings, model: Model, parameters: Mapping[str, float] | None = None) -> Weights:
    """Return the weights of a model, with its own parameters where none are given.

    Computed in double precision, some postings at a time, and rounded once.

    Raises:
        ValueError: a parameter is not one of the model's, or out of its range.
    """
    values = {**model.parameters, **(parameters or {})}
    _check(model, values)
    impacts = np.empty(len(postings.candidates), np.float32)
    for part, counts in _counts(postings):
        impacts[part] = model.formula(counts, **values)
    impacts += np.float32(0)
    if model.length_term is None:
        return Weights(model, impacts)
    return Weights(model, impacts, model.length_term(postings.lengths.astype(np.float64), **values))


def _check(model: Model, values: Mapping[str, float]) -> None:
    unknown = sorted(set(values) - set(model.parameters))
    if unknown:
        raise ValueError(f"{model.name} has no parameter {unknown[0]!r}; it has {sorted(model.parameters)}.")
    for name, value in values.items():
        low, high = RANGES[name]
        if not low <= value <= high:
            raise ValueError(f"{model.name}: {name} is {value}, outside {low:g} to {high:g}.")


def _counts(postings: Postings) -> Iterator[tuple[slice, Counts]]:
    """Yield a slice of postings and its counts, until all postings have been seen."""
    lengths = postings.lengths.astype(np.float64)
    df = postings.candidate_frequencies.astype(np.float64)
    cf = postings.occurrences.astype(np.float64)
    candidates, tokens = len(lengths), postings.token_count
    for start in range(0, len(postings.candidates), _SLICE):
        part = slice(start, min(start + _SLICE, len(postings.candidates)))
        terms = np.arange(
            np.searchsorted(postings.pointers, part.start, side="right") - 1,
            np.searchsorted(postings.pointers, part.stop, side="left"),
        )
        bounds = np.clip(postings.pointers[terms[0] : terms[-1] + 2], part.start, part.stop)
        terms = np.repeat(terms, np.diff(bounds))
        yield (
            part,
            Counts(
                postings.frequencies[part].astype(np.float64),
                lengths[postings.candidates[part]],
                df[terms],
                cf[terms],
                candidates,
                tokens,
            ),
        )
