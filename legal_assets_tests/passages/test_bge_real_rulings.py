"""Real rulings: the 150 snapshots as their own marks say, the full pages as their own anchors say."""

import itertools
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from legal_assets.passages.bge import parse_ruling
from legal_assets.passages.bge_page_marks import find_page_marks
from legal_assets.passages.bge_ruling import Ruling, UnreadableRuling

BGE = (Path(__file__).resolve().parents[2] / "../shared/data/swiss/bge").resolve()
pytestmark = pytest.mark.skipif(not BGE.is_dir(), reason="the real rulings do not lie beside this repository")

NO_CONSIDERATIONS = {
    "146_IV_114": ["E. 2"],
    "147_IV_385": ["E. 2", "E. 3", "E. 5"],
    "148_II_299": ["E. 8"],
    "148_I_127": [f"E. {number}" for number in (*range(4, 14), 17)],
    "149_II_19": ["E. 11"],
    "149_II_337": ["E. 6"],
    "150_IV_10": ["E. 2"],
    "150_I_6": ["E. 2"],
    "151_III_153": ["E. 7"],
    "151_IV_365": ["E. 4"],
    "152_I_105": ["E. 8"],
}
"""Marks of the source that are no considerations: it cut at a number in the middle of a sentence (`n os | 8 ss ad`), at
items of a list, and twice at the number of the ruling's header. Under some of them a consideration was lost."""

TEXT_OF_THE_WHOLE_JUDGMENT = {"147_II_164": "E. 3", "148_III_145": "E. 4", "149_II_177": "E. 8", "152_I_105": "E. 4"}
"""Considerations whose text such a piece replaced; the complete judgment has it."""

LEFT_OUT = {"147_IV_385": ["E. 2", "E. 3"]}
"""Pieces that have more than one place they could go back to."""

MIXED = "152_V_2"
"""Its text is that of 152 V 20."""


@cache
def entry(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((BGE / f"snapshots-json/{name}.json").read_bytes())["eintraege"][0]
    return data


@cache
def ruling(name: str) -> Ruling:
    return parse_ruling((BGE / f"snapshots-json/{name}.json").read_bytes(), f"{name}.json")


def names() -> list[str]:
    return [path.stem for path in sorted((BGE / "snapshots-json").glob("*.json")) if path.stem != MIXED]


def marks(name: str, field: str) -> list[str]:
    sections = entry(name).get(field) or []
    return [block["marke"] for part in sections if part["typ"] == "erwaegung" for block in part["bloecke"]]


def test_considerations_are_those_that_the_source_marks() -> None:
    assert len(names()) == 149
    for name in names():
        given = marks(name, "auszugAbschnitte") or marks(name, "abschnitte")
        expected = [mark for mark in given if mark not in NO_CONSIDERATIONS.get(name, [])]
        assert [section.label for section in ruling(name).considerations] == expected, name
        assert len(expected) == len(given) - len(NO_CONSIDERATIONS.get(name, [])), name


def test_a_mark_that_is_no_consideration_begins_inside_a_sentence_or_with_the_header() -> None:
    for name, labels in NO_CONSIDERATIONS.items():
        texts = {
            block["marke"]: block["text"]
            for part in entry(name)["auszugAbschnitte"]
            if part["typ"] == "erwaegung"
            for block in part["bloecke"]
        }
        for label in labels:
            assert texts[label][0].islower() or "Regeste" in texts[label], (name, label)


def test_no_text_of_the_source_is_lost_but_what_is_named() -> None:
    for name, label in TEXT_OF_THE_WHOLE_JUDGMENT.items():
        [section] = [section for section in ruling(name).considerations if section.flags]
        assert (section.label, section.flags) == (label, ("complete-judgment",))
    for name in names():
        left_out = [p.split(" ", 3)[3][:4] for p in ruling(name).problems if p.endswith("was left out")]
        assert left_out == LEFT_OUT.get(name, []), name


def test_no_page_mark_is_left_in_any_text() -> None:
    heads = 0
    for name in names():
        read = ruling(name)
        any_head = re.compile(rf"BGE\s*{read.number.volume}\s*{read.number.division}\s*{read.number.page}\s*S\b")
        assert not any_head.search(read.text), name
        assert not find_page_marks(read.text, read.number), name
        heads += len(read.pages) - 1
    assert heads > 1100


def test_pages_rise_and_lie_in_the_text() -> None:
    for name in names():
        pages = ruling(name).pages
        assert pages[0].page == ruling(name).number.page
        assert all(before.page < after.page for before, after in itertools.pairwise(pages)), name
        assert all(before.offset <= after.offset for before, after in itertools.pairwise(pages)), name
        assert pages[-1].offset <= len(ruling(name).text)


def test_sections_are_their_places_and_have_one_id_each() -> None:
    for name in names():
        read = ruling(name)
        assert all(read.text[section.start : section.end] == section.text for section in read.sections), name
        assert len({section.id for section in read.sections}) == len(read.sections), name
        assert {section.language for section in read.headnotes} == {"de", "fr", "it"}, name


def test_the_mixed_up_file_is_refused() -> None:
    with pytest.raises(UnreadableRuling, match="BGE 152 V 20") as refusal:
        ruling(MIXED)
    assert refusal.value.reason == "mixed-rulings"


PAGES = {"clir_146-II-304_de": "146_II_304", "clir_148-I-1_de-page_fr-text": "148_I_1"}


def anchored(page: str) -> tuple[list[str], list[int]]:
    """Considerations and pages that the anchors of a full page name."""
    data = (BGE / f"html/{page}.html").read_bytes()
    labels = re.findall(rb'id="consideration_([\d.]+)"', data)
    return [label.decode().rstrip(".") for label in labels], [
        int(number) for number in re.findall(rb'<a name="page(\d+)">', data)
    ]


@pytest.mark.parametrize("page", PAGES)
def test_full_pages_are_read_as_their_anchors_say(page: str) -> None:
    read = parse_ruling((BGE / f"html/{page}.html").read_bytes())
    labels, pages = anchored(page)
    assert [section.label.rstrip(".") for section in read.considerations] == labels
    assert [anchor.page for anchor in read.pages[1:]] == pages
    assert read.problems == ()


@pytest.mark.parametrize("page", PAGES)
def test_a_page_and_a_snapshot_of_one_ruling_agree(page: str) -> None:
    read, other = parse_ruling((BGE / f"html/{page}.html").read_bytes()), ruling(PAGES[page])
    assert (read.doc_id, read.language, read.date) == (other.doc_id, other.language, other.date)
    assert set(other.dockets) <= set(read.dockets)
    own = {section.id: "".join(section.text.split()) for section in read.considerations if section.text}
    assert own == {section.id: "".join(section.text.split()) for section in other.considerations}


def test_languages_told_from_the_text_agree_with_the_source() -> None:
    for page in PAGES:
        assert parse_ruling((BGE / f"html/{page}.html").read_bytes()).language == entry(PAGES[page])["sprache"]


def test_plain_text() -> None:
    read = parse_ruling((BGE / "text/132_III_285_de.txt").read_bytes(), "132_III_285_de.txt")
    assert (read.doc_id, str(read.date), read.dockets) == ("bge-132-iii-285", "2005-12-20", ("4C.1/2005",))
    assert [section.id for section in read.considerations] == ["e1", "e1.1", "e1.2", "e1.3", "e1.4", "e2"]
    assert [section.id for section in read.sections][:2] == ["r", "f"]
    assert '""' not in read.text


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("html/clir-fragment_regeste_147-III-121_de.html", "no-considerations"),
        ("../bger-other/snapshots-json/1B_56_2012.json", "other-decision"),
        ("../bger-other/opencaselaw_decision_5A_1100_2025.json", "wrong-shape"),
    ],
)
def test_files_that_hold_no_ruling(path: str, reason: str) -> None:
    with pytest.raises(UnreadableRuling) as refusal:
        parse_ruling((BGE / path).read_bytes(), path)
    assert refusal.value.reason == reason
