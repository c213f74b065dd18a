"""Contracts of PDF files and their pages, and of how far a source's pages can be used.

Belongs here: tables of the room pages. Does not belong here: raw files and passages (`documents.py`).
"""

import polars as pl

from legal_assets.schemas.contract import Column, Table
from legal_assets.schemas.documents import CORPUS, DOC_ID

SOURCE = Column("source", pl.String(), "Where it comes from: `worldbank`, `pmc`, or the first folder of an import.")
PAGE = Column("page", pl.Int32(), "Page of the file, from 1.")
_SHARE = pl.Float32()

PDF_FILES = Table(
    "pdf_files",
    "One row per PDF: whether it could be read, and what that took.",
    ("corpus", "doc_id"),
    (
        CORPUS,
        DOC_ID,
        SOURCE,
        Column("file_id", pl.String(), "File that was read."),
        Column("sha256", pl.String(), "SHA-256 of that file."),
        Column(
            "outcome",
            pl.String(),
            "`read`, or why not: `cannot_open`, `locked`, `no_pages`, `too_many_pages`, `time_limit`, `memory_limit`, "
            "`crashed`, `raised`, `damaged_file`.",
        ),
        Column("detail", pl.String(), "What was found, and the remedy if there is one."),
        Column("pages", pl.Int32(), "Pages of the file; 0 where it could not be opened."),
        Column("usable_pages", pl.Int32(), "Pages with a text that can be trusted, or with nothing to read."),
        Column("title", pl.String(), "Title that the file itself says; often no title at all.", nullable=True),
        Column("language", pl.String(), "Language of its text, `und` where there is too little."),
        Column("is_repaired", pl.Boolean(), "Whether the file was broken and mended on opening."),
        Column("is_encrypted", pl.Boolean(), "Whether it is encrypted, even if it opens without a password."),
        Column("reader", pl.String(), "Digest of what decides how it is read; equal readers, equal pages."),
        Column("seconds", pl.Float64(), "Time its text layer took.", observation=True),
        Column("peak_bytes", pl.Int64(), "Memory of the process; 0 where it died.", observation=True),
    ),
)

PAGES = Table(
    "pages",
    "One row per page of a PDF: its text, where that comes from, and the signals of its text layer.",
    ("corpus", "doc_id", "page"),
    (
        CORPUS,
        DOC_ID,
        PAGE,
        SOURCE,
        Column("text", pl.String(), "Text in reading order; blocks are divided by an empty line."),
        Column(
            "marks",
            pl.List(pl.Struct({"start": pl.Int32(), "end": pl.Int32(), "kind": pl.String(), "level": pl.Int32()})),
            "Stretches of the text: `running_head`, `page_number`, or `heading` with its level from 1.",
        ),
        Column("language", pl.String(), "Language of the document, `und` where nobody knows."),
        Column("engine", pl.String(), "`text_layer`, an engine of OCR, `mineru`, or `none` for an empty sheet."),
        Column("engine_version", pl.String(), "Version of the engine and its data.", nullable=True),
        Column("read_as", pl.String(), "Language that the engine read it as.", nullable=True),
        Column("confidence", _SHARE, "Mean confidence of the engine, from 0 to 100.", nullable=True),
        Column("dpi", pl.Int32(), "Dots per inch of the picture that was read.", nullable=True),
        Column("picture", pl.String(), "Digest of the picture that was read.", nullable=True),
        Column("rotation", pl.Int32(), "Degrees by which the page must be turned clockwise to be read."),
        Column("width", _SHARE, "Width of the upright page in points."),
        Column("height", _SHARE, "Height of the upright page in points."),
        Column("ocr_reason", pl.String(), "Why its text layer was not trusted; null where it was.", nullable=True),
        Column("usable", pl.Boolean(), "Whether the text can be trusted, or there is nothing to read."),
        Column("problems", pl.List(pl.String()), "What is doubtful: `low_confidence`, `language_missing` …"),
        Column("error", pl.String(), "Why it could not be read.", nullable=True),
        Column("layer_text", pl.String(), "Text layer that another text replaced.", nullable=True),
        Column("characters", pl.Int32(), "Printed characters of the text layer."),
        Column("words", pl.Int32(), "Words of the text layer."),
        Column("control_share", _SHARE, "Share of control characters."),
        Column("private_share", _SHARE, "Share of characters of the private use area."),
        Column("replacement_share", _SHARE, "Share of replacement characters."),
        Column("unmapped_share", _SHARE, "Share of characters whose font does not say what they mean."),
        Column("symbol_share", _SHARE, "Share of symbols."),
        Column("hidden_share", _SHARE, "Share of characters that do not show: invisible, or under an image."),
        Column("latin_share", _SHARE, "Share of Latin letters among letters."),
        Column("function_word_share", _SHARE, "Share of function words of the language that has most of them."),
        Column("vowel_word_share", _SHARE, "Share of words of two letters or more that have a vowel."),
        Column("image_cover", _SHARE, "Share of the page that images cover."),
        Column("paths", pl.Int32(), "Filled outlines."),
    ),
)

PAGE_SOURCES = Table(
    "page_sources",
    "One row per source: what share of its pages can be used, and whether that is enough.",
    ("corpus", "source"),
    (
        CORPUS,
        SOURCE,
        Column("files", pl.Int32(), "Files."),
        Column("files_read", pl.Int32(), "Files that could be read."),
        Column("pages", pl.Int32(), "Pages of these."),
        Column("usable_pages", pl.Int32(), "Pages that can be used."),
        Column("share", pl.Float64(), "Share of usable pages; null without pages.", nullable=True),
        Column("least_share", pl.Float64(), "Share from which a source passes."),
        Column("passes", pl.Boolean(), "Whether its documents are taken into passages and collections."),
        Column("failing", pl.List(pl.String()), "Documents that could not be read or have unusable pages."),
    ),
)

PAGE_QUALITY = Table(
    "page_quality",
    "One row per source, language, engine and reason for OCR: how good the text is.",
    ("corpus", "source", "language", "engine", "ocr_reason"),
    (
        CORPUS,
        SOURCE,
        Column("language", pl.String(), "Language of the documents."),
        Column("engine", pl.String(), "Where the text comes from."),
        Column("ocr_reason", pl.String(), "Why the text layer was not trusted; `none` where it was."),
        Column("pages", pl.Int32(), "Pages."),
        Column("usable_pages", pl.Int32(), "Pages that can be used."),
        Column("mean_characters", pl.Float64(), "Mean characters of a page's text."),
        Column("function_word_share", pl.Float64(), "Mean share of function words in the text layer."),
        Column("bad_share", pl.Float64(), "Mean share of control, private, replacement and unmapped characters."),
        Column("confidence", pl.Float64(), "Mean confidence; null for text layers.", nullable=True),
        Column("low_confidence_pages", pl.Int32(), "Pages below the confidence that is asked for."),
        Column("warnings", pl.Int32(), "Pages read as another language than their own."),
    ),
)
