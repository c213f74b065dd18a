"""Which printed numbers are paragraph numbers: the sequence decides.

Candidates come with a number and a weight; quoted articles, lists and operative parts print numbers too. The chosen
chain rises through the document and is the one whose weights, less a price for every gap, sum to most. Mark-up and
blocks do not belong here, nor does looking for numbers inside a text (`joined`).
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

Candidate = tuple[int, float]
"""Number and weight."""

GAP_PRICE = 1.5
"""More than an ordinary candidate of prose is worth (1), less than one that mark-up vouches for (3)."""

FIRST_PRICE = 0.5
"""A chain that does not begin with 1 costs this, so that a judgment printed in extracts can be read."""

HIGHEST = 5000
"""No decision has that many paragraphs; years and amounts lie below or above."""


def choose_sequence(candidates: Sequence[Candidate]) -> list[int]:
    """Choose the candidates that are paragraph numbers, by position in `candidates`.

    Of chains with equal sums the one wins whose members come later: a quoted number stands before the paragraph
    that continues the sequence.
    """
    usable = [at for at, (number, _) in enumerate(candidates) if 0 < number <= HIGHEST]
    if [candidates[at][0] for at in usable] == list(range(1, len(usable) + 1)):
        return usable
    best_sum = [float("-inf")] * (HIGHEST + 1)
    best_end = [-1] * (HIGHEST + 1)
    before: dict[int, int] = {}
    for at in usable:
        number, weight = candidates[at]
        value, previous = (0.0 if number == 1 else -FIRST_PRICE - GAP_PRICE), -1
        if best_sum[number - 1] >= value:
            value, previous = best_sum[number - 1], best_end[number - 1]
        if number > 2:
            jump = max(best_sum[1 : number - 1])
            if jump - GAP_PRICE > value:
                value, previous = jump - GAP_PRICE, best_end[1 + best_sum[1 : number - 1].index(jump)]
        if value + weight >= best_sum[number]:
            best_sum[number], best_end[number] = value + weight, at
            before[at] = previous
    return _backwards(before, best_end[best_sum.index(max(best_sum))])


def _backwards(before: dict[int, int], last: int) -> list[int]:
    chain: list[int] = []
    while last >= 0:
        chain.append(last)
        last = before[last]
    return chain[::-1]


def gaps(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The runs of missing numbers in a rising sequence, (first, last) of each; a missing beginning counts."""
    for before, after in pairwise((0, *numbers)):
        if after > before + 1:
            yield before + 1, after - 1
