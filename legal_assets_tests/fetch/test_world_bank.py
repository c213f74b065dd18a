"""Answers of the World Bank's catalogue are read in every shape they had; real ones where they are at hand."""

import json
from datetime import date

import pytest

from legal_assets.fetch.identify_reports import NotAReportError, doc_id_of, identify_report
from legal_assets.fetch.pmc import read_keys
from legal_assets.fetch.report_record import UnreadableAnswerError
from legal_assets.fetch.world_bank import read_entry, read_page
from legal_assets_tests.pages.real_files import PDF, needs_real_files


def test_shapes_of_fields() -> None:
    found = read_entry(
        {
            "id": "D34454344",
            "display_title": {"cdata!": "Water\n            for all"},
            "docty": {"0": {"docty": "Report"}},
            "lang": "English,Khmer,English",
            "count": ["Chad", "Mali, Niger"],
            "docdt": "2019-05-07T00:00:00Z",
            "pdfurl": "http://documents.example/a.pdf",
        }
    )
    assert (found.doc_id, found.record, found.title) == ("wb-34454344", "34454344", "Water for all")
    assert (found.kind, found.languages, found.date) == ("Report", ("English", "Khmer"), date(2019, 5, 7))
    assert found.countries == ("Chad", "Mali", "Niger")
    assert found.url == "https://documents.example/a.pdf"


def test_facets_are_no_document_and_the_key_is_an_id() -> None:
    page = read_page(json.dumps({"total": "2", "documents": {"D12": {"docty": "x"}, "facets": {}}}).encode(), 0)
    assert (page.total, [read_entry(entry).record for entry in page.entries]) == (2, ["12"])


@pytest.mark.parametrize("body", [b"", b"[]", b'{"documents": {}}', b"<html>"])
def test_what_is_no_listing_is_refused(body: bytes) -> None:
    with pytest.raises(UnreadableAnswerError):
        read_page(body, 0)


def test_a_listing_of_a_bucket_says_where_it_goes_on() -> None:
    body = (
        b'<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>true</IsTruncated>'
        b"<NextContinuationToken>t</NextContinuationToken><Contents><Key>PMC1.1/PMC1.1.pdf</Key></Contents>"
        b"</ListBucketResult>"
    )
    assert read_keys(body) == (["PMC1.1/PMC1.1.pdf"], "t")


@pytest.mark.parametrize(
    ("name", "doc_id"),
    [
        ("PMC3331186", "pmc-3331186"),
        ("pmc3331186.2", "pmc-3331186"),
        ("34454344_report", "wb-34454344"),
        ("D34454344", "wb-34454344"),
        ("Annual Report (final)", "annual-report-final"),
        ("P1770400bca34b020935c0cf1ff06a54fc", "p1770400bca34b020935c0cf1ff06a54fc"),
    ],
)
def test_a_document_is_told_by_its_name(name: str, doc_id: str) -> None:
    assert doc_id_of(name) == doc_id


def test_long_names_stay_apart() -> None:
    one, other = doc_id_of("a" * 100 + "b"), doc_id_of("a" * 100 + "c")
    assert one != other
    assert len(one) <= 90


def test_content_decides_what_a_file_is() -> None:
    assert identify_report(b"junk before\n%PDF-1.4", "x.doc").suffix == "pdf"
    assert identify_report(b'[{"page_idx": 0}]', "x_content_list.json").doc_id == "x"
    with pytest.raises(NotAReportError, match="wrong_type"):
        identify_report(b"<html>", "x.pdf")


@needs_real_files
def test_a_real_answer_is_read_whole() -> None:
    page = read_page((PDF / "api/wds_v2_2017_scd_105.json").read_bytes(), 0)
    records = [read_entry(entry) for entry in page.entries]
    assert (page.total, len(records)) == (105, 105)
    assert all(record.title and record.date for record in records)
    assert [record.record for record in records if record.url is None] == ["27580515"]
    assert [len(record.languages) for record in records].count(2) == 1  # joined by a comma


@needs_real_files
def test_a_real_listing_has_newer_shapes() -> None:
    lines = (PDF / "api/wds_v3_listing_2025-09_part1.jsonl").read_text(encoding="utf-8").splitlines()
    entries = [entry for entry in map(json.loads, lines) if entry["id"]]
    assert (len(lines), len(entries)) == (334, 331)  # three lines of the dump are empty
    assert len({read_entry(entry).record for entry in entries}) == 331
    (document,) = json.loads((PDF / "api/wds_v3_2024_document.json").read_text(encoding="utf-8"))
    assert read_entry(document).title == "Public Private Partnership Handbook"
