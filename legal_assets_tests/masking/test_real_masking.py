"""Masking of real judgments, checked independently: nothing leaks, nothing is damaged."""

from collections import defaultdict
from functools import reduce
from operator import add
from pathlib import Path

import pytest

from legal_assets.citations.prose import find_references
from legal_assets.citations.reference import OwnIdentity, Reference
from legal_assets.masking.checker import Quality, check_masking
from legal_assets.masking.citations import mask, revealing_parts
from legal_assets.masking.names import names_to_mask, ordinary_words
from legal_assets.masking.spans import Masked
from legal_assets.passages.cjeu import parse_judgment
from legal_assets.passages.judgment import Judgment

JUDGMENTS = Path(__file__).resolve().parents[2] / "../shared/data/cjeu/html_2017_2018"
pytestmark = pytest.mark.skipif(not JUDGMENTS.is_dir(), reason="the shared judgments are not here")


def masked_passages(judgment: Judgment, ordinary: frozenset[str]) -> list[tuple[str, Masked, list[Reference]]]:
    own = OwnIdentity(judgment.celex, judgment.ecli, judgment.case_numbers, judgment.names, judgment.date)
    references = find_references([paragraph.text for paragraph in judgment.paragraphs], own)
    names = names_to_mask(references, {}, judgment.names, ordinary)
    by_paragraph = defaultdict(list)
    for reference in references:
        by_paragraph[reference.paragraph].append(reference)
    return [
        (text, mask(text, revealing_parts(by_paragraph[index]), names), by_paragraph[index])
        for index, text in enumerate(paragraph.text for paragraph in judgment.paragraphs)
    ]


def kept(text: str, masked: Masked) -> list[tuple[int, int]]:
    edges = [0, *(edge for span in masked.spans for edge in (span.start, span.end)), len(text)]
    return list(zip(edges[::2], edges[1::2], strict=True))


@pytest.fixture(scope="module")
def qualities() -> list[Quality]:
    return checked(every=4)


def checked(every: int) -> list[Quality]:
    """Of every fourth document, or another share: all its passages that lost anything."""
    paths = sorted(JUDGMENTS.iterdir())[::every]
    judgments = [parse_judgment(path.read_bytes(), path.name.split(".")[0]) for path in paths]
    ordinary = ordinary_words(judgment.text for judgment in judgments)
    found: list[Quality] = []
    for judgment in judgments:
        passages = masked_passages(judgment, ordinary)
        below = [ref.name for _, _, refs in passages for ref in refs if ref.kind == "under-appeal" and ref.name]
        for text, masked, references in passages:
            names = [ref.name for ref in references if ref.name and ref.kind in ("full", "short", "order")]
            own = [*judgment.names, *below]
            if masked.spans:
                pieces = kept(text, masked)
                found.append(check_masking(text, masked.text, names, judgment.case_numbers, own, pieces))
    return found


def test_nothing_reveals_a_cited_decision(qualities: list[Quality]) -> None:
    total = reduce(add, qualities)
    assert total.passages > 500
    assert (total.number, total.ecli, total.pinpoint, total.known_name) == (0, 0, 0, 0)
    assert sum(quality.unknown_name > 0 for quality in qualities) <= 0.01 * total.passages


def test_words_outside_citations_stay_whole(qualities: list[Quality]) -> None:
    total = reduce(add, qualities)
    assert total.words_kept >= 0.995 * total.words_outside
    assert total.words_cut == 0
