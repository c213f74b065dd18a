"""Reports become documents and chunks; a source that fails is left out, and its documents are listed."""

import polars as pl

from legal_assets.pages.gate import count_sources
from legal_assets.passages.reports import ReportTables, read_reports
from legal_assets.schemas import REPORT_RECORDS
from legal_assets_tests.pages.rows import file_row, files, page_row, pages


def read(least_share: float) -> ReportTables:
    """Two sources: one good file, and one of whose two pages one cannot be used."""
    file_rows = files(
        file_row("mill-1", title="From the file"),
        file_row("weir-1", source="river", pages=2, usable_pages=1, language="und"),
        file_row("weir-2", source="river", outcome="locked", detail="It opens only with a password.", pages=0),
    )
    page_rows = pages(
        page_row("mill-1", 1, "one two three four five six"),
        page_row("weir-1", 1, "seven eight nine", source="river"),
        page_row("weir-1", 2, "gar\ufffdbled", source="river", usable=False),
    )
    record = {
        **dict.fromkeys(REPORT_RECORDS.schema),
        "corpus": "crosspage",
        "doc_id": "mill-1",
        "source": "list",
        "record": "1",
        "title": "From the catalogue",
        "languages": [],
        "countries": [],
    }
    return read_reports(
        "crosspage",
        file_rows,
        page_rows,
        count_sources(file_rows, least_share),
        REPORT_RECORDS.frame([record]),
        language="en",
        tokens=4,
        overlap=1,
    )


def test_chunks_lie_in_their_documents_and_on_their_pages() -> None:
    tables = read(0.5)
    documents = dict(tables.documents.select("doc_id", "text").rows())
    assert documents == {"mill-1": "one two three four five six", "weir-1": "seven eight nine"}
    rows = tables.passages.select("passage_id", "text", "start", "end", "doc_id").rows()
    assert [row[:2] for row in rows] == [
        ("mill-1-c1", "one two three four"),
        ("mill-1-c2", "four five six"),
        ("weir-1-c1", "seven eight nine"),
    ]
    assert all(documents[doc_id][start:end] == text for _, text, start, end, doc_id in rows)
    assert tables.passage_pages["page"].to_list() == [1, 1, 1]


def test_titles_come_from_the_catalogue_and_doubts_are_said() -> None:
    documents = read(0.5).documents
    assert documents["title"].to_list() == ["From the catalogue", None]
    assert documents["language"].to_list() == ["en", "en"]
    assert documents["problems"].to_list() == [[], ["1 of 2 pages cannot be used"]]


def test_a_source_below_its_share_is_left_out_and_the_rest_goes_on() -> None:
    tables = read(0.98)
    assert tables.documents["doc_id"].to_list() == ["mill-1"]
    assert tables.rejects.select("record_id", "reason").sort("record_id").rows() == [
        ("weir-1.pdf", "source_fails"),
        ("weir-2.pdf", "locked"),
    ]
    assert "river" in tables.rejects.filter(pl.col("reason") == "source_fails")["detail"][0]
