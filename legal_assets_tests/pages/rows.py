"""Rows of the tables of pages, as tests write them."""

from typing import Any

import polars as pl

from legal_assets.schemas import PAGES, PDF_FILES


def file_row(doc_id: str, **values: Any) -> dict[str, Any]:
    """A file with one usable page."""
    return {
        "corpus": "crosspage",
        "doc_id": doc_id,
        "source": "town",
        "file_id": f"{doc_id}.pdf",
        "sha256": "0" * 64,
        "outcome": "read",
        "detail": "",
        "pages": 1,
        "usable_pages": 1,
        "title": None,
        "language": "en",
        "is_repaired": False,
        "is_encrypted": False,
        "reader": "r",
        "seconds": 0.1,
        "peak_bytes": 1,
        **values,
    }


def page_row(doc_id: str, page: int, text: str, **values: Any) -> dict[str, Any]:
    """A page with a good text layer."""
    shares = {name: 0.0 for name in PAGES.schema if name.endswith("_share") or name == "image_cover"}
    return {
        "corpus": "crosspage",
        "doc_id": doc_id,
        "page": page,
        "source": "town",
        "text": text,
        "marks": [],
        "language": "en",
        "engine": "text_layer",
        **dict.fromkeys(("engine_version", "read_as", "confidence", "dpi", "picture", "ocr_reason", "error")),
        "layer_text": None,
        "rotation": 0,
        "width": 420.0,
        "height": 595.0,
        "usable": True,
        "problems": [],
        "characters": len(text),
        "words": len(text.split()),
        "paths": 0,
        **shares,
        **values,
    }


def files(*rows: dict[str, Any]) -> pl.DataFrame:
    """A frame of the contract `pdf_files`."""
    return PDF_FILES.frame(list(rows))


def pages(*rows: dict[str, Any]) -> pl.DataFrame:
    """A frame of the contract `pages`."""
    return PAGES.frame(list(rows))
