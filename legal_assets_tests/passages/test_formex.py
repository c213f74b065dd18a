"""Formex, on a small decision of our own writing."""

import datetime

from legal_assets.passages.cjeu import parse_judgment
from legal_assets.passages.judgment import Judgment

HEAD = """<?xml version="1.0" encoding="UTF-8"?><JUDGMENT><BIB.JUDGMENT>
<REF.CASE FILE="n.a."><NO.CASE>C-9001/19</NO.CASE></REF.CASE><NO.CELEX>62019CJ9001</NO.CELEX>
<NO.ECLI ECLI="ECLI:EU:C:2021:9101">EU:C:2021:9101</NO.ECLI></BIB.JUDGMENT>
<CURR.TITLE><PAGE.HEADER><P>Judgment of <DATE ISO="20210303">3. 3. 2021</DATE></P><P>Honig and Others</P>
</PAGE.HEADER></CURR.TITLE>
<TITLE><TI><P><HT TYPE="UC">Judgment of the Court</HT> (Third Chamber)</P><P><DATE ISO="20210303">3 March 2021
</DATE><NOTE TYPE="FOOTNOTE" NUMBERING="STAR" NOTE.ID="E0001"><P>Language of the case: German.</P></NOTE></P></TI>
</TITLE><INDEX><KEYWORD>Bees</KEYWORD><KEYWORD>Liability</KEYWORD></INDEX>
<JUDGMENT.INIT><P>In Case C\u20119001/19,</P></JUDGMENT.INIT>
<PARTIES><PLAINTIFS><P><HT TYPE="BOLD">Honig GmbH</HT></P></PLAINTIFS><AGAINST>v</AGAINST>
<DEFENDANTS><P><HT TYPE="BOLD">Stadt Wachsheim,</HT></P></DEFENDANTS></PARTIES>
<CONTENTS.JUDGMENT>"""
TAIL = """<JURISDICTION><INTRO><P>On those grounds, the Court hereby rules:</P></INTRO>
<LIST TYPE="ARAB"><ITEM><NP><NO.P>1.</NO.P><TXT>Bees are goods.</TXT></NP></ITEM></LIST></JURISDICTION>
</CONTENTS.JUDGMENT><SIGNATURE.CASE><SIGNATORY><P>A. Biene</P></SIGNATORY></SIGNATURE.CASE></JUDGMENT>"""


def section(level: int, title: str, body: str) -> str:
    return f'<GR.SEQ LEVEL="{level}"><TITLE><TI><P><HT TYPE="BOLD">{title}</HT></P></TI></TITLE>{body}</GR.SEQ>'


def numbered(number: int, text: str, more: str = "") -> str:
    return f'<NP.ECR IDENTIFIER="NP{number:04d}"><NO.P>{number}</NO.P><TXT>{text}</TXT>{more}</NP.ECR>'


def formex(body: str) -> Judgment:
    return parse_judgment((HEAD + body + TAIL).encode())


def test_header() -> None:
    document = formex(section(1, "Judgment", numbered(1, "Bees fly.")))
    assert (document.celex, document.ecli, document.kind) == ("62019CJ9001", "EU:C:2021:9101", "judgment")
    assert document.date == datetime.date(2021, 3, 3)
    assert document.names == ("Honig and Others", "Honig GmbH", "Stadt Wachsheim")
    assert document.title == "JUDGMENT OF THE COURT (Third Chamber) 3 March 2021 – Honig and Others – C-9001/19"


def test_quotations_lists_and_footnotes() -> None:
    quoted = (
        '<QUOT.S LEVEL="1"><PARAG><NO.PARAG><QUOT.START CODE="2018"/>1.</NO.PARAG>'
        "<ALINEA>Bees may fly.</ALINEA></PARAG>"
        '<PARAG><NO.PARAG>2.</NO.PARAG><ALINEA>They may rest.<QUOT.END CODE="2019"/></ALINEA></PARAG></QUOT.S>'
    )
    listed = (
        '<P><LIST TYPE="NDASH"><ITEM><P>one;</P></ITEM><ITEM><NP><NO.P>(a)</NO.P><TXT>two.</TXT></NP></ITEM></LIST></P>'
    )
    note = '<NOTE TYPE="FOOTNOTE" NUMBERING="ARAB" NOTE.ID="E0002"><P>OJ 2016 L 119.</P></NOTE>'
    document = formex(
        section(
            1,
            "Law",
            numbered(1, "Article 3 reads:", quoted) + numbered(2, f"It says{note} this:<?PAGE NO='2'?>", listed),
        )
    )
    assert [paragraph.text for paragraph in document.paragraphs] == [
        "Article 3 reads:\n‘1. Bees may fly.\n2. They may rest.’",
        "It says (2) this:\n– one;\n– (a) two.",
    ]
    assert document.text.endswith("A. Biene\n(*1) Language of the case: German.\n(2) OJ 2016 L 119.")


def test_sections_make_the_heading_path() -> None:
    document = formex(
        section(1, "Judgment", numbered(1, "One."))
        + section(
            1, "Law", section(2, "Union law", numbered(2, "Two.")) + section(2, "National law", numbered(3, "Three."))
        )
    )
    assert [paragraph.heading_path for paragraph in document.paragraphs] == [
        (),
        ("Law", "Union law"),
        ("Law", "National law"),
    ]


def test_references_become_links() -> None:
    reference = (
        '<REF.DOC.ECR><DATE ISO="20121004">4 October 2012</DATE>, <NAME.CASE>Imker</NAME.CASE> '
        '(<NO.CASE>C\u20119249/11</NO.CASE>, <NO.ECLI ECLI="ECLI:EU:C:2012:9608">EU:C:2012:9608</NO.ECLI>, '
        'paragraphs <REF.NP.ECR REF="NP0030">30</REF.NP.ECR> and '
        '<REF.NP.ECR REF="NP0105">105</REF.NP.ECR></REF.DOC.ECR>)'
    )
    paragraph = formex(section(1, "Law", numbered(1, f"See judgment of {reference}."))).paragraphs[0]
    assert paragraph.text == (
        "See judgment of 4 October 2012, Imker (C\u20119249/11, EU:C:2012:9608, paragraphs 30 and 105)."
    )
    assert [(paragraph.text[link.start : link.end], link.ecli, link.point) for link in paragraph.links] == [
        ("C\u20119249/11", "EU:C:2012:9608", None),
        ("EU:C:2012:9608", "EU:C:2012:9608", None),
        ("30", "EU:C:2012:9608", 30),
        ("105", "EU:C:2012:9608", 105),
    ]
