"""All sample documents of one scale: those written by hand, then generated ones, made when asked for.

Here belong the order of documents and looking them up. Writing a judgment belongs to `composing.py`, mark-up to
the module of each era.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import overload

from legal_assets.sample_site.composing import compose
from legal_assets.sample_site.documents import SampleDocument, make_document, written_judgments
from legal_assets.sample_site.judgment import Judgment
from legal_assets.sample_site.plan import Era, Planner

DEFAULT_SEED = 20250101
DOCUMENTS_PER_SCALE = 60
LARGEST_SCALE = 1000
"""Beyond it the case numbers of one year would run out."""


class SampleCorpus(Sequence[SampleDocument]):
    """The `60 × scale` documents in a fixed order; only a few are held in memory at once."""

    def __init__(self, scale: int = 1, seed: int = DEFAULT_SEED) -> None:
        """Plan a corpus; a scale outside 1 to 1000 is a ValueError."""
        if not 1 <= scale <= LARGEST_SCALE:
            raise ValueError(f"scale is {scale}; it must lie between 1 and {LARGEST_SCALE}")
        self._written = written_judgments()
        self._planner = Planner(DOCUMENTS_PER_SCALE * scale - len(self._written), f"{seed}/{scale}")
        self.judgment = lru_cache(maxsize=64)(self._judgment)

    def __len__(self) -> int:
        """How many documents there are."""
        return len(self._written) + self._planner.size
