"""Tables of titles and dates, and dates in other countries' writing."""

from datetime import date
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.passages.metadata import DATE_FORMATS, Metadata, read_dates, read_metadata

SEARCHED = Path(__file__).resolve().parents[2] / "../shared/data/cjeu/search_results/eurlex_search_20200507.part1.csv"
COLUMNS = {"celex": "CELEX", "title": "Title", "date": "Day"}


def read(content: str) -> Metadata:
    return read_metadata("cjeu", "listed", f"CELEX,Title,Day\n{content}".encode(), COLUMNS)


def test_rows_by_document() -> None:
    listed = read("62001CJ0001, Port  v Quay ,2002-01-31\n62019CV0001(02),,\n61195CJ0251,x,2002-01-31\n")
    assert listed.rows.rows() == [("62001CJ0001", "Port v Quay", date(2002, 1, 31)), ("62019CV0001_02", None, None)]
    assert listed.excluded.select("row", "reason").rows() == [(3, "bad_celex")]


def test_faults_are_listed() -> None:
    listed = read("62001CJ0001,a,2002-01-31\n62001CJ0001,b,2003-01-31\n62002CJ0002,c,someday\n")
    assert listed.excluded.select("row", "reason").rows() == [(2, "repeated_row"), (3, "bad_date")]


def test_day_and_month_that_cannot_be_told_apart() -> None:
    assert read_dates(pl.Series(["02/05/2019", "05/02/1963"])).to_list() == [None, None]
    assert read_dates(pl.Series(["02/05/2019", "05/22/1963"])).to_list() == [date(2019, 2, 5), date(1963, 5, 22)]
    assert read_dates(pl.Series(["05/05/2019"])).to_list() == [date(2019, 5, 5)]


@given(st.dates(date(1953, 1, 1), date(2052, 12, 31)).filter(lambda day: day.day > 12), st.sampled_from(DATE_FORMATS))
def test_dates_in_all_writings(day: date, form: str) -> None:
    assert read_dates(pl.Series([day.strftime(form), None])).to_list() == [day, None]


def test_a_time_of_day_is_left_out() -> None:
    assert read_dates(pl.Series(["2019-02-05T00:00:00", "2019-02-05 12:00"])).to_list() == [date(2019, 2, 5)] * 2


def test_a_published_search_export() -> None:
    if not SEARCHED.is_file():
        pytest.skip("the folder of real source files does not lie beside this repository")
    columns = {"celex": "CELEX number", "title": "Title", "date": "Date of document"}
    listed = read_metadata("cjeu", "search", SEARCHED.read_bytes(), columns)
    facts = {row[0]: row[2] for row in listed.rows.iter_rows()}
    # The export writes month/day/year: 6/30/2016 and 12/23/2015.
    assert (facts["62015CJ0134"], facts["62015CJ0058_INF"]) == (date(2016, 6, 30), date(2015, 12, 23))
    assert listed.excluded.filter(pl.col("reason") == "bad_date").is_empty()
