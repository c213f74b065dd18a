"""What repeats on every page is cut out of a page, and headings are read off their marks."""

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.collections.readable_pages import cut_out, page_headings, readable_pages
from legal_assets.schemas.pages import PAGES
from legal_assets_tests.rows import filled

Marks = list[tuple[int, int, str]]


def frame(*pages: tuple[str, Marks], usable: bool = True) -> pl.DataFrame:
    rows = [
        {"corpus": "crosspage", "doc_id": "wb-1", "page": number, "text": text, "usable": usable}
        | {"marks": [dict(zip(("start", "end", "kind"), mark, strict=True)) | {"level": 1} for mark in marks]}
        for number, (text, marks) in enumerate(pages, start=1)
    ]
    return filled(PAGES, rows)


def test_heads_and_numbers_are_cut_out_and_headings_stay() -> None:
    page = ("Harbours\nTide gauges\nText.\n7", [(0, 9, "running_head"), (9, 20, "heading"), (27, 28, "page_number")])
    pages = frame(page, ("Text alone.", []))
    assert readable_pages(pages)["text"].to_list() == ["Tide gauges\nText.", "Text alone."]
    assert page_headings(pages).select("page", "heading").rows() == [(1, "Tide gauges")]


def test_pages_that_cannot_be_used_say_nothing() -> None:
    pages = frame(("Tide gauges", [(0, 4, "heading")]), usable=False)
    assert readable_pages(pages).is_empty()
    assert page_headings(pages).is_empty()


@given(st.text("aé\n", max_size=12), st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=3))
def test_cutting_against_taking_letter_by_letter(text: str, pairs: list[tuple[int, int]]) -> None:
    stretches = [(min(pair), min(max(pair), len(text))) for pair in pairs if min(pair) <= len(text)]
    left_out = {place for start, end in stretches for place in range(start, end)}
    expected = "".join(letter for place, letter in enumerate(text) if place not in left_out)
    page = pl.DataFrame({"doc_id": ["wb-1"], "page": [1], "text": [text]})
    rows = [("wb-1", 1, start, end) for start, end in stretches]
    types = {"doc_id": pl.String, "page": pl.Int64, "start": pl.Int32, "end": pl.Int32}
    assert cut_out(page, pl.DataFrame(rows, schema=types, orient="row"))["text"].to_list() == [expected]


def headings_of(text: str, *headings: tuple[str, int]) -> list[str]:
    """Headings of a page whose stretches are so marked, each with its level."""
    marks = [
        {"start": text.index(heading), "end": text.index(heading) + len(heading), "kind": "heading", "level": level}
        for heading, level in headings
    ]
    row = {"corpus": "crosspage", "doc_id": "wb-1", "page": 1, "text": text, "usable": True, "marks": marks}
    return page_headings(filled(PAGES, [row]))["heading"].to_list()


def test_lines_of_a_broken_heading_are_put_together() -> None:
    quays, stone = "The Quays of Gull", "Island in Stone"
    # The second line is larger, as happens; it stands right under the first.
    assert headings_of(f"{quays}\n{stone}\n\nText.", (quays, 2), (stone, 1)) == [f"{quays} {stone}"]
    # An empty line is between them, and both are of one level; else the second heads a part of the first.
    assert headings_of(f"{quays}\n\n{stone}\n\nText.", (quays, 2), (stone, 2)) == [f"{quays} {stone}"]
    assert headings_of(f"{quays}\n\n{stone}\n\nText.", (quays, 1), (stone, 2)) == sorted([quays, stone])


def test_a_numbered_heading_begins_anew() -> None:
    quays, ferry = "2. The quays", "2.1. The ferry"
    assert headings_of(f"{quays}\n{ferry}\nText.", (quays, 1), (ferry, 2)) == [quays, ferry]


def test_a_heading_that_goes_on_in_small_letters_is_a_part() -> None:
    assert headings_of("The Quays of Gull\nand of Lantern Island\n\nText.", ("The Quays of Gull", 1)) == []
