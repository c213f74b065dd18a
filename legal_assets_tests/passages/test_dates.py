"""Dates in the languages of the Union."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.passages.dates import MONTHS, find_date

ENGLISH = [datetime.date(2000, month, 1).strftime("%B") for month in range(1, 13)]


@pytest.mark.parametrize(
    ("text", "language", "date"),
    [
        ("5 December 2017 (*1)", "en", (2017, 12, 5)),
        ("26 January 2017 (1)", "en", (2017, 1, 26)),
        ("delivered on 20 July 2017 (1)", "en", (2017, 7, 20)),
        ("Judgment of the Court of 5 February 1963.", "en", (1963, 2, 5)),
        ("19 päivänä joulukuuta 2019", "fi", (2019, 12, 19)),
        ("της 5ης Δεκεμβρίου 2023", "el", (2023, 12, 5)),
        ("2020. gada 16. jūlijā", "lv", (2020, 7, 16)),
        ("2020 m. liepos 16 d.", "lt", (2020, 7, 16)),
        ("2021. március 3.", "hu", (2021, 3, 3)),
        ("V Lucemburku dne 22. ledna 2015", "cs", (2015, 1, 22)),
        ("6. Oktober 2021", "de", (2021, 10, 6)),
        ("4 juillet 2024", "fr", (2024, 7, 4)),
        ("1er août 2022", "fr", (2022, 8, 1)),
        ("z dnia 14 listopada 2013 r.", "pl", (2013, 11, 14)),
        ("od 14. listopada 2013.", "hr", (2013, 10, 14)),
        ("16 de julio de 2020", "es", (2020, 7, 16)),
        ("16 юли 2020 година", "bg", (2020, 7, 16)),
    ],
)
def test_dates_as_printed(text: str, language: str, date: tuple[int, int, int]) -> None:
    assert find_date(text, language) == datetime.date(*date)


@pytest.mark.parametrize(
    "text", ["", "no date", "31 February 2020", "May we ask?", "the law of 2016", "Article 5 March"]
)
def test_what_is_no_date(text: str) -> None:
    assert find_date(text) is None


@given(st.dates(datetime.date(1954, 1, 1), datetime.date(2049, 12, 31)))
def test_every_english_date(date: datetime.date) -> None:
    assert find_date(f"{date.day} {ENGLISH[date.month - 1]} {date.year}", "en") == date


def test_every_language_has_twelve_months() -> None:
    assert len(MONTHS) == 24
    assert {len(names.split()) for names in MONTHS.values()} == {12}
