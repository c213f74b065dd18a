"""CELEX numbers, ECLI and case numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.text.celex import (
    CaseNumber,
    Celex,
    find_case_numbers,
    find_celex,
    find_ecli,
    full_year,
    parse_case_number,
    parse_celex,
    parse_ecli,
)

celex_numbers = st.builds(
    Celex,
    year=st.integers(1953, 2052),
    court=st.sampled_from("CTF"),
    type=st.sampled_from("JOCN"),
    number=st.integers(1, 9999),
    suffix=st.sampled_from(["", "01", "02", "17"]),
    rendition=st.sampled_from(["", "SUM", "RES", "INF"]),
)
case_numbers = st.builds(
    CaseNumber,
    court=st.sampled_from("CTF"),
    number=st.integers(1, 9999),
    year=st.integers(1953, 2052),
    suffix=st.sampled_from(["", "P", "P(R)", "R", "PPU", "RENV", "DEP", "REV", "P-R", "P II"]),
)


@given(celex_numbers)
def test_a_celex_number_is_read_as_it_is_written(celex: Celex) -> None:
    assert parse_celex(str(celex)) == celex
    assert parse_celex(celex.doc_id) == celex


@given(celex_numbers)
def test_a_document_id_is_safe(celex: Celex) -> None:
    assert set(celex.doc_id) <= set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_")


@given(case_numbers)
def test_a_case_number_is_read_as_it_is_written(number: CaseNumber) -> None:
    assert parse_case_number(str(number)) == number


@given(celex_numbers)
def test_case_number_and_celex_name_the_same_case(celex: Celex) -> None:
    back = parse_case_number(celex.case_number).celex(celex.type)
    assert (back.year, back.court, back.type, back.number) == (
        celex.year,
        celex.court,
        celex.type,
        celex.number,
    )


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("62018CJ0311", Celex(2018, "C", "J", 311)),
        ("62019CV0001(02)", Celex(2019, "C", "V", 1, "02")),
        ("62019CV0001_02", Celex(2019, "C", "V", 1, "02")),
        ("62018CJ0311_SUM", Celex(2018, "C", "J", 311, "", "SUM")),
        ("62011TJ0286(01)_RES", Celex(2011, "T", "J", 286, "01", "RES")),
        ("62012FJ0157", Celex(2012, "F", "J", 157)),
        ("61962J0026", Celex(1962, "C", "J", 26)),
        ("61990A0024", Celex(1990, "T", "J", 24)),
    ],
)
def test_parts_of_a_celex_number(text: str, parts: Celex) -> None:
    assert parse_celex(text) == parts


@pytest.mark.parametrize("text", ["", "32016R0679", "61195CJ0251", "62018XX0311", "62018CJ311", "62018CJ0311x"])
def test_what_is_no_celex_number_of_case_law(text: str) -> None:
    with pytest.raises(ValueError, match=r"CELEX|year|descriptor"):
        parse_celex(text)


def test_kind_and_court_follow_from_the_descriptor() -> None:
    assert (parse_celex("62013TO0488").kind, parse_celex("62013TO0488").court_name) == (
        "order",
        "general-court",
    )
    assert (parse_celex("62018CC0311").kind, parse_celex("62018CC0311").court_name) == (
        "opinion",
        "court-of-justice",
    )


def test_an_opinion_of_the_court_is_no_case() -> None:
    assert parse_celex("62019CV0001(02)").case_number == "Opinion 1/19"


def test_a_celex_number_is_found_in_a_title() -> None:
    assert str(find_celex("EUR-Lex - 61962J0026 - EN")) == "61962CJ0026"
    assert find_celex("reference 962018CJ0311") is None
    assert find_celex("nothing here") is None


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("C\u2011614/13\u00a0P", "C-614/13 P"),
        ("C-878/24 P(R)", "C-878/24 P(R)"),
        ("C\u2013878/24 P (R)", "C-878/24 P(R)"),
        ("T\u2010493/24 R", "T-493/24 R"),
        ("C\u2011329/24 PPU", "C-329/24 PPU"),
        ("26/62", "C-26/62"),
        ("F-157/12", "F-157/12"),
    ],
)
def test_print_of_a_case_number(text: str, number: str) -> None:
    assert str(parse_case_number(text)) == number


def test_two_digits_of_a_year() -> None:
    assert [full_year(digits) for digits in (53, 99, 0, 26, 52)] == [1953, 1999, 2000, 2026, 2052]


def test_a_range_of_joined_cases_holds_those_between() -> None:
    listed = find_case_numbers("Joined Cases C\u201120/15\u00a0P to C\u201123/15\u00a0P and C\u201140/15\u00a0P")
    assert [str(number) for number in listed] == [f"C-{number}/15 P" for number in (20, 21, 22, 23, 40)]


def test_a_pair_of_joined_cases_is_no_range() -> None:
    assert [number.number for number in find_case_numbers("C-20/15 and C-23/15")] == [20, 23]


def test_numbers_of_acts_are_no_case_numbers() -> None:
    assert find_case_numbers("Directive 2004/38/EC, Regulation 2016/679 and Decision 2010/87/EU") == []


@given(st.sampled_from("CTF"), st.integers(1954, 2052), st.integers(1, 99999))
def test_an_ecli_is_read_with_and_without_prefix(court: str, year: int, ordinal: int) -> None:
    ecli = f"EU:{court}:{year}:{ordinal}"
    assert parse_ecli(ecli) == parse_ecli(f"ECLI:{ecli}") == find_ecli(f"see {ecli}, paragraph 3") == ecli


@pytest.mark.parametrize("text", ["EU:X:2016:973", "EU:C:1016:973", "ECLI:DE:BGH:2016:1", ""])
def test_what_is_no_ecli_of_the_courts(text: str) -> None:
    with pytest.raises(ValueError, match="ECLI"):
        parse_ecli(text)
