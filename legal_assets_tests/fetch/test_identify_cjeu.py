"""Which document a file holds, by its name and by its content."""

import re

import pytest

from legal_assets.fetch.identify_cjeu import identify_celex, identify_ecli
from legal_assets_tests.passages.marked_up import XHTML_HEAD, judgment, numbered
from legal_assets_tests.passages.real_files import CJEU, needs_real_files, real_files


@pytest.mark.parametrize(
    ("name", "celex"),
    [
        ("62018CJ0311.en.html", "62018CJ0311"),
        ("62018cj0311_EN.xml", "62018CJ0311"),
        ("62013CJ0614.en.ECLI_EU_C_2017_63.xml", "62013CJ0614"),
        ("62019CV0001(02).de.fmx.xml", "62019CV0001(02)"),
        ("62019CV0001_02.xml", "62019CV0001(02)"),
        ("62018CJ0311_SUM.html", "62018CJ0311_SUM"),
        ("61962J0026.html", "61962CJ0026"),
    ],
)
def test_the_number_at_the_start_of_the_name(name: str, celex: str) -> None:
    assert identify_celex(b"", name) == celex


@pytest.mark.parametrize(
    ("content", "celex"),
    [
        ("<html><head><title>62022CJ0128</title></head></html>", "62022CJ0128"),
        ("<title>EUR-Lex - 61962J0026 - EN</title>", "61962CJ0026"),
        ('<meta name="DC.title" content="EUR-Lex - 61962J0026 - EN">', "61962CJ0026"),
        ("<title>62013TO0488_CS</title>", "62013TO0488"),
        ("<ORDER><BIB.ORDER><NO.CELEX>62024CO0878</NO.CELEX></BIB.ORDER></ORDER>", "62024CO0878"),
        ('<a id="c-ECR_62017CJ0042_EN_01-E0001" href="#x">1</a>', "62017CJ0042"),
        ("62022CJ0026\n\nJUDGMENT OF THE COURT", "62022CJ0026"),
        ("<p>JUDGMENT OF THE COURT</p><p>In Case C\u2011614/13\u00a0P,</p>", "62013CJ0614"),
        ("<p>ORDER OF THE PRESIDENT</p><p>In Case C&#8209;878/24&nbsp;P(R),</p>", "62024CO0878"),
        ("<p>OPINION OF ADVOCATE GENERAL X</p><p>Joined Cases T-12/03 and T-13/03</p>", "62003TC0012"),
        ("<p>JUDGMENT</p><p>IN CASE 26/62 </p>", "61962CJ0026"),
        ("<p>nothing of the kind, see Directive 2004/38</p>", None),
    ],
)
def test_the_content_where_the_name_does_not_say(content: str, celex: str | None) -> None:
    assert identify_celex(content.encode(), "document.html") == celex


def test_a_decision_that_is_cited_is_not_the_decision() -> None:
    cited = '<p>See <a href="x?uri=ecli:ECLI%3AEU%3AC%3A2015%3A555">C-105/14</a>, ECLI:EU:C:2015:555.</p>'
    assert identify_celex((XHTML_HEAD.replace("62019CJ9001", "") + cited).encode(), "a.html") is None
    assert identify_ecli(cited.encode(), "a.html") is None


def test_own_judgment_is_identified_by_its_title() -> None:
    assert identify_celex(judgment(numbered(1, "One.")), "x") == "62019CJ9001"


@pytest.mark.parametrize(
    ("content", "name", "ecli"),
    [
        ("", "62013CJ0614.en.ECLI_EU_C_2017_63.xml", "EU:C:2017:63"),
        ("", "ECLI__ECLI_EU_T_2026_210.json", "EU:T:2026:210"),
        (
            '<ORDER><BIB.ORDER><NO.ECLI ECLI="ECLI:EU:C:2025:256">EU:C:2025:256</NO.ECLI></BIB.ORDER></ORDER>',
            "a.xml",
            "EU:C:2025:256",
        ),
        ("<p>ECLI identifier: ECLI:EU:C:2023:951</p>", "a.html", "EU:C:2023:951"),
    ],
)
def test_ecli_of_the_document_itself(content: str, name: str, ecli: str) -> None:
    assert identify_ecli(content.encode(), name) == ecli


@needs_real_files
@pytest.mark.parametrize("folder", ["html_2017_2018", "xhtml", "formex"])
def test_real_files_are_identified_without_their_names(folder: str) -> None:
    for path in real_files(folder):
        expected = re.match(r"6\d{4}[A-Z]{2}\d{4}(?:\(\d\d\))?", path.name)
        assert expected is not None
        assert identify_celex(path.read_bytes(), "document.xml") == expected[0]


@needs_real_files
def test_real_markdown_names_its_case() -> None:
    files = real_files("derived_text/gdpr_md")
    assert len(files) == 53
    for path in files:
        number, year = path.stem.split("-")[1:]
        assert identify_celex(path.read_bytes(), path.name) == f"620{year}CJ{int(number):04d}"


@needs_real_files
def test_real_portal_page() -> None:
    data = (CJEU / "eurlex_page/62022CJ0128.en.page.html").read_bytes()
    assert (identify_celex(data, "page.html"), identify_ecli(data, "page.html")) == (
        "62022CJ0128",
        "EU:C:2023:951",
    )
