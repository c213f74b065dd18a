"""How judgments cite one another: the words, and which of them the publisher links.

Here belongs the wording of citations. Who cites whom is in the sample texts and the generator.
"""

import re
from collections.abc import Iterator, Sequence

from legal_assets.sample_site.judgment import Citation, Decision, Link, Part
from legal_assets.sample_site.wording import NO_BREAK_SPACE, Wording

Pinpoint = tuple[int, int]
"""First and last paragraph of a range; a single paragraph is a range of one."""


def parse_pinpoints(text: str) -> tuple[Pinpoint, ...]:
    """Read `21,24-26` as ((21, 21), (24, 26)); the empty string names no paragraph.

    Raises a ValueError for anything else, and for a range that runs backwards.
    """
    pinpoints = []
    for piece in text.split(",") if text else ():
        if not re.fullmatch(r"[0-9]+(-[0-9]+)?", piece):
            raise ValueError(f"pinpoint {piece!r} in {text!r} is neither a number nor a range such as 24-26")
        first, _, last = piece.partition("-")
        pinpoints.append((int(first), int(last or first)))
    if any(first > last or first < 1 for first, last in pinpoints):
        raise ValueError(f"pinpoint {text!r} runs backwards or starts below 1")
    return tuple(pinpoints)


def fill_ranges(pinpoints: Sequence[Pinpoint]) -> tuple[int, ...]:
    """Every paragraph that the pinpoints name, in the order of naming."""
    return tuple(number for first, last in pinpoints for number in range(first, last + 1))


def cite(
    target: Decision, pinpoints: Sequence[Pinpoint], wording: Wording
) -> tuple[tuple[Part, ...], Citation]:
    """Word a full citation, as it follows `judgment of`: date, name, case numbers, ECLI and paragraphs.

    Returns the parts to print and the citation they make up.
    """
    parts = (
        f"{wording.print_date(target.decided)}, {target.name}, ",
        Link(wording.join(target.case_numbers), target.ecli, "case"),
        ", ",
        Link(target.ecli.removeprefix("ECLI:"), target.ecli, "ecli"),
        *_word_pinpoints(target.ecli, pinpoints, wording),
    )
    text = "".join(part if isinstance(part, str) else part.text for part in parts)
    return parts, Citation(target.celex, target.ecli, fill_ranges(pinpoints), text)


def _word_pinpoints(ecli: str, pinpoints: Sequence[Pinpoint], wording: Wording) -> Iterator[Part]:
    """Yield `, paragraphs 21 and 24 to 26`, the ends of each range linked."""
    if not pinpoints:
        return
    is_one = len(pinpoints) == 1 and pinpoints[0][0] == pinpoints[0][1]
    yield f", {wording.paragraph if is_one else wording.paragraphs}{NO_BREAK_SPACE}"
    for position, (first, last) in enumerate(pinpoints):
        if position:
            yield f" {wording.conjunction} " if position == len(pinpoints) - 1 else ", "
        yield Link(str(first), ecli, "point", first)
        if last > first:
            yield f" {wording.until} "
            yield Link(str(last), ecli, "point", last)
