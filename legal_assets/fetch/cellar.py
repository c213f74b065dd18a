"""Cellar as a source of raw files: find what is wanted, fetch what changed, and say what became of each document.

Belongs here: the order of a refresh and what ends it. Does not belong here: asking (`cellar_register.py`,
`negotiation.py`), what the outcomes make of the tables (`manifest.py`).
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random

import httpx
import polars as pl

from legal_assets.fetch.cellar_register import (
    KeptPage,
    QueryName,
    RegisterReader,
    answers_frame,
    citations_frame,
    register_frame,
)
from legal_assets.fetch.cellar_request import CellarRequest, Slice
from legal_assets.fetch.crawl import Progress, duration, in_parallel
from legal_assets.fetch.exchange import Exchange, SourceUnavailableError, Traffic, open_client
from legal_assets.fetch.journal import Journal
from legal_assets.fetch.manifest import fetch_log, files_by_document, raw_documents, wanted_documents
from legal_assets.fetch.negotiation import Negotiator
from legal_assets.fetch.outcomes import Outcome, Wanted, outcome_line, outcome_of
from legal_assets.fetch.politeness import Clock, HostGate, Politeness
from legal_assets.fetch.robots import obey_robots
from legal_assets.storage.digests import value_digest
from legal_assets.storage.raw import RawStore
from legal_assets.text.celex import parse_celex

Report = Callable[[Progress], None]
OpenClient = Callable[[str, Politeness], httpx.Client]

_LOG = logging.getLogger(__name__)


class UnfinishedError(SourceUnavailableError):
    """The time for a run is over; what is finished is kept, and the next run goes on from there."""


@dataclass(frozen=True, slots=True)
class CellarResult:
    """The tables after a refresh, and what it took.

    `citations` is None where they were not wanted or could not be had (`citations_problem` says why): the last ones
    stay. `failed_share` is the part of the asked documents that failed, for a check to judge; `asked` counts those of
    the whole refresh, earlier starts of it included.
    """

    raw_documents: pl.DataFrame
    register: pl.DataFrame
    citations: pl.DataFrame | None
    answers: pl.DataFrame
    log: pl.DataFrame
    unusable_celex: tuple[str, ...]
    citations_problem: str | None
    asked: int
    failed_share: float
    traffic: Traffic


def fetch_cellar(
    request: CellarRequest,
    *,
    politeness: Politeness,
    clock: Clock,
    random: Random,
    raw: RawStore,
    journal: Path,
    previous: pl.DataFrame | None = None,
    previous_register: pl.DataFrame | None = None,
    named: Sequence[str] = (),
    progress: Report = lambda _: None,
    client: OpenClient = open_client,
    resume_within: timedelta = timedelta(days=1),
) -> CellarResult:
    """Bring a corpus up to date with Cellar.

    Args:
        request: what is wanted.
        politeness: how the host is treated.
        clock: the time.
        random: shortens waits by chance.
        raw: where bytes go: those of documents and of search answers.
        journal: file of what this refresh has finished; an unfinished one is taken up.
        previous: `raw_documents` of the last run, for conditional requests; other sources' rows are ignored.
        previous_register: `register` of the last run, which says when decisions that are no longer listed were made.
        named: CELEX numbers that are wanted too, whatever their date, court and kind.
        progress: told how far it is.
        client: opens the HTTP client.
        resume_within: age up to which an unfinished refresh is taken up.

    Raises:
        SourceUnavailableError: nothing usable came, so the last tables should stay.
        UnfinishedError: `run_seconds` are over.
        QueryRefusedError: the endpoint says that a query is wrong.
    """
    files = files_by_document(previous, request.source)
    held = sorted(
        (row["file_id"], row["sha256"], row["status"], row["etag"]) for rows in files.values() for row in rows
    )
    key = value_digest([request.digest(), sorted(named), held])
    with (
        Journal(journal, key, clock.now(), resume_within) as lines,
        _opened(request, politeness, clock, random, client) as exchange,
    ):
        reader = RegisterReader(request, exchange, raw, lines)
        pages = _read_register(list(request.slices()), reader, "judgments", exchange, progress)
        register, unusable = register_frame(request, reader.rows(pages))
        if others := sorted(set(named) - set(register["celex"])):
            slices = list(request.named_slices(others))
            pages += _read_register(slices, reader, "judgments", exchange, progress)
            register, unusable = register_frame(request, reader.rows(pages))
        if register.is_empty():
            lines.finish()
            raise SourceUnavailableError(
                f"Cellar's register lists no decision from {request.first} to {request.last} that is wanted. "
                "The last tables stay; widen the window if there should be none."
            )
        wanted, absent, kept = wanted_documents(request, register, files, previous_register, named)
        fetched = _fetch_documents(wanted, Negotiator(request, exchange, raw), exchange, lines, progress)
        outcomes = [*absent, *fetched]
        citations, problem = None, None
        if request.with_citations:
            try:
                slices = [part for part in request.slices() if _has_decision(register, part)]
                cited = _read_register(slices, reader, "citations", exchange, progress)
                citations = citations_frame(request.corpus, reader.rows(cited))
                pages += cited
            except SourceUnavailableError as error:
                problem = str(error)
        result = CellarResult(
            raw_documents=raw_documents(request, register, files, kept, outcomes, clock.now()),
            register=register,
            citations=citations,
            answers=answers_frame(request.corpus, pages),
            log=fetch_log(request.corpus, [*outcomes, *_unlisted(named, register, outcomes)]),
            unusable_celex=tuple(unusable),
            citations_problem=problem,
            asked=len(fetched),
            failed_share=sum(outcome.verdict == "failed" for outcome in fetched) / max(1, len(fetched)),
            traffic=exchange.traffic,
        )
        lines.finish()
    return result


def _unlisted(named: Sequence[str], register: pl.DataFrame, outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Named decisions that the register does not know."""
    known = {*register["doc_id"], *(outcome.doc_id for outcome in outcomes)}
    detail = "An imported table names this decision; the register does not list it."
    doc_ids = [parse_celex(celex).doc_id for celex in named]
    return [Outcome(doc_id, "absent", False, (), "not_listed", detail) for doc_id in doc_ids if doc_id not in known]


def fetch_citations(
    request: CellarRequest,
    *,
    politeness: Politeness,
    clock: Clock,
    random: Random,
    raw: RawStore,
    journal: Path,
    progress: Report = lambda _: None,
    client: OpenClient = open_client,
    resume_within: timedelta = timedelta(days=1),
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return `register_citations` and their `register_answers` as they are now, without touching documents.

    The register of citations lags behind that of decisions by weeks, so it is refreshed on its own. Arguments and
    errors are those of `fetch_cellar`; the journal is another file.
    """
    with (
        Journal(journal, request.digest(), clock.now(), resume_within) as lines,
        _opened(request, politeness, clock, random, client) as exchange,
    ):
        reader = RegisterReader(request, exchange, raw, lines)
        pages = _read_register(list(request.slices()), reader, "citations", exchange, progress)
        citations = citations_frame(request.corpus, reader.rows(pages))
        answers = answers_frame(request.corpus, pages)
        lines.finish()
    return citations, answers


@contextmanager
def _opened(
    request: CellarRequest, politeness: Politeness, clock: Clock, random: Random, client: OpenClient
) -> Iterator[Exchange]:
    gate = HostGate(politeness.per_second, politeness.at_once, clock)
    with client(request.base_url, politeness) as opened:
        exchange = Exchange(opened, politeness, clock, gate, random)
        if politeness.obey_robots:
            obey_robots(exchange, request.base_url)
        yield exchange


class _Watch:
    """Counts the tasks of a stage, reports them, and ends the run when its time is over."""

    def __init__(self, stage: str, already: int, total: int, exchange: Exchange, progress: Report) -> None:
        self._stage, self._already, self._total = stage, already, total
        self._clock, self._limit, self._run_began = exchange.clock, exchange.politeness.run_seconds, exchange.began
        self._progress = progress
        self._began = self._clock.seconds()
        self._done = 0

    def count(self) -> None:
        self._done += 1
        now = self._clock.seconds()
        done = self._already + self._done
        self._progress(Progress(self._stage, done, self._total, self._done, now - self._began))
        if self._limit is not None and now - self._run_began > self._limit and done < self._total:
            raise UnfinishedError(
                f"The time for a run ({duration(self._limit)}) is over at {done:,} of {self._total:,} ({self._stage}). "
                "Run again to go on from there; the last tables stay until then."
            )


def _has_decision(register: pl.DataFrame, part: Slice) -> bool:
    return bool(register["date"].is_between(part.first, part.after, closed="left").any())


def _read_register(
    slices: Sequence[Slice], reader: RegisterReader, query: QueryName, exchange: Exchange, progress: Report
) -> list[KeptPage]:
    watch = _Watch(f"register of {query}", 0, len(slices), exchange, progress)
    pages: list[KeptPage] = []

    def take(read: list[KeptPage]) -> None:
        pages.extend(read)
        watch.count()

    in_parallel(
        lambda part: reader.read(query, part),
        slices,
        take,
        workers=exchange.politeness.at_once,
        stop=exchange.gate.stop,
    )
    return sorted(pages, key=lambda page: (page.first, page.first_row))


def _fetch_documents(
    wanted: Sequence[Wanted], negotiator: Negotiator, exchange: Exchange, journal: Journal, progress: Report
) -> list[Outcome]:
    """Fetch what the journal does not have, line by line; stop where the source fails too often in a row."""
    finished = {outcome.doc_id: outcome for outcome in _finished(journal, negotiator)}
    outcomes = [finished[each.doc_id] for each in wanted if each.doc_id in finished]
    missing = [each for each in wanted if each.doc_id not in finished]
    watch = _Watch("documents", len(outcomes), len(wanted), exchange, progress)
    faults = 0

    def take(outcome: Outcome) -> None:
        nonlocal faults
        journal.append("document", **outcome_line(outcome))
        outcomes.append(outcome)
        faults = faults + 1 if outcome.is_source_fault else 0
        if outcome.code:
            _LOG.info("%s: %s (%s: %s)", outcome.doc_id, outcome.verdict, outcome.code, outcome.detail)
        if faults >= exchange.politeness.give_up_after:
            raise SourceUnavailableError(
                f"Cellar failed {faults} documents in a row, the last with {outcome.code}: {outcome.detail} "
                f"The last tables stay; {len(outcomes) - faults:,} of {len(wanted):,} documents need not be asked for "
                "again. Try again later."
            )
        watch.count()

    in_parallel(negotiator.fetch, missing, take, workers=exchange.politeness.at_once, stop=exchange.gate.stop)
    if outcomes and not any(outcome.files for outcome in outcomes):
        journal.finish()
        first = min(outcomes, key=lambda outcome: outcome.doc_id)
        raise SourceUnavailableError(
            f"Cellar gave none of {len(outcomes):,} documents; {first.doc_id} for the reason {first.code}: "
            f"{first.detail} The last tables stay."
        )
    return outcomes


def _finished(journal: Journal, negotiator: Negotiator) -> Iterator[Outcome]:
    """Yield what the journal has that need not be done again: the source answered, and the bytes are still there."""
    for entry in journal.entries:
        if entry["kind"] == "document":
            outcome = outcome_of(entry)
            if not outcome.is_source_fault and all(negotiator.has(file) for file in outcome.files):
                yield outcome
