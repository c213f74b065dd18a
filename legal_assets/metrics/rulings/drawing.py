"""Line plots in SVG: panels with axes, lines and one legend.

Belongs here: from numbers to marks on a plane. Does not belong here: which numbers (`plots.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999933")
"""Colours that people with colour blindness tell apart (M. Okabe, K. Ito, Color Universal Design)."""

DASHES = ("", "6 3", "2 3")
"""Of the ninth line the second, of the seventeenth the third, then again from the first."""

_WIDTH, _HEIGHT = 300, 210
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 12, 28, 40
_LEGEND_ROW, _LEGEND_COLUMN, _MARGIN = 20, 150, 12
_STYLE = "font-family='sans-serif' font-size='11' fill='#333333'"


@dataclass(frozen=True, slots=True)
class Line:
    """A named line through points; lines of one name have one colour in all panels."""

    name: str
    xs: Sequence[float]
    ys: Sequence[float]


@dataclass(frozen=True, slots=True)
class Panel:
    """One plane: what is on its axes, their ticks as place and label, from the lowest to the highest, and its lines."""

    title: str
    x_label: str
    y_label: str
    x_ticks: Sequence[tuple[float, str]]
    y_ticks: Sequence[tuple[float, str]]
    lines: Sequence[Line]


def draw(panels: Sequence[Panel], names: Sequence[str], columns: int) -> str:
    """Return panels in rows of so many columns, with a legend below, as an SVG document.

    Args:
        panels: what is drawn.
        names: names of all lines, in the order of the legend; a name has the colour of its place.
        columns: panels in a row.

    Raises:
        ValueError: there is no panel, an axis has fewer than two ticks, or a line has none of the names.
    """
    if not panels or any(len(ticks) < 2 for panel in panels for ticks in (panel.x_ticks, panel.y_ticks)):
        raise ValueError("A plot needs a panel, and every axis of it two ticks.")
    unknown = {line.name for panel in panels for line in panel.lines} - set(names)
    if unknown:
        raise ValueError(f"Lines {sorted(unknown)} are not in the legend {list(names)}.")
    columns = min(columns, len(panels))
    rows = -(-len(panels) // columns)
    width = max(columns * _WIDTH, _LEGEND_COLUMN + 2 * _MARGIN)
    per_row = max(1, (width - 2 * _MARGIN) // _LEGEND_COLUMN)
    height = rows * _HEIGHT + -(-len(names) // per_row) * _LEGEND_ROW + _MARGIN
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' viewBox='0 0 {width} {height}'>",
        f"<rect width='{width}' height='{height}' fill='#ffffff'/>",
    ]
    for place, panel in enumerate(panels):
        row, column = divmod(place, columns)
        parts += [f"<g transform='translate({column * _WIDTH} {row * _HEIGHT})'>", *_panel(panel, names), "</g>"]
    for place, name in enumerate(names):
        row, column = divmod(place, per_row)
        x, y = _MARGIN + column * _LEGEND_COLUMN, rows * _HEIGHT + row * _LEGEND_ROW + _MARGIN
        parts.append(f"<path d='M{x} {y}h24' {_stroke(place)}/>")
        parts.append(f"<text x='{x + 30}' y='{y + 4}' {_STYLE}>{escape(name)}</text>")
    return "".join([*parts, "</svg>"])


def _panel(panel: Panel, names: Sequence[str]) -> list[str]:
    left, right, top, bottom = _LEFT, _WIDTH - _RIGHT, _TOP, _HEIGHT - _BOTTOM
    middle = (left + right) / 2

    def across(value: float) -> float:
        return round(left + _share(value, panel.x_ticks) * (right - left), 1)

    def up(value: float) -> float:
        return round(bottom - _share(value, panel.y_ticks) * (bottom - top), 1)

    parts = [
        f"<text x='{middle}' y='16' text-anchor='middle' font-weight='bold' {_STYLE}>{escape(panel.title)}</text>",
        f"<text x='{middle}' y='{_HEIGHT - 8}' text-anchor='middle' {_STYLE}>{escape(panel.x_label)}</text>",
        f"<text x='12' y='{(top + bottom) / 2}' text-anchor='middle' transform='rotate(-90 12 {(top + bottom) / 2})' "
        f"{_STYLE}>{escape(panel.y_label)}</text>",
    ]
    for value, label in panel.y_ticks:
        parts.append(f"<path d='M{left} {up(value)}H{right}' stroke='#dddddd'/>")
        parts.append(f"<text x='{left - 5}' y='{up(value) + 4}' text-anchor='end' {_STYLE}>{escape(label)}</text>")
    for value, label in panel.x_ticks:
        parts.append(f"<path d='M{across(value)} {bottom}v4' stroke='#333333'/>")
        parts.append(
            f"<text x='{across(value)}' y='{bottom + 16}' text-anchor='middle' {_STYLE}>{escape(label)}</text>"
        )
    parts.append(f"<path d='M{left} {top}V{bottom}H{right}' fill='none' stroke='#333333'/>")
    for line in panel.lines:
        points = " ".join(f"{across(x)},{up(y)}" for x, y in zip(line.xs, line.ys, strict=True))
        parts.append(f"<polyline points='{points}' {_stroke(names.index(line.name))}/>")
    return parts


def _share(value: float, ticks: Sequence[tuple[float, str]]) -> float:
    lowest, highest = ticks[0][0], ticks[-1][0]
    return (value - lowest) / (highest - lowest)


def _stroke(place: int) -> str:
    colour = COLOURS[place % len(COLOURS)]
    dash = DASHES[place // len(COLOURS) % len(DASHES)]
    dashed = f" stroke-dasharray='{dash}'" if dash else ""
    return f"fill='none' stroke='{colour}' stroke-width='1.8'{dashed}"
