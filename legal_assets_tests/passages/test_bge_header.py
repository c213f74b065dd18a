"""Facts of a ruling's header: number, dockets, date."""

import csv
import datetime
from pathlib import Path

import pytest

from legal_assets.passages.bge_header import date_of, dates_in, dockets_of
from legal_assets.text.bge_number import FIRST_VOLUME_YEAR, RulingNumber, parse_number

CASES = (Path(__file__).resolve().parents[2] / "../shared/data/swiss/citations/ruling_header_dates.csv").resolve()


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("146 III 1", RulingNumber(146, "III", 1)),
        ("146_III_1.json", RulingNumber(146, "III", 1)),
        ("bge-116-ia-56", RulingNumber(116, "Ia", 56)),
        ("clir_146-II-304_de.html", RulingNumber(146, "II", 304)),
        ("BGE 99 Ib 39", RulingNumber(99, "Ib", 39)),
        ("1B_56/2012", None),
        ("2C_451/2020", None),
        ("146 VIII 3", None),
    ],
)
def test_the_number_of_a_ruling(text: str, number: RulingNumber | None) -> None:
    assert parse_number(text) == number


@pytest.mark.parametrize(
    ("number", "doc_id", "printed"),
    [
        (RulingNumber(141, "IV", 108), "bge-141-iv-108", "BGE 141 IV 108"),
        (RulingNumber(116, "Ia", 56), "bge-116-ia-56", "BGE 116 Ia 56"),
        (RulingNumber(20, "", 940), "bge-20-940", "BGE 20 940"),
    ],
)
def test_ids_and_print(number: RulingNumber, doc_id: str, printed: str) -> None:
    assert (number.doc_id, str(number)) == (doc_id, printed)
    assert number.year == FIRST_VOLUME_YEAR + number.volume - 1


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("vom 6. April 2020", [(2020, 4, 6)]),
        ("du 1er juin 2021 et du 15 mai 2000", [(2021, 6, 1), (2000, 5, 15)]),
        ("dell'8 giugno 2023", [(2023, 6, 8)]),
        ("(11.12.1959)", [(1959, 12, 11)]),
        ("vom 31. Februar 2020", []),
        ("Jänner 2020", []),
    ],
)
def test_dates(text: str, dates: list[tuple[int, int, int]]) -> None:
    assert list(dates_in(text)) == [datetime.date(*day) for day in dates]


def test_the_line_of_the_docket_comes_before_dates_of_other_decisions() -> None:
    lines = [
        "12. Auszug aus dem Urteil i.S. X. gegen Y. betreffend den Entscheid vom 3. Januar 2019",
        "1C_22/2019 / 1C_476/2019 vom 6. April 2020",
    ]
    assert date_of(lines, RulingNumber(146, "II", 304)) == (datetime.date(2020, 4, 6), None)
    assert dockets_of(lines) == ("1C_22/2019", "1C_476/2019")


def test_a_ruling_is_not_younger_than_its_volume() -> None:
    date, doubt = date_of(["16. Entscheid vom 28. August 1985 i.S. U."], RulingNumber(84, "III", 59))
    assert date is None
    assert doubt == "the header says 1985-08-28, but volume 84 is of 1958"


def given_headers() -> list[dict[str, str]]:
    if not CASES.is_file():
        return []
    with CASES.open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if " " in row["header_or_ruling"]]


@pytest.mark.skipif(not CASES.is_file(), reason="the given headers do not lie beside this repository")
def test_the_given_headers() -> None:
    rows = given_headers()
    assert len(rows) == 8 - 3  # three rows only name a ruling whose header is not given
    for row in rows:
        volume = int(row["volume_year"] or 2030) - FIRST_VOLUME_YEAR + 1
        date, _ = date_of([row["header_or_ruling"]], RulingNumber(volume, "III", 1))
        assert (date.isoformat() if date else "") == row["expected_date"], row["header_or_ruling"]
