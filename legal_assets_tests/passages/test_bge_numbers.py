"""Numbers of considerations: levels, ids, which may follow which."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.passages.bge_numbers import leading_path, match_path, may_follow, parse_label, section_id

PATHS = st.one_of(
    st.lists(st.integers(1, 30).map(str), min_size=1, max_size=5).map(tuple),
    st.tuples(st.integers(1, 30).map(str), st.sampled_from("abcdefgh")),
    st.tuples(st.integers(1, 30).map(str), st.sampled_from("abcdefgh"), st.sampled_from(["aa", "bb", "cc", "dd"])),
)


@pytest.mark.parametrize(
    ("label", "path", "identifier"),
    [
        ("3", ("3",), "e3"),
        ("3.", ("3",), "e3"),
        ("1.-", ("1",), "e1"),
        ("E. 3.2.1", ("3", "2", "1"), "e3.2.1"),
        ("Erw. 1", ("1",), "e1"),
        ("consid. 4a", ("4", "a"), "e4a"),
        ("c. 6.2", ("6", "2"), "e6.2"),
        ("2b/bb", ("2", "b", "bb"), "e2b-bb"),
        ("2.b.", ("2", "b"), "e2b"),
        ("3d)", ("3", "d"), "e3d"),
        ("2 b) bb)", ("2", "b", "bb"), "e2b-bb"),
        ("5aa", ("5", "aa"), "e5aa"),
        ("II.2", ("ii", "2"), "eii.2"),
        ("Regeste", (), "e"),
    ],
)
def test_a_printed_number(label: str, path: tuple[str, ...], identifier: str) -> None:
    if path:
        assert parse_label(label) == path
    assert section_id(path) == identifier


@given(PATHS, PATHS)
def test_ids_are_as_distinct_as_numbers(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    assert (section_id(one) == section_id(other)) == (one == other)


@given(PATHS)
def test_an_id_reads_as_the_number_it_was_made_of(path: tuple[str, ...]) -> None:
    assert parse_label(section_id(path)[1:].replace("-", "/")) == path


def test_a_letter_left_out_is_found_where_only_one_can_be_meant() -> None:
    paths = [("2", "a"), ("2", "b"), ("2", "b", "aa"), ("2", "b", "bb"), ("3", "a", "aa"), ("3", "b", "aa")]
    assert match_path(("2", "bb"), paths) == ("2", "b", "bb")
    assert match_path(("2", "aa"), paths) == ("2", "b", "aa")
    assert match_path(("3", "aa"), paths) is None
    assert match_path(("2", "b"), paths) == ("2", "b")
    assert match_path(("4",), paths) is None


@pytest.mark.parametrize(
    ("path", "before", "answer"),
    [
        ("2", "1", True),
        ("3", "1", False),
        ("2.1", "1", True),
        ("2.1", "2", True),
        ("2.3", "2", True),
        ("4.2", "2.1.3", True),
        ("2", "2.1", False),
        ("2.1", "2.1", False),
        ("1", "2.3", False),
        ("3", "2.3", True),
        ("2b", "2a", True),
        ("2c", "2a", False),
        ("2a", "2", True),
        ("2b", "2", False),
        ("2b/aa", "2b", True),
        ("2c", "2b/bb", True),
        ("3", "2b/bb", True),
    ],
)
def test_what_may_follow(path: str, before: str, answer: bool) -> None:
    assert may_follow(parse_label(path), parse_label(before)) is answer


def test_an_excerpt_starts_anywhere_and_goes_on_anywhere_after_a_gap() -> None:
    assert may_follow(("7",), None)
    assert may_follow(("7",), ("3",), after_gap=True)
    assert not may_follow(("2",), ("3",), after_gap=True)


@pytest.mark.parametrize(
    ("line", "before", "has_letters", "found"),
    [
        ("3. Le recours", ("2",), False, (("3",), 3)),
        ("3.2.1 Le recours", ("3", "2"), False, (("3", "2", "1"), 6)),
        ("1.- Die Klage", None, True, (("1",), 4)),
        ("2.- a) Die Klage", ("1",), True, (("2", "a"), 7)),
        ("b) Die Klage", ("2", "a"), True, (("2", "b"), 3)),
        ("bb) Die Klage", ("2", "b", "aa"), True, (("2", "b", "bb"), 4)),
        ("b) Die Klage", ("2", "1"), False, None),
        ("1. der erste Punkt", ("3", "1"), False, None),
        ("12 Personen", ("3",), False, None),
        ("2. März 1971 kaufte er", ("1",), False, None),
        ("3. 4. 1971", ("2",), False, None),
        ("1874 wurde", ("1873",), False, None),
        ("4.", ("3",), False, None),
        ("Ein Satz", None, False, None),
    ],
)
def test_the_number_at_the_start_of_a_line(
    line: str, before: tuple[str, ...] | None, has_letters: bool, found: tuple[tuple[str, ...], int] | None
) -> None:
    assert leading_path(line, before, has_letters=has_letters) == found
