"""What repeats on every page is cut out of a page, and headings are read off their marks."""

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.collections.readable_pages import page_headings, readable_pages
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
    assert readable_pages(pages)["text"].to_list() == ["Tide gauges\nText.\n", "Text alone."]
    assert page_headings(pages).select("page", "heading").rows() == [(1, "Tide gauges")]


def test_pages_that_cannot_be_used_say_nothing() -> None:
    pages = frame(("Tide gauges", [(0, 4, "heading")]), usable=False)
    assert readable_pages(pages).is_empty()
    assert page_headings(pages).is_empty()


@given(st.text("aé\n", max_size=12), st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=3))
def test_cutting_against_taking_letter_by_letter(text: str, pairs: list[tuple[int, int]]) -> None:
    marks: Marks = []
    at = 0
    for start, end in sorted((min(pair), max(pair)) for pair in pairs):
        if start >= at and end <= len(text):
            marks.append((start, end, "running_head"))
            at = end
    cut = {place for start, end, _ in marks for place in range(start, end)}
    expected = "".join(letter for place, letter in enumerate(text) if place not in cut)
    assert readable_pages(frame((text, marks)))["text"].to_list() == [expected]
