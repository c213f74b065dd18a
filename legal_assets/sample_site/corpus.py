"""All sample documents of one scale: those written by hand, then generated ones, made when asked for.

Here belong the order of documents and looking them up. Writing a judgment belongs to `composing.py`, mark-up
to the module of each era.
"""

from collections.abc import Iterator
from functools import lru_cache

from legal_assets.sample_site.composing import compose, compose_head
from legal_assets.sample_site.documents import RegisterEntry, SampleDocument, make_document, make_entry
from legal_assets.sample_site.eras import Era, choose_era
from legal_assets.sample_site.judgment import Judgment
from legal_assets.sample_site.plan import Planner
from legal_assets.sample_site.written import written_judgments

DEFAULT_SEED = 229
DOCUMENTS_PER_SCALE = 60
LARGEST_SCALE = 1000
"""Beyond it the case numbers of one year would run out."""


class SampleCorpus:
    """The 60 documents, or a multiple of them, in a fixed order; none is written before it is asked for."""

    def __init__(self, scale: int = 1, seed: int = DEFAULT_SEED) -> None:
        """Plan `60 * scale` documents; a scale outside 1 to 1000 is a ValueError."""
        if not 1 <= scale <= LARGEST_SCALE:
            raise ValueError(f"scale is {scale}; it must lie between 1 and {LARGEST_SCALE}")
        self._written = written_judgments()
        self._planner = Planner(DOCUMENTS_PER_SCALE * scale - len(self._written), f"{seed}/{scale}")
        self._indexes = {judgment.decision.celex: index for index, judgment in enumerate(self._written)}
        self._indexes |= {self._planner.celex(index): index + len(self._written) for index in range(self._planner.size)}
        self.entry = lru_cache(maxsize=None)(self._entry)

    def __len__(self) -> int:
        """How many documents there are."""
        return len(self._indexes)

    def __iter__(self) -> Iterator[SampleDocument]:
        """Every document in turn."""
        return (self.document(index) for index in range(len(self)))

    @property
    def celex_ids(self) -> tuple[str, ...]:
        """The CELEX numbers in order."""
        return tuple(self._indexes)

    def find(self, celex: str) -> int | None:
        """The index of a document, None if there is no such document."""
        return self._indexes.get(celex)

    def document(self, index: int) -> SampleDocument:
        """Write the document with that index."""
        return make_document(self.judgment(index), self.era(index))

    def judgment(self, index: int) -> Judgment:
        """What the document with that index says: paragraphs, and the citations in each."""
        if index < len(self._written):
            return self._written[index]
        return compose(self._planner, index - len(self._written))

    def truth(self, celex: str) -> Judgment:
        """The same by CELEX number; an unknown number is a ValueError."""
        index = self.find(celex)
        if index is None:
            raise ValueError(f"no sample document has the CELEX number {celex}")
        return self.judgment(index)

    def era(self, index: int) -> Era:
        """The mark-up era of the document with that index."""
        if index < len(self._written):
            return choose_era(self._written[index].decision.decided)
        return self._planner.plan(index - len(self._written)).era

    def _entry(self, index: int) -> RegisterEntry:
        if index < len(self._written):
            return make_entry(self._written[index], self.era(index))
        return make_entry(compose_head(self._planner, index - len(self._written)), self.era(index))


def generated_judgments(scale: int = 1, seed: int = DEFAULT_SEED) -> Iterator[SampleDocument]:
    """The generated documents of a corpus one after another, in order of date."""
    corpus = SampleCorpus(scale, seed)
    return (corpus.document(index) for index in range(len(written_judgments()), len(corpus)))
