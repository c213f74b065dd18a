"""The fetcher and the sample site together: first run, refreshes, and every fault that the site can show."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import polars as pl
import pytest

from legal_assets.fetch.cellar import CellarResult, fetch_cellar
from legal_assets.fetch.cellar_request import CellarRequest
from legal_assets.fetch.exchange import SourceUnavailableError
from legal_assets.sample_site.faults import Fault
from legal_assets.sample_site.server import SampleSite
from legal_assets.storage.raw import RawStore, open_root
from legal_assets_tests.fetch.cellar_runs import FAST, row, seeded
from legal_assets_tests.fetch.cellar_server import FakeClock

DOCUMENTS = 60
SITE = CellarRequest(
    date(1953, 1, 1),
    date(2030, 12, 31),
    courts=("C", "T"),
    languages=("eng", "fra"),
    slice_months=12 * 78,
    source="sample",
)
RECENT = replace(SITE, first=date(2019, 1, 1), slice_months=12 * 12)
REGISTERS = 2


@pytest.fixture(scope="module")
def site() -> Iterator[SampleSite]:
    with SampleSite() as opened:
        yield opened


@pytest.fixture(scope="module")
def first(site: SampleSite, tmp_path_factory: pytest.TempPathFactory) -> tuple[CellarResult, Path]:
    """A first run, and the folder it went to."""
    folder = tmp_path_factory.mktemp("first")
    return fetch(site, folder, None), folder


@pytest.fixture(autouse=True)
def quiet(site: SampleSite) -> Iterator[None]:
    """Let each test begin and end with the site as it was opened."""
    site.requests.clear()
    yield
    site.faults.clear()
    for celex in site.corpus.celex_ids:
        site.repository.restore(celex)


def fetch(
    site: SampleSite,
    folder: Path,
    previous: CellarResult | None,
    request: CellarRequest = SITE,
    read_seconds: float = 5,
    named: tuple[str, ...] = (),
) -> CellarResult:
    return fetch_cellar(
        replace(request, base_url=site.base_url),
        politeness=replace(FAST, read_seconds=read_seconds, query_seconds=read_seconds),
        clock=FakeClock().clock(),
        random=seeded(),
        raw=RawStore(open_root(str(folder))),
        journal=folder / "journal.jsonl",
        previous=previous.raw_documents if previous else None,
        previous_register=previous.register if previous else None,
        named=named,
    )


def recent(result: CellarResult) -> pl.DataFrame:
    """The files of the recent decisions, which the tests of faults confine themselves to."""
    decided = result.register.filter(pl.col("date") >= RECENT.first)
    return result.raw_documents.filter(pl.col("doc_id").is_in(decided["doc_id"].implode()))


def verdicts(result: CellarResult) -> dict[str, int]:
    return dict(result.log["verdict"].value_counts().iter_rows())


def test_a_first_run_brings_every_document(site: SampleSite, first: tuple[CellarResult, Path]) -> None:
    result, folder = first
    assert verdicts(result) == {"fetched": DOCUMENTS}
    assert result.traffic.requests == 1 + REGISTERS + 2 * DOCUMENTS
    assert (result.failed_share, result.unusable_celex, result.citations_problem) == (0, (), None)
    raw = RawStore(open_root(str(folder)))
    for document in site.corpus:
        found = row(result.raw_documents, document.celex)
        assert raw.get("cjeu", found["sha256"]) == document.content
        assert found["language"] == document.language
        assert f"ECLI:{found['ecli']}" == document.ecli
        listed = row(result.register, document.celex)
        assert (listed["date"], listed["title"]) == (document.date, document.title)


def test_decisions_that_a_table_names_are_fetched_whatever_their_date(site: SampleSite, tmp_path: Path) -> None:
    old, unknown = "61977CJ2000", "61977CJ2001"
    assert row(fetch(site, tmp_path / "all", None).register, old)["date"] < RECENT.first
    named = (old, unknown)
    result = fetch(site, tmp_path, None, RECENT, named=named)
    assert row(result.raw_documents, old)["status"] == "ok"
    assert unknown not in set(result.raw_documents["doc_id"])
    logged = row(result.log, unknown)
    assert (logged["verdict"], logged["code"]) == ("absent", "not_listed")
    decided = result.register.filter(pl.col("date") < RECENT.first)
    assert decided["celex"].to_list() == [old]
    site.requests.clear()
    again = fetch(site, tmp_path, result, RECENT, named=named)
    assert verdicts(again) == {"unchanged": result.raw_documents.height, "absent": 1}
    assert again.raw_documents.equals(result.raw_documents)
    site.withdraw(old)
    gone = fetch(site, tmp_path, again, RECENT, named=named)
    assert row(gone.raw_documents, old)["status"] == "vanished"


def test_citations_are_those_of_the_judgments(site: SampleSite, first: tuple[CellarResult, Path]) -> None:
    citations = first[0].citations
    assert citations is not None
    written = {
        (celex, paragraph.number, citation.celex, pinpoint)
        for celex in site.corpus.celex_ids
        for paragraph in site.corpus.truth(celex).paragraphs
        for citation in paragraph.citations
        for pinpoint in citation.pinpoints or (None,)
    }
    exploded = citations.explode("citing_paragraphs").explode("cited_paragraphs", empty_as_null=True)
    found = set(exploded.select("citing_celex", "citing_paragraphs", "cited_celex", "cited_paragraphs").rows())
    assert found == written


def test_an_unchanged_refresh_brings_nothing(site: SampleSite, first: tuple[CellarResult, Path]) -> None:
    result = fetch(site, first[1], first[0])
    assert verdicts(result) == {"unchanged": DOCUMENTS}
    assert (result.traffic.conditional, result.traffic.not_modified) == (DOCUMENTS, DOCUMENTS)
    assert result.raw_documents.equals(first[0].raw_documents)
    assert sum(record.sent for record in site.requests.of("/resource/cellar/")) == 0


def test_three_changed_documents_and_one_that_vanished(site: SampleSite, first: tuple[CellarResult, Path]) -> None:
    changed, gone = site.corpus.celex_ids[3:30:9], site.corpus.celex_ids[40]
    for celex in changed:
        site.change(celex)
    site.withdraw(gone)
    result = fetch(site, first[1], first[0])
    assert verdicts(result) == {"unchanged": DOCUMENTS - 4, "replaced": 3, "vanished": 1}
    assert result.traffic.conditional == DOCUMENTS - 1
    before, after = first[0].raw_documents, result.raw_documents
    assert row(after, gone) == row(before, gone) | {"status": "vanished", "error": "not_found"}
    raw = RawStore(open_root(str(first[1])))
    for celex in changed:
        old, new = row(before, celex)["sha256"], row(after, celex)["sha256"]
        assert old != new
        assert raw.get("cjeu", old) != raw.get("cjeu", new)


PASSING = [
    Fault("too-many-requests", "document", times=2, seconds=3),
    Fault("unavailable", "item", times=1),
    Fault("unavailable", "robots", times=1),
    Fault("unavailable", "sparql", times=1, seconds=9),
    Fault("slow", "item", times=1, seconds=30),
    Fault("slow", "sparql", times=1, seconds=30),
    Fault("half-body", "item", times=1),
    Fault("half-body", "sparql", times=1),
    Fault("empty-body", "item", times=1),
    Fault("empty-body", "sparql", times=1),
    Fault("error-with-success", "sparql", times=2),
    Fault("challenge", "sparql", times=1, status=200),
]
LASTING = [
    (Fault("too-many-requests", "document"), "http_429"),
    (Fault("unavailable", "item"), "http_503"),
    (Fault("half-body", "item"), "truncated_body"),
    (Fault("empty-body", "item"), "empty_file"),
    (Fault("challenge", "item", status=202), "challenge_page"),
    (Fault("challenge", "document", status=200), "challenge_page"),
    (Fault("wrong-type", "item"), "pdf"),
    (Fault("error-with-success", "item"), "no_judgment"),
    (Fault("not-found", "document"), "not_found"),
]


@pytest.mark.parametrize("fault", PASSING, ids=lambda fault: f"{fault.kind} of {fault.place}")
def test_faults_that_pass(site: SampleSite, first: tuple[CellarResult, Path], tmp_path: Path, fault: Fault) -> None:
    site.faults.add(fault)
    result = fetch(site, tmp_path, None, RECENT, read_seconds=1 if fault.kind == "slow" else 5)
    assert result.register.equals(first[0].register.filter(pl.col("date") >= RECENT.first))
    assert result.raw_documents.equals(recent(first[0]))


@pytest.mark.parametrize(("fault", "code"), LASTING, ids=lambda value: getattr(value, "kind", None))
def test_faults_that_last(
    site: SampleSite, first: tuple[CellarResult, Path], tmp_path: Path, fault: Fault, code: str
) -> None:
    celex = recent(first[0])["doc_id"][3]
    site.faults.add(replace(fault, celex=celex))
    result = fetch(site, tmp_path, None, RECENT)
    failed = row(result.raw_documents, celex)
    assert (failed["status"], failed["sha256"], failed["error"]) == ("failed", None, code)
    others = pl.col("doc_id") != celex
    assert result.raw_documents.filter(others).equals(recent(first[0]).filter(others))


@pytest.mark.parametrize(
    "fault", [Fault("challenge", "sparql"), Fault("unavailable", "robots"), Fault("challenge", "document")]
)
def test_a_site_that_answers_nothing(site: SampleSite, tmp_path: Path, fault: Fault) -> None:
    site.faults.add(fault)
    with pytest.raises(SourceUnavailableError):
        fetch(site, tmp_path, None, RECENT)
