"""References to leading decisions in running text, in words of our own."""

import pytest

from legal_assets.citations.bge import find_bge_references
from legal_assets.citations.bge_reference import BgeReference
from legal_assets.text.bge_number import RulingNumber


def written(text: str, own: RulingNumber | None = None) -> list[str]:
    """What was found, each in one line: kind, number, considerations, pages."""
    return [in_one_line(reference) for reference in find_bge_references(text, own)]


def in_one_line(reference: BgeReference) -> str:
    pinpoint = reference.pinpoint
    considerations = "E " + " ".join((*pinpoint.considerations, pinpoint.considerations_following)).strip()
    pages = "S " + " ".join((*pinpoint.pages, pinpoint.pages_following)).strip()
    parts = [reference.kind, reference.canonical.removeprefix("BGE "), considerations, pages]
    return " | ".join(part for part in parts if part not in ("E ", "S "))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Siehe BGE 141 IV 108.", ["full | 141 IV 108"]),
        ("Selon l'ATF 143 III 666 consid. 5.3.3, c'est vrai.", ["full | 143 III 666 | E 5.3.3"]),
        ("Secondo la DTF 139 II 404 consid. 5 pag. 410 seg.", ["full | 139 II 404 | E 5 | S 410 seg."]),
        ("Cf. BGE 60 II 98, p. 99 et seq.", ["full | 60 II 98 | S 99 et seq."]),
        ("BGE 150V 129 E. 5.4", ["full | 150 V 129 | E 5.4"]),
        ("DTF 143 Il 57 consid. 3.6", ["full | 143 II 57 | E 3.6"]),
        ("BGE 20 940 E. 7 S. 951 f.", ["full | 20 940 | E 7 | S 951 f."]),
        ("RO 93 II 439 und RO 2005 1234", ["full | 93 II 439"]),
        ("BGE 41 II S. 98", ["full | 41 II 98"]),
        ("ATF 98 V 257 Erw. 1", ["full | 98 V 257 | E 1"]),
        ("BGE 112 II 330 consid.\xa02a, b.", ["full | 112 II 330 | E 2a 2b"]),
        ("BGE 118 II 32 consid. 3d); anders", ["full | 118 II 32 | E 3d"]),
        ("(so BGE 118 II 32 E. 3d)", ["full | 118 II 32 | E 3d"]),
        ("BGE 124 I 289 E. 3c-3e und 4a S. 292 ff.", ["full | 124 I 289 | E 3c-3e 4a | S 292 ff."]),
        ("ATF 132 III 18 consid. 4.1 p. 20/21", ["full | 132 III 18 | E 4.1 | S 20/21"]),
        ("ATF 146 III 37 consid. 5 et 7 p. 41-43 et 45 s.", ["full | 146 III 37 | E 5 7 | S 41-43 45 s."]),
        ("BGE 135 I 28 E. 3.1.1 S. 31 und 3.1.2 S. 32", ["full | 135 I 28 | E 3.1.1 3.1.2 | S 31 32"]),
        ("BGE 134 III 193 S. 195 E. 2", ["full | 134 III 193 | E 2 | S 195"]),
        ("BGE 134 III 193, 195.", ["full | 134 III 193 | S 195"]),
        ("BGE 149 III 218 2.2.3", ["full | 149 III 218 | E 2.2.3"]),
        ("ATF 145 III 20 consid. consid. 4.3.2", ["full | 145 III 20 | E 4.3.2"]),
        ("ATF 104 II 348 consid. II/1", ["full | 104 II 348 | E II/1"]),
        ("ATF 142 IV 11 précité consid. 1.2.1 p. 13", ["full | 142 IV 11 | E 1.2.1 | S 13"]),
        ("ATF 145 II 229 en particulier consid. 6 p. 237 ss", ["full | 145 II 229 | E 6 | S 237 ss"]),
        ("ATF 148 IV 82 consid. 5.1-5.1.3 et consid. 5.3.2", ["full | 148 IV 82 | E 5.1-5.1.3 5.3.2"]),
        ("ATF 147 II 61 consid. 3 et 4 [indépendance]", ["full | 147 II 61 | E 3 4"]),
        ("BGE 139 III 67 E. 2.4.1 f. S. 73 f.", ["full | 139 III 67 | E 2.4.1 f. | S 73 f."]),
        ("bge_BGE_136_III_510", ["full | 136 III 510"]),
    ],
)
def test_one_reference(text: str, found: list[str]) -> None:
    assert written(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "cf. ATF 139 III 126 consid. 3; 116 II 783 consid. 2a.",
            ["full | 139 III 126 | E 3", "listed | 116 II 783 | E 2a"],
        ),
        (
            "BGE 118 II 447 E. 1b/bb S. 450; vgl. auch 75 II 57 E. 3a S. 65 ff.; ferner 74 II 30",
            ["full | 118 II 447 | E 1b/bb | S 450", "listed | 75 II 57 | E 3a | S 65 ff.", "listed | 74 II 30"],
        ),
        (
            "DTF 138 III 337 consid. 6.1, 114 IV 14 consid. 2a e 131 I 377",
            ["full | 138 III 337 | E 6.1", "listed | 114 IV 14 | E 2a", "listed | 131 I 377"],
        ),
        (
            "ATF 146 III 387 consid. 3.2, 121 consid. 3.1.2; 140 I 2",
            ["full | 146 III 387 | E 3.2", "page-only | 146 III 121 | E 3.1.2", "listed | 140 I 2"],
        ),
        (
            "BGE 118 III 18 E. 3a und 43 E. 2",
            ["full | 118 III 18 | E 3a", "page-only | 118 III 43 | E 2"],
        ),
        (
            "BGE 143 II 185 E. 3.3.1 S. 193, 136 E. 6.1 S. 152 ff.",
            ["full | 143 II 185 | E 3.3.1 | S 193", "page-only | 143 II 136 | E 6.1 | S 152 ff."],
        ),
        (
            "ATF 112 V 372 consid. 2b et 390 consid.",
            ["full | 112 V 372 | E 2b", "page-only | 112 V 390"],
        ),
        ("125 V 369 consid. 2 et la référence", ["listed | 125 V 369 | E 2"]),
        ("rispettivamente 137 I 58 consid. 4.1.2", ["listed | 137 I 58 | E 4.1.2"]),
    ],
)
def test_lists(text: str, found: list[str]) -> None:
    assert written(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "Art. 142 III 5 des Gesetzes",
        "Tel. 044 123 45 67",
        "SEILER, a.a.O., S. 75 Rz. 140",
        "cf. supra consid. 3.2.2",
        "BGE Pra 1997, No. 150 consid. 1b",
        "BBl 1983 I 498; RDAF 2016 I S. 394; SJ 2003 II 1",
        "ZSR 106 II 12 E. 3",
        "ECLI:CH:BGE:CH_BGE_004_BGE-115-II-300_1989",
        "BGE 146 300",
        "im Alter von 12 V 3",
        "ABGE 130 I 1",
    ],
)
def test_what_is_no_reference(text: str) -> None:
    assert written(text) == []


@pytest.mark.parametrize(
    ("text", "considerations"),
    [
        ("BGE 140 III 1 E. 2.1, 12.4.2021 eingereicht", ("2.1",)),
        ("BGE 140 III 1 E. 2, 3. März 2017", ("2",)),
        ("BGE 140 III 1 E. 2 und 5 Jahre später", ("2",)),
        ("ATF 140 III 1 consid. 4, 2019", ("4",)),
        ("ATF 140 III 1 consid. 4 et consid. 5 ci-dessus", ("4",)),
        ("ATF 140 III 1 et consid. 2.4 ci-dessus", ()),
        ("BGE 140 III 1 E. 3.1, 4A_12/2010 E. 5", ("3.1",)),
        ("DTF 140 III 1 consid. 2a, e così via", ("2a",)),
        ("BGE 134 IV 307 E. 2.4. S.", ("2.4",)),
        ("BGE 140 III 1 E. Müller", ()),
    ],
)
def test_what_is_no_consideration(text: str, considerations: tuple[str, ...]) -> None:
    assert find_bge_references(text)[0].pinpoint.considerations == considerations


@pytest.mark.parametrize(
    "text",
    [
        "Urteil 2C_1/2015 E. 4.3, nicht publ. in: BGE 142 I 88",
        "nicht veröffentlicht in BGE 142 I 88",
        "nicht in: BGE 142 I 88, aber in: Pra 2012 131 937",
        "consid. 1.7.1, non publié in ATF 142 I 88",
        "consid. 4.3, non publié aux ATF 142 I 88",
        "consid. 4.3, non pubblicato in DTF 142 I 88",
    ],
)
def test_a_judgment_that_is_printed_in_part(text: str) -> None:
    assert written(text) == ["unpublished | 142 I 88"]


def test_a_judgment_that_is_printed_is_not_meant() -> None:
    assert written("teilweise publ. in: BGE 150 III 83") == ["full | 150 III 83"]


def test_running_heads_of_the_ruling_itself_are_no_references() -> None:
    text = "der Verfügung BGE 146 III 1 S. 3 von Todes wegen (BGE 82 III 94 S. 96)"
    assert written(text, RulingNumber(146, "III", 1)) == ["full | 82 III 94 | S 96"]
    assert written(text, RulingNumber(146, "III", 113)) == ["full | 146 III 1 | S 3", "full | 82 III 94 | S 96"]


def test_places_are_those_of_the_text() -> None:
    text = "So BGE 141 IV 108 E. 2; 118 III 18 E. 3a und 43 E. 2 S. 45 ff. mit Hinweisen"
    references = find_bge_references(text)
    assert [text[reference.start : reference.end] for reference in references] == [
        "BGE 141 IV 108 E. 2",
        "118 III 18 E. 3a",
        "43 E. 2 S. 45 ff.",
    ]
    assert all(reference.raw == text[reference.start : reference.end] for reference in references)
    assert references[0].pinpoint.first_page is None
    assert references[2].pinpoint.first_page == 45


def test_long_texts_take_linear_time() -> None:
    text = "BGE 141 IV 108 E. 2, 3 und 4 S. 110, 112 f.; 118 III 18 (ATF 130 I 312 consid. 1, " * 5_000
    assert len(find_bge_references(text)) == 3 * 5_000
    assert find_bge_references("BGE 1" * 50_000) == []
    assert find_bge_references("141 IV " * 50_000) == []
