"""What a kind of corpus finds its citations with in this room.

Belongs here: the choice, and what a kind does not have. Does not belong here: finding.
"""

from typing import NamedTuple

import polars as pl

from legal_assets.catalog import Corpus
from legal_assets.schemas import CITATION_PARTS, CITATIONS, STATUTE_REFERENCES


class Found(NamedTuple):
    """What is found in a corpus; frames of the contracts `citations`, `citation_parts`, `statute_references`."""

    citations: pl.DataFrame
    parts: pl.DataFrame
    statute_references: pl.DataFrame


def find_all(
    corpus: Corpus,
    documents: pl.DataFrame,
    passages: pl.DataFrame,
    sections: pl.DataFrame,
    page_anchors: pl.DataFrame,
    register_citations: pl.DataFrame,
) -> Found:
    """Return the citations of a corpus.

    Rulings have no parts: their queries are written, not masked. Judgments have no references to statutes. In reports
    none are looked for.
    """
    if corpus.kind == "reports":
        return Found(CITATIONS.empty(), CITATION_PARTS.empty(), STATUTE_REFERENCES.empty())
    if corpus.kind == "rulings":
        from legal_assets.citations.swiss import find_swiss_references

        found = find_swiss_references(corpus.key, documents, passages, sections, page_anchors)
        return Found(found.citations, CITATION_PARTS.empty(), found.statute_references)
    from legal_assets.citations.frames import find_citations

    tables = find_citations(corpus.key, documents, passages, register_citations)
    return Found(tables.citations, tables.parts, STATUTE_REFERENCES.empty())
