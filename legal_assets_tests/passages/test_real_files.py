"""Every real file of every layout: numbers without a gap, and one decision the same in all its renderings."""

import json
from functools import cache

import pytest

from legal_assets.fetch.identify_cjeu import identify_celex
from legal_assets.passages.cjeu import parse_judgment
from legal_assets.passages.judgment import Judgment
from legal_assets.text.decoding import UnreadableDocument
from legal_assets_tests.passages import known_faults
from legal_assets_tests.passages.real_files import CJEU, needs_real_files, read, real_files

FOLDERS = ("xhtml", "formex", "html_2017_2018", "derived_text/gdpr_md", "legacy_trimmed")
RENDERINGS = [
    "62013TO0488.cs",
    "62018CC0311.fi",
    "62018CJ0311.en",
    "62018CJ0311.lv",
    "62022CJ0128.el",
    "62022CJ0128.en",
]

pytestmark = needs_real_files


@cache
def all_documents() -> dict[str, Judgment | str]:
    found: dict[str, Judgment | str] = {}
    for folder in FOLDERS:
        for path in real_files(folder):
            name = f"{folder}/{path.name}"
            try:
                found[name] = read(name)
            except UnreadableDocument as refused:
                found[name] = refused.reason
    return found


def readable() -> dict[str, Judgment]:
    return {name: document for name, document in all_documents().items() if isinstance(document, Judgment)}


def words(text: str) -> str:
    return "".join(text.split())


def test_all_files_are_there() -> None:
    counts = {folder: sum(name.startswith(folder + "/") for name in all_documents()) for folder in FOLDERS}
    assert counts == {
        "xhtml": 6,
        "formex": 8,
        "html_2017_2018": 184,
        "derived_text/gdpr_md": 53,
        "legacy_trimmed": 4,
    }


def test_files_without_a_decision_are_those_that_are_known() -> None:
    refused = {name: document for name, document in all_documents().items() if isinstance(document, str)}
    assert refused == {name: reason for name, (reason, _) in known_faults.NO_DECISION.items()}


def test_numbers_run_from_one_without_a_gap() -> None:
    gaps = {
        name: document.problems
        for name, document in readable().items()
        if [paragraph.number for paragraph in document.paragraphs] != list(range(1, len(document.paragraphs) + 1))
    }
    assert gaps == {name: problems for name, (problems, _) in known_faults.GAPS.items()}


def test_nothing_else_is_doubtful() -> None:
    doubtful = {name for name, document in readable().items() if document.problems}
    assert doubtful == set(known_faults.GAPS)


def test_paragraphs_are_counted_only_where_none_is_numbered() -> None:
    counted = {
        name
        for name, document in readable().items()
        if any("unnumbered" in paragraph.flags for paragraph in document.paragraphs)
    }
    assert counted == set(known_faults.UNNUMBERED)


def test_every_file_says_which_case_it_decides() -> None:
    silent = {name for name, document in readable().items() if document.celex is None}
    assert silent == set(known_faults.NO_CASE_STATED)
    for name, document in readable().items():
        if document.celex is not None:
            path = CJEU / name
            assert document.celex == identify_celex(path.read_bytes(), path.name)


def test_spans_are_exact() -> None:
    for document in readable().values():
        for paragraph in document.paragraphs:
            assert document.text[paragraph.start : paragraph.end] == paragraph.text
            assert all(0 <= link.start < link.end <= len(paragraph.text) for link in paragraph.links)
        starts = [paragraph.start for paragraph in document.paragraphs]
        assert starts == sorted(starts)


def test_xhtml_and_formex_give_the_same_paragraphs() -> None:
    """1,050 paragraphs in two renderings; equal but for white space that the XHTML has wrong."""
    different: set[tuple[str, int]] = set()
    count = 0
    for name in RENDERINGS:
        markup, formex = read(f"xhtml/{name}.html"), read(f"formex/{name}.fmx.xml")
        assert len(markup.paragraphs) == len(formex.paragraphs)
        for one, other in zip(markup.paragraphs, formex.paragraphs, strict=True):
            count += 1
            assert (one.number, words(one.text)) == (other.number, words(other.text))
            if one.text != other.text:
                different.add((name, one.number))
    assert count == 41 + 343 + 203 + 203 + 130 + 130
    assert different == set(known_faults.RENDERED_DIFFERENTLY)


@pytest.mark.parametrize("name", RENDERINGS[1:])
def test_xhtml_and_formex_agree_on_headings_links_and_date(name: str) -> None:
    markup, formex = read(f"xhtml/{name}.html"), read(f"formex/{name}.fmx.xml")
    assert markup.date == formex.date
    assert (markup.celex, markup.kind, markup.court, markup.language) == (
        formex.celex,
        formex.kind,
        formex.court,
        formex.language,
    )
    assert set(markup.names) <= set(formex.names)
    for one, other in zip(markup.paragraphs, formex.paragraphs, strict=True):
        assert one.heading_path == other.heading_path
        cited = {(link.ecli, link.point) for link in one.links if link.ecli}
        assert cited == {(link.ecli, link.point) for link in other.links if link.ecli}


@pytest.mark.parametrize("name", ["62022CJ0128.en.TXT-HTML.reformatted.html", "62022CJ0128.en.page.html"])
def test_the_portal_shows_the_same_paragraphs(name: str) -> None:
    page, markup = read(f"eurlex_page/{name}"), read("xhtml/62022CJ0128.en.html")
    assert [paragraph.text for paragraph in page.paragraphs] == [paragraph.text for paragraph in markup.paragraphs]
    assert (page.title, page.names, page.date) == (markup.title, markup.names, markup.date)


def test_markdown_gives_the_same_paragraphs_and_links() -> None:
    markdown, markup = read("derived_text/gdpr_md/C-311-18.md"), read("xhtml/62018CJ0311.en.html")
    assert [paragraph.text for paragraph in markdown.paragraphs] == [paragraph.text for paragraph in markup.paragraphs]
    for one, other in zip(markdown.paragraphs, markup.paragraphs, strict=True):
        assert [(link.start, link.end, link.ecli, link.point) for link in one.links if link.ecli] == [
            (link.start, link.end, link.ecli, link.point) for link in other.links if link.ecli
        ]


def test_text_without_mark_up_is_segmented_alike() -> None:
    """The text alone of the 184 documents, read again as plain text: numbers in prose, no classes, no tables."""
    different: set[tuple[str, int]] = set()
    for name, document in readable().items():
        if not name.startswith("html_2017_2018/"):
            continue
        again = parse_judgment(document.text.encode())
        assert (again.date, again.case_numbers, again.kind) == (document.date, document.case_numbers, document.kind)
        assert len(again.paragraphs) == len(document.paragraphs)
        for one, other in zip(again.paragraphs, document.paragraphs, strict=True):
            assert words(one.text) == words(other.text)
            if one.text != other.text:
                different.add((document.celex or "", one.number))
    assert different == set(known_faults.CELLS_JOINED)


def test_provisional_texts_are_segmented_without_a_gap() -> None:
    files = real_files("derived_text/2026_json")
    assert len(files) == 38
    for path in files:
        record = json.loads(path.read_text())
        document = parse_judgment(record["text"].encode())
        assert document.celex == record["celex_id"]
        assert str(document.date) == record["date"]
        assert document.names
        assert document.problems == ()


def test_a_french_order() -> None:
    document = read("derived_text/62023CO0786.fr.txt")
    assert (document.kind, document.language, str(document.date)) == ("order", "fr", "2024-07-04")
    assert document.names == ("Eugen Tomac", "Conseil de l’Union européenne")
    assert [paragraph.number for paragraph in document.paragraphs] == list(range(1, 36))


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("formex/62013TO0488.cs.fmx.xml", ("order", "general-court", "2015-01-22", "cs", ("T-488/13",))),
        ("xhtml/62013TO0488.cs.html", ("order", "general-court", "2015-01-22", "cs", ("T-488/13",))),
        ("formex/62018CC0311.fi.fmx.xml", ("opinion", "court-of-justice", "2019-12-19", "fi", ("C-311/18",))),
        ("xhtml/62018CJ0311.lv.html", ("judgment", "court-of-justice", "2020-07-16", "lv", ("C-311/18",))),
        ("xhtml/62022CJ0128.el.html", ("judgment", "court-of-justice", "2023-12-05", "el", ("C-128/22",))),
        (
            "formex/62019CV0001(02).de.fmx.xml",
            ("court-opinion", "court-of-justice", "2021-10-06", "de", ("Opinion 1/19",)),
        ),
        ("formex/62024CO0878.de.fmx.xml", ("order", "court-of-justice", "2025-04-09", "de", ("C-878/24 P(R)",))),
        (
            "legacy_trimmed/61962CJ0026.en.legacy.trimmed.html",
            ("judgment", "court-of-justice", "1963-02-05", "en", ("C-26/62",)),
        ),
    ],
)
def test_headers_in_many_languages(name: str, facts: tuple[str, str, str, str, tuple[str, ...]]) -> None:
    document = read(name)
    assert (document.kind, document.court, str(document.date), document.language, document.case_numbers) == facts


def test_point_counts_that_the_data_states() -> None:
    assert len(read("formex/62018CC0311.fi.fmx.xml").paragraphs) == 343
    assert len(read("formex/62018CJ0311.en.fmx.xml").paragraphs) == 203
    assert len(read("formex/62019CV0001(02).de.fmx.xml").paragraphs) == 338
    assert len(read("formex/62022CJ0128.en.fmx.xml").paragraphs) == 130
    assert len(read("formex/62024CO0878.de.fmx.xml").paragraphs) == 41
    pinpoints = [
        link
        for paragraph in read("xhtml/62022CJ0128.en.html").paragraphs
        for link in paragraph.links
        if link.point is not None
    ]
    assert len(pinpoints) == 52
