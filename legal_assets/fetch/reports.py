"""Reports from their catalogues: what is listed, and the PDF files of it, asked conditionally.

Belongs here: the order of a refresh. Does not belong here: the catalogues' protocols (`world_bank.py`, `pmc.py`,
`given_list.py`), a single file (`report_files.py`).
"""

import datetime
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import httpx
import polars as pl

from legal_assets.fetch.exchange import Exchange, NoAnswerError, SourceUnavailableError, open_client
from legal_assets.fetch.journal import Journal
from legal_assets.fetch.pmc import SOURCE as PMC
from legal_assets.fetch.pmc import ask_article
from legal_assets.fetch.politeness import Clock, HostGate, Politeness
from legal_assets.fetch.report_files import Fetching, Row, fetch_report, log_row
from legal_assets.fetch.report_record import Record, UnreadableAnswerError, record_row
from legal_assets.fetch.robots import obey_robots
from legal_assets.fetch.world_bank import SOURCE as WORLD_BANK
from legal_assets.fetch.world_bank import ListedPage, Window, ask_listing
from legal_assets.schemas import FETCH_LOG, RAW_DOCUMENTS, REGISTER_ANSWERS, REJECTS, REPORT_RECORDS
from legal_assets.storage.digests import value_digest
from legal_assets.storage.raw import RawStore

OpenClient = Callable[[str, Politeness], httpx.Client]


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """What is wanted, and where it is asked for; `given` files are fetched beside what catalogues list."""

    corpus: str
    world_bank_url: str
    pmc_url: str
    window: Window
    articles: tuple[str, ...] = ()
    given: tuple[Record, ...] = ()
    source: str = "live"


@dataclass(frozen=True, slots=True)
class ReportResult:
    """The tables after a refresh."""

    raw_documents: pl.DataFrame
    records: pl.DataFrame
    answers: pl.DataFrame
    log: pl.DataFrame
    rejects: pl.DataFrame


@dataclass(slots=True)
class Hosts:
    """One exchange a host, each polite by itself."""

    politeness: Politeness
    clock: Clock
    random: Random
    client: OpenClient
    stack: ExitStack
    _open: dict[str, Exchange] = field(default_factory=dict)

    def of(self, url: str) -> Exchange:
        """Return the exchange of an address's host."""
        parts = urlsplit(url)
        base = f"{parts.scheme}://{parts.netloc}"
        if base not in self._open:
            client = self.stack.enter_context(self.client(base, self.politeness))
            gate = HostGate(self.politeness.per_second, self.politeness.at_once, self.clock)
            exchange = Exchange(client, self.politeness, self.clock, gate, self.random)
            if self.politeness.obey_robots:
                obey_robots(exchange, base)
            self._open[base] = exchange
        return self._open[base]


def fetch_reports(
    request: ReportRequest,
    *,
    politeness: Politeness,
    clock: Clock,
    random: Random,
    raw: RawStore,
    journal: Path,
    previous: pl.DataFrame,
    progress: Callable[[str], None] = lambda _: None,
    client: OpenClient = open_client,
    resume_within: datetime.timedelta = datetime.timedelta(days=1),
) -> ReportResult:
    """Bring a corpus of reports up to date with its catalogues.

    A file that the catalogues no longer list stays, marked as vanished. A file whose bytes are not those that a given
    list asks for is a failure, never a document.

    Args:
        request: what is wanted.
        politeness: how each host is treated; 403 counts as throttling.
        clock: the time.
        random: shortens waits by chance.
        raw: where bytes go: files and answers of catalogues.
        journal: file of what this refresh has finished; an unfinished one is taken up.
        previous: `raw_documents` of the last run, for conditional requests.
        progress: told how far it is.
        client: opens the HTTP client.
        resume_within: age up to which an unfinished refresh is taken up.

    Raises:
        SourceUnavailableError: the catalogues gave nothing.
    """
    known = {row["doc_id"]: row for row in previous.filter(pl.col("source") == request.source).iter_rows(named=True)}
    held = sorted((doc_id, str(row["sha256"]), str(row["etag"])) for doc_id, row in known.items())
    key = value_digest([repr(request), held])
    with Journal(journal, key, clock.now(), resume_within) as lines, ExitStack() as stack:
        hosts = Hosts(politeness, clock, random, client, stack)
        fetching = Fetching(request.corpus, request.source, hosts.of, raw, clock.now)
        answers: list[Row] = []
        rejects: list[Row] = []
        try:
            records = _listed(request, hosts, raw, answers, rejects, progress)
        except (NoAnswerError, UnreadableAnswerError) as error:
            raise SourceUnavailableError(f"A catalogue gave nothing usable: {error}. The last tables stay.") from error
        done = {entry["row"]["doc_id"]: entry for entry in lines.entries if entry["kind"] == "report"}
        outcomes: list[Row] = []
        urls: dict[str, str] = {}
        for number, record in enumerate(records, start=1):
            if record.doc_id in done:
                urls.setdefault(record.url or "", record.doc_id)
                outcomes.append(_revived(done[record.doc_id]))
                continue
            outcome = fetch_report(record, urls, known.get(record.doc_id), fetching)
            lines.append("report", row=_printable(outcome["row"]), log=outcome["log"])
            outcomes.append(outcome)
            progress(f"reports: {number:,} of {len(records):,}; {record.doc_id} {outcome['log']['verdict']}")
        lines.finish()
    listed = {record.doc_id for record in records}
    rows = [outcome["row"] for outcome in outcomes if outcome["row"]["media_type"] is not None]
    rows += [{**row, "status": "vanished"} for doc_id, row in known.items() if doc_id not in listed]
    gone = [log_row(fetching, doc_id, "vanished", is_listed=False) for doc_id in known if doc_id not in listed]
    return ReportResult(
        RAW_DOCUMENTS.frame(rows),
        REPORT_RECORDS.frame([record_row(request.corpus, record) for record in records]),
        REGISTER_ANSWERS.frame(answers),
        FETCH_LOG.frame([*(outcome["log"] for outcome in outcomes), *gone]),
        REJECTS.frame(rejects),
    )


def _listed(
    request: ReportRequest,
    hosts: Hosts,
    raw: RawStore,
    answers: list[Row],
    rejects: list[Row],
    progress: Callable[[str], None],
) -> list[Record]:
    """All records, a document once: given ones before those of catalogues."""
    records = {record.doc_id: record for record in request.given}

    def keep(query: str, first_row: int, rows: int, body: bytes) -> None:
        answers.append(
            {
                "corpus": request.corpus,
                "query": query,
                "first": request.window.first,
                "after": request.window.last + datetime.timedelta(days=1),
                "first_row": first_row,
                "rows": rows,
                "sha256": raw.put(request.corpus, body),
            }
        )

    for document_type in request.window.types:
        base = request.world_bank_url
        latest: dict[int, ListedPage] = {}

        def keep_page(page: ListedPage, latest: dict[int, ListedPage] = latest) -> None:
            latest[page.first_row] = page

        listed, unreadable = ask_listing(hosts.of(base), base, request.window, document_type, keep_page)
        for record in listed:
            records.setdefault(record.doc_id, record)
        rejects += [_reject(request, document_type, number, said) for number, said in enumerate(unreadable, start=1)]
        for page in latest.values():
            keep(f"{WORLD_BANK}: {document_type}", page.first_row, len(page.entries), page.body)
        progress(f"{document_type}: {len(records):,} records")
    for article in request.articles:
        record, bodies = ask_article(hosts.of(request.pmc_url), request.pmc_url, article)
        records.setdefault(record.doc_id, record)
        for number, body in enumerate(bodies):
            keep(f"{PMC}: {article}", number, 1, body)
    return sorted(records.values(), key=lambda record: record.doc_id)


def _reject(request: ReportRequest, document_type: str, number: int, detail: str) -> Row:
    record_id = f"{WORLD_BANK}/{document_type}/{number}"
    return {
        "corpus": request.corpus,
        "room": "fetch",
        "record_id": record_id,
        "reason": "unreadable_record",
        "detail": detail,
    }


def _printable(row: Row) -> dict[str, Any]:
    at = row["fetched_at"]
    return {**row, "fetched_at": at.isoformat() if isinstance(at, datetime.datetime) else at}


def _revived(entry: Row) -> dict[str, Row]:
    at = entry["row"]["fetched_at"]
    return {
        "row": {**entry["row"], "fetched_at": datetime.datetime.fromisoformat(at) if at else None},
        "log": entry["log"],
    }
