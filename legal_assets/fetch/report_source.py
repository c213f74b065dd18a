"""Where reports are asked for today: the sample site, or the live catalogues.

Belongs here: the choice, and reading the given list. Does not belong here: fetching (`reports.py`).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from random import Random

import polars as pl

from legal_assets.fetch.given_list import GivenListError, read_given_list
from legal_assets.fetch.politeness import Clock, Politeness
from legal_assets.fetch.report_files import report_lines
from legal_assets.fetch.report_record import Record
from legal_assets.fetch.reports import ReportRequest, ReportResult, fetch_reports
from legal_assets.fetch.world_bank import Window
from legal_assets.settings_reports import Reports
from legal_assets.storage.raw import RawStore

_SAMPLE_FIRST, _SAMPLE_LAST = date(2000, 1, 1), date(2030, 12, 31)
_MOST_BYTES = 256 * 1024**2


def refresh_reports(
    corpus: str,
    reports: Reports,
    sample_scale: int,
    *,
    is_live: bool,
    clock: Clock,
    raw: RawStore,
    journal: Path,
    previous: pl.DataFrame,
    progress: Callable[[str], None],
) -> ReportResult:
    """Bring a corpus of reports up to date with the live catalogues or the sample site.

    Raises:
        SourceUnavailableError: the catalogues gave nothing usable; the last tables should stay.
        GivenListError: the given list cannot be read.
    """
    with opened_reports(corpus, is_live, reports, sample_scale) as (request, politeness):
        result = fetch_reports(
            request,
            politeness=politeness,
            clock=clock,
            random=Random(),  # noqa: S311  # shortens waits, keeps no secret
            raw=raw,
            journal=journal,
            previous=previous,
            progress=progress,
        )
    for line in report_lines(result.log, result.records) if request.given else ():
        progress(line)
    return result


@contextmanager
def opened_reports(
    corpus: str, is_live: bool, reports: Reports, sample_scale: int
) -> Iterator[tuple[ReportRequest, Politeness]]:
    """Open the source of reports: the live hosts, or the sample site for as long as it is used.

    Raises:
        GivenListError: the given list cannot be read.
    """
    if is_live:
        window = Window(reports.first, reports.last, reports.types, reports.languages)
        given = _given(reports.given_list)
        request = ReportRequest(
            corpus, reports.world_bank_url, reports.pmc_url, window, reports.articles, given, source="live"
        )
        yield (
            request,
            Politeness(
                reports.user_agent,
                per_second=reports.per_second,
                at_once=1,
                max_bytes=_MOST_BYTES,
                obey_robots=reports.obey_robots,
            ),
        )
        return
    from legal_assets.sample_site.reports.site import BUCKET, REPORT_TYPE, ReportSite

    with ReportSite(sample_scale) as site:
        window = Window(_SAMPLE_FIRST, _SAMPLE_LAST, (REPORT_TYPE,))
        articles = tuple(site.articles())
        base = site.base_url
        request = ReportRequest(corpus, base, f"{base}{BUCKET}", window, articles, source="sample")
        yield request, Politeness(reports.user_agent, per_second=100_000, at_once=1)


def _given(path: Path | None) -> tuple[Record, ...]:
    if path is None:
        return ()
    try:
        return tuple(read_given_list(path.expanduser().read_text(encoding="utf-8")))
    except OSError as error:
        raise GivenListError(f"{path}: {error.strerror or error}; name a CSV file in `given_list`.") from error
    except UnicodeDecodeError as error:
        raise GivenListError(f"{path} is no text in UTF-8; save it as CSV in UTF-8.") from error
