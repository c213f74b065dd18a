"""Reading rulings from pages, snapshots and text, in the court's forms but with words of our own."""

import json
from contextlib import suppress
from typing import Any

import pytest

from legal_assets.passages.bge import decode_ruling, parse_ruling
from legal_assets.passages.bge_ruling import Ruling, UnreadableRuling
from legal_assets.text.bge_number import RulingNumber

PAGE = """<!DOCTYPE html><html lang="de"><head><title>151 II 40</title><script>var a = "<p>";</script></head><body>
<div class="nav">Rechtsprechung</div>
<div id="highlight_content" class="box"><div class="content">
  <a name="idp1"></a><div class="big bold">Urteilskopf</div>
<br>151 II 40<br><br><div class="paraatf">4. Auszug aus dem Urteil der II. Abteilung i.S. Muster AG gegen Amt
 (Beschwerde) </div><div class="paraatf">2C_7/2024 / 2C_8/2024 vom 3. März 2025</div>
  <a name="idp2"></a><br><div id="regeste" lang="de"><div class="big bold">Regeste&nbsp;a</div>
<br><div class="paraatf"><span class="artref">Art. 3 Abs. 1
 <sup>bis</sup> BBG</span>; Gebühr.<div class="paratf">Die Gebühr muss einen Grund haben (E. 2). </div></div></div>
<div id="regeste" lang="de"><div class="big bold">Regeste&nbsp;b</div>
<br><div class="paraatf">Art. 9 BV; Mass.<div class="paratf">Das Mass ist zu begründen (E. 2.1). </div></div></div>
  <br><div><a name="idp3"></a><span class="big bold" id="sachverhalt">Sachverhalt</span>
 <span class="small">ab Seite 41</span></div>
<br><div class="paraatf"><a name="page41"></a><div class="center pagebreak">BGE 151 II 40 S. 41</div></div>
<br><div class="paraatf"><a name="idp4"></a><span class="bold">A. </span>A. betreibt ein Gasthaus.</div>
<div class="paraatf">Das Amt verlangte eine <a name="page42"></a><div class="center pagebreak">BGE 151 II 40 S. 42</div>
Gebühr.</div>
<br><div class="paraatf"><span class="bold">B. </span>B. erhob Beschwerde.</div>
<div class="paraatf"><i>Aus den Erwägungen:</i></div>
  <br><div><span class="big bold" id="erwaegungen">Erwägungen</span></div>
<br><div class="paraatf"><a name="idp5"></a><span class="bold" id="consideration_2.">2. </span></div>
<br><div class="paraatf"><span class="bold" id="consideration_2.1">2.1 </span>Eine Gebühr ist zulässig, wenn sie einen
 Grund hat (<a class="bgeref_id" href="x?highlight_docid=atf%3A%2F%2F140-II-428%3Ade#page428">BGE 140 II 428</a>
 E. 2.1 S. 430 f.).</div>
<div class="paraatf">Sie darf nicht <a name="page43"></a><div class="center pagebreak">BGE 151 II 40 S. 43</div>
übermässig sein.</div>
<br><div class="paraatf"><span class="bold" id="consideration_3.">3. </span>Die Beschwerde ist begründet. 3.1 ist keine
 Erwägung.</div>
</div><div class="box_bottom_line"></div></div>
<div id="highlight_boxes"><div id="highlight_references"><p>BGE: <a href="y">140 II 428</a></p></div></div>
</body></html>"""

OLD_PAGE = """<div id="highlight_content" class="box"><div class="content">
<div class="big bold">Urteilskopf</div><br>98 II 15<br>
<div class="paraatf">3. Urteil der I. Zivilabteilung vom 4. Februar 1972 i.S. Huber gegen Keller.</div>
<div id="regeste" lang="de"><div class="big bold">Regeste</div><div class="paraatf">Kauf. Art. 201 OR.</div></div>
<div class="paraatf"><span class="big bold" id="sachverhalt">Sachverhalt</span> <span>ab Seite 15</span></div>
<div class="paraatf">A.- Huber verkaufte Keller einen Wagen.</div>
<div class="paraatf">B.- Keller klagte.</div>
<div class="paraatf"><span class="big bold" id="erwaegungen">Erwägungen</span></div>
<div class="paraatf">Das Bundesgericht zieht in Erwägung:</div>
<div class="paraatf">1.- Die Berufung ist zulässig.</div>
<div class="paraatf">2.- a) Der Käufer muss die Sache prüfen.</div>
<div class="paraatf">Er muss es rasch tun.</div>
<div class="paraatf">b) aa) Der Wagen fuhr.</div>
<div class="paraatf"><div class="center pagebreak">BGE 98 II 15 S. 16</div></div>
<div class="paraatf">bb) Er fuhr aber schlecht:</div>
<div class="paraatf">1. Er zog nach links.</div>
<div class="paraatf">c) Der Käufer hat gerügt.</div>
<div class="paraatf">3.- Die Klage ist gutzuheissen.</div>
</div></div>"""

TEXT = """Urteilskopf

130 III 70

9. Estratto della sentenza della I Corte civile nella causa Rossi contro Bianchi (ricorso)
4C.9/2003 del 2 dicembre 2003

Regesto

Art. 18 CO; interpretazione.
Il giudice cerca la volontà delle parti (consid. 2).

Rossi ha chiesto a Bianchi il ""prezzo"" convenuto. Bianchi non ha pagato e il giudice ha respinto la causa.

Considerandi

Dai considerandi:

2. Il giudice cerca la volontà comune delle parti.
Essa prevale sulla dichiarazione.

2.1 Nel caso concreto la volontà è chiara.

3.2.1 Il ricorso è accolto.
"""


def ids(ruling: Ruling) -> list[str]:
    return [section.id for section in ruling.sections]


def texts(ruling: Ruling) -> dict[str, str]:
    return {section.id: section.text for section in ruling.sections}


def snapshot(**fields: Any) -> bytes:
    entry = {
        "nummer": "149 III 12",
        "datum": "2023-01-17",
        "sprache": "fr",
        "azaUrteil": {"aktenzeichen": "4A_5/2022"},
        "regeste": {
            "sprachfassungen": [
                {"sprache": "de", "kopf": "Art. 1 OR.", "absaetze": ["Vertrag (E. 2)."]},
                {"sprache": "fr", "kopf": "Art. 1 CO.", "absaetze": ["Contrat (consid. 2)."]},
            ]
        },
        "abschnitte": [
            {"typ": "erwaegung", "bloecke": [{"marke": "E. 1", "text": "Le recours est recevable en la forme."}]}
        ],
        "auszugAbschnitte": [
            {"typ": "sachverhalt", "bloecke": [{"marke": "A.", "text": "A. a vendu une montre à B."}]},
            {
                "typ": "erwaegung",
                "bloecke": [
                    {"marke": "E. 2", "text": "Le contrat BGE 149 III 12 S. 14 lie les parties."},
                    {"marke": "E. 2.1", "text": "Il faut une volonté commune (ATF 144 III 93 consid. 5.2)."},
                ],
            },
        ],
    } | fields
    return json.dumps({"erzeugt": "2026-01-01", "eintraege": [entry]}).encode()


def test_a_page_of_the_court() -> None:
    ruling = parse_ruling(PAGE.encode())
    assert ruling.number == RulingNumber(151, "II", 40)
    assert (ruling.doc_id, ruling.language, ruling.problems) == ("bge-151-ii-40", "de", ())
    assert ruling.dockets == ("2C_7/2024", "2C_8/2024")
    assert str(ruling.date) == "2025-03-03"
    assert ids(ruling) == ["ra-de", "rb-de", "fa", "fb", "e2", "e2.1", "e3"]
    assert [section.label for section in ruling.considerations] == ["2.", "2.1", "3."]
    assert ruling.titles == {"de": "Art. 3 Abs. 1 bis BBG; Gebühr."}
    assert texts(ruling)["ra-de"] == "Art. 3 Abs. 1 bis BBG; Gebühr.\nDie Gebühr muss einen Grund haben (E. 2)."
    assert texts(ruling)["fa"] == "A. betreibt ein Gasthaus.\nDas Amt verlangte eine Gebühr."
    assert texts(ruling)["e2"] == ""
    assert texts(ruling)["e2.1"] == (
        "Eine Gebühr ist zulässig, wenn sie einen Grund hat (BGE 140 II 428 E. 2.1 S. 430 f.).\n"
        "Sie darf nicht übermässig sein."
    )


def test_sections_and_pages_point_into_the_text() -> None:
    ruling = parse_ruling(PAGE.encode())
    for section in ruling.sections:
        assert ruling.text[section.start : section.end] == section.text
    begins = {anchor.page: ruling.text[anchor.offset :].split("\n")[0] for anchor in ruling.pages}
    assert begins == {
        40: "Art. 3 Abs. 1 bis BBG; Gebühr.",
        41: "A. betreibt ein Gasthaus.",
        42: "Gebühr.",
        43: "übermässig sein.",
    }
    assert ruling.last_page == 43
    assert [ruling.page_of(section.start) for section in ruling.considerations] == [42, 42, 43]


def test_an_old_page_numbers_with_letters_and_without_anchors() -> None:
    ruling = parse_ruling(OLD_PAGE.encode())
    assert str(ruling.date) == "1972-02-04"
    assert ids(ruling) == ["r-de", "fa", "fb", "e1", "e2a", "e2b-aa", "e2b-bb", "e2c", "e3"]
    assert [section.path for section in ruling.considerations][1:3] == [("2", "a"), ("2", "b", "aa")]
    assert texts(ruling)["e2a"] == "Der Käufer muss die Sache prüfen.\nEr muss es rasch tun."
    assert texts(ruling)["e2b-bb"] == "Er fuhr aber schlecht:\n1. Er zog nach links."
    assert [anchor.page for anchor in ruling.pages] == [15, 16]


def test_a_letter_that_has_its_own_anchor_stands_below_the_number_before_it() -> None:
    page = OLD_PAGE.replace("2.- a) Der", '<span id="consideration_2.">2.- a) </span>Der').replace(
        "b) aa) Der", '<span id="consideration_2.b">b) aa) </span>Der'
    )
    assert ids(parse_ruling(page.encode())) == ids(parse_ruling(OLD_PAGE.encode()))


def test_plain_text_without_a_heading_of_the_facts() -> None:
    ruling = parse_ruling(TEXT.encode())
    assert (ruling.language, str(ruling.date), ruling.dockets) == ("it", "2003-12-02", ("4C.9/2003",))
    assert ids(ruling) == ["r", "f", "e2", "e2.1", "e3.2.1"]
    assert texts(ruling)["f"].startswith('Rossi ha chiesto a Bianchi il "prezzo" convenuto.')
    assert texts(ruling)["e2"] == "Il giudice cerca la volontà comune delle parti.\nEssa prevale sulla dichiarazione."
    assert ruling.headnotes[0].language == "it"


def test_a_snapshot() -> None:
    ruling = parse_ruling(snapshot())
    assert (ruling.doc_id, ruling.language, str(ruling.date)) == ("bge-149-iii-12", "fr", "2023-01-17")
    assert ids(ruling) == ["r-de", "r-fr", "fa", "e2", "e2.1"]
    assert texts(ruling)["e2"] == "Le contrat lie les parties."
    assert ruling.titles == {"de": "Art. 1 OR.", "fr": "Art. 1 CO."}
    assert [anchor.page for anchor in ruling.pages] == [12, 14]


def test_a_snapshot_without_an_excerpt_of_the_considerations() -> None:
    facts = [{"typ": "sachverhalt", "bloecke": [{"marke": "A.", "text": "A. a vendu une montre à B."}]}]
    ruling = parse_ruling(snapshot(auszugAbschnitte=facts))
    assert ids(ruling) == ["r-de", "r-fr", "fa", "e1"]
    assert ruling.problems == ("the excerpt has no consideration; those of the complete judgment were taken",)


def test_a_year_without_a_day_is_no_date() -> None:
    assert parse_ruling(snapshot(datum="2023-01-01")).date is None


def test_a_page_in_latin_1() -> None:
    assert parse_ruling(PAGE.encode("latin-1")).text == parse_ruling(PAGE.encode()).text


def test_the_name_says_which_ruling_it_is_where_the_file_does_not() -> None:
    without = OLD_PAGE.replace("<br>98 II 15<br>", "").encode()
    assert parse_ruling(without, "98_II_15.html").doc_id == "bge-98-ii-15"
    named = parse_ruling(OLD_PAGE.encode(), "98_II_99.html")
    assert named.problems == ("the file is known as BGE 98 II 99 but states BGE 98 II 15",)


MIXED = [{"marke": f"E. {n}", "text": f"Le contrat BGE 149 III 30 S. {30 + n} lie les parties."} for n in range(1, 5)]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty-file"),
        (b" \n", "empty-file"),
        (PAGE.encode()[:-4000] + b"\xff\xfe" + PAGE.encode()[-4000:], "undecodable"),
        (PAGE.encode("utf-16"), "undecodable"),
        (b"<html><body>Request rejected</body></html>", "no-judgment"),
        (b"Ein Text ohne alles.", "no-judgment"),
        (b"[1, 2", "wrong-shape"),
        (b"{}", "wrong-shape"),
        (b'{"eintraege": [{}, {}]}', "several-rulings"),
        (snapshot(nummer="4A_5/2022"), "other-decision"),
        (snapshot(abschnitte=[], auszugAbschnitte=[]), "no-considerations"),
        (snapshot(auszugAbschnitte=[{"typ": "erwaegung", "bloecke": MIXED}]), "mixed-rulings"),
        (b'<div id="regeste" lang="de"><div class="paraatf">Art. 1 OR.</div></div>', "no-number"),
        (b"{" + b"[" * 100_000, "wrong-shape"),
    ],
)
def test_what_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableRuling) as refusal:
        parse_ruling(data)
    assert refusal.value.reason == reason
    assert isinstance(refusal.value, ValueError)


@pytest.mark.parametrize("value", [None, 3, "text", [1], {"typ": "erwaegung"}, [{"typ": "erwaegung"}], [[]]])
@pytest.mark.parametrize(
    "field", ["regeste", "abschnitte", "auszugAbschnitte", "azaUrteil", "datum", "sprache", "nummer"]
)
def test_a_snapshot_of_another_shape_is_read_or_refused_with_a_reason(field: str, value: object) -> None:
    with suppress(UnreadableRuling):
        assert parse_ruling(snapshot(**{field: value})).considerations


def test_a_file_over_the_limit_is_refused() -> None:
    with pytest.raises(UnreadableRuling, match="too-large"):
        parse_ruling(PAGE.encode(), limit=100)


def test_decoding_drops_a_byte_order_mark() -> None:
    assert decode_ruling(b"\xef\xbb\xbfWort") == "Wort"
