"""Splits touch without overlapping, and candidates lie before them."""

from datetime import date, timedelta

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.collections.splits import Window, in_window, windows

DAY = timedelta(days=1)
days = st.dates(date(1955, 1, 1), date(2030, 1, 1))


def split_of(decided: date, spans: list[Window]) -> list[str]:
    frame = pl.DataFrame({"date": [decided]})
    return [window.split for window in spans if frame.filter(in_window(window)).height]


@pytest.mark.parametrize(
    ("decided", "split"),
    [
        (date(1954, 12, 21), ["train"]),
        (date(2017, 12, 31), ["train"]),
        (date(2018, 1, 1), ["dev"]),
        (date(2021, 12, 31), ["dev"]),
        (date(2022, 1, 1), ["test"]),
        (date(2025, 12, 31), ["test"]),
        (date(2026, 1, 1), []),
    ],
)
def test_the_study_s_years(decided: date, split: list[str]) -> None:
    spans = windows(date(2018, 1, 1), date(2022, 1, 1), date(2025, 12, 31))
    assert split_of(decided, spans) == split


def test_candidates_lie_before_the_first_day() -> None:
    train, dev, test = windows(date(2018, 1, 1), date(2022, 1, 1), date(2025, 12, 31))
    assert (train.first_day, train.last_day, train.candidates_before) == (None, date(2017, 12, 31), date(2018, 1, 1))
    assert dev.candidates_before == dev.first_day == date(2018, 1, 1)
    assert test.candidates_before == test.first_day == date(2022, 1, 1)


@given(days, days, days, days)
def test_every_day_until_the_end_is_in_one_split(first: date, second: date, third: date, decided: date) -> None:
    dev_from, test_from, test_until = sorted([first, second, third])
    test_until += DAY
    if dev_from == test_from:
        test_from += DAY
    spans = windows(dev_from, test_from, test_until)
    assert len(split_of(decided, spans)) == (1 if decided <= test_until else 0)
    assert [window.last_day + DAY for window in spans[:2]] == [window.first_day for window in spans[1:]]


@pytest.mark.parametrize(
    "dates",
    [
        (date(2022, 1, 1), date(2018, 1, 1), date(2025, 1, 1)),
        (date(2018, 1, 1), date(2018, 1, 1), date(2025, 1, 1)),
        (date(2018, 1, 1), date(2022, 1, 1), date(2021, 1, 1)),
    ],
)
def test_splits_that_overlap_are_refused(dates: tuple[date, date, date]) -> None:
    with pytest.raises(ValueError, match="Splits overlap"):
        windows(*dates)
