"""The site's register as rows: which documents there are, and what each of them cites.

Here belongs what the triple store knows. Reading a query and writing an answer belongs to `sparql.py`.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from legal_assets.sample_site.documents import RegisterEntry
from legal_assets.sample_site.judgment import Judgment
from legal_assets.sample_site.streams import LANGUAGES, Repository, work_id

PUBLISHER = "http://publications.europa.eu/resource"
STREAM_TYPES = {
    "application/xhtml+xml": "xhtml",
    "text/html": "html",
    "text/html;type=simplified": "html_simpl",
}
_PRINTED = "pdfa2a"
_SCHEMA = "http://www.w3.org/2001/XMLSchema"


@dataclass(frozen=True)
class Cell:
    """One value of a row; a literal may have a type or a language."""

    value: str
    kind: str = "literal"
    datatype: str | None = None
    language: str | None = None


Row = dict[str, Cell]
Place = tuple[str, tuple[int, ...], tuple[int, ...]]
"""A cited decision, its paragraphs that are named, and the paragraphs that name them."""


class Register:
    """Documents and citations by date of decision; citations are known up to `cites_until`, if that is set."""

    def __init__(self, repository: Repository, cites_until: date | None = None) -> None:
        """Order the documents by date."""
        self._repository = repository
        self._cites_until = cites_until
        self._places: dict[str, tuple[Place, ...]] = {}
        corpus = repository.corpus
        days = (corpus.entry(index).date for index in range(len(corpus)))
        self._dated = sorted(zip(days, corpus.celex_ids, strict=True))

    def entries(self, first: date, after: date) -> Iterator[RegisterEntry]:
        """The documents decided from `first` on and before `after`, in order of date."""
        low, high = (bisect_left(self._dated, (day, "")) for day in (first, after))
        for _, celex in self._dated[low:high]:
            entry = self._repository.entry(celex)
            if entry is not None:
                yield entry

    def list_streams(self, entry: RegisterEntry, languages: frozenset[str]) -> Iterator[Row]:
        """A row for each stream in a wanted language (`ENG`); one without stream if there is none."""
        row = {
            "celex": Cell(entry.celex, datatype=f"{_SCHEMA}#string"),
            "ecli": Cell(entry.ecli, datatype=f"{_SCHEMA}#string"),
            "date": Cell(entry.date.isoformat(), datatype=f"{_SCHEMA}#date"),
            "work": Cell(f"{PUBLISHER}/cellar/{work_id(entry.celex)}", "uri"),
        }
        language = LANGUAGES[entry.language].upper()
        if languages and language not in languages:
            yield row
            return
        for stream in (STREAM_TYPES[entry.media_type], _PRINTED):
            yield row | {
                "title": Cell(entry.title, language=entry.language),
                "language": Cell(f"{PUBLISHER}/authority/language/{language}", "uri"),
                "type": Cell(stream),
            }

    def list_citations(self, entry: RegisterEntry) -> Iterator[Row]:
        """A row for each cited decision and set of cited paragraphs, with all paragraphs that cite it."""
        if self._cites_until is not None and entry.date > self._cites_until:
            return
        for cited, pinpoints, numbers in self._gather(entry.celex):
            row = {
                "citing": Cell(entry.celex),
                "cited": Cell(cited),
                "citing_fragment": Cell(print_fragment(numbers)),
            }
            yield row | {"cited_fragment": Cell(print_fragment(pinpoints))} if pinpoints else row

    def _gather(self, celex: str) -> tuple[Place, ...]:
        """What a document cites, remembered because a judgment takes long to write."""
        if celex not in self._places:
            self._places[celex] = _gather(self._repository.corpus.truth(celex))
        return self._places[celex]


def print_fragment(numbers: tuple[int, ...]) -> str:
    """Paragraphs as annotations print them: `N 8 30 - 36`."""
    ordered = sorted(set(numbers))
    starts = [ordered[0], *(later for earlier, later in pairwise(ordered) if later != earlier + 1)]
    ends = [*(earlier for earlier, later in pairwise(ordered) if later != earlier + 1), ordered[-1]]
    runs = zip(starts, ends, strict=True)
    return "N " + " ".join(str(first) if first == last else f"{first} - {last}" for first, last in runs)


def _gather(judgment: Judgment) -> tuple[Place, ...]:
    """The paragraphs in which each cited decision and set of its paragraphs is named."""
    places: dict[tuple[str, tuple[int, ...]], tuple[int, ...]] = {}
    for paragraph in judgment.paragraphs:
        for citation in paragraph.citations:
            key = (citation.celex, citation.pinpoints)
            places[key] = (*places.get(key, ()), paragraph.number)
    return tuple((*key, numbers) for key, numbers in places.items())
