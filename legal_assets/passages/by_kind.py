"""What a kind of corpus is read with in this room.

Belongs here: the choice, and what a kind does not have. Does not belong here: reading.
"""

import polars as pl

from legal_assets.catalog import Corpus
from legal_assets.passages.swiss import SwissTables, read_swiss
from legal_assets.schemas import COMMENTARIES, PAGE_ANCHORS, SECTIONS
from legal_assets.storage.raw import RawStore


def read_documents(corpus: Corpus, raw_documents: pl.DataFrame, raw: RawStore, *, workers: int) -> SwissTables:
    """Return what is read from the files of a corpus.

    Judgments and releases have neither sections nor page anchors nor commentaries; those tables are empty.

    Args:
        corpus: catalog entry of the corpus.
        raw_documents: frame of the contract `raw_documents`.
        raw: where the bytes lie.
        workers: processes, used from a few hundred documents on.
    """
    if corpus.kind == "rulings":
        return read_swiss(corpus.key, raw_documents, raw, language=corpus.language, workers=workers)
    from legal_assets.passages.cjeu import parse_judgment
    from legal_assets.passages.frames import read_corpus

    read = read_corpus(corpus.key, raw_documents, raw, parse_judgment, language=corpus.language, workers=workers)
    return SwissTables(*read, SECTIONS.empty(), PAGE_ANCHORS.empty(), COMMENTARIES.empty())
