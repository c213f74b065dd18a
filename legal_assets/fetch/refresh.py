"""Where the files of a corpus come from today: imported folders, the sample site, or the live source.

Belongs here: choosing the source and joining it with the registry of imported files. Does not belong here: asking a
source (`cellar.py`).
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from legal_assets import catalog
from legal_assets.fetch.registry import (
    imported_documents,
    imported_rejects,
    imported_tables,
    named_decisions,
    with_roles,
)
from legal_assets.schemas import (
    FETCH_LOG,
    RAW_DOCUMENTS,
    REGISTER,
    REGISTER_ANSWERS,
    REGISTER_CITATIONS,
    REPORT_RECORDS,
)
from legal_assets.settings_reports import Reports
from legal_assets.settings_sources import Cellar, SwissSites
from legal_assets.storage.digests import bytes_digest, value_digest
from legal_assets.storage.raw import RawStore

if TYPE_CHECKING:
    from legal_assets.fetch.cellar_plan import Plan
    from legal_assets.fetch.cellar_request import CellarRequest
    from legal_assets.fetch.crawl import Progress
    from legal_assets.fetch.politeness import Clock, Politeness

SAMPLE = "sample"
LIVE = "live"
_SAMPLE_FIRST, _SAMPLE_LAST = date(1979, 1, 1), date(2025, 12, 31)
_SAMPLE_SLICE_MONTHS = 48
_WRITTEN = ("judgments", "vocabulary", "swiss_vocabulary", "reports")
"""Folders of the sample's texts."""
_NO_RECORDS = REPORT_RECORDS.empty()


@dataclass(frozen=True, slots=True)
class Source:
    """What decides where files come from."""

    profile: str
    cellar: Cellar
    sample_scale: int = 1
    swiss: SwissSites = field(default_factory=SwissSites)
    reports: Reports = field(default_factory=Reports)


class NoSourceError(ValueError):
    """A corpus has no source that could be asked, and nothing of it was imported."""


class Refreshed(NamedTuple):
    """The tables of the room fetch after a refresh."""

    raw_documents: pl.DataFrame
    rejects: pl.DataFrame
    imported_tables: pl.DataFrame
    register: pl.DataFrame
    answers: pl.DataFrame
    log: pl.DataFrame
    report_records: pl.DataFrame = _NO_RECORDS


def source_digest(source: Source) -> str:
    """Return the digest of what decides which documents a source has, for the code version of `raw_documents`.

    The sample's texts are read, not rendered: the definitions are loaded often.
    """
    if source.profile == LIVE:
        manners = {"contact", "per_second", "per_minute", "at_once", "run_seconds", "obey_robots"}
        return value_digest(
            [each.model_dump(exclude=manners) for each in (source.cellar, source.swiss, source.reports)]
        )
    site = files("legal_assets.sample_site")
    texts = sorted(
        (entry for folder in _WRITTEN for entry in (site / folder).iterdir() if entry.is_file()),
        key=lambda entry: entry.name,
    )
    return value_digest([source.sample_scale, *(bytes_digest(text.read_bytes()) for text in texts)])


def refresh(
    corpus: str,
    source: Source,
    registry: pl.DataFrame,
    previous: pl.DataFrame,
    previous_register: pl.DataFrame,
    raw: RawStore,
    journal: Path,
    progress: Callable[[str], None],
) -> Refreshed:
    """Bring the raw documents of a corpus up to date.

    Imported files stand before the source's of the same file id; in the profile `sample` a corpus with imported files
    leaves its sample documents out. Imported tables do not count as documents; the decisions that they name are asked
    of the source too. A corpus that is a release has no source.

    Raises:
        SourceUnavailableError: the source gave nothing usable; the last tables should stay.
        NoSourceError: the corpus is a release, and none was imported.
    """
    registry = with_roles(registry)
    imported, rejects, tables = imported_documents(registry), imported_rejects(registry), imported_tables(registry)
    kind = _kind(corpus)
    if kind == "release" and tables.is_empty():
        raise _no_source(corpus)
    if kind == "release" or (source.profile == SAMPLE and imported.height):
        return Refreshed(imported, rejects, tables, REGISTER.empty(), REGISTER_ANSWERS.empty(), FETCH_LOG.empty())
    if kind == "rulings":
        from legal_assets.fetch.swiss_source import refresh_swiss

        found = refresh_swiss(
            corpus,
            source.profile,
            source.swiss,
            source.sample_scale,
            raw=raw,
            folder=journal.with_suffix(""),
            previous=previous,
            now=datetime.now(tz=UTC),
            progress=progress,
        )
        fetched = pl.concat([imported, found.raw_documents.join(imported, on="file_id", how="anti")])
        empty = (REGISTER.empty(), REGISTER_ANSWERS.empty())
        return Refreshed(RAW_DOCUMENTS.conform(fetched), rejects, tables, *empty, found.log)
    if kind == "reports":
        from legal_assets.fetch.report_source import refresh_reports

        read = refresh_reports(
            corpus,
            source.reports,
            source.sample_scale,
            is_live=source.profile == LIVE,
            clock=_clock(),
            raw=raw,
            journal=journal,
            previous=previous,
            progress=progress,
        )
        fetched = pl.concat([imported, read.raw_documents.join(imported, on="file_id", how="anti")])
        refused = pl.concat([rejects, read.rejects])
        listed = (REGISTER.empty(), read.answers, read.log, read.records)
        return Refreshed(RAW_DOCUMENTS.conform(fetched), refused, tables, *listed)
    from legal_assets.fetch.cellar import fetch_cellar

    def report(stage: "Progress") -> None:
        progress(str(stage))

    with _opened(corpus, source) as (request, politeness):
        result = fetch_cellar(
            request,
            politeness=politeness,
            clock=_clock(),
            random=Random(),  # noqa: S311  # shortens waits, keeps no secret
            raw=raw,
            journal=journal,
            previous=previous,
            previous_register=previous_register if previous_register.height else None,
            named=named_decisions(tables, imported),
            progress=report,
        )
    fetched = result.raw_documents.join(imported, on="file_id", how="anti")
    return Refreshed(
        RAW_DOCUMENTS.conform(pl.concat([imported, fetched])),
        rejects,
        tables,
        result.register,
        result.answers,
        result.log,
    )


def refresh_citations(
    corpus: str, source: Source, register: pl.DataFrame, raw: RawStore, journal: Path, progress: Callable[[str], None]
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the register's citations and the answers they were read from; empty for a corpus of imported files."""
    if register.is_empty():
        return REGISTER_CITATIONS.empty(), REGISTER_ANSWERS.empty()
    from legal_assets.fetch.cellar import fetch_citations

    with _opened(corpus, source) as (request, politeness):
        return fetch_citations(
            request,
            politeness=politeness,
            clock=_clock(),
            random=Random(),  # noqa: S311  # shortens waits, keeps no secret
            raw=raw,
            journal=journal,
            progress=lambda stage: progress(str(stage)),
        )


def plan(corpus: str, source: Source, previous: pl.DataFrame, register: pl.DataFrame) -> "Plan":
    """Return what a refresh would ask, without asking anything.

    Raises:
        NoSourceError: the corpus has no source.
    """
    from legal_assets.fetch.cellar_plan import plan_cellar

    if _kind(corpus) != "judgments":
        raise _no_source(corpus)
    with _opened(corpus, source) as (request, politeness):
        whole = replace(request, with_citations=True)
        return plan_cellar(whole, politeness, previous, register if register.height else None)


@contextmanager
def _opened(corpus: str, source: Source) -> "Iterator[tuple[CellarRequest, Politeness]]":
    """Open the source: the live host, or the sample site for as long as it is used."""
    from legal_assets.fetch.cellar_request import CellarRequest
    from legal_assets.fetch.politeness import Politeness

    cellar = source.cellar
    if source.profile == LIVE:
        request = CellarRequest(
            cellar.first,
            cellar.last,
            cellar.courts,
            cellar.kinds,
            cellar.languages,
            cellar.base_url,
            corpus=corpus,
            with_citations=False,
        )
        yield (
            request,
            Politeness(
                cellar.user_agent,
                per_second=cellar.per_second,
                at_once=cellar.at_once,
                run_seconds=cellar.run_seconds,
                obey_robots=cellar.obey_robots,
            ),
        )
        return
    from legal_assets.sample_site.server import SampleSite

    with SampleSite(source.sample_scale) as site:
        request = CellarRequest(
            _SAMPLE_FIRST,
            _SAMPLE_LAST,
            ("C",),
            ("J", "O", "C"),
            ("eng", "fra"),
            site.base_url,
            corpus=corpus,
            source=SAMPLE,
            with_citations=False,
            slice_months=_SAMPLE_SLICE_MONTHS if source.sample_scale == 1 else 1,
        )
        yield request, Politeness(cellar.user_agent, per_second=100_000, at_once=cellar.at_once)


def _kind(corpus: str) -> catalog.Kind:
    (entry,) = catalog.corpora([corpus])
    return entry.kind


def _no_source(corpus: str) -> NoSourceError:
    return NoSourceError(
        f"Corpus {corpus} has no source to ask; import a folder: `legal-assets import {corpus} FOLDER`."
    )


def _clock() -> "Clock":
    from legal_assets.fetch.politeness import Clock

    return Clock(time.monotonic, time.sleep, lambda: datetime.now(tz=UTC))
