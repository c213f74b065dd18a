"""Real commentaries: margin numbers, footnotes and links as their files have them."""

import csv
import re
from functools import cache
from pathlib import Path

import pytest

from legal_assets.passages.commentary import parse_commentary
from legal_assets.passages.commentary_document import Commentary, UnreadableCommentary

SWISS = (Path(__file__).resolve().parents[2] / "../shared/data/swiss").resolve()
SOURCES = SWISS / "commentaries/source-md"
pytestmark = pytest.mark.skipif(not SWISS.is_dir(), reason="the real commentaries do not lie beside this repository")

UNESCAPED = "or701__slot-en__2022-09-27__225006a9.md"
"""Its second footnote has double quotation marks inside an attribute in double quotation marks."""

LAST_NUMBERS = {"bv68": 26, "iprg20": 42, "lugu32vorb": 35, "or11": 23, "or701": 42}


@cache
def read(path: Path) -> Commentary:
    return parse_commentary(path.read_bytes(), path.name)


def files() -> list[Path]:
    return [path for path in sorted(SOURCES.glob("*.md")) if path.name != UNESCAPED]


def test_margin_numbers_run_without_a_gap() -> None:
    assert len(files()) == 23 - 1
    for path in files():
        last = LAST_NUMBERS[path.name.partition("__")[0]]
        assert [passage.label for passage in read(path).passages] == [str(number) for number in range(1, last + 1)]


def test_every_footnote_is_there_once() -> None:
    with (SOURCES / "INDEX.csv").open(encoding="utf-8", newline="") as file:
        given = {row["file"]: int(row["footnotes"]) for row in csv.DictReader(file)}
    for path in files():
        notes = [note.number for passage in read(path).passages for note in passage.footnotes]
        assert notes == list(range(1, given[path.name] + 1)), path.name


def test_no_mark_of_ours_and_no_tag_is_left() -> None:
    for path in files():
        assert not re.search(r"[\ue000-\uf8ff]|</?\w+[ >]", read(path).text), path.name


def test_languages_are_those_of_the_texts_not_of_the_slots() -> None:
    for path in files():
        expected = "en" if path.name.startswith("or11") else "de"
        assert read(path).language == expected, path.name
        assert {passage.language for passage in read(path).passages} == {expected}, path.name


def test_the_number_that_one_file_lost() -> None:
    passages = read(SOURCES / "or701__slot-en__2022-10-12__8530ede9.md").passages
    assert [passage.label for passage in passages if passage.flags] == ["23"]
    passages = read(SOURCES / "or11__slot-en__2022-09-27__fbe6fda3.md").passages
    assert [passage.label for passage in passages if passage.flags] == ["17"]


def test_provisions() -> None:
    provisions = {
        "bv68": ("article", "68"),
        "iprg20": ("article", "20"),
        "or11": ("article", "11"),
        "or701": ("article", "701"),
    }
    for path in files():
        provision = read(path).provision
        slug = path.name.partition("__")[0]
        expected = provisions.get(slug, (provision.kind, "" if provision.kind == "preliminary" else "32-37"))
        assert (provision.kind, provision.article) == expected, path.name
        assert provision.act in {"BV", "FC", "IPRG", "PILA", "LDIP", "OR", "CO", "LugÜ", "LC"}, path.name


def test_links_are_those_of_the_files() -> None:
    with (SWISS / "citations/commentary_link_gold.csv").open(encoding="utf-8", newline="") as file:
        gold = [
            (row["file"], row["margin_number"], f"{row['link_volume']} {row['link_division']} {row['link_page']}")
            for row in csv.DictReader(file)
        ]
    found = [
        (path.name, passage.label, str(link.number).removeprefix("BGE "))
        for path in files()
        for passage in read(path).passages
        for link in sorted(passage.links, key=lambda link: link.start)
        if link.start > passage.body_end
    ]
    assert sorted(found) == sorted(gold)


def test_answers_and_their_source_files_have_the_same_passages() -> None:
    pairs = {
        "detail_de_bv68.json": "bv68__slot-de__2022-10-07__2c97a7b8.md",
        "detail_de_iprg20.json": "iprg20__slot-de__2022-10-07__632fa99c.md",
        "detail_de_lugu32vorb.json": "lugu32vorb__slot-de__2022-10-09__371481dd.md",
        "detail_de_or701.json": "or701__slot-de__2022-10-09__7ec7ec9b.md",
        "detail_en_or11.json": "or11__slot-en__2022-10-09__b87b260f.md",
    }
    for name, source in pairs.items():
        answer, file = read(SWISS / "commentaries/api-reconstructed" / name), read(SOURCES / source)
        assert answer.doc_id == file.doc_id
        assert [passage.text for passage in answer.passages] == [passage.text for passage in file.passages], name


def test_unescaped_quotation_marks_are_refused() -> None:
    with pytest.raises(UnreadableCommentary, match="footnote 2") as refusal:
        read(SOURCES / UNESCAPED)
    assert refusal.value.reason == "unescaped-quotes"


def test_lists_of_the_interface_are_refused() -> None:
    with pytest.raises(UnreadableCommentary, match="no-commentary"):
        read(SWISS / "commentaries/api-reconstructed/list_de_page1.json")
