"""The prose reader against the publisher's links and against LegalPincite, on real judgments."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from legal_assets.citations.legalpincite import read_pairs
from legal_assets.citations.links import find_linked_references
from legal_assets.citations.merge import joined_identities
from legal_assets.citations.prose import find_references
from legal_assets.citations.reference import OwnIdentity, Reference
from legal_assets.passages.cjeu import parse_judgment
from legal_assets.passages.judgment import Judgment

DATA = Path(__file__).resolve().parents[2] / "../shared/data/cjeu"
JUDGMENTS = DATA / "html_2017_2018"
pytestmark = pytest.mark.skipif(not JUDGMENTS.is_dir(), reason="the shared judgments are not here")

Pinpoint = tuple[str, int, str | None, int]
"""Citing document and index of the passage, cited decision, paragraph."""

MISLED_LINKS = {("62016CJ0066", "EU:T:2015:902"), ("62016CJ0066", "EU:T:2015:900"), ("62016CJ0066", "EU:T:2015:899")}
"""Where the publisher gave "paragraph 79 of the judgment in" to the judgment before; 24 pinpoints of one document."""


def read(path: Path) -> Judgment:
    return parse_judgment(path.read_bytes(), path.name.split(".")[0])


def references_of(judgment: Judgment) -> list[Reference]:
    own = OwnIdentity(judgment.celex, judgment.ecli, judgment.case_numbers, judgment.names, judgment.date)
    return find_references([paragraph.text for paragraph in judgment.paragraphs], own)


@pytest.fixture(scope="module")
def judgments() -> Mapping[str, Judgment]:
    return {path.name.split(".")[0]: read(path) for path in sorted(JUDGMENTS.iterdir())}


@pytest.fixture(scope="module")
def prose(judgments: Mapping[str, Judgment]) -> Mapping[str, list[Reference]]:
    return {celex: references_of(judgment) for celex, judgment in judgments.items()}


def linked_raw(judgments: Mapping[str, Judgment]) -> set[Pinpoint]:
    """Every pinpoint that is linked as such, the ends of ranges only, faults of linking included."""
    return {
        (celex, index, link.ecli, link.point)
        for celex, judgment in judgments.items()
        for index, paragraph in enumerate(judgment.paragraphs)
        for link in paragraph.links
        if link.ecli and link.point
    }


def linked(judgments: Mapping[str, Judgment]) -> set[Pinpoint]:
    return {
        (celex, index, reference.ecli, pinpoint)
        for celex, judgment in judgments.items()
        for index, paragraph in enumerate(judgment.paragraphs)
        for reference in find_linked_references(index, paragraph.text, paragraph.links)
        for pinpoint in reference.pinpoints
    }


def is_of_a_kind_that_is_linked(reference: Reference) -> bool:
    """The publisher links what follows an ECLI; not short forms, nor a pinpoint before its judgment."""
    first_number = min((p.start for p in reference.parts if p.kind in ("number", "ecli")), default=None)
    pinpoints = [part.start for part in reference.parts if part.kind == "pinpoint"]
    return reference.ecli is not None and first_number is not None and all(p > first_number for p in pinpoints)


def test_all_linked_pinpoints_are_read_in_the_prose(
    judgments: Mapping[str, Judgment], prose: Mapping[str, list[Reference]]
) -> None:
    gold = linked(judgments)
    found = {
        (celex, ref.paragraph, ref.ecli, pinpoint)
        for celex, refs in prose.items()
        for ref in refs
        for pinpoint in ref.pinpoints
    }
    assert len(gold) > 3_400
    assert gold - found == set()
    misses = linked_raw(judgments) - found
    assert 1 - len(misses) / len(linked_raw(judgments)) >= 0.97
    pages = {miss for miss in misses if (miss[0], miss[2]) not in MISLED_LINKS}
    assert all(_is_page(judgments[celex].paragraphs[index].text, point) for celex, index, _, point in pages)


def _is_page(text: str, number: int) -> bool:
    return f"p. {number}" in text or f"pp. {number}" in text or f"and {number}" in text


def test_what_is_read_of_the_kinds_that_are_linked_is_linked(
    judgments: Mapping[str, Judgment], prose: Mapping[str, list[Reference]]
) -> None:
    gold = linked(judgments)
    found = {
        (celex, ref.paragraph, ref.ecli, pinpoint)
        for celex, refs in prose.items()
        for ref in refs
        if is_of_a_kind_that_is_linked(ref)
        for pinpoint in ref.pinpoints
    }
    assert len(found & gold) / len(found) >= 0.97


def test_every_linked_decision_is_read_in_the_prose(
    judgments: Mapping[str, Judgment], prose: Mapping[str, list[Reference]]
) -> None:
    gold = {
        (celex, index, link.ecli)
        for celex, judgment in judgments.items()
        for index, paragraph in enumerate(judgment.paragraphs)
        for link in paragraph.links
        if link.ecli
    }
    found = {(celex, reference.paragraph, reference.ecli) for celex, refs in prose.items() for reference in refs}
    assert gold - found == set()


MARKDOWN = {"62022CJ0026": "C-26-22.md", "62022CJ0017": "C-17-22.md"}


def cited(path: Path, celex: str) -> tuple[set[tuple[int, str, int]], set[tuple[int, str, int]]]:
    """Pinpoints read in a judgment and those of the LegalPincite rows: citing number, target, paragraph."""
    judgment = parse_judgment(path.read_bytes(), celex)
    references = references_of(judgment)
    same = dict(joined_identities(references).iter_rows())
    read_here = {
        (judgment.paragraphs[ref.paragraph].number, same.get(ref.celex, ref.celex), pinpoint)
        for ref in references
        if ref.celex and ref.kind not in ("self", "own-opinion")
        for pinpoint in ref.pinpoints
    }
    pairs = read_pairs((DATA / "legalpincite/cj_par2par_citation.sample.csv").read_bytes())
    rows = {
        (number, same.get(target, target), pinpoint)
        for citing, number, target, pinpoint, _ in pairs.iter_rows()
        if citing == celex
    }
    return read_here, rows


@pytest.mark.parametrize("celex", MARKDOWN)
def test_pinpoints_equal_the_rows_of_legalpincite(celex: str) -> None:
    read_here, rows = cited(DATA / "derived_text/gdpr_md" / MARKDOWN[celex], celex)
    assert len(rows) == 22
    assert read_here == rows


def test_pinpoints_of_a_judgment_whose_rows_lack_three() -> None:
    """The rows lack three paragraphs that paragraph 105 cites of the joined cases C-368/20 and C-369/20."""
    read_here, rows = cited(DATA / "xhtml/62022CJ0128.en.html", "62022CJ0128")
    joined = next(target for number, target, _ in rows if number == 105 and target == "EU:C:2022:298")
    assert rows - read_here == set()
    assert read_here - rows == {(105, joined, 63), (105, joined, 67), (105, joined, 68)}
