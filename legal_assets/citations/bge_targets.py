"""From references to the rulings they mean: inner pages, considerations.

A reference may name the page that is meant, not the one on which the ruling begins; the ruling that holds it is the
last one that begins before it, if it goes on past it. On its last page the next ruling begins, and is what the number
means. Finding references belongs in `bge`.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from legal_assets.citations.bge_reference import BgeReference
from legal_assets.passages.bge_numbers import match_path, parse_label, section_id
from legal_assets.passages.bge_ruling import Ruling
from legal_assets.text.bge_number import RulingNumber


@dataclass(frozen=True, slots=True)
class KnownRuling:
    """What has to be known of a ruling to lead references to it; `paths` are its considerations in order."""

    number: RulingNumber
    last_page: int
    paths: tuple[tuple[str, ...], ...] = ()

    @classmethod
    def of(cls, ruling: Ruling) -> "KnownRuling":
        """Take what is known from a ruling."""
        return cls(ruling.number, ruling.last_page, tuple(section.path for section in ruling.considerations))


@dataclass(frozen=True, slots=True)
class Target:
    """The ruling that a reference means, and the ids of the considerations it names that are there.

    `is_inner` says that the page it cites is not the first one of the ruling. `missing` are considerations as printed
    that the ruling does not have.
    """

    doc_id: str
    section_ids: tuple[str, ...]
    missing: tuple[str, ...]
    is_inner: bool


class Rulings:
    """The rulings of a corpus by volume, division and page."""

    def __init__(self, rulings: Iterable[KnownRuling]) -> None:
        self._shelves: dict[tuple[int, str], list[KnownRuling]] = {}
        for ruling in sorted(rulings, key=lambda known: known.number):
            self._shelves.setdefault((ruling.number.volume, ruling.number.division), []).append(ruling)

    def at(self, number: RulingNumber) -> KnownRuling | None:
        """Return the ruling that begins on a page or goes on over it; None where none of the corpus does."""
        shelf = self._shelves.get((number.volume, number.division), [])
        place = bisect_right(shelf, number.page, key=lambda known: known.number.page)
        known = shelf[place - 1] if place else None
        is_there = known is not None and (number.page == known.number.page or number.page < known.last_page)
        return known if is_there else None


def resolve(reference: BgeReference, rulings: Rulings) -> Target | None:
    """Return what a reference means in a corpus; None where its ruling is not there.

    A range of considerations means all of the ruling's own between its ends. A judgment that is printed in part (kind
    `unpublished`) is led to the ruling without considerations: those that are named are not in it.
    """
    known = rulings.at(reference.number)
    if known is None:
        return None
    printed = () if reference.kind == "unpublished" else reference.pinpoint.considerations
    found: dict[str, None] = {}
    missing: list[str] = []
    for label in printed:
        paths = _meant(label, known.paths)
        found.update(dict.fromkeys(section_id(path) for path in paths))
        if not paths:
            missing.append(label)
    return Target(known.number.doc_id, tuple(found), tuple(missing), reference.page != known.number.page)


def _meant(label: str, paths: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The considerations that a printed number or range means."""
    first, _, last = label.partition("-")
    start = match_path(parse_label(first), paths)
    if not last:
        return [start] if start else []
    end_path = parse_label(last)
    if start and end_path and end_path[0].isalpha():
        end_path = (*start[:-1], *end_path)
    end = match_path(end_path, paths)
    if not start or not end:
        return [path for path in (start, end) if path]
    between = paths[paths.index(start) : paths.index(end) + 1]
    below = [path for path in paths if path[: len(end)] == end and len(path) > len(end)]
    return [*between, *below]
