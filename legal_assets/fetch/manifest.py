"""From the last run's files and this run's outcomes to the files that the corpus has now.

Belongs here: which rows stay, change, are marked or go. Does not belong here: asking the source (`negotiation.py`).
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

import polars as pl

from legal_assets.fetch.cellar_request import LANGUAGES, CellarRequest, document_path
from legal_assets.fetch.outcomes import KnownFile, Outcome, Wanted
from legal_assets.schemas import RAW_DOCUMENTS
from legal_assets.schemas.sources import FETCH_LOG
from legal_assets.text.celex import parse_celex

FAILED_TYPE = ""
"""Media type of a document that never came: nothing was found."""

Files = Mapping[str, Sequence[Mapping[str, object]]]


def files_by_document(previous: pl.DataFrame | None, source: str) -> Files:
    """Return the rows of the last manifest by document; rows of other sources, imported files say, are left out."""
    found: dict[str, list[Mapping[str, object]]] = {}
    if previous is not None:
        for row in previous.filter(pl.col("source") == source).sort("file_id").iter_rows(named=True):
            found.setdefault(row["doc_id"], []).append(row)
    return found


def wanted_documents(
    request: CellarRequest,
    register: pl.DataFrame,
    previous: Files,
    previous_register: pl.DataFrame | None,
    named: Iterable[str] = (),
) -> tuple[list[Wanted], list[Outcome], frozenset[str]]:
    """Return the documents to ask for, those that need not be asked for, and those that stay as they are.

    Asked for are the decisions that the register lists, and those that it no longer lists though they lie in the
    window: only the source itself can say whether they are gone. Not asked for are decisions of which the register
    lists no text in a wanted language, unless it lists none of any decision. One that had vanished and is not listed
    stays vanished. What lies outside the request is none of these.

    Args:
        request: what is wanted.
        register: what the register lists now.
        previous: rows of the last manifest by document.
        previous_register: what the register listed then, which says when decisions were made; without it those that
            are no longer listed count as inside the window.
        named: CELEX numbers that are wanted too; they count as inside the window.
    """
    wanted = [
        Wanted(celex, doc_id, tuple(streams), _known(previous.get(doc_id, ())), is_listed=True)
        for celex, doc_id, streams in register.select("celex", "doc_id", "streams").iter_rows()
    ]
    dates = {} if previous_register is None else dict(previous_register.select("doc_id", "date").iter_rows())
    listed = {each.doc_id for each in wanted}
    kept: set[str] = set()
    also = {parse_celex(celex).doc_id for celex in named}
    for doc_id, rows in sorted(previous.items()):
        date = dates.get(doc_id)
        inside = request.wants(doc_id) and (date is None or request.first <= date <= request.last)
        if doc_id in listed or not (inside or doc_id in also):
            continue
        if all(row["status"] == "vanished" for row in rows):
            kept.add(doc_id)
        elif known := _known(rows):
            wanted.append(Wanted(_celex_of(doc_id), doc_id, (), known, is_listed=False))
    detail = f"The register lists no text in {' or '.join(request.languages)}."
    if not any(each.streams for each in wanted):
        return wanted, [], frozenset(kept)
    absent = [
        Outcome(each.doc_id, "absent", True, (), "no_text", detail)
        for each in wanted
        if not each.streams and not each.known
    ]
    return [each for each in wanted if each.streams or each.known], absent, frozenset(kept)


def raw_documents(
    request: CellarRequest,
    register: pl.DataFrame,
    previous: Files,
    kept: Iterable[str],
    outcomes: Iterable[Outcome],
    now: datetime,
) -> pl.DataFrame:
    """Return the frame of `raw_documents`.

    A document that failed keeps the row it had, as long as it has bytes; one that never came has a row without. A
    vanished one keeps its bytes and is marked. What did not change keeps the time at which its bytes came. Errors are
    codes alone, which stay the same from refresh to refresh; `fetch_log` has the details.
    """
    eclis: dict[str, str | None] = dict(register.select("doc_id", "ecli").iter_rows())
    rows: list[Mapping[str, object]] = [row for doc_id in kept for row in previous[doc_id]]
    for outcome in outcomes:
        before = previous.get(outcome.doc_id, ())
        kept_before = [row for row in before if row["sha256"]]
        if outcome.files:
            ecli = eclis.get(outcome.doc_id) or next((row["ecli"] for row in kept_before), None)
            rows += [_row(request, outcome.doc_id, file, ecli, kept_before, now) for file in outcome.files]
        elif outcome.verdict == "vanished":
            rows += [{**row, "status": "vanished", "error": outcome.code} for row in kept_before]
        elif kept_before:
            rows += kept_before
        else:
            rows.append(_failed_row(request, outcome, eclis.get(outcome.doc_id)))
    return RAW_DOCUMENTS.conform(RAW_DOCUMENTS.frame(rows))


def fetch_log(corpus: str, outcomes: Iterable[Outcome]) -> pl.DataFrame:
    """Return the frame of `fetch_log`."""
    rows = [
        {
            "corpus": corpus,
            "doc_id": outcome.doc_id,
            "verdict": outcome.verdict,
            "is_listed": outcome.is_listed,
            "code": outcome.code,
            "detail": outcome.detail,
        }
        for outcome in outcomes
    ]
    return FETCH_LOG.conform(FETCH_LOG.frame(rows))


def _known(rows: Sequence[Mapping[str, object]]) -> tuple[KnownFile, ...]:
    names = KnownFile.__dataclass_fields__
    return tuple(KnownFile(**{name: row[name] for name in names}) for row in rows if row["sha256"])  # type: ignore[arg-type]  # rows of the contract


def _row(
    request: CellarRequest,
    doc_id: str,
    file: KnownFile,
    ecli: object,
    before: Sequence[Mapping[str, object]],
    now: datetime,
) -> dict[str, object]:
    same = [row for row in before if (row["file_id"], row["sha256"]) == (file.file_id, file.sha256)]
    return {
        "corpus": request.corpus,
        "file_id": file.file_id,
        "doc_id": doc_id,
        "source": request.source,
        "name": file.name,
        "ecli": ecli,
        "url": request.recorded_url(_celex_of(doc_id)),
        "language": file.language,
        "media_type": file.media_type,
        "sha256": file.sha256,
        "size": file.size,
        "status": "ok",
        "error": None,
        "fetched_at": same[0]["fetched_at"] if same else now,
        "etag": file.etag,
        "last_modified": file.last_modified,
    }


def _failed_row(request: CellarRequest, outcome: Outcome, ecli: str | None) -> dict[str, object]:
    language = LANGUAGES[request.languages[0]]
    return {
        "corpus": request.corpus,
        "file_id": f"{outcome.doc_id}.{language}.failed",
        "doc_id": outcome.doc_id,
        "source": request.source,
        "name": document_path(_celex_of(outcome.doc_id)).removeprefix("/resource/"),
        "ecli": ecli,
        "url": request.recorded_url(_celex_of(outcome.doc_id)),
        "language": None,
        "media_type": FAILED_TYPE,
        "sha256": None,
        "size": None,
        "status": "failed",
        "error": outcome.code,
        "fetched_at": None,
        "etag": None,
        "last_modified": None,
    }


def _celex_of(doc_id: str) -> str:
    return str(parse_celex(doc_id))
