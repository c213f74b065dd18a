"""The Word export, on small decisions of our own writing: upper-case tags, open paragraphs, numbers in the text."""

import datetime

from legal_assets.passages.cjeu import parse_judgment
from legal_assets.passages.judgment import Judgment

HEAD = """<HTML><HEAD><META http-equiv="Content-Type" content="text/html; charset=UTF-8"><TITLE></TITLE></HEAD><BODY>
<P>Provisional text</P>
<P class="C19Centre">JUDGMENT OF THE GENERAL COURT (Fifth Chamber)</P>
<P class="C19Centre">25 February 2026 (<A HREF="#Footnote*" NAME="Footref*">*</A>)</P>
<P class="C71Indicateur">( Customs – Bees )</P>
<P class="C02AlineaAltA">In Case T\u20119069/25,</P>
<P class="C02AlineaAltA"><B>Honig GmbH</B></P>
<P class="C72Alineacentre">v</P>
<P class="C02AlineaAltA"><B>Hauptzollamt Wachsheim,</B></P>
<P class="C02AlineaAltA">gives the following</P>
<P class="C75Debutdesmotifs"><B>Judgment</B></P>
"""
TAIL = """<P class="C41DispositifIntroduction">On those grounds,</P>
<P class="C19Centre">THE GENERAL COURT (Fifth Chamber)</P>
<P class="C02AlineaAltA">hereby rules:</P>
<P class="C42Dispositifalinea"><B>1. Bees are goods.</B>
<P class="C49FootnoteLangue"><A HREF="#Footref*" NAME="Footnote*">*</A>      Language of the case: German.</P>
</BODY></HTML>"""


def point(number: int, text: str, anchor: int | None = None) -> str:
    name = number if anchor is None else anchor
    return f'<P class="C01PointnumeroteAltN">\n<A NAME="point{name}">{number}</A>        {text}</P>\n'


def export(*body: str) -> Judgment:
    return parse_judgment((HEAD + "".join(body) + TAIL).encode())


def test_header_and_paragraphs() -> None:
    document = export(point(1, "Bees are imported."), point(2, "They fly."))
    assert (document.celex, document.kind, document.court) == ("62025TJ9069", "judgment", "general-court")
    assert document.date == datetime.date(2026, 2, 25)
    assert document.names == ("Honig GmbH", "Hauptzollamt Wachsheim")
    assert document.title == (
        "JUDGMENT OF THE GENERAL COURT (Fifth Chamber) 25 February 2026"
        " – Honig GmbH / Hauptzollamt Wachsheim – T-9069/25"
    )
    assert [(paragraph.printed, paragraph.text) for paragraph in document.paragraphs] == [
        ("1", "Bees are imported."),
        ("2", "They fly."),
    ]
    assert document.problems == ()


def test_headings_and_broken_nesting() -> None:
    document = export(
        point(1, "Bees are imported."),
        '<P class="C04Titre1"> <B>Legal context</B>\n</P>',
        '<P class="C05Titre2"> <I><B>International law</B></I>\n',
        '<P class="C01PointnumeroteAltN">\n',
        point(2, "Article 1 reads:"),
        '<P class="C03Tiret">–        one;</P><P class="C03Tiret">–        two.</P>',
        '<P class="C04Titre1"> <B>Costs</B>\n</P>',
        point(3, "Costs are not recoverable."),
    )
    assert [paragraph.heading_path for paragraph in document.paragraphs] == [
        (),
        ("Legal context", "International law"),
        ("Costs",),
    ]
    assert document.paragraphs[1].text == "Article 1 reads:\n– one;\n– two."


def test_the_printed_number_counts_not_the_anchor() -> None:
    document = export(point(1, "One.", anchor=5), point(2, "Two.", anchor=5))
    assert [paragraph.number for paragraph in document.paragraphs] == [1, 2]


def test_the_operative_part_is_no_paragraph() -> None:
    document = export(point(1, "One."))
    assert document.paragraphs[-1].text == "One."
    assert document.text.endswith("hereby rules:\n1. Bees are goods.\n* Language of the case: German.")
