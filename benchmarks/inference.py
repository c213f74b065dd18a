"""Randomisation tests and clustered bootstrap beside numpy, one pair or system at a time.

Belongs here: the generated values, the contestants, their agreement. The plain versions are vectorised over draws, not
over pairs: what one writes without thinking of matrices. Run `python -m benchmarks.inference`.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.rounds import Line, race, save, show
from legal_assets.measures.bootstrap import DRAWS as RESAMPLES
from legal_assets.measures.bootstrap import clustered_interval
from legal_assets.measures.randomisation import DRAWS, pair_p_values

SYSTEMS, QUERIES, FAMILIES = 70, 1000, 453
RESULTS = Path("benchmarks/results/inference.json")
_BLOCK = 500


def generate() -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return binary values of 1,000 queries and 70 systems that agree with one another, and 453 families."""
    generator = np.random.default_rng(11)
    hard = generator.random((QUERIES, 1))
    values = (generator.random((QUERIES, SYSTEMS)) * 0.7 + hard * 0.3 < np.linspace(0.3, 0.6, SYSTEMS)).astype(float)
    families = np.concatenate([np.arange(FAMILIES), generator.integers(0, FAMILIES, QUERIES - FAMILIES)])
    return values, families


def pair_by_pair(values: NDArray[np.float64], families: NDArray[np.int64], draws: int) -> NDArray[np.float64]:
    """Test each system against the first, flipping the queries of each pair on their own."""
    generator = np.random.default_rng(11)
    p_values = np.empty(values.shape[1] - 1)
    for other in range(1, values.shape[1]):
        difference = values[:, 0] - values[:, other]
        observed = abs(difference.sum()) - 1e-9
        extreme = 0
        for start in range(0, draws, _BLOCK):
            signs = generator.integers(0, 2, size=(min(_BLOCK, draws - start), FAMILIES), dtype=np.int8) * 2 - 1
            extreme += int((np.abs((signs[:, families] * difference).sum(axis=1)) >= observed).sum())
        p_values[other - 1] = (extreme + 1) / (draws + 1)
    return p_values


def draw_by_draw(values: NDArray[np.float64], families: NDArray[np.int64], draws: int) -> NDArray[np.float64]:
    """Gather the queries of the drawn families anew in each draw, all systems at once."""
    generator = np.random.default_rng(11)
    members = [np.flatnonzero(families == family) for family in range(FAMILIES)]
    means = np.empty((draws, values.shape[1]))
    for draw in range(draws):
        picked = np.concatenate([members[family] for family in generator.integers(0, FAMILIES, FAMILIES)])
        means[draw] = values[picked].mean(axis=0)
    return np.quantile(means, [0.025, 0.975], axis=0)


def system_by_system(values: NDArray[np.float64], families: NDArray[np.int64], draws: int) -> NDArray[np.float64]:
    """Bootstrap one system after the other, the draws of all families at once."""
    order = np.argsort(families, kind="stable")
    sizes = np.bincount(families)
    starts = np.cumsum(sizes) - sizes
    ends = np.empty((2, values.shape[1]))
    for system in range(values.shape[1]):
        generator = np.random.default_rng(11)
        column = values[order, system]
        means = np.empty(draws)
        for start in range(0, draws, _BLOCK):
            picks = generator.integers(0, FAMILIES, (min(_BLOCK, draws - start), FAMILIES))
            sums = np.add.reduceat(column, starts)[picks].sum(axis=1)
            means[start : start + len(picks)] = sums / sizes[picks].sum(axis=1)
        ends[:, system] = np.quantile(means, [0.025, 0.975])
    return ends


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the benchmark, print its table and keep it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args(arguments)
    values, families = generate()
    first, others = np.zeros(SYSTEMS - 1, np.int64), np.arange(1, SYSTEMS)
    left, right = np.triu_indices(SYSTEMS, 1)
    lines: list[Line] = [
        race(
            f"{DRAWS:,} flips, {SYSTEMS - 1} pairs, vs pair by pair",
            QUERIES,
            (
                lambda: pair_p_values(values, families, first, others),
                lambda: pair_by_pair(values, families, DRAWS),
            ),
            rounds=options.rounds,
            target=50,
        ),
        race(
            f"{RESAMPLES:,} resamples, {SYSTEMS} systems, vs gathering queries",
            QUERIES,
            (lambda: clustered_interval(values, families), lambda: draw_by_draw(values, families, RESAMPLES)),
            rounds=options.rounds,
            target=20,
        ),
        race(
            f"{RESAMPLES:,} resamples, {SYSTEMS} systems, vs system by system",
            QUERIES,
            (lambda: clustered_interval(values, families), lambda: system_by_system(values, families, RESAMPLES)),
            rounds=options.rounds,
            target=20,
        ),
        race(
            f"{DRAWS:,} flips, all {len(left):,} pairs with the largest, vs {SYSTEMS - 1} pairs pair by pair",
            QUERIES,
            (lambda: pair_p_values(values, families, left, right), lambda: pair_by_pair(values, families, DRAWS)),
            rounds=options.rounds,
        ),
    ]
    ours = pair_p_values(values, families, first, others).p_values
    ends = np.array(clustered_interval(values, families))
    facts = {
        "families": FAMILIES,
        "largest difference of p-values": float(np.abs(ours - pair_by_pair(values, families, DRAWS)).max()),
        "largest difference of ends": float(np.abs(ends - draw_by_draw(values, families, RESAMPLES)).max()),
    }
    show("Tests and intervals", lines, facts)
    save(RESULTS, lines, facts, ["numpy"])


if __name__ == "__main__":
    main()
