"""Reports as documents and passages: their pages joined to one text, and cut into chunks.

Documents of a source that does not pass, and files that could not be read, are rejects. Belongs here: tables. Does not
belong here: cutting one document (`chunks.py`).
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import polars as pl

from legal_assets.passages.chunks import OVERLAP, TOKENS, Chunk, Mark, Page, RunningText, cut, running_text
from legal_assets.schemas import DOCUMENTS, PASSAGES, REJECTS
from legal_assets.schemas.page_spans import PASSAGE_PAGES

KIND, SECTION = "report", "body"


class ReportTables(NamedTuple):
    """The tables that the room passages makes of reports."""

    documents: pl.DataFrame
    passages: pl.DataFrame
    passage_pages: pl.DataFrame
    rejects: pl.DataFrame


class _Rows(NamedTuple):
    documents: list[dict[str, object]]
    passages: list[dict[str, object]]
    passage_pages: list[dict[str, object]]
    rejects: list[dict[str, object]]


def read_reports(
    corpus: str,
    files: pl.DataFrame,
    pages: pl.DataFrame,
    sources: pl.DataFrame,
    records: pl.DataFrame,
    *,
    language: str,
    tokens: int = TOKENS,
    overlap: int = OVERLAP,
) -> ReportTables:
    """Return documents and passages of the files whose source passes.

    Args:
        corpus: key of the corpus.
        files: frame of the contract `pdf_files`.
        pages: frame of the contract `pages`; of pages that cannot be used the text is left out.
        sources: frame of the contract `page_sources`.
        records: what catalogues say of documents, of the contract `report_records`.
        language: language of a document where nobody knows it.
        tokens: tokens of a chunk.
        overlap: tokens that chunks share.
    """
    passing = set(sources.filter("passes")["source"])
    known = {row["doc_id"]: row for row in records.iter_rows(named=True)}
    of_document = {
        str(doc_id): frame for (doc_id,), frame in pages.filter("usable").partition_by("doc_id", as_dict=True).items()
    }
    rows = _Rows([], [], [], [])
    for file in files.iter_rows(named=True):
        refused = _refusal(file, passing)
        if refused is None:
            frame = of_document.get(file["doc_id"])
            text = running_text(list(_pages(frame))) if frame is not None else running_text([])
            chunks = cut(text, tokens, overlap)
            refused = None if chunks else ("no_text", "None of its pages has text that can be used.")
        if refused is not None:
            rows.rejects.append(_reject(corpus, file["file_id"], *refused))
            continue
        _add(rows, corpus, file, known.get(file["doc_id"], {}), text, chunks, language)
    return ReportTables(
        DOCUMENTS.frame(rows.documents),
        PASSAGES.frame(rows.passages),
        PASSAGE_PAGES.frame(rows.passage_pages),
        REJECTS.frame(rows.rejects),
    )


def _refusal(file: Mapping[str, object], passing: set[str]) -> tuple[str, str] | None:
    if file["outcome"] != "read":
        return str(file["outcome"]), str(file["detail"]) or "It could not be read."
    if file["source"] not in passing:
        detail = f"Too few pages of the source {file['source']} can be used; see the table page_sources."
        return "source_fails", detail
    return None


def _pages(frame: pl.DataFrame) -> Iterator[Page]:
    for number, text, marks in frame.sort("page").select("page", "text", "marks").iter_rows():
        yield Page(number, text, tuple(Mark(**mark) for mark in marks or ()))


def _add(
    rows: _Rows,
    corpus: str,
    file: Mapping[str, object],
    record: Mapping[str, object],
    text: RunningText,
    chunks: list[Chunk],
    language: str,
) -> None:
    doc_id = str(file["doc_id"])
    own = file["language"] if file["language"] != "und" else language
    unusable = int(str(file["pages"])) - int(str(file["usable_pages"]))
    rows.documents.append(
        {
            "corpus": corpus,
            "doc_id": doc_id,
            "celex": None,
            "ecli": None,
            "kind": KIND,
            "court": None,
            "date": record.get("date"),
            "title": record.get("title") or file["title"],
            "names": [],
            "case_numbers": [],
            "language": own,
            "file_id": file["file_id"],
            "sha256": file["sha256"],
            "passages": len(chunks),
            "problems": [f"{unusable} of {file['pages']} pages cannot be used"] if unusable else [],
            "text": text.text,
        }
    )
    for position, chunk in enumerate(chunks, start=1):
        passage_id = f"{doc_id}-c{position}"
        rows.passages.append(
            {
                "corpus": corpus,
                "passage_id": passage_id,
                "doc_id": doc_id,
                "position": position,
                "number": position,
                "printed": "",
                "section": SECTION,
                "heading_path": list(chunk.heading_path),
                "language": own,
                "text": text.text[chunk.start : chunk.end],
                "start": chunk.start,
                "end": chunk.end,
                "flags": [],
                "links": [],
            }
        )
        rows.passage_pages.extend(
            {
                "corpus": corpus,
                "passage_id": passage_id,
                "doc_id": doc_id,
                "page": span.page,
                "start": span.start,
                "end": span.end,
            }
            for span in chunk.pages
        )


def _reject(corpus: str, record_id: str, reason: str, detail: str) -> dict[str, object]:
    return {"corpus": corpus, "room": "passages", "record_id": record_id, "reason": reason, "detail": detail}
