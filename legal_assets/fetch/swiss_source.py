"""Where Swiss documents come from: the live sites, or the sample site for as long as it is asked.

Belongs here: choosing the site. Does not belong here: the crawl (`swiss.py`).
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import polars as pl

from legal_assets.fetch.swiss import SwissResult, fetch_swiss
from legal_assets.fetch.swiss_request import SwissRequest
from legal_assets.settings_sources import SwissSites
from legal_assets.storage.raw import RawStore

SAMPLE, LIVE = "sample", "live"
_SAMPLE_VOLUMES = (140, 149)
_RECORDED = "sample://swiss"
"""What stands for the address of the sample site, whose port changes."""

_SAMPLE_PACE = 1_000_000.0
"""Requests a minute; the sample site is this process."""


def refresh_swiss(
    corpus: str,
    profile: str,
    sites: SwissSites,
    scale: int,
    *,
    raw: RawStore,
    folder: Path,
    previous: pl.DataFrame,
    now: datetime,
    progress: Callable[[str], None],
) -> SwissResult:
    """Bring rulings and commentaries up to date from the sites of a profile; as `fetch_swiss` says."""
    request = SwissRequest(
        sites.court_url,
        sites.commentary_url,
        (sites.first_volume, sites.last_volume),
        sites.divisions,
        sites.languages,
        sites.user_agent,
        sites.per_minute,
        at_once=sites.at_once,
        obey_robots=sites.obey_robots,
    )
    if profile == LIVE:
        return fetch_swiss(corpus, LIVE, request, raw=raw, folder=folder, previous=previous, now=now, progress=progress)
    from legal_assets.sample_site.swiss_site import SwissSite

    with SwissSite(scale) as site:
        sampled = replace(
            request,
            court_url=site.base_url,
            commentary_url=site.base_url,
            volumes=_SAMPLE_VOLUMES,
            divisions=("I", "II", "III", "IV"),
            languages=("de", "fr", "it"),
            per_minute=_SAMPLE_PACE,
            at_once=8,
            recorded_url=_RECORDED,
        )
        return fetch_swiss(
            corpus, SAMPLE, sampled, raw=raw, folder=folder, previous=previous, now=now, progress=progress
        )
