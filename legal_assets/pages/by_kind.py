"""What a kind of corpus has read of its files in this room.

Belongs here: the choice. Does not belong here: reading.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import polars as pl

from legal_assets.catalog import Corpus
from legal_assets.pages.frames import PageTables, empty_tables, read_pages
from legal_assets.settings_reports import Pages
from legal_assets.storage.raw import RawStore


class Place(Protocol):
    """Where bytes lie and what is kept, and how many processes may work."""

    threads: int

    def raw(self) -> RawStore:
        """Return the raw store."""
        ...

    def pages(self) -> Path:
        """Return the folder of what is read once and kept."""
        ...

    def scratch(self) -> Path:
        """Return the folder of files that are being written."""
        ...


def read_corpus_pages(
    corpus: Corpus,
    raw_documents: pl.DataFrame,
    previous_files: pl.DataFrame,
    previous_pages: pl.DataFrame,
    place: Place,
    pages: Pages,
    tessdata: Path | None,
    progress: Callable[[str], None],
) -> PageTables:
    """Return the tables of pages: of reports; other kinds have no PDF files.

    Raises:
        NoTessdataError: Tesseract has no data.
    """
    if corpus.kind != "reports":
        return empty_tables()
    from legal_assets.pages.settings_of import reading_settings

    settings = reading_settings(pages, tessdata, place.pages(), language=corpus.language, workers=place.threads)
    return read_pages(
        corpus.key,
        raw_documents,
        previous_files,
        previous_pages,
        place.raw(),
        settings,
        place.scratch(),
        least_share=pages.least_usable,
        progress=progress,
    )
