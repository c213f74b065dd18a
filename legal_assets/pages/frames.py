"""The tables of the room pages from a corpus's raw documents.

Belongs here: which files are read, which were read before, and laying results out as frames. Does not belong here:
reading (`reading.py`).
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from legal_assets.pages.document import READ, Opened
from legal_assets.pages.gate import count_quality, count_sources
from legal_assets.pages.mineru import ContentListError, read_content_list
from legal_assets.pages.ocr import UNKNOWN
from legal_assets.pages.reading import PdfFile, ReadingSettings, Report, SettledDocument, SettledPage, read_files
from legal_assets.pages.signals import as_row
from legal_assets.schemas import REJECTS
from legal_assets.schemas.pages import PAGES, PDF_FILES
from legal_assets.storage.digests import value_digest
from legal_assets.storage.raw import DamagedFileError, RawStore, is_local

if TYPE_CHECKING:
    from upath import UPath

PDF = "application/pdf"
CONTENT_LIST = "application/json;type=mineru"
VERSION = "1"
"""Raise it when reading a file may give other pages; kept pages of other versions are read again."""

_BATCH = 200
_FOLDER = re.compile(r"^([^/]+)/.+")
_PMC = re.compile(r"^pmc-?\d+", re.IGNORECASE)
_WORLD_BANK = re.compile(r"^wb-\d+", re.IGNORECASE)


class PageTables(NamedTuple):
    """The tables of the room pages."""

    files: pl.DataFrame
    pages: pl.DataFrame
    sources: pl.DataFrame
    quality: pl.DataFrame
    rejects: pl.DataFrame


def empty_tables() -> PageTables:
    """Return the tables of a corpus without PDF files."""
    files, pages = PDF_FILES.empty(), PAGES.empty()
    return PageTables(files, pages, count_sources(files, 1.0), count_quality(pages, 0.0), REJECTS.empty())


def reader_of(settings: ReadingSettings) -> str:
    """Return the digest of what decides which pages a file has."""
    ocr = settings.ocr
    return value_digest(
        [
            VERSION,
            settings.thresholds,
            settings.least_confidence,
            settings.most_pages,
            ocr.engine,
            ocr.dpi,
            ocr.default_language,
            ocr.most_pixels,
        ]
    )


def read_pages(
    corpus: str,
    raw_documents: pl.DataFrame,
    previous_files: pl.DataFrame,
    previous_pages: pl.DataFrame,
    raw: RawStore,
    settings: ReadingSettings,
    scratch: Path,
    *,
    least_share: float,
    progress: Report = lambda _: None,
) -> PageTables:
    """Read the PDF files of a corpus; files that were read before with the same bytes and reader are not read again.

    Args:
        corpus: key of the corpus.
        raw_documents: frame of the contract `raw_documents`.
        previous_files: what the table of files holds now.
        previous_pages: what the table of pages holds now.
        raw: where the bytes lie.
        settings: how files are read.
        scratch: folder for copies of files that lie on an object store.
        least_share: share of usable pages that a source must have.
        progress: told of each file.
    """
    chosen, lists, rejects = _choose(corpus, raw_documents)
    reader = reader_of(settings)
    read_before = previous_files.filter(pl.col("reader") == reader, pl.col("outcome").is_in(_SETTLED_OUTCOMES))
    kept = chosen.filter(~pl.col("doc_id").is_in(list(lists))).join(
        read_before.select("doc_id", "sha256", "source", "file_id"), on=["doc_id", "sha256", "source", "file_id"]
    )
    due = chosen.join(kept.select("doc_id"), on="doc_id", how="anti")
    file_rows = [previous_files.join(kept.select("doc_id"), on="doc_id", how="semi")]
    page_rows = [previous_pages.join(kept.select("doc_id"), on="doc_id", how="semi")]
    for part in due.iter_slices(_BATCH):
        files, pages, refused = _read_part(corpus, part, lists, raw, settings, scratch, reader, progress)
        file_rows.append(files)
        page_rows.append(pages)
        rejects.append(refused)
    all_files, all_pages = PDF_FILES.conform(pl.concat(file_rows)), PAGES.conform(pl.concat(page_rows))
    return PageTables(
        all_files,
        all_pages,
        count_sources(all_files, least_share),
        count_quality(all_pages, settings.least_confidence),
        REJECTS.conform(pl.concat(rejects)),
    )


_SETTLED_OUTCOMES = (READ, "cannot_open", "locked", "no_pages", "too_many_pages")


def source_of(doc_id: str, name: str, came_by: str) -> str:
    """Return the source of a file: told by its document's id, else the first folder of an import, else how it came."""
    if _PMC.match(doc_id):
        return "pmc"
    if _WORLD_BANK.match(doc_id):
        return "worldbank"
    folder = _FOLDER.match(name) if came_by == "import" else None
    return folder[1] if folder else came_by


def _choose(corpus: str, raw_documents: pl.DataFrame) -> tuple[pl.DataFrame, dict[str, str], list[pl.DataFrame]]:
    """One PDF a document, the digests of content lists by document, and what is neither as rejects."""
    there = raw_documents.filter(pl.col("status").is_in(["ok", "vanished"]))
    pdfs = there.filter(pl.col("media_type") == PDF).sort("doc_id", "file_id")
    chosen = pdfs.unique("doc_id", keep="first", maintain_order=True)
    others = pdfs.join(chosen, on="file_id", how="anti")
    lists = there.filter(pl.col("media_type") == CONTENT_LIST).sort("doc_id", "file_id").unique("doc_id", keep="last")
    lonely = lists.join(chosen, on="doc_id", how="anti")
    foreign = there.filter(~pl.col("media_type").is_in([PDF, CONTENT_LIST]))
    failed = raw_documents.filter(pl.col("status") == "failed")
    rejects = [
        _rejects(others, "other_file_chosen", "Another PDF of the same document is read."),
        _rejects(lonely, "no_pdf", "No PDF of this document was imported; import it beside its content list."),
        _rejects(foreign, "wrong_type", "This corpus consists of PDF files."),
        _rejects(failed, "not_fetched", pl.col("error").fill_null("The source did not give it.")),
    ]
    sources = [
        source_of(doc_id, name, came_by) for doc_id, name, came_by in chosen.select("doc_id", "name", "source").rows()
    ]
    named = chosen.select("doc_id", "file_id", "sha256").with_columns(pl.Series("source", sources, dtype=pl.String))
    return named, dict(lists.select("doc_id", "sha256").rows()), rejects


def _rejects(frame: pl.DataFrame, reason: str, detail: str | pl.Expr) -> pl.DataFrame:
    return frame.select(
        "corpus",
        pl.lit("pages").alias("room"),
        pl.col("file_id").alias("record_id"),
        pl.lit(reason).alias("reason"),
        (pl.lit(detail) if isinstance(detail, str) else detail).alias("detail"),
    )


def _read_part(
    corpus: str,
    part: pl.DataFrame,
    lists: Mapping[str, str],
    raw: RawStore,
    settings: ReadingSettings,
    scratch: Path,
    reader: str,
    progress: Report,
) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    files: list[PdfFile] = []
    documents: list[SettledDocument] = []
    refused: list[dict[str, str]] = []
    for doc_id, sha256 in part.select("doc_id", "sha256").rows():
        try:
            path = _local(raw, corpus, sha256, scratch)
            files.append(PdfFile(doc_id, str(path), _content_list(raw, corpus, lists.get(doc_id))))
        except DamagedFileError as error:
            documents.append(SettledDocument(doc_id, Opened("damaged_file", str(error)), (), UNKNOWN, 0.0, 0))
        except ContentListError as error:
            files.append(PdfFile(doc_id, str(path)))
            refused.append(_reject(corpus, doc_id, "no_content_list", str(error)))
    documents += read_files(files, settings, progress)
    origin = {row["doc_id"]: row for row in part.iter_rows(named=True)}
    return (
        PDF_FILES.frame([_file_row(corpus, each, origin[each.doc_id], reader) for each in documents]),
        PAGES.frame([row for each in documents for row in _page_rows(corpus, each, origin[each.doc_id]["source"])]),
        REJECTS.frame(refused),
    )


def _reject(corpus: str, record_id: str, reason: str, detail: str) -> dict[str, str]:
    return {"corpus": corpus, "room": "pages", "record_id": record_id, "reason": reason, "detail": detail}


def _local(raw: RawStore, corpus: str, sha256: str, scratch: Path) -> Path:
    """A path of a raw file that a process can open, its bytes checked."""
    data = raw.get(corpus, sha256)
    path: UPath = raw.path(corpus, sha256)
    if is_local(path):
        return Path(str(path))
    scratch.mkdir(parents=True, exist_ok=True)
    copy = scratch / f"{sha256}.pdf"
    copy.write_bytes(data)
    return copy


def _content_list(raw: RawStore, corpus: str, sha256: str | None) -> bytes | None:
    if sha256 is None:
        return None
    data = raw.get(corpus, sha256)
    read_content_list(data)
    return data


def _file_row(corpus: str, document: SettledDocument, origin: Mapping[str, str], reader: str) -> dict[str, object]:
    opened = document.opened
    return {
        "corpus": corpus,
        "doc_id": document.doc_id,
        "source": origin["source"],
        "file_id": origin["file_id"],
        "sha256": origin["sha256"],
        "outcome": opened.outcome,
        "detail": opened.detail,
        "pages": opened.pages,
        "usable_pages": sum(page.settled.usable for page in document.pages),
        "title": opened.title,
        "language": document.language,
        "is_repaired": opened.is_repaired,
        "is_encrypted": opened.is_encrypted,
        "reader": reader,
        "seconds": document.seconds,
        "peak_bytes": document.peak_bytes,
    }


def _page_rows(corpus: str, document: SettledDocument, source: str) -> Iterator[dict[str, object]]:
    for page in document.pages:
        text, layer = page.composed.text, page.layer.composed.text
        yield {
            "corpus": corpus,
            "doc_id": document.doc_id,
            "page": page.layer.page,
            "source": source,
            "text": text,
            "marks": [
                {"start": mark.start, "end": mark.end, "kind": mark.kind, "level": mark.level}
                for mark in page.composed.marks
            ],
            "language": document.language,
            "engine": page.settled.engine,
            **_engine_columns(page),
            "ocr_reason": page.layer.reason or None,
            "usable": page.settled.usable,
            "problems": list(page.settled.problems),
            "error": page.layer.error or (page.ocr.error if page.ocr and page.ocr.error else None),
            "layer_text": layer if page.settled.takes_ocr and layer else None,
            **as_row(page.layer.signals),
        }


def _engine_columns(page: SettledPage) -> dict[str, object]:
    read = page.ocr.text if page.ocr else None
    layer = page.layer.layer
    takes_ocr = page.settled.takes_ocr and read is not None
    turned = (layer.rotation + 360 - layer.direction) % 360 if layer.lines or layer.width else layer.rotation
    return {
        "engine_version": read.version if read else None,
        "read_as": read.language if read else None,
        "confidence": read.confidence if read else None,
        "dpi": page.ocr.dpi if page.ocr and read else None,
        "picture": page.ocr.picture if page.ocr and read else None,
        "rotation": read.rotation if takes_ocr and read else turned % 360,
        "width": read.width if takes_ocr and read else layer.width,
        "height": read.height if takes_ocr and read else layer.height,
    }
