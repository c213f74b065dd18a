"""Contents, abbreviations and references of written reports: which stretches are apparatus, and which look like it."""

import polars as pl

from legal_assets.collections.apparatus import find_apparatus
from legal_assets.collections.readable_pages import page_headings, readable_pages
from legal_assets.schemas.pages import PAGES
from legal_assets_tests.rows import filled

BODY = "The quay of Lantern Harbour was rebuilt in stone, and the ferry sails at dawn whatever the tide.\n"
READ = BODY.strip()
LEADERS = " ........................ "
CONTENTS = f"CONTENTS\n1. The quay{LEADERS}3\n2. The ferry{LEADERS}4\nList of boxes{LEADERS}xi\n"
ENTRIES = (
    "Alder, B. and C. Dune (2011). The Tides of Gull Island. Lantern Press.\n"
    "Elm, D. (2012). Quays in Stone. Journal of Quays 3.\n"
    "Fern, G. H. (2013a). Ferries at Dawn. Lantern Press.\n"
)


def report(*pages: str, headings: tuple[str, ...] = ()) -> pl.DataFrame:
    """A report; a line that is one of the headings is marked as such."""
    rows = []
    for number, text in enumerate(pages, start=1):
        marks = [
            {"start": text.index(f"{heading}\n"), "end": text.index(f"{heading}\n") + len(heading), "kind": "heading"}
            | {"level": 1}
            for heading in headings
            if f"{heading}\n" in text
        ]
        rows.append(
            {"corpus": "crosspage", "doc_id": "wb-1", "page": number, "text": text, "usable": True, "marks": marks}
        )
    return filled(PAGES, rows)


def one_line(text: str) -> str:
    return " ".join(text.split())


def kept(pages: pl.DataFrame) -> dict[int, str]:
    return {page: one_line(text) for page, text in readable_pages(pages).select("page", "text").iter_rows()}


def test_a_page_of_contents_is_cut_out_whole() -> None:
    assert kept(report(BODY, CONTENTS, BODY)) == {1: READ, 2: "", 3: READ}


def test_a_body_with_one_line_of_leaders_stays() -> None:
    page = f"{BODY}Signed by the keeper of the quay at dawn{LEADERS}7\n{BODY}"
    assert kept(report(page)) == {1: one_line(page)}


def test_abbreviations_end_at_the_next_heading_even_on_another_page() -> None:
    first, second = f"{BODY}Abbreviations and Acronyms\nGIFO Gull Island Ferry Office\n", f"MPW Works\nThe quay\n{BODY}"
    pages = report(first, second, headings=("Abbreviations and Acronyms", "The quay"))
    assert kept(pages) == {1: READ, 2: f"The quay {READ}"}
    assert page_headings(pages)["heading"].to_list() == ["The quay"]


def test_every_line_of_abbreviations_may_look_like_a_heading() -> None:
    page = f"{BODY}Acronyms\nGIFO\nGull Island Ferry Office\n"
    assert kept(report(page, BODY, headings=("Acronyms", "GIFO")))[1] == READ


def test_a_declaration_ends_at_the_next_heading_on_its_page() -> None:
    page = f"Conflict of interest\nNone.\nThe quay\n{BODY}"
    assert kept(report(page, headings=("Conflict of interest", "The quay"))) == {1: f"The quay {READ}"}


def test_a_title_on_the_first_page_of_a_long_report_is_no_heading() -> None:
    page = f"The Quays of Gull Island\n{BODY * 9}"
    for pages, headings in ((20, ["The Quays of Gull Island"]), (21, [])):
        frame = report(page, *([BODY] * (pages - 1)), headings=("The Quays of Gull Island",))
        assert page_headings(frame)["heading"].to_list() == headings


def test_a_title_page_is_not_read() -> None:
    assert [bool(text) for text in kept(report(*([BODY] * 10))).values()] == [False] + [True] * 9
    assert all(kept(report(*([BODY] * 9))).values())


def test_a_first_page_of_many_words_is_none() -> None:
    # The body has 18 words, and a title page 150 at most.
    assert [bool(kept(report(BODY * times, *([BODY] * 20)))[1]) for times in (8, 9)] == [False, True]


def test_an_imprint_is_not_read() -> None:
    page = f"© Lantern Fund\n{BODY}"
    for at in (2, 4, 5):
        pages = [BODY] * 5
        pages[at - 1] = page
        assert bool(kept(report(*pages))[at]) == (at > 4)
    views = "These views do not necessarily\nreflect those of the Harbour Board."
    assert kept(report(BODY, views))[2] == ""
    # A first page is no imprint: that of an article has its rights in small print.
    assert kept(report(views, BODY))[1] == one_line(views)


def test_short_forms_are_known_by_their_lines_where_nothing_heads_them() -> None:
    forms = "GIFO\nGull Island Ferry Office\nHB\nHarbour Board\nLF\nLantern Fund\n" * 2
    assert kept(report(BODY, forms, BODY)) == {1: READ, 2: "", 3: READ}
    # The axis of a chart: no line begins like the short form above it.
    axis = f"GIFO\n12\nHB\n30\nLF\n40\n{BODY}" * 2
    assert READ in kept(report(axis))[1]


def test_lists_are_known_by_their_line_where_it_is_printed_like_any_other() -> None:
    page = f"{BODY}Acronyms\nGIFO\nGull Island Ferry Office\n"
    assert kept(report(page, BODY)) == {1: READ, 2: READ}
    # Far from the front it is a label, or the head of a column.
    assert kept(report(*([BODY] * 20), f"{BODY}\nContents\n{BODY}"))[21] == f"{READ} {READ}"


def test_references_are_known_by_their_line_on_a_page_full_of_years() -> None:
    titles = "Quays in Stone, Lantern Fund, 2011\nFerries at Dawn, Lantern Fund, 2012\nTides, Lantern Fund, 2013\n"
    assert kept(report(f"List of References\n{titles}", titles, BODY)) == {1: "", 2: "", 3: READ}
    table = "Lantern Fund\n2012\nFerries at Dawn\nHarbour Board\n2013\nTides\n"
    assert kept(report(f"List of References\n{titles}", table, BODY)) == {1: "", 2: "", 3: READ}
    # A table with a column of this name stays, but for its labels.
    assert kept(report(f"References\n{BODY}")) == {1: READ}


def test_abbreviations_without_a_heading_after_them_are_three_pages_at_most() -> None:
    pages = report("Acronyms\n", BODY, BODY, BODY, BODY, headings=("Acronyms",))
    assert [bool(text) for text in kept(pages).values()] == [False, False, False, True, True]


def test_references_go_on_while_pages_are_full_of_years_and_end_at_an_annex() -> None:
    pages = report(
        f"{BODY}References\n{ENTRIES}", ENTRIES, f"Annex 1: Tides\n{BODY}", headings=("References", "Annex 1: Tides")
    )
    assert kept(pages) == {1: READ, 2: "", 3: f"Annex 1: Tides {READ}"}


def test_references_without_a_heading_are_known_by_years_and_initials() -> None:
    assert kept(report(BODY, ENTRIES, ENTRIES)) == {1: READ, 2: "", 3: ""}


def test_years_alone_are_no_references() -> None:
    table = "Tide by year: 1995, 2000, 2005, 2010, 2015, and the quay (2011).\n"
    assert kept(report(table)) == {1: one_line(table)}


def test_headings_that_begin_like_apparatus_stay() -> None:
    headings = ("Funding of rural quays", "Literature review", "References to the quay in law", "Contents of the cargo")
    for heading in headings:
        page = f"{heading}\n{BODY}"
        assert kept(report(page, headings=(heading,))) == {1: one_line(page)}


def test_stretches_may_overlap() -> None:
    # A page of contents with a heading of its own is found twice, and cut out once.
    pages = report(CONTENTS, BODY, headings=("CONTENTS",))
    assert find_apparatus(pages).height == 3
    assert kept(report(CONTENTS, f"The quay\n{BODY}", headings=("CONTENTS", "The quay")))[2] == f"The quay {READ}"
