"""What a kind of corpus is read with in this room.

Belongs here: the choice, and what a kind does not have. Does not belong here: reading.
"""

from typing import NamedTuple

import polars as pl

from legal_assets.catalog import Corpus
from legal_assets.passages.swiss import SwissTables, read_swiss
from legal_assets.schemas import COMMENTARIES, PAGE_ANCHORS, PASSAGE_PAGES, SECTIONS
from legal_assets.storage.raw import RawStore


class Material(NamedTuple):
    """What documents are read from; frames of the contracts of these names."""

    raw_documents: pl.DataFrame
    pdf_files: pl.DataFrame
    pages: pl.DataFrame
    page_sources: pl.DataFrame
    report_records: pl.DataFrame


class Read(NamedTuple):
    """What is read: the tables that rulings have, and the pages of passages."""

    tables: SwissTables
    passage_pages: pl.DataFrame


def read_documents(corpus: Corpus, material: Material, raw: RawStore, *, workers: int) -> Read:
    """Return what is read from the files of a corpus, or from the pages that were read from them.

    Judgments, releases and reports have neither sections nor page anchors nor commentaries; only reports have pages.

    Args:
        corpus: catalog entry of the corpus.
        material: what is read.
        raw: where the bytes lie.
        workers: processes, used from a few hundred documents on.
    """
    empty = (SECTIONS.empty(), PAGE_ANCHORS.empty(), COMMENTARIES.empty())
    if corpus.kind == "rulings":
        tables = read_swiss(corpus.key, material.raw_documents, raw, language=corpus.language, workers=workers)
        return Read(tables, PASSAGE_PAGES.empty())
    if corpus.kind == "reports":
        from legal_assets.passages.reports import read_reports

        reports = read_reports(corpus.key, *material[1:], language=corpus.language)
        return Read(SwissTables(reports.documents, reports.passages, reports.rejects, *empty), reports.passage_pages)
    from legal_assets.passages.cjeu import parse_judgment
    from legal_assets.passages.frames import read_corpus

    files = material.raw_documents
    read = read_corpus(corpus.key, files, raw, parse_judgment, language=corpus.language, workers=workers)
    return Read(SwissTables(*read, *empty), PASSAGE_PAGES.empty())
