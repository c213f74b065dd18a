"""Rulings and commentaries from the sample site by Scrapy in a child process: first refresh, later ones, faults."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import polars as pl
import pytest

from legal_assets.fetch.exchange import SourceUnavailableError
from legal_assets.fetch.swiss import KEY, fetch_swiss
from legal_assets.fetch.swiss_request import OUTCOMES, SwissRequest
from legal_assets.sample_site.faults import Fault
from legal_assets.sample_site.swiss_site import SwissSite
from legal_assets.schemas import RAW_DOCUMENTS
from legal_assets.storage.raw import RawStore, open_root
from legal_assets_tests.rows import filled

NOW = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)
VOLUME = 148
"""One of the sample's ten volumes, so that a refresh is short: twelve rulings."""


@pytest.fixture(scope="module")
def site() -> Iterator[SwissSite]:
    with SwissSite() as opened:
        yield opened


class Refresher:
    """Refreshes into one raw store, each time on top of the last."""

    def __init__(self, site: SwissSite, folder: Path) -> None:
        self.site = site
        self.raw = RawStore(open_root(str(folder / "raw")))
        self.folder = folder / "crawl"
        self.documents = RAW_DOCUMENTS.empty()

    def request(self) -> SwissRequest:
        return SwissRequest(
            self.site.base_url, self.site.base_url, (VOLUME, VOLUME), ("I", "II", "III", "IV"), ("de", "fr", "it"),
            "tests", 1e6, at_once=8, longest_wait=0.01, recorded_url="sample://swiss",
        )  # fmt: skip

    def refresh(self, now: datetime = NOW) -> Counter[str]:
        result = fetch_swiss(
            "bge", "sample", self.request(), raw=self.raw, folder=self.folder, previous=self.documents, now=now
        )
        self.documents = result.raw_documents
        self.log = result.log
        return Counter(result.log["verdict"])


@pytest.fixture
def refresher(site: SwissSite, tmp_path: Path) -> Iterator[Refresher]:
    yield Refresher(site, tmp_path)
    site.faults.clear()


def test_documents_come_once_and_change_when_they_changed(refresher: Refresher, site: SwissSite) -> None:
    assert refresher.refresh() == {"fetched": 12 + 15}
    rulings = refresher.documents.filter(pl.col("doc_id").str.starts_with("bge-148-"))
    assert rulings.height == 12
    assert refresher.documents["status"].unique().to_list() == ["ok"]
    page = refresher.raw.get("bge", rulings["sha256"][0])
    assert "Erwägungen".encode("latin-1") in page
    first = refresher.documents
    site.requests.clear()
    assert refresher.refresh(NOW + timedelta(days=7)) == {"unchanged": 27}
    assert refresher.documents.drop("fetched_at").equals(first.drop("fetched_at"))
    assert site.requests.not_modified == 27, "only what changed goes over the wire"
    ruling = site.rulings.plans[-1 - 12].number.key
    assert ruling.startswith("148-")
    commentary = site.commentaries.plans[0].key
    site.change(ruling)
    site.change(commentary)
    gone = next(plan.number.key for plan in site.rulings.plans if plan.number.volume == VOLUME)
    site.withdraw(gone)
    # The new state of a commentary is another document, since its date differs; the old one is listed no longer.
    assert refresher.refresh() == {"replaced": 1, "fetched": 1, "unchanged": 24, "vanished": 2}
    verdicts = dict(refresher.log.select("doc_id", "verdict").iter_rows())
    assert verdicts[f"bge-{gone}".lower()] == "vanished"
    assert verdicts[f"bge-{ruling}".lower()] == "replaced"
    assert refresher.documents.filter(pl.col("status") == "vanished").height == 2


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (Fault("challenge", "document", times=1, status=200), "challenge_page"),
        (Fault("empty-body", "document", times=1), "empty_body"),
        (Fault("wrong-type", "document", times=1), "wrong_type"),
        (Fault("not-found", "document", times=1), "http_404"),
    ],
)
def test_what_is_no_document_is_a_row_with_the_reason(refresher: Refresher, fault: Fault, code: str) -> None:
    refresher.site.faults.add(fault)
    verdicts = refresher.refresh()
    assert verdicts["failed"] == 1
    failed = refresher.documents.filter(pl.col("status") == "failed")
    assert failed["error"].str.starts_with(code).all()
    assert failed.height == 1


def test_a_busy_site_is_asked_again(refresher: Refresher) -> None:
    refresher.site.faults.add(Fault("too-many-requests", "document", times=2, seconds=1))
    refresher.site.faults.add(Fault("unavailable", "item", times=1))
    assert set(refresher.refresh()) <= {"fetched"}


def test_without_the_interface_the_pages_are_read(tmp_path: Path) -> None:
    with SwissSite(has_interface=False) as site:
        refresher = Refresher(site, tmp_path)
        refresher.refresh()
    commentaries = refresher.documents.filter(pl.col("doc_id").str.starts_with("ok-"))
    assert commentaries["media_type"].unique().to_list() == ["text/html"]
    assert commentaries.height == 15


def test_an_unreachable_site_leaves_the_last_tables(tmp_path: Path) -> None:
    site = SwissSite()
    site.base_url = "http://127.0.0.1:9"
    refresher = Refresher(site, tmp_path)
    with pytest.raises(SourceUnavailableError, match="gave no document"):
        refresher.refresh()


def test_a_list_that_fails_lets_nothing_vanish(refresher: Refresher) -> None:
    refresher.refresh()
    before = refresher.documents
    refresher.site.faults.add(Fault("challenge", "sparql", times=1, status=200))
    verdicts = refresher.refresh()
    assert "vanished" not in verdicts
    assert refresher.log.filter(pl.col("doc_id").str.starts_with("list/"))["code"].to_list() in (
        ["challenge_page"],
        ["wrong_shape"],
    )
    assert refresher.documents["file_id"].to_list() == before["file_id"].to_list()


def test_a_killed_refresh_goes_on(refresher: Refresher) -> None:
    refresher.refresh()
    asked = len(refresher.site.requests)
    done = refresher.documents
    # What a killed child leaves: its key, and lines without the last one; the bytes of the last line are cut off.
    other = Refresher(refresher.site, refresher.folder.parent / "other")
    other.raw = refresher.raw
    request = other.request()
    from legal_assets.storage.digests import value_digest

    other.folder.mkdir(parents=True)
    (other.folder / KEY).write_text(f"{value_digest(request.written())}\n{NOW.isoformat()}\n", encoding="utf-8")
    rulings = done.filter(pl.col("doc_id").str.starts_with("bge-"))
    lines = []
    for url, name, sha256 in rulings.select("url", "name", "sha256").iter_rows():
        (other.folder / sha256).write_bytes(refresher.raw.get("bge", sha256))
        line = {"kind": "outcome", "url": request.asked(url), "name": name, "status": "fetched", "file": sha256}
        lines.append(json.dumps(line))
    (other.folder / OUTCOMES).write_text("\n".join(lines) + '\n{"kind": "outco', encoding="utf-8")
    other.refresh()
    assert other.documents.height == done.height
    assert len(refresher.site.requests) - asked < asked - rulings.height + 1


def test_rows_of_another_source_are_left_out(refresher: Refresher) -> None:
    refresher.documents = filled(
        RAW_DOCUMENTS, [{"corpus": "bge", "file_id": "bge-1-i-1.de.html", "source": "live", "url": "x"}]
    )
    refresher.refresh()
    assert set(refresher.documents["source"]) == {"sample"}


def test_one_unreachable_site_is_a_row_for_each_list_and_the_other_site_is_read(
    site: SwissSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refresher = Refresher(site, tmp_path)
    unreachable = replace(refresher.request(), court_url="http://127.0.0.1:9", retries=0, recorded_url="")
    monkeypatch.setattr(refresher, "request", lambda: unreachable)
    refresher.refresh()
    assert refresher.documents["doc_id"].str.starts_with("ok-").all()
    assert refresher.documents.height == 15
    failed = refresher.log.filter(pl.col("verdict") == "failed")
    assert failed["doc_id"].str.starts_with("list/").all()
    assert failed.height == 4  # divisions of the volume
    assert failed["code"].to_list() == ["no_answer"] * 4
