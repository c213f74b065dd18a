"""How judgments cite one another: the words, and which of them the publisher links.

Here belongs the wording of citations. Who cites whom is in the sample texts and the generator.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from legal_assets.sample_site.judgment import Citation, CitationKind, Decision, Link, Part
from legal_assets.sample_site.wording import NO_BREAK_SPACE, WORDINGS, Wording

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
    target: Decision, pinpoints: Sequence[Pinpoint], wording: Wording, kind: CitationKind = "full"
) -> tuple[tuple[Part, ...], Citation]:
    """Word a full citation, as it follows `judgment of`: date, name, case numbers, ECLI and paragraphs.

    Returns the parts to print and the citation they make up.
    """
    parts = (
        f"{wording.print_date(target.decided)}, {target.name}, ",
        Link(wording.join(target.case_numbers), target.ecli, "case"),
        ", ",
        Link(target.ecli.removeprefix("ECLI:"), target.ecli, "ecli"),
        *word_pinpoints(target.ecli, pinpoints, wording),
    )
    text = print_parts(parts)
    return parts, Citation(target.celex, target.ecli, fill_ranges(pinpoints), text, kind)


def cite_opinion(
    target: Decision, pinpoints: Sequence[Pinpoint], wording: Wording
) -> tuple[tuple[Part, ...], Citation]:
    """Word a citation of an opinion, as it follows `in`: name, case numbers, ECLI and points in brackets."""
    parts = (
        f"{target.name} (",
        Link(wording.join(target.case_numbers), target.ecli, "case"),
        ", ",
        Link(target.ecli.removeprefix("ECLI:"), target.ecli, "ecli"),
        *word_pinpoints(target.ecli, pinpoints, replace(wording, paragraph="point", paragraphs="points")),
        ")",
    )
    text = print_parts(parts)
    return parts, Citation(target.celex, target.ecli, fill_ranges(pinpoints), text, "opinion")


def cite_by_report(target: Decision, pinpoints: Sequence[Pinpoint], wording: Wording) -> Citation:
    """Word a citation as was usual before the ECLI: case number, name, report, paragraphs; nothing linked."""
    numbers = wording.join(target.case_numbers).replace("\N{NON-BREAKING HYPHEN}", "-")
    is_lettered = numbers[0] == "C"
    page = f"{'I-' if is_lettered else ''}{1000 + 7 * int(target.ecli.rpartition(':')[2]) % 9000}"
    places = print_parts(word_pinpoints(target.ecli, pinpoints, wording))
    if wording is WORDINGS["fr"]:
        day = wording.print_date(target.decided)
        text = f"arrêt du {day}, {target.name}, {numbers}, Rec. p. {page}{places}"
    else:
        case = "Case" if len(target.case_numbers) == 1 else "Joined Cases"
        text = f"{case} {numbers} {target.name} [{target.decided.year}] ECR {page}{places}"
    text = text.replace(NO_BREAK_SPACE, " ")
    return Citation(target.celex, target.ecli, fill_ranges(pinpoints), text)


def print_parts(parts: Iterable[Part]) -> str:
    """The parts as plain text."""
    return "".join(part if isinstance(part, str) else part.text for part in parts)


def word_pinpoints(ecli: str, pinpoints: Sequence[Pinpoint], wording: Wording) -> Iterator[Part]:
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
