from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.sample_site.citing import cite, fill_ranges, parse_pinpoints
from legal_assets.sample_site.judgment import Decision, Link
from legal_assets.sample_site.wording import ENGLISH, NO_BREAK_SPACE

DECISION = Decision(("62014CJ1212",), "ECLI:EU:C:2016:4341", date(2016, 5, 12), "Lindqvist Handel")
JOINED = Decision(("62013CJ1091", "62013CJ1092"), "ECLI:EU:C:2015:4520", date(2015, 7, 9), "Fjordtrans and Others")


def print_plainly(parts: tuple[str | Link, ...]) -> str:
    text = "".join(part if isinstance(part, str) else part.text for part in parts)
    return text.replace(NO_BREAK_SPACE, " ").replace("\N{NON-BREAKING HYPHEN}", "-")


def test_pinpoints_are_numbers_and_ranges() -> None:
    assert parse_pinpoints("21,24-26") == ((21, 21), (24, 26))
    assert parse_pinpoints("") == ()


@pytest.mark.parametrize("text", ["x", "3-", "-3", "1,,2", "5-3", "0", "1;2", " 4"])
def test_unreadable_pinpoints_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="pinpoint"):
        parse_pinpoints(text)


@given(st.lists(st.tuples(st.integers(1, 300), st.integers(0, 9)), min_size=1, max_size=5))
def test_written_pinpoints_read_back(starts: list[tuple[int, int]]) -> None:
    pinpoints = tuple((first, first + more) for first, more in starts)
    text = ",".join(f"{first}-{last}" if last > first else str(first) for first, last in pinpoints)
    assert parse_pinpoints(text) == pinpoints
    assert len(fill_ranges(pinpoints)) == sum(1 + more for _, more in starts)


@pytest.mark.parametrize(
    ("pinpoints", "words"),
    [
        ("", ""),
        ("30", ", paragraph 30"),
        ("30-32", ", paragraphs 30 to 32"),
        ("21,24", ", paragraphs 21 and 24"),
        ("7,9-11,14", ", paragraphs 7, 9 to 11 and 14"),
    ],
)
def test_a_citation_is_worded_as_the_court_does(pinpoints: str, words: str) -> None:
    parts, citation = cite(DECISION, parse_pinpoints(pinpoints), ENGLISH)
    expected = f"12 May 2016, Lindqvist Handel, C-1212/14, EU:C:2016:4341{words}"
    assert print_plainly(parts) == expected
    assert citation.text == "".join(part if isinstance(part, str) else part.text for part in parts)


def test_both_ends_of_a_range_are_linked_and_the_citation_names_all_of_it() -> None:
    parts, citation = cite(DECISION, parse_pinpoints("30-32"), ENGLISH)
    points = [part.point for part in parts if isinstance(part, Link) and part.kind == "point"]
    assert points == [30, 32]
    assert citation.pinpoints == (30, 31, 32)


def test_joined_cases_are_cited_under_the_leading_number() -> None:
    parts, citation = cite(JOINED, (), ENGLISH)
    assert print_plainly(parts) == "9 July 2015, Fjordtrans and Others, C-1091/13 and C-1092/13, EU:C:2015:4520"
    assert citation.celex == "62013CJ1091"


def test_an_appeal_carries_a_p() -> None:
    appeal = Decision(("62008CJ1144",), "ECLI:EU:C:2010:4539", date(2010, 9, 9), "X", is_appeal=True)
    assert appeal.case_numbers == (f"C\N{NON-BREAKING HYPHEN}1144/08{NO_BREAK_SPACE}P",)
