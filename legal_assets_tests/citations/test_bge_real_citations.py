"""Given citation cases, real contexts, and the links of real commentaries."""

import csv
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from pathlib import Path

import pytest

from legal_assets.citations.bge import find_bge_references
from legal_assets.citations.bge_dockets import find_docket_references
from legal_assets.citations.bge_reference import BgeReference, Pinpoint
from legal_assets.citations.bge_targets import KnownRuling, Rulings, resolve
from legal_assets.passages.bge import parse_ruling
from legal_assets.passages.bge_page_marks import find_page_marks, take_page_marks_out
from legal_assets.passages.bge_ruling import Ruling, UnreadableRuling
from legal_assets.passages.commentary import parse_commentary
from legal_assets.text.bge_number import RulingNumber, parse_number

SWISS = (Path(__file__).resolve().parents[2] / "../shared/data/swiss").resolve()
pytestmark = pytest.mark.skipif(not SWISS.is_dir(), reason="the given citations do not lie beside this repository")

CONSIDERATION_IS_CUT = {
    ("116 II 738", "2"): ("2b",),
    ("112 II 330", "2a"): ("2a", "2b"),
}
"""Considerations of commentary_link_gold.csv that its pattern cut: printed are `E. 2.b.` and `consid. 2a, b.`; the
second is also a row of bge_citation_cases.csv, which gives `2a; 2b`."""

CITED_WITHOUT_A_LINK = {
    ("iprg20", "17", "119 II 64"),
    ("iprg20", "26", "108 Ia 252"),
    ("iprg20", "27", "108 Ia 252"),
    ("lugu32vorb", "11", "138 III 304"),
    ("or11", "7", "118 II 130"),
    ("or11", "19", "60 II 98"),
    ("or11", "22", "76 II 8"),
    ("or701", "33", "137 III 460"),
    ("or701", "42", "128 III 142"),
}
"""Citations in the footnotes that the publisher has not linked, so that the list of links cannot have them."""

Row = dict[str, str]


def rows(name: str) -> list[Row]:
    with (SWISS / "citations" / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def source_of(row: Row) -> RulingNumber | None:
    return parse_number(row["source"].rpartition("/")[2]) if "bge/" in row["source"] else None


def flat(kind: str, number: RulingNumber | None, pinpoint: Pinpoint, canonical: str) -> tuple[str, ...]:
    """A reference as a row of the given cases: `20/21` is there page 20 with `/21` following."""
    following = pinpoint.pages_following or pinpoint.considerations_following
    pages = [page.partition("/") for page in pinpoint.pages]
    following = following or "".join(slash + second for _, slash, second in pages)
    volume, division, page = (str(number.volume), number.division, str(number.page)) if number else ("", "", "")
    considerations = "; ".join(pinpoint.considerations)
    return kind, volume, division, page, considerations, "; ".join(first for first, _, _ in pages), following, canonical


def found_in(text: str, own: RulingNumber | None) -> list[tuple[str, ...]]:
    found = [
        (reference.start, flat("bge", reference.number, reference.pinpoint, reference.canonical))
        for reference in find_bge_references(text, own)
    ]
    found += [
        (reference.start, flat(reference.kind, None, reference.pinpoint, reference.canonical))
        for reference in find_docket_references(text)
    ]
    if own:
        heads = find_page_marks(text, own)
        found += [(head.start, flat("page-marker", own, Pinpoint(pages=(str(head.page),)), "")) for head in heads]
    return [row for _, row in sorted(found)]


def given_cases() -> Iterator[tuple[str, int, list[tuple[str, ...]], list[tuple[str, ...]]]]:
    """Each given input: rows of the file, the citations that it is given, and those that are found."""
    columns = ("kind", "volume", "division", "page", "consideration", "cited_page", "following", "canonical")
    for _, group in groupby(rows("bge_citation_cases.csv"), key=lambda row: row["case"]):
        case = list(group)
        given = [tuple(row[column] for column in columns) for row in case if row["kind"] != "none"]
        yield case[0]["input"], len(case), given, found_in(case[0]["input"], source_of(case[0]))


def test_the_given_cases() -> None:
    cases = list(given_cases())
    assert sum(number for _, number, _, _ in cases) == 83
    for text, _, given, found in cases:
        assert found == given, text


def test_running_heads_are_never_citations() -> None:
    heads = [row for row in rows("ruling_citations_in_context.csv") if "running head" in row["class"]]
    assert len(heads) == 78
    for row in heads:
        own = parse_number(row["file"])
        assert own is not None
        assert own not in {reference.number for reference in find_bge_references(row["context"], own)}
        assert row["input"] in row["context"]
        assert row["input"] not in take_page_marks_out(row["context"], own).text


def test_citations_in_their_contexts() -> None:
    given = [row for row in rows("ruling_citations_in_context.csv") if "running head" not in row["class"]]
    assert len(given) == 661 - 78
    for row in given:
        own = parse_number(row["file"])
        assert own is not None
        text = take_page_marks_out(row["context"], own).text
        read = [
            reference
            for reference in find_bge_references(text, own)
            if str(reference.number) == f"BGE {row['volume']} {row['division']} {row['page']}"
        ]
        assert any(agrees(reference, row) for reference in read), row["context"]


def agrees(reference: BgeReference, row: Row) -> bool:
    pinpoint = reference.pinpoint
    printed = "-".join(pinpoint.considerations).split("-")
    rest = row["consideration_rest"].replace("und", " ").replace("et ", " ").replace("e ", " ")
    named = [row["consideration_first"], *rest.replace("-", " ").replace(",", " ").split()]
    return (
        all(label.rstrip(".") in printed for label in named if label)
        and (not row["cited_page"] or pinpoint.first_page == int(row["cited_page"]))
        and pinpoint.considerations_following == row["consideration_following"]
        and (not row["page_following"] or pinpoint.pages_following == row["page_following"])
    )


@dataclass
class Compared:
    """What the links of commentaries have that was not found, and what was found that they do not have."""

    links: int = 0
    found: int = 0
    missed: list[Row] = field(default_factory=list)
    unlinked: list[tuple[str, str, str]] = field(default_factory=list)
    cut: list[tuple[str, str, tuple[str, ...]]] = field(default_factory=list)
    other_pages: list[Row] = field(default_factory=list)


def compare_with_links() -> Compared:
    gold = rows("commentary_link_gold.csv")
    compared = Compared(links=len(gold))
    for name, group in groupby(gold, key=lambda row: row["file"]):
        path = SWISS / "commentaries/source-md" / name
        found: dict[tuple[str, str], list[BgeReference]] = defaultdict(list)
        for passage in parse_commentary(path.read_bytes(), name).passages:
            for place, note in enumerate(passage.footnotes, start=1):
                found[passage.label, str(place)] += find_bge_references(passage.text[note.start : note.end])
        compared.found += sum(map(len, found.values()))
        for row in group:
            in_note = found[row["margin_number"], row["footnote_in_paragraph"]]
            reference = next((r for r in in_note if str(r.number) == f"BGE {row['anchor_number']}"), None)
            if reference is None:
                compared.missed.append(row)
                continue
            in_note.remove(reference)
            if reference.pinpoint.first_page != (int(row["cited_page"]) if row["cited_page"] else None):
                compared.other_pages.append(row)
            expected = (row["consideration"],) if row["consideration"] else ()
            if reference.pinpoint.considerations != expected:
                compared.cut.append((row["anchor_number"], row["consideration"], reference.pinpoint.considerations))
        slug = name.partition("__")[0]
        compared.unlinked += [
            (slug, label, str(reference.number).removeprefix("BGE "))
            for (label, _), references in found.items()
            for reference in references
        ]
    return compared


def test_links_of_commentaries() -> None:
    compared = compare_with_links()
    assert compared.links == 107
    assert compared.missed == []  # recall 107 of 107
    assert set(compared.unlinked) == CITED_WITHOUT_A_LINK  # all others are citations without a link: precision 1
    assert {(number, given): printed for number, given, printed in compared.cut} == CONSIDERATION_IS_CUT
    assert compared.other_pages == []


@cache
def rulings() -> list[Ruling]:
    read = []
    for path in sorted((SWISS / "bge/snapshots-json").glob("*.json")):
        try:
            read.append(parse_ruling(path.read_bytes(), path.name))
        except UnreadableRuling:
            assert path.stem == "152_V_2"
    return read


def test_links_inside_the_full_pages() -> None:
    for page in ("clir_146-II-304_de.html", "clir_148-I-1_de-page_fr-text.html"):
        ruling = parse_ruling((SWISS / "bge/html" / page).read_bytes())
        found = [
            str(reference.number).removeprefix("BGE ")
            for section in ruling.sections
            for reference in find_bge_references(section.text, ruling.number)
        ]
        linked = [
            row["label"].partition(" ")[2]
            for row in rows("clir_page_references.csv")
            if row["file"] == page and row["where"] == "inline link"
        ]
        for label in linked:
            found.remove(label)
        assert found == [], page


def test_no_ruling_of_the_corpus_cites_itself_and_few_targets_are_inner_pages() -> None:
    known = Rulings(map(KnownRuling.of, rulings()))
    count = inner = 0
    for ruling in rulings():
        for section in ruling.considerations:
            for reference in find_bge_references(section.text):
                assert reference.number != ruling.number, (ruling.doc_id, reference.raw)
                target = resolve(reference, known)
                count += target is not None
                inner += target is not None and target.is_inner
    assert count == 182
    assert inner == 1  # ATF 146 II 185 in 149 I 207, where the court meant 146 I 185


def test_rulings_of_the_folder_that_others_cite_are_found() -> None:
    """The index of the folder lists which others of it each file cites, the complete judgment included.

    It was made with the word before each, so that it lacks those of lists.
    """
    with (SWISS / "bge/INDEX.csv").open(encoding="utf-8", newline="") as file:
        cited = {row["file"]: row["cited_rulings_that_are_in_this_folder"] for row in csv.DictReader(file)}
    known = {str(parse_number(name)) for name in cited}
    for name, given in cited.items():
        own = parse_number(name)
        [entry] = json.loads((SWISS / "bge/snapshots-json" / name).read_bytes())["eintraege"]
        found = [
            reference
            for field in ("auszugAbschnitte", "abschnitte")
            for section in entry.get(field) or ()
            for block in section["bloecke"]
            for reference in find_bge_references(block["text"], own)
            if reference.canonical in known - {str(own)}
        ]
        listed = {f"BGE {label}" for label in given.split("; ") if label}
        assert listed <= {reference.canonical for reference in found}, name
        assert {reference.canonical for reference in found if reference.kind == "full"} <= listed, name
