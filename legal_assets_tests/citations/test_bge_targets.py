"""References lead to the rulings that hold their page, and to their considerations."""

import pytest

from legal_assets.citations.bge import find_bge_references
from legal_assets.citations.bge_targets import KnownRuling, Rulings, Target, resolve
from legal_assets.passages.bge_numbers import parse_label
from legal_assets.text.bge_number import RulingNumber

RULINGS = Rulings(
    KnownRuling(RulingNumber(*number), last_page, tuple(parse_label(label) for label in labels.split()))
    for number, last_page, labels in [
        ((136, "III", 513), 518, "1 2 2.1 2.2 2.3 3"),
        ((136, "III", 523), 523, "1"),
        ((119, "II", 64), 70, "1 2a 2b 2b/aa 2b/bb 3"),
        ((20, "", 940), 955, "7"),
    ]
)


def target(text: str) -> Target | None:
    [reference] = find_bge_references(text)
    return resolve(reference, RULINGS)


@pytest.mark.parametrize(
    ("text", "doc_id", "is_inner"),
    [
        ("BGE 136 III 513", "bge-136-iii-513", False),
        ("BGE 136 III 514", "bge-136-iii-513", True),
        ("BGE 136 III 517", "bge-136-iii-513", True),
        ("BGE 136 III 523", "bge-136-iii-523", False),
        ("BGE 20 945", "bge-20-940", True),
    ],
)
def test_inner_pages(text: str, doc_id: str, is_inner: bool) -> None:
    found = target(text)
    assert found is not None
    assert (found.doc_id, found.is_inner) == (doc_id, is_inner)


@pytest.mark.parametrize(
    "text",
    [
        "BGE 136 III 510",  # before the first
        "BGE 136 III 518",  # the last page, on which the next ruling begins
        "BGE 136 III 519",  # between two
        "BGE 136 III 524",  # after the last
        "BGE 136 IV 513",  # another division
        "ATF 199 V 13",  # no such volume
    ],
)
def test_rulings_that_are_not_there(text: str) -> None:
    assert target(text) is None


@pytest.mark.parametrize(
    ("text", "section_ids", "missing"),
    [
        ("BGE 136 III 513 E. 2.3 S. 514", ("e2.3",), ()),
        ("BGE 136 III 513 E. 99", (), ("99",)),
        ("BGE 136 III 513 E. 2.1 und 4", ("e2.1",), ("4",)),
        ("BGE 136 III 513 E. 2-3", ("e2", "e2.1", "e2.2", "e2.3", "e3"), ()),
        ("BGE 136 III 513 E. 2.1-2.2", ("e2.1", "e2.2"), ()),
        ("BGE 136 III 513 E. 1-2", ("e1", "e2", "e2.1", "e2.2", "e2.3"), ()),
        ("BGE 119 II 64 E. 2bb", ("e2b-bb",), ()),
        ("BGE 119 II 64 E. 2b/bb", ("e2b-bb",), ()),
        ("BGE 119 II 64 E. 2.b.", ("e2b",), ()),
        ("BGE 119 II 64 E. 2a-b", ("e2a", "e2b", "e2b-aa", "e2b-bb"), ()),
        ("E. 2, nicht publ. in: BGE 136 III 513", (), ()),
        ("BGE 136 III 513", (), ()),
    ],
)
def test_considerations(text: str, section_ids: tuple[str, ...], missing: tuple[str, ...]) -> None:
    found = target(text)
    assert found is not None
    assert (found.section_ids, found.missing) == (section_ids, missing)
