"""The older layouts, on small decisions of our own writing."""

import datetime

import pytest

from legal_assets.passages.cjeu import parse_judgment
from legal_assets.passages.judgment import Judgment

HEAD = """<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><html lang="EN"><head>
<meta name="DC.title" content="EUR-Lex - 61979J9120 - EN">
<meta name="DC.description"
content="Judgment of the Court of 20 February 1980.  -  Honig AG v Wachs &amp; Co.  -  Bees.  -  Case 9120/79.  ">
<title>EUR-Lex - 61979J9120 - EN</title></head><body><h1>61979J9120</h1>
<div id="TexteOnly">
<p><a href="#SM">Summary</a><br/><a href="#MO">Grounds</a><br/><a href="#DI">Operative part</a><br/></p>
<h2>Keywords</h2><br/><em><p>++++</p><p>1 . BEES - CARRIAGE - LIABILITY </p></em>
<a name="SM"/><h2>Summary</h2><br/><em><p>1 . THE KEEPER IS LIABLE .</p><p>2 . THE CARRIER IS NOT .</p></em>
<a name="I1"/><h2>Parties</h2><br/><em><p>IN CASE 9120/79 </p><p>HONIG AG </p><p>AND</p><p>WACHS &amp; CO . </p></em>
"""
TAIL = """<a name="DI"/><h2>Operative part</h2><br/><em><p>ON THOSE GROUNDS ,</p><p>THE COURT HEREBY RULES :</p>
<p>1 . THE TREATY COVERS BEES .</p><p>2 . IT COVERS WASPS .</p></em></div></body></html>"""


def legacy(grounds: str, costs: str = "") -> Judgment:
    body = f'<a name="MO"/><h2>Grounds</h2><br/><em>{grounds}</em>'
    if costs:
        body += f'<a name="CO"/><h2>Decision on costs</h2><br/><em>{costs}</em>'
    return parse_judgment((HEAD + body + TAIL).encode())


def paragraphs(document: Judgment) -> list[tuple[str, str]]:
    return [(paragraph.printed, paragraph.text) for paragraph in document.paragraphs]


def test_header_of_an_older_decision() -> None:
    document = legacy("<p>1 BEES FLY .</p><p>2 THEY REST .</p>")
    assert (document.celex, document.case_numbers) == ("61979CJ9120", ("C-9120/79",))
    assert document.date == datetime.date(1980, 2, 20)
    assert document.names[:2] == ("Honig AG", "Wachs & Co")
    assert document.title.startswith("Judgment of the Court of 20 February 1980 – Honig AG")
    assert document.language == "en"


@pytest.mark.parametrize(
    ("grounds", "printed"),
    [
        ("<p>1 BEES FLY .</p><p>2 THEY REST .</p>", ["1", "2"]),
        ("<p>1 . BEES FLY .</p><p>2 . THEY REST .</p>", ["1 .", "2 ."]),
        ("<p>1. Bees fly.</p><p>2. They rest.</p>", ["1.", "2."]),
        ("<p>1BEES FLY .</p><p>2THEY REST .</p>", ["1", "2"]),
        ("<dl><dt>1<dd>Bees fly.<dt>2<dd>They rest.</dl>", ["1", "2"]),
        ("<p>1</p><p>Bees fly.</p><p>2</p><p>They rest.</p>", ["1", "2"]),
    ],
)
def test_ways_to_print_a_number(grounds: str, printed: list[str]) -> None:
    document = legacy(grounds)
    assert [paragraph.printed for paragraph in document.paragraphs] == printed
    texts = [paragraph.text.rstrip(" .").lower() for paragraph in document.paragraphs]
    assert texts == ["bees fly", "they rest"]
    assert document.problems == ()


def test_keywords_summary_and_operative_part_are_no_paragraphs() -> None:
    document = legacy("<p>1 BEES FLY .</p>")
    assert paragraphs(document) == [("1", "BEES FLY .")]
    assert "THE CARRIER IS NOT ." in document.text
    assert "IT COVERS WASPS ." in document.text


def test_costs_continue_the_numbering() -> None:
    document = legacy("<p>1 BEES FLY .</p><p>2 THEY REST .</p>", "<p>3 THE COSTS ARE NOT RECOVERABLE .</p>")
    assert [paragraph.number for paragraph in document.paragraphs] == [1, 2, 3]
    assert [paragraph.heading_path for paragraph in document.paragraphs] == [
        ("Grounds",),
        ("Grounds",),
        ("Decision on costs",),
    ]


def test_costs_without_a_number_end_the_last_paragraph() -> None:
    document = legacy("<p>1 BEES FLY .</p><p>2 THEY REST .</p>", "<p>THE COSTS ARE NOT RECOVERABLE .</p>")
    assert paragraphs(document)[-1] == ("2", "THEY REST .")


def test_paragraphs_run_together_are_split_where_the_sequence_proves_it() -> None:
    document = legacy(
        "<p>1BY ORDER OF 3 MAY 1979 THE COURT ASKED .  2IT APPEARS THAT BEES FLY .  3THE KEEPER IS LIABLE .</p>",
        "<p>4THE COSTS ARE NOT RECOVERABLE .</p>",
    )
    assert paragraphs(document) == [
        ("1", "BY ORDER OF 3 MAY 1979 THE COURT ASKED ."),
        ("2", "IT APPEARS THAT BEES FLY ."),
        ("3", "THE KEEPER IS LIABLE ."),
        ("4", "THE COSTS ARE NOT RECOVERABLE ."),
    ]
    assert [paragraph.flags for paragraph in document.paragraphs] == [(), ("split",), ("split",), ()]


def test_a_run_behind_the_last_paragraph_proves_itself() -> None:
    document = legacy("<p>1 Bees fly.2 They rest.3 They fly again.</p>")
    assert paragraphs(document) == [("1", "Bees fly."), ("2", "They rest."), ("3", "They fly again.")]


def test_a_single_number_behind_the_last_paragraph_is_only_flagged() -> None:
    document = legacy("<p>1 Bees fly.</p><p>2 See Article 4. 3 Bees make a swarm.</p>")
    assert [paragraph.number for paragraph in document.paragraphs] == [1, 2]
    assert document.paragraphs[-1].flags == ("before-gap",)
    assert document.problems == ("the last paragraph may hold paragraph 3 as well",)


def test_an_article_quoted_with_its_numbers() -> None:
    document = legacy(
        "<p>1 Bees fly.</p><p>2 Article 3 provides:</p><p>1. Bees may fly.</p><p>2. Bees may rest.</p>"
        "<p>3. Bees may sting.</p><p>3 It follows that they may.</p><p>4 They do.</p>"
    )
    assert [paragraph.number for paragraph in document.paragraphs] == [1, 2, 3, 4]
    assert document.paragraphs[1].text == "Article 3 provides:\n1. Bees may fly.\n2. Bees may rest.\n3. Bees may sting."


def test_an_article_quoted_in_the_same_print_as_the_paragraphs() -> None:
    document = legacy(
        "<p>1 . BEES FLY .</p><p>2 . ARTICLE 3 PROVIDES :</p><p>1 . BEES MAY FLY .</p><p>2 . BEES MAY REST .</p>"
        "<p>3 . IT FOLLOWS THAT THEY MAY .</p><p>4 . THEY DO .</p>"
    )
    assert [paragraph.text.partition("\n")[0] for paragraph in document.paragraphs] == [
        "BEES FLY .",
        "ARTICLE 3 PROVIDES :",
        "IT FOLLOWS THAT THEY MAY .",
        "THEY DO .",
    ]


def test_years_and_amounts_are_no_numbers() -> None:
    document = legacy(
        "<p>1 Prices were as follows:</p><p>1981: 557.9; 1982: 578.1;</p><p>10 000 tonnes in all.</p>"
        "<p>2 They fell.</p>"
    )
    assert [paragraph.number for paragraph in document.paragraphs] == [1, 2]


def test_headings_between_paragraphs() -> None:
    document = legacy(
        "<p>I - The first plea </p><p>A - Access to the hive </p><p>1 Bees fly.</p>"
        "<p>B - Honey </p><p>2 It is sweet.</p><p>II - The second plea </p><p>3 Bees rest.</p>"
    )
    assert [paragraph.heading_path[1:] for paragraph in document.paragraphs] == [
        ("I - The first plea", "A - Access to the hive"),
        ("I - The first plea", "B - Honey"),
        ("II - The second plea",),
    ]


def test_a_decision_without_numbers_is_counted() -> None:
    document = legacy(
        "<p>I - PROCEDURE </p><p>NO OBJECTION HAS BEEN RAISED .</p>"
        "<p>II - SUBSTANCE </p><p>BEES FLY .</p><p>THEY REST .</p>"
        "<p>THEY ASK :</p><p>1 . WHETHER BEES FLY .</p><p>2 . WHETHER BEES REST .</p>",
        "<p>THE COSTS ARE NOT RECOVERABLE .</p>",
    )
    assert [(paragraph.number, paragraph.printed) for paragraph in document.paragraphs] == [
        (number, "") for number in range(1, 8)
    ]
    assert {paragraph.flags for paragraph in document.paragraphs} == {("unnumbered",)}
    assert document.paragraphs[1].heading_path == ("Grounds", "II - SUBSTANCE")
    assert document.paragraphs[-1].heading_path == ("Decision on costs",)


SIMPLIFIED = """<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head>
<meta content="html-simplified; charset=utf-8" http-equiv="content-type"/><title>62009TO9488_EN</title></head><body>
<div class="listNotice"><div class="texte"><p><a href="#I1">Parties</a><br/><a href="#MO">Grounds</a></p>
<a name="I1"/><h2 class="rech">Parties</h2><p>In Case T\u20119488/09,</p><p>Honig AG, established in Wachsheim,</p>
<p>applicant,</p><p>v</p><p>Office for Bees,</p><p>defendant,</p><p>THE GENERAL COURT (Second Chamber),</p>
<a name="MO"/><h2 class="rech">Grounds</h2><p>Order </p><p>Background </p><p>1. Honig keeps bees.</p>
<p>– they fly;</p><p>– they rest.</p><p>2. The Office refused (1).</p>
<a name="DI"/><h2 class="rech">Operative part</h2><p>On those grounds,</p><p>1. The action is dismissed.</p>
<p>Luxembourg, 22 January 2010.</p></div></div></body></html>"""


def test_simplified_layout() -> None:
    document = parse_judgment(SIMPLIFIED.encode())
    assert (document.celex, document.kind, document.court) == ("62009TO9488", "order", "general-court")
    assert document.date == datetime.date(2010, 1, 22)
    assert document.names == ("Honig AG", "Office for Bees")
    assert paragraphs(document) == [
        ("1.", "Honig keeps bees.\n– they fly;\n– they rest."),
        ("2.", "The Office refused (1)."),
    ]
    assert document.paragraphs[0].heading_path == ("Grounds", "Background")


def test_footnotes_of_an_opinion_are_not_its_last_paragraph() -> None:
    opinion = (
        "<html><head><title>62006CC9341_EN</title></head><body><div class='listNotice'><div class='texte'>"
        "<a name='OP'/><h2 class='rech'>Opinion of the Advocate-General</h2>"
        "<p>1. Bees fly. (1)</p><p>2. They rest. (2)</p>"
        "<p>(1) –\tParagraph 1 of the order.</p><p>(2) –\tIbid.</p></div></div></body></html>"
    )
    document = parse_judgment(opinion.encode())
    assert document.kind == "opinion"
    assert paragraphs(document) == [("1.", "Bees fly. (1)"), ("2.", "They rest. (2)")]


def test_grounds_alone_as_lines_of_mark_up() -> None:
    lines = "".join(f"<p>{number} Bees number {number} fly.  </p>\n" for number in range(1, 8))
    document = parse_judgment(lines.encode())
    assert [paragraph.number for paragraph in document.paragraphs] == list(range(1, 8))
    assert document.celex is None
    assert parse_judgment(lines.encode(), celex="61979CJ9120").celex == "61979CJ9120"


def test_text_made_of_an_older_decision() -> None:
    text = """Avis juridique important
61979J9120
Judgment of the Court of 20 February 1980.  -  Honig AG v Wachs & Co.  -  Case 9120/79.
Parties
Grounds
Decision on costs
Operative part
Parties
IN CASE 9120/79
Grounds
1BEES FLY .   2THEY REST .   3THEY FLY AGAIN .
Decision on costs
4COSTS ARE NOT RECOVERABLE .
Operative part
ON THOSE GROUNDS , THE COURT HEREBY RULES : 1 . BEES FLY .
"""
    document = parse_judgment(text.encode())
    assert paragraphs(document) == [
        ("1", "BEES FLY ."),
        ("2", "THEY REST ."),
        ("3", "THEY FLY AGAIN ."),
        ("4", "COSTS ARE NOT RECOVERABLE ."),
    ]
    assert document.case_numbers == ("C-9120/79",)
