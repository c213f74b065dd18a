"""Reports come from two catalogues and a given list; what changed comes again, what fails says so."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random

import polars as pl
import pytest

from legal_assets.fetch.exchange import SourceUnavailableError
from legal_assets.fetch.given_list import GivenListError, read_given_list
from legal_assets.fetch.politeness import Clock, Politeness
from legal_assets.fetch.report_files import report_lines
from legal_assets.fetch.reports import ReportRequest, ReportResult, fetch_reports
from legal_assets.fetch.world_bank import PATH, Window
from legal_assets.sample_site.exchange import Request, Response
from legal_assets.sample_site.reports.printing import print_report
from legal_assets.sample_site.reports.site import BUCKET, FIRST_RECORD, ReportSite
from legal_assets.sample_site.reports.writing import write_report
from legal_assets.schemas import RAW_DOCUMENTS
from legal_assets.storage.digests import bytes_digest
from legal_assets.storage.raw import RawStore, open_root
from legal_assets_tests.house import NOW

POLITE = Politeness("tests", per_second=100_000, at_once=1, attempts=3, first_wait=0.01, longest_wait=0.01)
DAY = date(2008, 1, 1)


class Site(ReportSite):
    """A report site whose answers a test can change."""

    def __init__(self) -> None:
        super().__init__()
        self.instead: dict[str, bytes] = {}

    def answer(self, request: Request) -> Response:
        if request.path in self.instead:
            return Response(200, self.instead[request.path], {"Content-Type": "text/html"})
        return super().answer(request)


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as opened:
        yield opened


def request(site: Site) -> ReportRequest:
    """Reports of 2008, which are those of the numbers 0, 15, 30 and 45, and one article."""
    window = Window(DAY, date(2008, 12, 31), ("Report",))
    return ReportRequest("crosspage", site.base_url, f"{site.base_url}{BUCKET}", window, (site.articles()[0],))


def fetch(site: Site, place: Path, previous: pl.DataFrame | None = None, **changes: object) -> ReportResult:
    clock = Clock(lambda: 0.0, lambda _: None, lambda: NOW)
    passing = iter(range(10**9))
    clock = replace(clock, seconds=lambda: float(next(passing)))
    return fetch_reports(
        replace(request(site), **changes),  # type: ignore[arg-type]
        politeness=POLITE,
        clock=clock,
        random=Random(0),  # noqa: S311  # shortens waits
        raw=RawStore(open_root(str(place))),
        journal=place / "journal.jsonl",
        previous=RAW_DOCUMENTS.empty() if previous is None else previous,
    )


def verdicts(result: ReportResult) -> dict[str, tuple[str, str | None]]:
    return {doc_id: (verdict, code) for doc_id, verdict, code in result.log.select("doc_id", "verdict", "code").rows()}


def record(number: int) -> str:
    return f"wb-{FIRST_RECORD + number}"


def file_path(number: int) -> str:
    return f"/curated/en/{FIRST_RECORD + number}/pdf/report-{FIRST_RECORD + number}.pdf"


def test_both_catalogues_are_read_and_their_files_kept(site: Site, tmp_path: Path) -> None:
    result = fetch(site, tmp_path)
    article = f"pmc-{site.articles()[0].removeprefix('PMC')}"
    assert verdicts(result) == dict.fromkeys((article, *map(record, (0, 15, 30, 45))), ("fetched", None))
    raw = RawStore(open_root(str(tmp_path)))
    digests = dict(result.raw_documents.select("doc_id", "sha256").rows())
    assert raw.get("crosspage", digests[record(15)]) == print_report(write_report(15))
    known = {row["doc_id"]: row for row in result.records.iter_rows(named=True)}
    assert known[record(0)]["title"] == write_report(0).title  # an object with line breaks in the answer
    assert known[record(15)]["date"] == date(write_report(15).year, write_report(15).month, write_report(15).day)
    assert known[article]["record"].endswith(".2")  # of two versions the higher
    assert known[article]["licence"] == "CC BY"
    assert result.answers.filter(pl.col("query") == "worldbank: Report").select("first_row", "rows").rows() == [(0, 4)]


def test_what_is_the_same_is_not_sent_again(site: Site, tmp_path: Path) -> None:
    first = fetch(site, tmp_path)
    again = fetch(site, tmp_path, first.raw_documents)
    assert {verdict for verdict, _ in verdicts(again).values()} == {"unchanged"}
    assert again.raw_documents.equals(first.raw_documents)


def test_403_is_asked_again_and_no_pdf_is_no_document(site: Site, tmp_path: Path) -> None:
    site.refuses[file_path(0)] = [403, 403]
    site.refuses[file_path(15)] = [403, 403, 403]
    site.instead[file_path(30)] = b"<html>Are you a robot?</html>"
    site.instead[file_path(45)] = b""
    result = fetch(site, tmp_path)
    found = verdicts(result)
    assert found[record(0)] == ("fetched", None)
    assert found[record(15)] == ("failed", "http_403")
    assert found[record(30)] == ("failed", "not_a_pdf")
    assert found[record(45)] == ("failed", "not_a_pdf")
    assert dict(result.raw_documents.select("doc_id", "status").rows())[record(30)] == "failed"


def test_a_file_that_fails_later_stays_and_one_that_is_not_listed_is_marked(site: Site, tmp_path: Path) -> None:
    first = fetch(site, tmp_path)
    site.instead[file_path(0)] = b"<html></html>"
    window = Window(DAY, date(2008, 3, 31), ("Report",))
    kept = {number for number in (0, 15, 30, 45) if write_report(number).month <= 3}
    again = fetch(site, tmp_path, first.raw_documents, window=window)
    status = dict(again.raw_documents.select("doc_id", "status").rows())
    assert {doc_id for doc_id, each in status.items() if each == "vanished"} == {
        record(number) for number in (0, 15, 30, 45) if number not in kept
    }
    assert (0 in kept, status[record(0)]) == (True, "ok")
    assert verdicts(again)[record(0)] == ("failed", "not_a_pdf")


@pytest.mark.parametrize(("year", "absent", "doubled"), [(2012, {19}, set()), (2020, set(), {27})])
def test_records_without_a_file_or_with_a_repeated_address_are_listed(
    site: Site, tmp_path: Path, year: int, absent: set[int], doubled: set[int]
) -> None:
    result = fetch(site, tmp_path, window=Window(date(year, 1, 1), date(year, 12, 31), ("Report",)), articles=())
    found = verdicts(result)
    assert {record(number) for number in range(60) if write_report(number).year == year and number % 3 != 2} <= set(
        found
    )
    assert {doc_id for doc_id, (_, code) in found.items() if code == "no_pdf_url"} == set(map(record, absent))
    repeated = {doc_id for doc_id, (_, code) in found.items() if code == "repeated_pdf_url"}
    assert repeated == {record(number + 6_000_000) for number in doubled}
    assert repeated.isdisjoint(result.raw_documents["doc_id"])


def test_a_given_list_is_verified_byte_for_byte(site: Site, tmp_path: Path) -> None:
    right = bytes_digest(print_report(write_report(0)))
    lines = [f"{site.base_url}{file_path(0)},{right}", f"{site.base_url}{file_path(15)},{'0' * 64}"]
    given = tuple(read_given_list("\n".join(["url,sha256", *lines])))
    nothing = Window(DAY, DAY, ())
    result = fetch(site, tmp_path, given=given, window=nothing, articles=())
    assert sorted(verdicts(result).values()) == [("failed", "other_bytes"), ("fetched", None)]
    said = list(report_lines(result.log, result.records))
    assert said[0] == "1 of 2 files are byte for byte those of the list."
    assert "not " + "0" * 64 in said[1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("address,sha256\n", "no column url"),
        ("url,sha256\nhttps://a.example/b.pdf,12\n", "Line 2 needs"),
        (
            f"url,sha256\nhttps://a.example/b.pdf,{'0' * 64}\nhttps://c.example/b.pdf,{'1' * 64}\n",
            "Line 3 names b again",
        ),
    ],
)
def test_a_list_that_cannot_be_used_says_where(text: str, said: str) -> None:
    with pytest.raises(GivenListError, match=said):
        read_given_list(text)


def test_a_catalogue_that_gives_nothing_leaves_the_last_tables(site: Site, tmp_path: Path) -> None:
    site.instead[PATH] = b"<html>Service is down</html>"
    with pytest.raises(SourceUnavailableError, match="The last tables stay"):
        fetch(site, tmp_path)
