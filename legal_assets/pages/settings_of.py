"""From the settings of an installation to how files are read.

Belongs here: nothing but the translation. Does not belong here: what the values mean (`signals.py`, `guarded.py`,
`ocr.py`).
"""

from pathlib import Path

from legal_assets.pages.guarded import Limits
from legal_assets.pages.ocr import OcrSettings
from legal_assets.pages.reading import ReadingSettings
from legal_assets.pages.signals import Thresholds
from legal_assets.pages.tessdata import gather, usual_folders
from legal_assets.settings_reports import Pages


def reading_settings(
    pages: Pages, tessdata: Path | None, cache: Path, *, language: str, workers: int
) -> ReadingSettings:
    """Return how files are read.

    Args:
        pages: what the user set.
        tessdata: folder with more of Tesseract's data, None for none.
        cache: folder of what is kept.
        language: language of a document where nobody knows it.
        workers: processes.

    Raises:
        NoTessdataError: Tesseract has no data.
    """
    more = [tessdata.expanduser()] if tessdata else []
    ocr = OcrSettings(
        cache / "ocr",
        gather(cache / "tessdata", [*more, *usual_folders()]),
        engine=pages.engine,
        dpi=pages.dpi,
        default_language=language,
        limits=Limits(pages.ocr_page_seconds, pages.file_seconds, pages.memory_bytes),
        workers=workers,
    )
    return ReadingSettings(
        Thresholds(**{name: getattr(pages, name) for name in Thresholds._fields}),
        Limits(pages.page_seconds, pages.file_seconds, pages.memory_bytes),
        ocr,
        pages.least_confidence,
        pages.most_pages,
        workers,
    )
