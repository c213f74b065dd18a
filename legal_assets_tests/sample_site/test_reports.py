"""Sample reports are the same bytes each time, of several lengths, some with scans, columns and pages on their side."""

import pymupdf
import pytest

from legal_assets.sample_site.reports.printing import is_scanned, print_report
from legal_assets.sample_site.reports.writing import REPORTS, write_report


def test_a_report_is_always_the_same_bytes() -> None:
    assert print_report(write_report(3)) == print_report(write_report(3))
    assert write_report(3) != write_report(4)


@pytest.mark.parametrize(("number", "least_pages"), [(0, 5), (3, 5), (8, 5), (10, 5), (29, 30)])
def test_reports_have_pages_as_their_number_says(number: int, least_pages: int) -> None:
    with pymupdf.open("pdf", print_report(write_report(number))) as file:
        assert file.page_count >= least_pages
        assert bool(file[-1].get_text().strip()) != is_scanned(number)
        assert [page.rotation for page in file].count(90) == (number % 9 == 8)
        assert len(file.get_toc()) == len(write_report(number).chapters)


def test_titles_are_distinct() -> None:
    assert len({write_report(number).title for number in range(REPORTS)}) == REPORTS
