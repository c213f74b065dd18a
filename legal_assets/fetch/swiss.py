"""Swiss rulings and commentaries as raw files: run the crawl in a child process, and say what became of each document.

Belongs here: starting the child, taking up a killed refresh, and what its outcomes make of the tables. Does not belong
here: asking (`swiss_spiders.py`).
"""

import json
import shutil
import subprocess  # the child is this interpreter with a module of this package
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from legal_assets.fetch.exchange import SourceUnavailableError
from legal_assets.fetch.identify import UnusableFileError, identify
from legal_assets.fetch.swiss_request import END, OUTCOMES, SwissOutcome, SwissRequest
from legal_assets.schemas import FETCH_LOG, RAW_DOCUMENTS
from legal_assets.storage.digests import value_digest
from legal_assets.storage.raw import RawStore

CHILD = "legal_assets.fetch.swiss_child"
REQUEST, KEY = "request.json", "key"
_TAIL = 500

Row = dict[str, Any]


class SwissResult(NamedTuple):
    """The tables after a refresh; frames of the contracts `raw_documents` and `fetch_log`."""

    raw_documents: pl.DataFrame
    log: pl.DataFrame


def fetch_swiss(
    corpus: str,
    source: str,
    request: SwissRequest,
    *,
    raw: RawStore,
    folder: Path,
    previous: pl.DataFrame,
    now: datetime,
    progress: Callable[[str], None] = lambda _: None,
    resume_within: timedelta = timedelta(days=1),
) -> SwissResult:
    """Bring rulings and commentaries up to date.

    What is listed no longer is kept and marked as vanished; earlier states of commentaries are among those. A list that
    could not be had lets nothing vanish.

    Args:
        corpus: key of the corpus.
        source: `live` or `sample`, as `raw_documents` says it.
        request: what is wanted; entity tags are added here.
        raw: where bytes go.
        folder: where the child works; what it finished there is taken up by the next start.
        previous: `raw_documents` of the last run; rows of other sources are ignored.
        now: time of the refresh, an observation.
        progress: told how many documents came.
        resume_within: age up to which an unfinished refresh is taken up.

    Raises:
        SourceUnavailableError: the child broke off, or nothing usable came; the last tables should stay.
    """
    own = previous.filter(pl.col("source") == source)
    tags = own.filter(pl.col("etag").is_not_null() & (pl.col("status") == "ok")).select("url", "etag")
    asked = replace(request, known={request.asked(url): tag for url, tag in tags.iter_rows()})
    finished = _prepare(folder, asked, now, resume_within)
    done = tuple(each.url for each in finished if each.status != "failed" and not each.is_list)
    (folder / REQUEST).write_text(json.dumps(replace(asked, done=done).written()), encoding="utf-8")
    _run_child(folder)
    lines = _lines(folder)
    if not lines or lines[-1]["kind"] != END:
        raise SourceUnavailableError("The crawl of the Swiss sites broke off; run again to go on from there.")
    outcomes = [replace(each, url=request.recorded(each.url)) for each in _last_of_each(lines)]
    progress(f"{sum(each.status == 'fetched' and not each.is_list for each in outcomes)} documents came")
    result = _tables(corpus, source, outcomes, own, raw, folder, now)
    shutil.rmtree(folder)
    return result


def _prepare(folder: Path, request: SwissRequest, now: datetime, within: timedelta) -> list[SwissOutcome]:
    """Make the folder ready, and return what an unfinished start of the same refresh has done there."""
    key = value_digest(request.written())
    marker = folder / KEY
    is_same = marker.exists() and marker.read_text(encoding="utf-8").splitlines()[:1] == [key]
    if is_same and now - datetime.fromisoformat(marker.read_text(encoding="utf-8").splitlines()[1]) <= within:
        lines = [line for line in _lines(folder) if line["kind"] != END]
        (folder / OUTCOMES).write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
        return list(_last_of_each(lines))
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    marker.write_text(f"{key}\n{now.isoformat()}\n", encoding="utf-8")
    return []


def _run_child(folder: Path) -> None:
    command = [sys.executable, "-m", CHILD, str(folder)]
    child = subprocess.run(command, capture_output=True, check=False, stdin=subprocess.DEVNULL)  # noqa: S603
    if child.returncode:
        said = " ".join(child.stderr.decode("utf-8", errors="replace").split())[-_TAIL:]
        raise SourceUnavailableError(f"The crawl of the Swiss sites ended with {child.returncode}: {said}")


def _lines(folder: Path) -> list[Row]:
    """What the child noted; a line that was cut off by a kill is the last and is left out."""
    path = folder / OUTCOMES
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]


def _last_of_each(lines: list[Row]) -> Iterator[SwissOutcome]:
    last: dict[str, SwissOutcome] = {}
    for line in lines:
        if line["kind"] != END:
            outcome = SwissOutcome(**{name: value for name, value in line.items() if name != "kind"})
            last[outcome.url] = outcome
    yield from last.values()


def _tables(
    corpus: str,
    source: str,
    outcomes: list[SwissOutcome],
    previous: pl.DataFrame,
    raw: RawStore,
    folder: Path,
    now: datetime,
) -> SwissResult:
    # Earlier states of a commentary share its address; the one that is not marked as vanished is the present one.
    present = previous.sort(pl.col("status") != "vanished", "fetched_at")
    by_url: Mapping[str, Row] = {row["url"]: row for row in present.iter_rows(named=True)}
    rows: dict[str, Row] = {}
    log: dict[str, Row] = {}
    for outcome in outcomes:
        if outcome.is_list:
            if outcome.status == "failed":
                log[outcome.name] = _logged(outcome.name, "failed", outcome, is_listed=True)
            continue
        row, verdict = _document(corpus, source, outcome, by_url.get(outcome.url), raw, folder, now)
        rows[row["file_id"]] = row
        log[row["doc_id"]] = _logged(row["doc_id"], verdict, outcome, is_listed=True, detail=row["error"])
    if not any(row["sha256"] for row in rows.values()):
        first = min((each for each in outcomes if each.code), key=lambda each: each.name, default=None)
        said = f"{first.name} for the reason {first.code}: {first.detail}" if first else "no list names a document."
        raise SourceUnavailableError(f"The Swiss sites gave no document; {said} The last tables stay.")
    is_whole = not any(outcome.is_list and outcome.status == "failed" for outcome in outcomes)
    for row in previous.iter_rows(named=True):
        if row["file_id"] not in rows and (row["sha256"] or not is_whole):
            rows[row["file_id"]] = row | ({"status": "vanished"} if is_whole else {})
            if is_whole and row["status"] != "vanished":
                log.setdefault(row["doc_id"], _logged(row["doc_id"], "vanished", None, is_listed=False))
    ordered = {"corpus": corpus}
    return SwissResult(
        RAW_DOCUMENTS.frame(list(rows.values())), FETCH_LOG.frame([{**ordered, **each} for each in log.values()])
    )


def _document(
    corpus: str, source: str, outcome: SwissOutcome, known: Row | None, raw: RawStore, folder: Path, now: datetime
) -> tuple[Row, str]:
    """The row of a document and what the refresh did about it; a failure leaves the bytes that are known."""
    fault = (outcome.code or "failed", outcome.detail or "")
    if outcome.status == "unchanged" and known is not None:
        return known | {"status": "ok"}, "unchanged"
    if outcome.status == "fetched":
        data = (folder / outcome.file).read_bytes()
        try:
            identity = identify(corpus, data, outcome.name)
        except UnusableFileError as error:
            fault = (error.code, error.detail)
        else:
            row = {
                "file_id": identity.file_id,
                "doc_id": identity.doc_id,
                "language": identity.language,
                "media_type": identity.media_type,
                "sha256": raw.put(corpus, data),
                "size": len(data),
                "status": "ok",
                "error": None,
                "fetched_at": now,
                "etag": outcome.etag,
                "last_modified": outcome.last_modified,
            }
            is_new = known is None or known["sha256"] is None or known["doc_id"] != identity.doc_id
            same = known is not None and known["sha256"] == row["sha256"]
            return _base(corpus, source, outcome) | row, "fetched" if is_new else "unchanged" if same else "replaced"
    if known is not None and known["sha256"]:
        return known, "failed"
    return _base(corpus, source, outcome) | _failed_row(outcome, *fault), "failed"


def _base(corpus: str, source: str, outcome: SwissOutcome) -> Row:
    return {"corpus": corpus, "source": source, "name": outcome.name, "ecli": None, "url": outcome.url}


def _failed_row(outcome: SwissOutcome, code: str, detail: str) -> Row:
    doc_id = f"bge-{outcome.name}".lower() if outcome.name[:1].isdigit() and outcome.name.count("-") == 2 else ""
    doc_id = doc_id or f"ok-{outcome.name}"
    return {
        "file_id": f"{doc_id}.und.html",
        "doc_id": doc_id,
        "language": None,
        "media_type": "text/html",
        "sha256": None,
        "size": None,
        "status": "failed",
        "error": f"{code}: {detail}",
        "fetched_at": None,
        "etag": None,
        "last_modified": None,
    }


def _logged(
    doc_id: str, verdict: str, outcome: SwissOutcome | None, *, is_listed: bool, detail: str | None = None
) -> Row:
    code = outcome.code if outcome else None
    said = (outcome.detail if outcome else None) or detail
    return {"doc_id": doc_id, "verdict": verdict, "is_listed": is_listed, "code": code, "detail": said}
