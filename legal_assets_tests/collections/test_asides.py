"""Footnotes, sources, labels, works cited and lists of names in written pages, and what looks like them."""

import re

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.collections.asides import leave_out_asides

BODY = "The quay of Lantern Harbour was rebuilt in stone, and the ferry sails at dawn."


def kept(*pages: str, headings: tuple[str, ...] = ()) -> list[str]:
    """Texts of pages of a report without asides, each on one line."""
    numbers = pl.Series(range(1, len(pages) + 1), dtype=pl.Int32)
    frame = pl.DataFrame({"doc_id": ["wb-1"] * len(pages), "page": numbers, "text": pages})
    marked = frame.select("doc_id", "page", heading=pl.lit(list(headings))).explode("heading").drop_nulls()
    return [" ".join(text.split()) for text in leave_out_asides(frame, marked.cast({"heading": pl.String}))["text"]]


def parts(text: str) -> list[str]:
    frame = pl.DataFrame({"doc_id": ["wb-1"], "page": [1], "text": [text]})
    headings = pl.DataFrame(schema={"doc_id": pl.String, "page": pl.Int64, "heading": pl.String})
    (left,) = leave_out_asides(frame, headings)["text"]
    return [" ".join(part.split()) for part in left.split("\n\n")]


def test_a_footnote_ends_with_its_block() -> None:
    page = f"{BODY.replace('stone,', 'stone,12')}\n\n12 Lantern Fund (2011). Quays\nin Stone, second volume.\n\n{BODY}"
    assert kept(page) == [f"{BODY.replace('stone,', 'stone,12')} {BODY}"]


@pytest.mark.parametrize("mark", ["stone12 ", "stone.12 ", "stone”12 ", "stone).12 ", "at 5%12 ", "in 2011.12 "])
def test_the_number_of_a_footnote_stands_behind_a_word(mark: str) -> None:
    body = f"It was built of {mark}and so it stands to this day in the bay."
    for number in ("12 ", "12"):
        assert kept(f"{body}\n{number}The Lantern Fund paid for the stone.\n\n{BODY}") == [f"{body} {BODY}"]


def test_footnotes_beside_one_that_is_marked_are_footnotes() -> None:
    body = "It was built of stone.7 and so it stands to this day in the bay."
    notes = "7 The Lantern Fund paid for it.\n\n8 The Harbour Board did not.\n10 The Ferry Office had no view."
    assert kept(f"{body}\n\n{notes}\n\n{BODY}") == [f"{body} {BODY}"]


def test_the_last_block_of_a_page_may_be_a_footnote_whose_mark_was_not_read() -> None:
    note = "3 The Lantern Fund paid for the stone of the quay."
    assert kept(f"{BODY}\n\n{note}") == [BODY]
    assert kept(f"{note}\n\n{BODY}") == [f"{note} {BODY}"]


def test_numbers_at_the_beginning_of_a_line_are_no_footnotes() -> None:
    for page in (
        "175. Montague should look after its quays and ferries.",
        f"In all of the bay there are no more than\n30 percent of the quays left as they were.\n\n{BODY}",
        f"The Board counted all of its\n12 Quays and found them whole.\n\n{BODY}",
    ):
        assert kept(page) == [" ".join(page.split())]


@pytest.mark.parametrize(
    "note",
    [
        "Source: Lantern Fund, Quays of the World.",
        "Sources and notes: Lantern Fund.",
        "Note: Figures of the Lantern Fund, of the quays\nthat were counted.",
        "Fuente: Fondo de Faros.",
        "Notes. Of the quays that were counted by the Lantern Fund.",
    ],
)
def test_sources_and_notes_end_with_their_block(note: str) -> None:
    assert kept(f"{BODY}\n\n{note}\n\n{BODY}") == [f"{BODY} {BODY}"]


def test_a_source_in_running_text_stays() -> None:
    page = "The source of the river lies above the quay: note that it is dry in summer."
    assert kept(page) == [page]


@pytest.mark.parametrize(
    "work",
    [
        "(Lantern Fund 2011)",
        "(see Alder and Dune, 2011a; Elm et al. 2012)",
        "(Harbour Board Survey, 2011, p. 7)",
        "(Source: the Lantern Fund)",
        "[Alder 2011]",
    ],
)
def test_works_cited_in_brackets_are_left_out(work: str) -> None:
    assert kept(f"The quay is of stone {work} and the ferry sails at dawn.") == [
        "The quay is of stone and the ferry sails at dawn."
    ]


def test_a_name_with_a_year_in_brackets_is_a_work() -> None:
    assert kept(
        "So say Alder and Dune (2011), as does the Lantern Fund (2012, 2013): the quay is old and of stone."
    ) == ["So say , as does : the quay is old and of stone."]


def test_brackets_that_tell_something_stay() -> None:
    for page in (
        "The quay (rebuilt in stone between 1995 and 2011) is old.",
        "The Gull Island Ferry Office (GIFO) sells tickets at dawn.",
        "The quay fell in (the storm of 2011) and was rebuilt at once.",
    ):
        assert kept(page) == [page]


@pytest.mark.parametrize(
    "names",
    [
        "Gull Island, Lantern Bay, and Salt Cape",
        "Gull Island, Lantern Bay and Salt Cape",
        "Gull Island, Lantern Bay, Salt Cape",
        "the Harbour Board (HB), the Ferry Office (FO), the Lantern Fund and the Gauge Office",
        "the Ministry of Quays, the Ministry of\nFerries and Lanterns, or the Ministry of Salt",
    ],
)
def test_three_names_in_a_row_are_a_list(names: str) -> None:
    assert kept(f"Ferries were counted at dawn by {names} in the year of the storm.") == [
        "Ferries were counted at dawn by in the year of the storm."
    ]


def test_two_names_or_names_told_apart_are_no_list() -> None:
    for page in (
        "Ferries sail from Gull Island, and from Lantern Bay since the year of the storm.",
        "Ferries sail from Gull Island and Lantern Bay since the year of the storm.",
        "Gull Island, where ferries sail, Lantern Bay, where they land, and Salt Cape differ.",
    ):
        assert kept(page) == [page]


@pytest.mark.parametrize(
    "compared",
    [
        "than in Gull Island",
        "than 12.5 percent in Gull Island",
        "compared to those of Gull Island and Salt Cape",
        "such as the Harbour Board",
        "relative to other countries in Lantern Bay",
        "by the Lantern Bay average",
        "by the average for the Lantern Bay",
    ],
)
def test_what_something_is_compared_with_is_left_out(compared: str) -> None:
    (left,) = kept(f"The quays of the town are lower {compared} and they are of stone.")
    assert not re.search("Gull|Harbour|Lantern", left)
    assert left.endswith("and they are of stone.")


def test_names_that_a_sentence_tells_of_stay() -> None:
    page = "More than half of the quays in Gull Island are old, and ferries of the Harbour Board like to sail at dawn."
    assert kept(page) == [page]


def test_legends_are_left_out_and_cells_that_read_on_stay() -> None:
    assert kept(f"{BODY}\n\nGull Island Quay\nLantern Bay Quay\nSalt Cape Quay\n\n{BODY}") == [f"{BODY} {BODY}"]
    cell = "Build more quays\nin the Gull Island\nand ferries too"
    assert kept(f"{BODY}\n\n{cell}\n\n{BODY}") == [f"{BODY} {' '.join(cell.split())} {BODY}"]


def test_labels_are_left_out_and_headings_stay() -> None:
    page = f"{BODY}\n\nHigh Tide\nLow Tide\n\n0 20 40 60 80 100 120\n\nThe Tide Gauges\n\n{BODY}"
    assert kept(page) == [f"{BODY} {BODY}"]
    assert kept(page, headings=("The Tide Gauges",)) == [f"{BODY} The Tide Gauges {BODY}"]
    # The end of a sentence is none, however short.
    assert kept(f"{BODY}\n\nIt is old.\n\n{BODY}") == [f"{BODY} It is old. {BODY}"]


def test_lines_that_end_long_before_the_edge_do_not_read_on() -> None:
    long = "A paragraph whose lines are as long as the page is wide, or nearly so, reads"
    assert parts(f"{long}\non from one line to the next in any of its many parts.") == [
        f"{long} on from one line to the next in any of its many parts."
    ]
    items = ["Lanterns of the quay and of the bay", "Ferries that sail at dawn in all of the seasons of the year"]
    assert parts("\n".join(items)) == items


line = st.lists(st.sampled_from(["Tide", "gauge", "12", "stone,12", "(2011)", "Source:", "and", "Quay,"]), max_size=7)


@given(st.lists(line.map(" ".join), max_size=8))
def test_what_is_kept_stands_on_the_page_in_this_order(lines: list[str]) -> None:
    page = "\n".join(lines)
    (left,) = kept(page)
    words = iter(re.findall(r"\w+", page))
    assert all(word in words for word in re.findall(r"\w+", left))


@given(st.lists(line.map(" ".join), max_size=8), st.integers(0, 8))
def test_pages_do_not_bear_on_one_another(lines: list[str], at: int) -> None:
    first, second = "\n".join(lines[:at]), "\n".join(lines[at:])
    assert kept(first, second) == [*kept(first), *kept(second)]
