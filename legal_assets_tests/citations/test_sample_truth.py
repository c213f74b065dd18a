"""The sample judgments, whose citations are known, give these citations and no others in their prose."""

from collections import defaultdict

import pytest

from legal_assets.citations.prose import find_references
from legal_assets.citations.reference import OwnIdentity
from legal_assets.sample_site.corpus import SampleCorpus

CORPUS = SampleCorpus()
ENGLISH = [place for place, celex in enumerate(CORPUS.celex_ids) if CORPUS.entry(place).language == "en"]


@pytest.mark.parametrize("place", ENGLISH)
def test_prose_gives_the_citations_that_were_written(place: int) -> None:
    judgment = CORPUS.judgment(place)
    decision = judgment.decision
    numbers = tuple(number.replace("\u2011", "-") for number in decision.case_numbers)
    own = OwnIdentity(decision.celex, decision.ecli.removeprefix("ECLI:"), numbers, (decision.name,), decision.decided)
    paragraphs = list(judgment.paragraphs)
    found = defaultdict(set)
    for reference in find_references([paragraph.text for paragraph in paragraphs], own):
        if reference.celex and reference.kind != "self":
            found[reference.paragraph].add((reference.celex, tuple(sorted(reference.pinpoints))))
    written = {
        place: {(citation.celex, tuple(sorted(citation.pinpoints))) for citation in paragraph.citations}
        for place, paragraph in enumerate(paragraphs)
        if paragraph.citations
    }
    assert dict(found) == written
