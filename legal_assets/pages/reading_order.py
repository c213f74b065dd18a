"""In which order the lines of a page are read: columns one after the other, what lies across them in its place.

Works on boxes alone. Lines of another direction than the page's main text, such as a stamp up the margin, come last.
Belongs here: order and grouping of lines. Does not belong here: what the text says.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from legal_assets.pages.printed import PrintedLine

_LEAST_LINES = 4
_LEAST_CHARACTERS = 18.0
_LEAST_COLUMN = 0.12
_MOST_CROSSING = 0.4
_MOST_BESIDE = 0.03
_STEP = 2.0
_DEEPEST = 4
_ALIGNED = 4.0
_SAME_BASELINE = 0.4
_CLOSE = 1.3
_STRIP = 0.5
_MOST_STRIPS = 3


@dataclass(frozen=True, slots=True)
class Gutter:
    """The blank strip between two columns."""

    left: float
    right: float


def in_reading_order(lines: Sequence[PrintedLine]) -> list[list[PrintedLine]]:
    """Return the lines of a page in reading order, grouped into the blocks of the file.

    A block that the file runs across columns is divided; blocks are never joined.
    """
    level = join_pieces([line for line in lines if line.turn == 0])
    turned = [line for line in lines if line.turn != 0]
    ordered = [*_ordered(level, 0), *turned]
    blocks: list[list[PrintedLine]] = []
    for line in ordered:
        if blocks and _together(blocks[-1][-1], line):
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return blocks


def join_pieces(lines: Sequence[PrintedLine]) -> list[PrintedLine]:
    """Join pieces of one line of print that follow each other closely on one baseline, as in justified text."""
    joined: list[PrintedLine] = []
    for line in lines:
        before = joined[-1] if joined else None
        if before is not None and _continues(before, line):
            longer = before if len(before.text) >= len(line.text) else line
            joined[-1] = before._replace(
                text=f"{before.text} {line.text}",
                top=min(before.top, line.top),
                right=max(before.right, line.right),
                bottom=max(before.bottom, line.bottom),
                size=longer.size,
                is_bold=longer.is_bold,
            )
        else:
            joined.append(line)
    return joined


def _continues(line: PrintedLine, after: PrintedLine) -> bool:
    return (
        line.block == after.block
        and abs(_middle(line) - _middle(after)) < _SAME_BASELINE * min(line.height, after.height)
        and -1.0 <= after.left - line.right < _CLOSE * min(line.size, after.size)
    )


def _together(line: PrintedLine, after: PrintedLine) -> bool:
    return (
        line.block == after.block
        and line.turn == after.turn
        and (bool(line.turn) or after.top >= line.top - line.height)
    )


def _ordered(lines: list[PrintedLine], depth: int) -> list[PrintedLine]:
    if depth > _DEEPEST or len(lines) < 2 * _LEAST_LINES:
        return _down(lines)
    gutter = find_gutter(lines)
    if gutter is None:
        return _by_bands(lines, depth)
    middle = (gutter.left + gutter.right) / 2
    across = [line for line in lines if line.left < gutter.left - 1 and line.right > gutter.right + 1]
    beside = [line for line in lines if not (line.left < gutter.left - 1 and line.right > gutter.right + 1)]
    # What lies across ends the columns above it and begins new ones below.
    edges = sorted({_middle(line) for line in across})
    bands: list[list[PrintedLine]] = [[] for _ in range(len(edges) + 1)]
    for line in beside:
        bands[int(np.searchsorted(edges, _middle(line)))].append(line)
    result: list[PrintedLine] = []
    for place, band in enumerate(bands):
        left = [line for line in band if (line.left + line.right) / 2 < middle]
        right = [line for line in band if (line.left + line.right) / 2 >= middle]
        result += _ordered(left, depth + 1)
        result += _ordered(right, depth + 1)
        if place < len(edges):
            result += sorted((line for line in across if _middle(line) == edges[place]), key=lambda line: line.left)
    return result


def _by_bands(lines: list[PrintedLine], depth: int) -> list[PrintedLine]:
    """Divide lines without a common gutter at the widest blank strip across them, and look for columns above and below.

    Where neither part has columns the lines are left as they are.
    """
    ordered = sorted(lines, key=lambda line: line.top)
    bottoms = np.maximum.accumulate([line.bottom for line in ordered])
    gaps = np.array([line.top for line in ordered[1:]]) - bottoms[:-1]
    high = float(np.median([line.height for line in lines]))
    for place in np.argsort(-gaps, kind="stable")[:_MOST_STRIPS]:
        if gaps[place] < _STRIP * high:
            break
        above, below = ordered[: place + 1], ordered[place + 1 :]
        if any(len(part) >= 2 * _LEAST_LINES and find_gutter(part) for part in (above, below)):
            return [*_ordered(_as_filed(above), depth + 1), *_ordered(_as_filed(below), depth + 1)]
    return _down(lines)


def _as_filed(lines: list[PrintedLine]) -> list[PrintedLine]:
    """Lines in the file's own order of blocks, from top to bottom in each."""
    return sorted(lines, key=lambda line: line.block)


def _middle(line: PrintedLine) -> float:
    return (line.top + line.bottom) / 2


def _down(lines: Sequence[PrintedLine]) -> list[PrintedLine]:
    """Blocks from top to bottom, the lines of each in the file's own order; a block never gets between another's."""
    tops: dict[int, tuple[float, float]] = {}
    for line in lines:
        top, left = tops.get(line.block, (line.top, line.left))
        tops[line.block] = (min(top, line.top), min(left, line.left))
    return sorted(lines, key=lambda line: (*tops[line.block], line.block))


def find_gutter(lines: Sequence[PrintedLine]) -> Gutter | None:
    """Return the blank strip between two columns of running text, None where there is none.

    Both sides must hold several lines long enough to be text, not cells of a table, and hardly any line may cross.
    """
    boxes = np.array([(line.left, line.right) for line in lines])
    low, high = float(boxes[:, 0].min()), float(boxes[:, 1].max())
    width = high - low
    if width <= 0:
        return None
    places = np.arange(low + _LEAST_COLUMN * width, high - _LEAST_COLUMN * width, _STEP)
    if not places.size:
        return None
    crossing = ((boxes[:, 0][:, None] < places) & (boxes[:, 1][:, None] > places)).sum(axis=0)
    best: tuple[float, Gutter] | None = None
    for start, end in _runs(crossing == crossing.min(), crossing):
        gutter = Gutter(float(places[start]), float(places[end]))
        score = _score(lines, gutter)
        if score is not None and (best is None or score > best[0]):
            best = (score, gutter)
    return best[1] if best else None


def _runs(is_low: np.ndarray, crossing: np.ndarray) -> list[tuple[int, int]]:
    """Stretches of places that few lines cross: the lowest, and every other local low."""
    runs = []
    start = 0
    for place in range(1, len(crossing) + 1):
        if place < len(crossing) and crossing[place] == crossing[start]:
            continue
        before = crossing[start - 1] if start else np.inf
        after = crossing[place] if place < len(crossing) else np.inf
        if is_low[start] or (crossing[start] < before and crossing[start] < after):
            runs.append((start, place - 1))
        start = place
    return runs


def _beside_others(across: Sequence[PrintedLine], others: Sequence[PrintedLine]) -> int:
    """How many of the lines that lie across share their height with another: they are in a column of their own."""
    tops, bottoms = (np.array([getattr(line, side) for line in others]) for side in ("top", "bottom"))
    middles = np.array([_middle(line) for line in across])[:, None]
    return int(((tops < middles) & (bottoms > middles)).any(axis=1).sum())


def _score(lines: Sequence[PrintedLine], gutter: Gutter) -> float | None:
    across = [line for line in lines if line.left < gutter.left - 1 and line.right > gutter.right + 1]
    left = [line for line in lines if line.right <= gutter.right + 1]
    right = [line for line in lines if line.left >= gutter.left - 1]
    if min(len(left), len(right)) < _LEAST_LINES or len(across) > _MOST_CROSSING * len(lines):
        return None
    if across and _beside_others(across, [*left, *right]) > _MOST_BESIDE * len(lines):
        return None
    lengths = [sum(len(line.text) for line in side) / len(side) for side in (left, right)]
    if min(lengths) < _LEAST_CHARACTERS:
        return None
    edges = np.array([line.left for line in right])
    aligned = float((np.abs(edges - np.median(edges)) < _ALIGNED).mean())
    return min(len(left), len(right)) * (0.5 + aligned) - len(across)
