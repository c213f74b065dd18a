"""Tuning: parameters of a weighting model chosen on a development task.

Belongs here: the grids and the choice. Does not belong here: ranking with a setting and measuring it, which
the caller does in the function it hands over.
"""

from collections.abc import Callable, Mapping
from itertools import product
from typing import Final

import polars as pl

from legal_assets.indexes.models import Model

FEWEST_QUERIES: Final = 50
"""Development queries below which a model keeps its own parameters: the best of a grid would be chance."""

GRID: Final[Mapping[str, tuple[float, ...]]] = {
    "k1": (0.0, 0.75, 1.5, 2.25, 3.0),
    "b": (0.0, 0.25, 0.5, 0.75, 1.0),
    "mu": (100.0, 500.0, 800.0, 1000.0, 2000.0, 4000.0, 8000.0, 10000.0),
}
"""Values tried for each parameter, those of the LegalPincite study."""

_SCHEMA: Final = {
    "model": pl.String,
    "k1": pl.Float64,
    "b": pl.Float64,
    "mu": pl.Float64,
    "value": pl.Float64,
    "queries": pl.Int64,
    "chosen": pl.Boolean,
    "basis": pl.String,
}


def settings(model: Model) -> list[dict[str, float]]:
    """Return every combination of values tried for a model; the empty one where it has no parameters."""
    names = list(model.parameters)
    return [dict(zip(names, values, strict=True)) for values in product(*(GRID[name] for name in names))]


def own_parameters(model: Model, basis: str) -> pl.DataFrame:
    """Return the model's own parameters as chosen, measured on nothing, and why.

    Args:
        model: the weighting model.
        basis: why nothing was tried.
    """
    row = {"model": model.name, **model.parameters, "value": None, "queries": 0, "chosen": True}
    return pl.DataFrame([{**row, "basis": basis if model.parameters else "no parameters"}], schema=_SCHEMA)


def tune(
    model: Model,
    queries: int,
    measure: Callable[[Mapping[str, float]], float],
    fewest: int = FEWEST_QUERIES,
) -> pl.DataFrame:
    """Return all settings tried with their values, one of them chosen: the best, of equal ones the first.

    Args:
        model: the weighting model.
        queries: number of development queries.
        measure: mean measure of the development queries when ranked with these parameters; more is better.
        fewest: below this many queries only the model's own parameters are measured.
    """
    enough = queries >= fewest
    tried = settings(model) if enough else [dict(model.parameters)]
    values = [measure(setting) for setting in tried]
    best = max(range(len(tried)), key=lambda place: (values[place], -place))
    basis = "grid" if enough else f"defaults: {queries} queries, fewer than {fewest}"
    return pl.DataFrame(
        [
            {
                "model": model.name,
                **setting,
                "value": value if queries else None,
                "queries": queries,
                "chosen": place == best,
                "basis": basis if model.parameters else "no parameters",
            }
            for place, (setting, value) in enumerate(zip(tried, values, strict=True))
        ],
        schema=_SCHEMA,
    )
