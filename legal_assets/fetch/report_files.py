"""What came of each report's file: asked conditionally, looked at, kept, or a failure that says why.

Belongs here: one file. Does not belong here: the order of a refresh (`reports.py`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import polars as pl

from legal_assets.fetch.exchange import Answer, Exchange, NoAnswerError, SourceUnavailableError
from legal_assets.fetch.identify_reports import PDF, is_pdf
from legal_assets.fetch.report_record import Record
from legal_assets.storage.digests import bytes_digest
from legal_assets.storage.raw import RawStore

NO_FILE, REPEATED, OTHER_BYTES, NOT_A_PDF = "no_pdf_url", "repeated_pdf_url", "other_bytes", "not_a_pdf"

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Fetching:
    """What fetching needs of its surroundings: corpus and source of the rows, exchanges, store and time of day."""

    corpus: str
    source: str
    exchange_of: Callable[[str], Exchange]
    raw: RawStore
    now: Callable[[], datetime]


def fetch_report(record: Record, urls: dict[str, str], known: Row | None, request: Fetching) -> dict[str, Row]:
    """Fetch one report; return its row of `raw_documents` (`row`) and of `fetch_log` (`log`).

    A row without a media type is no file at all and belongs in no table.

    Args:
        record: what the catalogue says.
        urls: addresses that were asked for, by the document they were asked for; the record's own is added.
        known: the last run's row, if the file is there.
        request: surroundings.
    """
    if record.url is None:
        return _failed(request, record, known, "absent", NO_FILE, "The catalogue has no address of a PDF.")
    first = urls.setdefault(record.url, record.doc_id)
    if first != record.doc_id:
        return _failed(request, record, known, "absent", REPEATED, f"The same address is that of {first}.")
    headers = {"Accept": PDF}
    if known is not None and known["etag"] and known["sha256"] and known["status"] == "ok":
        headers["If-None-Match"] = str(known["etag"])
    try:
        answer = request.exchange_of(record.url).ask(record.url, headers, judge=_throttled)
    except (NoAnswerError, SourceUnavailableError) as error:
        return _failed(request, record, known, "failed", getattr(error, "code", "no_connection"), str(error))
    if answer.status == 304 and known is not None:
        return {"row": known, "log": log_row(request, record.doc_id, "unchanged")}
    if answer.status in (404, 410):
        verdict = "vanished" if known is not None else "absent"
        return _failed(request, record, known, verdict, f"http_{answer.status}", f"{record.url} is not there.")
    return _taken(answer, record, known, request)


def _throttled(answer: Answer) -> NoAnswerError | None:
    if answer.status == 403:
        return NoAnswerError("http_403", f"{answer.url} answered 403, as hosts do when they are asked too often.")
    return None


def _taken(answer: Answer, record: Record, known: Row | None, request: Fetching) -> dict[str, Row]:
    body = answer.body
    if answer.status != 200:
        detail = f"{record.url} answered {answer.status}."
        return _failed(request, record, known, "failed", f"http_{answer.status}", detail)
    if not is_pdf(body):
        said = answer.headers.get("Content-Type", "no type")
        detail = f"{record.url} gave {len(body):,} bytes of {said} that do not begin as a PDF."
        return _failed(request, record, known, "failed", NOT_A_PDF, detail)
    digest = bytes_digest(body)
    if record.wanted_sha256 not in (None, digest):
        detail = f"{record.url} gave bytes with the SHA-256 {digest}, not {record.wanted_sha256}."
        return _failed(request, record, known, "failed", OTHER_BYTES, detail)
    request.raw.put(request.corpus, body)
    verdict = "fetched" if known is None else "unchanged" if known["sha256"] == digest else "replaced"
    row = {
        **_row(request, record),
        "media_type": PDF,
        "sha256": digest,
        "size": len(body),
        "status": "ok",
        "fetched_at": request.now(),
        "etag": answer.headers.get("ETag"),
        "last_modified": answer.headers.get("Last-Modified"),
    }
    return {"row": row, "log": log_row(request, record.doc_id, verdict)}


def _failed(
    request: Fetching, record: Record, known: Row | None, verdict: str, code: str, detail: str
) -> dict[str, Row]:
    """A file that did not come; one that came before stays as it was, or is marked as vanished."""
    log = log_row(request, record.doc_id, verdict, code=code, detail=detail)
    if known is not None and known["sha256"] is not None and code != OTHER_BYTES:
        return {"row": {**known, "status": "vanished" if verdict in ("vanished", "absent") else "ok"}, "log": log}
    media_type = None if verdict == "absent" else ""
    row = {**_row(request, record), "media_type": media_type, "status": "failed", "error": f"{code}: {detail}"}
    return {"row": row, "log": log}


def _row(request: Fetching, record: Record) -> dict[str, Any]:
    nothing: dict[str, Any] = dict.fromkeys(
        ("ecli", "language", "sha256", "size", "error", "fetched_at", "etag", "last_modified")
    )
    return {
        **nothing,
        "corpus": request.corpus,
        "file_id": f"{record.doc_id}.pdf",
        "doc_id": record.doc_id,
        "source": request.source,
        "name": urlsplit(record.url or "").path.rpartition("/")[2],
        "url": record.url,
    }


def log_row(
    request: Fetching,
    doc_id: str,
    verdict: str,
    *,
    is_listed: bool = True,
    code: str | None = None,
    detail: str | None = None,
) -> dict[str, Any]:
    """Return a row of `fetch_log`."""
    return {
        "corpus": request.corpus,
        "doc_id": doc_id,
        "verdict": verdict,
        "is_listed": is_listed,
        "code": code,
        "detail": detail,
    }


def report_lines(log: pl.DataFrame, records: pl.DataFrame) -> Iterator[str]:
    """Say how far a given list was rebuilt: how many files are byte for byte as asked, and what is wrong otherwise."""
    given = records.filter(pl.col("wanted_sha256").is_not_null()).join(log, on=["corpus", "doc_id"])
    right = given.filter(pl.col("verdict").is_in(["fetched", "replaced", "unchanged"]))
    yield f"{right.height:,} of {given.height:,} files are byte for byte those of the list."
    others: Sequence[tuple[str, str, str]] = (
        given.join(right, on="doc_id", how="anti").select("doc_id", "code", "detail").rows()
    )
    yield from (f"{doc_id}: {code}, {detail}" for doc_id, code, detail in others)
