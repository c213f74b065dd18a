"""The present mark-up, on small judgments of our own and on all real ones."""

import datetime

import pytest

from legal_assets.passages.cjeu import parse_judgment
from legal_assets.passages.judgment import Judgment, Link
from legal_assets_tests.passages.marked_up import heading, item, judgment, numbered
from legal_assets_tests.passages.real_files import needs_real_files, read, real_files

ECLI = "http://publications.europa.eu/resource/ecli/ECLI%3AEU%3AC%3A2012%3A608"


def numbers(document: Judgment) -> list[int]:
    return [paragraph.number for paragraph in document.paragraphs]


def test_header() -> None:
    document = parse_judgment(judgment(numbered(1, "These requests concern bees.")))
    assert document.celex == "62019CJ9001"
    assert (document.kind, document.court) == ("judgment", "court-of-justice")
    assert document.date == datetime.date(2021, 3, 3)
    assert document.case_numbers == ("C-9001/19", "C-9002/19")
    assert document.names == ("Honig und Söhne GmbH", "HSG", "Maria Imker", "Stadt Wachsheim")
    assert document.title == (
        "JUDGMENT OF THE COURT (Third Chamber) 3 March 2021"
        " – Honig und Söhne GmbH / Stadt Wachsheim – C-9001/19, C-9002/19"
    )
    assert document.language == "en"
    assert document.problems == ()


def test_text_and_spans() -> None:
    document = parse_judgment(judgment(numbered(1, "First."), numbered(2, "Second.", "More of it.")))
    first, second = document.paragraphs
    assert (first.text, second.text) == ("First.", "Second.\nMore of it.")
    assert [document.text[paragraph.start : paragraph.end] for paragraph in document.paragraphs] == [
        "First.",
        "Second.\nMore of it.",
    ]
    assert "Judgment\n1 First.\n2 Second.\nMore of it.\nOn those grounds" in document.text
    assert document.text.endswith("1. Article 4 must be interpreted as covering bees.\n[Signatures]\n"
                                  "(*1) Language of the case: German.")  # fmt: skip


def test_lists_and_quoted_numbers_belong_to_the_paragraph_they_stand_in() -> None:
    document = parse_judgment(
        judgment(
            numbered(1, "Article 3 provides:", item("1.", "Bees may fly."), item("2.", "Bees may rest.")),
            numbered(2, "The court asks:", item("–", "why;"), item("(a)", "how.")),
        )
    )
    assert numbers(document) == [1, 2]
    assert document.paragraphs[0].text == "Article 3 provides:\n1. Bees may fly.\n2. Bees may rest."
    assert document.paragraphs[1].text == "The court asks:\n– why;\n(a) how."


def test_the_printed_number_counts_not_the_id() -> None:
    document = parse_judgment(judgment(numbered(1, "One.", point=7), numbered(2, "Two.", point=7)))
    assert numbers(document) == [1, 2]


def test_an_extract_keeps_its_numbers_and_says_what_is_missing() -> None:
    document = parse_judgment(judgment(numbered(1, "One."), numbered(14, "Fourteen."), numbered(15, "Fifteen.")))
    assert numbers(document) == [1, 14, 15]
    assert [paragraph.flags for paragraph in document.paragraphs] == [("before-gap",), ("after-gap",), ()]
    assert document.problems == ("paragraphs 2 to 13 are missing",)


def test_a_joined_paragraph_is_split_where_the_sequence_proves_it() -> None:
    document = parse_judgment(
        judgment(numbered(1, "Bees fly. 2 They also rest."), numbered(3, "Point 2 is settled. 2 It is."))
    )
    assert numbers(document) == [1, 2, 3]
    assert [paragraph.text for paragraph in document.paragraphs] == [
        "Bees fly.",
        "They also rest.",
        "Point 2 is settled. 2 It is.",
    ]
    assert document.paragraphs[1].flags == ("split",)


def test_a_missing_number_that_cannot_be_found_is_flagged() -> None:
    document = parse_judgment(judgment(numbered(1, "Bees fly."), numbered(3, "Bees rest.")))
    assert [paragraph.flags for paragraph in document.paragraphs] == [("before-gap",), ("after-gap",)]


def test_headings_make_the_path() -> None:
    document = parse_judgment(
        judgment(
            heading("Legal context", 1),
            heading("Union law", 2),
            numbered(1, "One."),
            heading("National law", 2),
            numbered(2, "Two."),
            '<p class="coj-normal"><span class="coj-bold">(a)</span> <span class="coj-bold">The code</span></p>',
            numbered(3, "Three."),
            '<p class="coj-normal"><span class="coj-bold">(b)</span> <span class="coj-bold">The decree</span></p>',
            numbered(4, "Four."),
        )
    )
    assert [paragraph.heading_path for paragraph in document.paragraphs] == [
        ("Legal context", "Union law"),
        ("Legal context", "National law"),
        ("Legal context", "National law", "(a) The code"),
        ("Legal context", "National law", "(b) The decree"),
    ]


def test_links_point_into_the_paragraph() -> None:
    text = (
        f'see judgment of 4 October 2012, (<a href="{ECLI}">EU:C:2012:608</a>, paragraphs\u00a0'
        f'<a href="{ECLI}#point30">30</a> to <a href="{ECLI}#point36">36</a>), and note <a href="#t-ECR_1">(3)</a>'
    )
    paragraph = parse_judgment(judgment(numbered(1, "As held:", f"{text}"))).paragraphs[0]
    assert [paragraph.text[link.start : link.end] for link in paragraph.links] == [
        "EU:C:2012:608",
        "30",
        "36",
    ]
    assert [(link.ecli, link.point) for link in paragraph.links] == [
        ("EU:C:2012:608", None),
        ("EU:C:2012:608", 30),
        ("EU:C:2012:608", 36),
    ]


def test_addresses_of_the_portal_are_read_too() -> None:
    base = "./../../../../legal-content"
    text = (
        f'<p class="coj-normal"><a href="{base}/EN/AUTO/?uri=ecli:ECLI%3AEU%3AT%3A2015%3A26&amp;locale=en">T-1/14</a> '
        f'<a href="{base}/redirect/?urn=ecli:ECLI%3AEU%3AT%3A2015%3A26&amp;lang=EN&amp;anchor=#point9">9</a></p>'
    )
    links = parse_judgment(judgment(numbered(1, text))).paragraphs[0].links
    assert [(link.start, link.end, link.ecli, link.point) for link in links] == [
        (0, 6, "EU:T:2015:26", None),
        (7, 8, "EU:T:2015:26", 9),
    ]
    assert all(isinstance(link, Link) for link in links)


def test_another_number_than_the_file_states_is_a_problem() -> None:
    document = parse_judgment(judgment(numbered(1, "One.")), celex="62019CJ9005")
    assert document.celex == "62019CJ9005"
    assert document.problems == ("the file is known as 62019CJ9005 but states 62019CJ9001",)


@pytest.fixture(scope="module")
def real_judgments() -> dict[str, Judgment]:
    return {path.name: read(f"html_2017_2018/{path.name}") for path in real_files("html_2017_2018")}


@needs_real_files
def test_all_real_documents_are_numbered_without_a_gap(real_judgments: dict[str, Judgment]) -> None:
    assert len(real_judgments) == 184
    gapless = {
        name: numbers(document) == list(range(1, len(document.paragraphs) + 1))
        for name, document in real_judgments.items()
    }
    assert all(gapless.values())
    assert sum(len(document.paragraphs) for document in real_judgments.values()) == 12_396 + 114


@needs_real_files
def test_real_headers_are_complete(real_judgments: dict[str, Judgment]) -> None:
    for name, document in real_judgments.items():
        assert document.celex == name.partition(".")[0]
        assert document.date is not None
        assert str(document.date.year) == name.split("_")[3]
        assert document.names
        assert document.celex[5:] in {
            f"{document.celex[5:7]}{int(number.split()[0].partition('-')[2].partition('/')[0]):04d}"
            for number in document.case_numbers
        }


@needs_real_files
def test_no_real_pinpoint_lies_outside_the_cited_document(real_judgments: dict[str, Judgment]) -> None:
    """A fact that the data's README states."""
    paragraphs = {
        name.partition("ECLI_")[2].removesuffix(".xml").replace("_", ":"): len(document.paragraphs)
        for name, document in real_judgments.items()
    }
    links = [
        link for document in real_judgments.values() for paragraph in document.paragraphs for link in paragraph.links
    ]
    inside = [link for link in links if link.point is not None and link.ecli in paragraphs]
    assert len(inside) > 300
    assert all(link.point is not None and link.point <= paragraphs[link.ecli or ""] for link in inside)


@needs_real_files
def test_real_texts_are_clean(real_judgments: dict[str, Judgment]) -> None:
    for document in real_judgments.values():
        for paragraph in document.paragraphs:
            assert document.text[paragraph.start : paragraph.end] == paragraph.text
            assert paragraph.text.strip() == paragraph.text != ""
            assert "  " not in paragraph.text
            assert "\u00a0" not in paragraph.text
            assert "&amp;" not in paragraph.text
            assert " )" not in paragraph.text
            assert "( " not in paragraph.text


def test_the_language_of_the_text_goes_before_the_one_stated() -> None:
    french = (
        "La présente demande de décision préjudicielle porte sur l’interprétation de la directive sur les abeilles."
    )
    document = parse_judgment(judgment(numbered(1, french), numbered(2, french)))
    assert document.language == "fr"
    assert document.problems == ("the file states the language en, its text is in fr",)


def test_a_decision_without_numbered_paragraphs_says_so() -> None:
    document = parse_judgment(judgment('<p class="coj-normal">Bees fly.</p>'))
    assert document.paragraphs == ()
    assert document.problems == ("no numbered paragraph was found",)


def test_the_operative_part_is_known_by_its_place_where_its_words_are_not() -> None:
    ruled = '<table><tr><td> </td><td><p class="coj-normal">Voilà, la Cour dit :</p></td></tr></table>'
    document = parse_judgment(judgment(numbered(1, "Bees fly."), ruled))
    assert document.paragraphs[0].text == "Bees fly."


def test_a_heading_that_closes_a_paragraph_s_table_is_a_heading() -> None:
    inside = '<p class="coj-title-grseq-3">Second directive</p>'
    document = parse_judgment(judgment(numbered(1, "Bees fly.", inside), numbered(2, "Wasps fly.")))
    assert document.paragraphs[0].text == "Bees fly."
    assert document.paragraphs[1].heading_path == ("Second directive",)


def test_a_heading_inside_a_quotation_is_quoted() -> None:
    inside = '<p class="coj-title-grseq-1">‘Definitions</p><p class="coj-normal">(1) A bee is an insect.’</p>'
    document = parse_judgment(judgment(numbered(1, "The code provides:", inside), numbered(2, "Bees fly.")))
    assert document.paragraphs[0].text == "The code provides:\n‘Definitions\n(1) A bee is an insect.’"
