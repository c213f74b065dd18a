"""What stands on a page before it is text: lines with their place, size and weight.

Only the values that the reader of a text layer and the engines of OCR make and everything else here takes.
"""

from typing import NamedTuple


class PrintedLine(NamedTuple):
    """A line of print; the box is in points, x to the right and y down, turned so that the page's main text is level.

    `turn` is the direction of the text against the page's main text in degrees, 0 for nearly all lines. `block` counts
    the blocks of the file's own order.
    """

    text: str
    left: float
    top: float
    right: float
    bottom: float
    size: float
    is_bold: bool = False
    turn: int = 0
    block: int = 0

    @property
    def width(self) -> float:
        """Width of the box."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Height of the box."""
        return self.bottom - self.top


class Layer(NamedTuple):
    """The text layer of one page, and what else was seen on it.

    Args:
        page: number from 1.
        lines: lines in the file's own order.
        width, height: size in points, turned as the lines are.
        rotation: the page's own `/Rotate` in degrees.
        direction: direction of most of its text in degrees, against the unrotated page.
        image_cover: share of the page that images cover, from 0 to 1.
        paths: outlines filled on it.
        hidden: characters that do not show: printed with neither fill nor outline, or under an image.
        unmapped: characters whose font does not say what they mean.
        repeated: characters left out because the same was printed on the same spot.
    """

    page: int
    lines: tuple[PrintedLine, ...]
    width: float
    height: float
    rotation: int
    direction: int
    image_cover: float
    paths: int
    hidden: int
    unmapped: int
    repeated: int
