"""The text layer of one page by PyMuPDF: lines with place, size and weight, and what else is seen on the page.

Belongs here: everything that asks PyMuPDF about the content of a page. Does not belong here: the order of lines
(`reading_order.py`) and whether the text can be trusted (`signals.py`).
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from legal_assets.pages.printed import Layer, PrintedLine

if TYPE_CHECKING:
    import pymupdf

_FILLED_OR_STROKED = 16 | 32
_UNMAPPED = 128 | 256
_BOLD_FLAG, _BOLD_CHARACTERS = 16, 8
_GRID = 64
_LEAST_SIZE = 1.0
_SLACK = 3.0
_SAME_SPOT = 0.25
_INK_DPI, _INK_PIXELS = 50, 1500
_INK_DIFFERENCE, _INK_LEAST = 48, 8
_BLANKS = re.compile(r"[ \t\r\n\u00a0\u2000-\u200a\u202f\u3000]+")

Box = tuple[float, float, float, float]


def read_layer(page: "pymupdf.Page", number: int) -> Layer:
    """Read the text layer of a page.

    Ligatures are spelled out, and a character printed twice on the same spot is taken once. A character that its font
    does not map is kept as PyMuPDF gives it, and counted.

    Args:
        page: an open page.
        number: its number from 1.
    """
    import pymupdf

    flags = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE | pymupdf.TEXT_MEDIABOX_CLIP
    blocks = page.get_text("dict", flags=flags)["blocks"]
    printed, counts = _distinct(_spans(blocks))
    direction = _main_direction(printed)
    log = page.get_bboxlog()
    box = page.cropbox
    width, height = (box.height, box.width) if direction in (90, 270) else (box.width, box.height)
    return Layer(
        number,
        tuple(_turned(line, direction, box.width, box.height) for line in printed),
        width,
        height,
        int(page.rotation) % 360,
        direction,
        _cover([area for kind, area in log if kind in ("fill-image", "fill-imgmask")], page.rect),
        sum(kind == "fill-path" for kind, _ in log),
        max(counts["invisible"], round(_covered_share(log) * sum(map(_characters, printed)))),
        counts["unmapped"],
        counts["repeated"],
    )


def _spans(blocks: Sequence[dict[str, Any]]) -> Iterator[tuple[PrintedLine, int, int]]:
    """Every line with its direction in `turn`, and how many of its characters are invisible or unmapped."""
    for number, block in enumerate(blocks):
        for line in block.get("lines", ()):
            spans = [span for span in line["spans"] if span["text"]]
            text = _BLANKS.sub(" ", "".join(span["text"] for span in spans))
            if not text.strip():
                continue
            longest = max(spans, key=lambda span: len(span["text"]))
            invisible = [span for span in spans if not span["char_flags"] & _FILLED_OR_STROKED or span["alpha"] == 0]
            unmapped = [span for span in spans if span["char_flags"] & _UNMAPPED]
            left, top, right, bottom = line["bbox"]
            bold = bool(longest["flags"] & _BOLD_FLAG or longest["char_flags"] & _BOLD_CHARACTERS)
            yield (
                PrintedLine(
                    text.strip(),
                    left,
                    top,
                    right,
                    bottom,
                    round(max(float(longest["size"]), _LEAST_SIZE), 1),
                    bold,
                    _degrees(line["dir"]),
                    number,
                ),
                sum(map(_printed_characters, invisible)),
                sum(map(_printed_characters, unmapped)),
            )


def _printed_characters(span: dict[str, Any]) -> int:
    return sum(not letter.isspace() for letter in span["text"])


def _degrees(direction: tuple[float, float]) -> int:
    """Direction of writing in steps of 90 degrees, clockwise from left to right."""
    across, down = direction
    if abs(across) >= abs(down):
        return 0 if across >= 0 else 180
    return 90 if down > 0 else 270


def _distinct(spans: Iterator[tuple[PrintedLine, int, int]]) -> tuple[list[PrintedLine], Counter[str]]:
    """Leave out lines that were printed again on nearly the same spot, as for a shadow or false bold."""
    kept: dict[tuple[str, int], list[PrintedLine]] = {}
    lines: list[PrintedLine] = []
    counts: Counter[str] = Counter()
    for line, invisible, unmapped in spans:
        same = kept.setdefault((line.text, line.turn), [])
        near = _SAME_SPOT * line.size
        if any(abs(line.left - other.left) < near and abs(line.top - other.top) < near for other in same):
            counts["repeated"] += _characters(line)
            continue
        same.append(line)
        lines.append(line)
        counts["invisible"] += invisible
        counts["unmapped"] += unmapped
    return lines, counts


def _main_direction(lines: Sequence[PrintedLine]) -> int:
    characters: Counter[int] = Counter({0: 0})
    for line in lines:
        characters[line.turn] += len(line.text)
    return max(sorted(characters), key=lambda turn: characters[turn])


def _turned(line: PrintedLine, direction: int, width: float, height: float) -> PrintedLine:
    """The line in coordinates in which text of this direction runs from left to right."""
    left, top, right, bottom = line.left, line.top, line.right, line.bottom
    boxes: dict[int, Box] = {
        0: (left, top, right, bottom),
        90: (top, width - right, bottom, width - left),
        180: (width - right, height - bottom, width - left, height - top),
        270: (height - bottom, left, height - top, right),
    }
    turned = boxes[direction]
    return line._replace(
        left=turned[0], top=turned[1], right=turned[2], bottom=turned[3], turn=(line.turn - direction) % 360
    )


def _characters(line: PrintedLine) -> int:
    return len(line.text) - line.text.count(" ")


def _covered_share(log: Sequence[tuple[str, Box]]) -> float:
    """Share of the texts, by area, over which an image was painted afterwards, as a layer that a scan hides."""
    covered = whole = 0.0
    images: list[Box] = []
    for kind, box in reversed(log):
        if kind == "fill-image":
            images.append(box)
        elif kind == "fill-text":
            area = max(box[2] - box[0], 0.0) * max(box[3] - box[1], 0.0)
            whole += area
            covered += area * any(_within(box, image) for image in images)
    return covered / whole if whole else 0.0


def _within(box: Box, image: Box) -> bool:
    return (
        box[0] >= image[0] - _SLACK
        and box[1] >= image[1] - _SLACK
        and box[2] <= image[2] + _SLACK
        and box[3] <= image[3] + _SLACK
    )


def _cover(areas: Sequence[Box], page: "pymupdf.Rect") -> float:
    """Share of the page under images, on a grid; images may overlap and reach beyond the page."""
    if not areas or page.width <= 0 or page.height <= 0:
        return 0.0
    grid = np.zeros((_GRID, _GRID), dtype=bool)
    scale = np.array([_GRID / page.width, _GRID / page.height] * 2)
    cells = np.clip(np.nan_to_num((np.array(areas) - [page.x0, page.y0] * 2) * scale), 0, _GRID)
    for left, top, right, bottom in np.round(cells).astype(int):
        grid[top:bottom, left:right] = True
    return float(grid.mean())


def has_ink(page: "pymupdf.Page") -> bool:
    """Whether a page shows anything at all: a rendering of it is not one even shade."""
    import pymupdf

    longest = max(page.rect.width, page.rect.height, 1.0)
    scale = min(_INK_DPI / 72, _INK_PIXELS / longest)
    shown = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), colorspace=pymupdf.csGRAY, alpha=False)
    shades = np.frombuffer(shown.samples, dtype=np.uint8)
    if not shades.size:
        return False
    return bool((np.abs(shades.astype(np.int16) - int(np.median(shades))) > _INK_DIFFERENCE).sum() >= _INK_LEAST)
