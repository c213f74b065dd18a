"""Corrections of p-values across tests, and correlations of orders of systems.

Belongs here: what is done with finished tests and means. Does not belong here: resampling (`randomisation.py`).
"""

import numpy as np
from numpy.typing import NDArray


def holm(p_values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return p-values adjusted across tests by Holm's step-down rule, in the given order.

    The i-th smallest of m (i from 0) is multiplied by m - i; no adjusted value is below that of a smaller one, and
    none above 1 (Holm 1979).

    Raises:
        ValueError: a value is outside 0 … 1 or no number.
    """
    if not ((p_values >= 0) & (p_values <= 1)).all():
        raise ValueError(f"p-values must lie in 0 … 1; got {p_values.tolist()}.")
    order = np.argsort(p_values, kind="stable")
    stepped = np.maximum.accumulate(p_values[order] * np.arange(len(p_values), 0, -1))
    adjusted = np.empty_like(p_values)
    adjusted[order] = np.minimum(stepped, 1.0)
    return adjusted


def rank_correlations(first: NDArray[np.float64], second: NDArray[np.float64]) -> tuple[float, float] | None:
    """Return Spearman's rho and Kendall's tau-b of two scores of the same systems.

    None where they mean nothing: fewer than two systems, or all equal on one side.

    Raises:
        ValueError: the two differ in length.
    """
    from scipy.stats import kendalltau, spearmanr

    if len(first) != len(second):
        raise ValueError(f"{len(first)} scores cannot be paired with {len(second)}.")
    if len(first) < 2 or np.ptp(first) == 0 or np.ptp(second) == 0:
        return None
    return float(spearmanr(first, second).statistic), float(kendalltau(first, second).statistic)
