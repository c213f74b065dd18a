"""References to articles of acts, in words of our own and in the given cases."""

import csv
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from legal_assets.citations.statutes import find_statute_references
from legal_assets.citations.statutes_acts import act_id, match_act

CASES = (Path(__file__).resolve().parents[2] / "../shared/data/swiss/citations/statute_reference_cases.csv").resolve()


def keys(text: str, language: str | None = None) -> list[str]:
    return [reference.key for reference in find_statute_references(text, language)]


@pytest.mark.parametrize(
    ("texts", "key"),
    [
        (
            {
                "de": "Art. 97 Abs. 1 OR",
                "fr": "art. 97 al. 1 CO",
                "it": "art. 97 cpv. 1 CO",
                "en": "Art. 97 para. 1 CO",
            },
            "OR 97 1",
        ),
        ({"de": "Art. 29 Abs. 2 BV", "fr": "art. 29 al. 2 Cst.", "it": "art. 29 cpv. 2 Cost."}, "BV 29 2"),
        ({"de": "Art. 6 Ziff. 1 EMRK", "fr": "art. 6 par. 1 CEDH", "it": "art. 6 n. 1 CEDU"}, "EMRK 6 1"),
        (
            {"de": "Art. 305bis Ziff. 1 StGB", "fr": "art. 305 bis ch. 1 CP", "it": "art. 305bis n. 1 CP"},
            "StGB 305bis 1",
        ),
        (
            {
                "de": "Art. 190 Abs. 2 lit. b IPRG",
                "fr": "art. 190 al. 2 let. b LDIP",
                "it": "art. 190 cpv. 2 lett. b LDIP",
            },
            "IPRG 190 2 b",
        ),
        ({"de": "Art. 82 SchKG", "fr": "art. 82 LP", "it": "art. 82 LEF"}, "SchKG 82"),
        ({"de": "Art. 4 aOR", "fr": "art. 4 aCO", "it": "art. 4 vCO"}, "old OR 4"),
        ({"de": "Art. 14 UNO-Pakt II", "fr": "art. 14 Pacte ONU II", "it": "art. 14 Patto ONU II"}, "UNO-Pakt II 14"),
        ({"de": "Art. 7 Anhang I FZA", "fr": "art. 7 annexe I ALCP", "it": "art. 7 Allegato I ALC"}, "FZA Anhang I 7"),
        ({"de": "Art. 28 DBA CH-FR", "fr": "art. 28 CDI CH-FR"}, "DBA CH-FR 28"),
        ({"de": "Art. 4 ELV", "fr": "art. 4 OPC-AVS/AI"}, "ELV 4"),
        ({"de": "Art. 5 KV/VD", "fr": "art. 5 Cst./VD"}, "KV/VD 5"),
    ],
)
def test_one_provision_in_several_languages(texts: dict[str, str], key: str) -> None:
    assert [keys(text, language) for language, text in texts.items()] == [[key]] * len(texts)


@pytest.mark.parametrize(
    ("abbreviation", "french", "italian"),
    [("OMP", "VöB", "FMedV"), ("OCP", "VKL", "JSV"), ("LCB", "GKG", "PAG")],
)
def test_one_abbreviation_for_different_acts(abbreviation: str, french: str, italian: str) -> None:
    assert keys(f"art. 3 {abbreviation}", "fr") == [f"{french} 3"]
    assert keys(f"art. 3 {abbreviation}", "it") == [f"{italian} 3"]
    assert keys(f"art. 3 {abbreviation}") == [f"{abbreviation} 3"]
    assert act_id(abbreviation) is None


def test_the_language_of_a_text_does_not_hide_the_acts_of_the_others() -> None:
    assert keys("art. 8 al. 1 CEDH und Art. 3 cpv. 2 LPGA", "de") == ["EMRK 8 1", "ATSG 3 2"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Art. 41 ff. OR", ["OR 41"]),
        ("Art. 519-521 ZGB", ["ZGB 519-521"]),
        ("Art. 519 – 521 ZGB", ["ZGB 519-521"]),
        ("Art. 5 bis 9 ZGB", ["ZGB 5-9"]),
        ("Art. 8bis und Art. 34 ter BV", ["BV 8bis", "BV 34ter"]),
        ("Art. 298 Abs. 2 ter ZGB", ["ZGB 298 2ter"]),
        ("Art. 16cAbs. 2lit. a SVG", ["SVG 16c 2 a"]),
        ("Art. 61 lit. a und fbis ATSG", ["ATSG 61 a", "ATSG 61 fbis"]),
        ("Art. 4 Abs. 1 lit. a Ziff. 1 und 2 VwVG", ["VwVG 4 1 a 1", "VwVG 4 1 a 2"]),
        ("Art. 5 Nr. 2 Bst. b und c LugÜ", ["LugÜ 5 2 b", "LugÜ 5 2 c"]),
        ("Art. 698 Abs. 2 Ziff. 1 – 6 OR", ["OR 698 2 1-6"]),
        ("Art. 12 Abs. 1 und 2 Ingress Satz 1 StHG", ["StHG 12 1", "StHG 12 2"]),
        ("Art. 20 1. Satz OR", ["OR 20"]),
        ("art. 289 al. 6, 3 e phrase, CPP", ["StPO 289 6"]),
        ("Artikel 12 BGFA", ["BGFA 12"]),
        ("artt. 6 e 12 LTF", ["BGG 6", "BGG 12"]),
    ],
)
def test_articles_and_what_is_below_them(text: str, found: list[str]) -> None:
    assert keys(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Art. 72 Abs. 1, 75 und 90 BGG", ["BGG 72 1", "BGG 75", "BGG 90"]),
        ("Art. 842 Abs. 2 und 3 ZGB", ["ZGB 842 2", "ZGB 842 3"]),
        ("Art. 5 Abs. 3 und 9 BV", ["BV 5 3", "BV 9"]),
        ("Art. 29 Abs. 1 und 30 Abs. 1 BV", ["BV 29 1", "BV 30 1"]),
        ("Art. 2 Abs. 1 und 3 ZGB", ["ZGB 2 1", "ZGB 2 3"]),
        ("Art. 8 Abs. 1 und Abs. 2 lit. c ATSG", ["ATSG 8 1", "ATSG 8 2 c"]),
        ("art. 67 al. 3 et 4 ainsi que 67c al. 6 bis CP", ["StGB 67 3", "StGB 67 4", "StGB 67c 6bis"]),
        ("Art. 298 und 296 ZPO", ["ZPO 298", "ZPO 296"]),
        ("art. 51 e 52 della legge", ["51", "52"]),
        ("Art. 41 Abs. 1, 3 Personen", ["41 1"]),
    ],
)
def test_a_bare_number_is_a_paragraph_or_an_article(text: str, found: list[str]) -> None:
    assert keys(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Art. 100 Abs. 1 i.V.m. Art. 46 Abs. 1 Bst. a und Art. 45 Abs. 1 OR", ["OR 100 1", "OR 46 1 a", "OR 45 1"]),
        ("art. 197 al. 1 et 2 en relation avec l' art. 93 al. 1 LP", ["SchKG 197 1", "SchKG 197 2", "SchKG 93 1"]),
        ("art. 3 in combinato disposto con l'art. 4 CP", ["StGB 3", "StGB 4"]),
        ("Art. 60 ZPO i.V.m. Art. 59 BGG", ["ZPO 60", "BGG 59"]),
        ("art. 29 al. 2 Cst. et 6 par. 1 CEDH", ["BV 29 2", "EMRK 6 1"]),
        ("Art. 11 der Verordnung; Art. 13 OR", ["11", "OR 13"]),
    ],
)
def test_an_act_at_the_end_belongs_to_the_whole_chain(text: str, found: list[str]) -> None:
    assert keys(text) == found


@pytest.mark.parametrize(
    ("text", "act", "act_of_all", "version"),
    [
        ("aArt. 48 ter AHVG", "AHVG", "AHVG", "old"),
        ("nArt. 128a OR", "OR", "OR", "new"),
        ("Art. 46 Abs. 2 aBV", "aBV", "BV", "old"),
        ("Art. 3 nDSG", "nDSG", "DSG", "new"),
        ("art. 3 anc. CO", "anc. CO", "OR", "old"),
        ("art. 7 vLCPubb", "vLCPubb", "LCPubb", "old"),
        ("Art. 3 AHVG", "AHVG", "AHVG", ""),
    ],
)
def test_former_and_new_law(text: str, act: str, act_of_all: str, version: str) -> None:
    [reference] = find_statute_references(text)
    assert (reference.act, reference.act_id, reference.version) == (act, act_of_all, version)


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("Art. 228 ff. Bestandteil dieser Phase", ""),
        ("Art. 142 III", ""),
        ("Art. 8 EU", ""),
        ("Art. 5 SR 220", ""),
        ("Art. 3 XyzG", "XyzG"),
        ("art. 20 cpv. 4 LT/TI", "LT/TI"),
        ("Art. 6 LLE/ GE", "LLE/ GE"),
        ("art. 227-23 CP/F", "CP/F"),
        ("art. 139 Cst./VD", "Cst./VD"),
        ("Art. 9 BV.", "BV"),
    ],
)
def test_what_an_act_is(text: str, act: str) -> None:
    [reference] = find_statute_references(text)
    assert reference.act == act


@pytest.mark.parametrize(
    "text", ["N. 28 zu dieser Norm", "Kunstart. 5", "Start 12", "smart 5", "Abs. 2 lit. a", "§ 5 VRG", "Art. der Sache"]
)
def test_what_is_no_reference(text: str) -> None:
    assert keys(text) == []


def test_places_are_those_of_the_text() -> None:
    text = "Nach Art. 8 Abs. 1 und 2 EMRK sowie Art. 34 BV."
    references = find_statute_references(text, "de")
    assert [reference.raw for reference in references] == ["Art. 8 Abs. 1", "2 EMRK", "Art. 34 BV"]
    assert all(text[reference.start : reference.end] == reference.raw for reference in references)
    assert [reference.article_key for reference in references] == ["EMRK 8", "EMRK 8", "BV 34"]


def test_an_act_alone() -> None:
    text = "gemäss OR ist"
    act = match_act(text, text.index("OR"), "de")
    assert act is not None
    assert (act.printed, act.act_id, text[act.end :]) == ("OR", "OR", " ist")
    assert match_act("gemäss OR", 0) is None
    assert act_id("Cst.", "fr") == act_id("Cost.", "it") == act_id("BV", "de") == "BV"
    assert act_id("XyzG") is None


def test_long_texts_take_linear_time() -> None:
    text = "Art. 8 Abs. 1, 2 und 3 lit. a i.V.m. Art. 9 BV; art. 41 CO, " * 5_000
    assert len(find_statute_references(text)) == 5 * 5_000
    assert len(find_statute_references("Art. 1, " * 20_000)) == 20_000


def given_cases() -> Iterator[tuple[str, list[tuple[str, ...]], list[tuple[str, ...]]]]:
    """Each given input with the references that it is given, and those that are found."""
    columns = ("article", "paragraph", "letter", "number", "act", "extra")
    with CASES.open(encoding="utf-8", newline="") as file:
        for _, group in groupby(csv.DictReader(file), key=lambda row: row["case"]):
            case = list(group)
            language = case[0]["language"] if case[0]["language"] != "mixed" else None
            found: list[tuple[str, ...]] = []
            for reference in find_statute_references(case[0]["input"], language):
                named = {"old": "old version", "new": "new version", "": ""}[reference.version]
                extra = reference.following or ("" if reference.act.startswith("a") else named)
                found.append(
                    (reference.article, reference.paragraph, reference.letter, reference.number, reference.act, extra)
                )
            yield case[0]["input"], [tuple(row[column] for column in columns) for row in case], found


@pytest.mark.skipif(not CASES.is_file(), reason="the given cases do not lie beside this repository")
def test_the_given_cases() -> None:
    cases = list(given_cases())
    assert sum(len(given) for _, given, _ in cases) == 42
    for text, given, found in cases:
        assert found == given, text
