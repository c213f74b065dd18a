"""Settings of reports: what is wanted of their catalogues, and how their PDF files are read.

Belongs here: the two groups of values. Does not belong here: reading the environment (`settings.py`).
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from legal_assets.settings_sources import Polite


class Reports(Polite):
    """What is wanted of the catalogues of reports, and how their hosts are treated."""

    world_bank_url: str = "https://search.worldbank.org"
    types: tuple[str, ...] = ("Report",)
    first: date = date(2020, 1, 1)
    last: date = date(2020, 12, 31)
    languages: tuple[str, ...] = ()
    pmc_url: str = "https://pmc-oa-opendata.s3.amazonaws.com"
    articles: tuple[str, ...] = ()
    given_list: Path | None = None
    per_second: float = Field(default=1.0, gt=0)


class Pages(BaseModel):
    """How PDF files are read: when a text layer is not trusted, OCR, limits, and what a source must reach."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    few_characters: int = Field(default=50, ge=0)
    image_cover: float = Field(default=0.25, ge=0, le=1)
    full_cover: float = Field(default=0.85, ge=0, le=1)
    stamp_characters: int = Field(default=200, ge=0)
    outlines: int = Field(default=150, ge=1)
    bad_share: float = Field(default=0.05, ge=0, le=1)
    few_function_words: float = Field(default=0.06, ge=0, le=1)
    few_vowel_words: float = Field(default=0.80, ge=0, le=1)
    least_words: int = Field(default=20, ge=1)
    symbol_share: float = Field(default=0.4, ge=0, le=1)
    hidden_share: float = Field(default=0.5, ge=0, le=1)
    engine: Literal["tesseract"] = "tesseract"
    dpi: int = Field(default=300, ge=36, le=1200)
    least_confidence: float = Field(default=60.0, ge=0, le=100)
    page_seconds: float = Field(default=60.0, gt=0)
    file_seconds: float = Field(default=900.0, gt=0)
    ocr_page_seconds: float = Field(default=180.0, gt=0)
    memory_bytes: int = Field(default=2 * 1024**3, ge=256 * 1024**2)
    most_pages: int = Field(default=5000, ge=1)
    least_usable: float = Field(default=0.98, ge=0, le=1)
