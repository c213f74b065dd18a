"""Under which headings a paragraph stands."""

import pytest

from legal_assets.passages.headings import HeadingStack, readings_of, roman


def paths(*headings: str | tuple[str, int]) -> list[tuple[str, ...]]:
    stack = HeadingStack()
    found = []
    for heading in headings:
        text, level = heading if isinstance(heading, tuple) else (heading, 0)
        stack.push(text, level)
        found.append(stack.path)
    return found


def test_levels_close_what_is_below_them() -> None:
    assert paths(("Legal context", 1), ("Union law", 2), ("National law", 2), ("Costs", 1)) == [
        ("Legal context",),
        ("Legal context", "Union law"),
        ("Legal context", "National law"),
        ("Costs",),
    ]


def test_enumerations_nest_in_the_order_in_which_they_begin() -> None:
    assert paths("I. Facts", "A. Hives", "1. Bees", "(a) Wings", "(b) Legs", "2. Wasps", "B. Honey", "II. Law") == [
        ("I. Facts",),
        ("I. Facts", "A. Hives"),
        ("I. Facts", "A. Hives", "1. Bees"),
        ("I. Facts", "A. Hives", "1. Bees", "(a) Wings"),
        ("I. Facts", "A. Hives", "1. Bees", "(b) Legs"),
        ("I. Facts", "A. Hives", "2. Wasps"),
        ("I. Facts", "B. Honey"),
        ("II. Law",),
    ]


def test_dashes_stand_below_everything() -> None:
    assert paths(("The action", 1), ("The first plea", 2), "– Arguments", "– Findings", ("The second plea", 2)) == [
        ("The action",),
        ("The action", "The first plea"),
        ("The action", "The first plea", "– Arguments"),
        ("The action", "The first plea", "– Findings"),
        ("The action", "The second plea"),
    ]


def test_a_letter_between_h_and_j_is_no_roman_number() -> None:
    letters = [f"{letter}. Part" for letter in "ABCDEFGHIJ"]
    assert paths("I. Facts", *letters)[-1] == ("I. Facts", "J. Part")
    assert paths("I. Facts", *letters, "II. Law")[-1] == ("II. Law",)


def test_an_empty_heading_closes_but_does_not_show() -> None:
    assert paths(("Legal context", 1), ("", 1), ("Union law", 2))[-1] == ("Union law",)


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("Costs", ("", 0)),
        ("– Substance", ("–", 0)),
        ("3. The plea", ("1.", 3)),
        ("(2) The plea", ("(1)", 2)),
        ("b) Tarkastelu", ("a)", 2)),
        ("IV Assessment", ("I", 4)),
        ("IV - The fine", ("I -", 4)),
        ("A preliminary point", ("", 0)),
        ("1981: 557.9", ("", 0)),
    ],
)
def test_how_a_heading_is_enumerated(text: str, reading: tuple[str, int]) -> None:
    assert readings_of(text)[0] == reading


def test_roman_numbers() -> None:
    assert [roman(mark) for mark in ("I", "iv", "IX", "XL", "XIV", "D", "A")] == [1, 4, 9, 40, 14, 0, 0]
