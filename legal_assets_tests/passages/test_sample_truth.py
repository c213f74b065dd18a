"""The sample judgments, whose truth is known, are segmented as they were written."""

import re

import pytest

from legal_assets.passages.cjeu import parse_judgment
from legal_assets.sample_site.corpus import SampleCorpus

CORPUS = SampleCorpus()


def plain(text: str) -> str:
    return re.sub(r"[\s\u00a0]+", " ", text.replace("\u2011", "-")).strip()


@pytest.mark.parametrize("place", range(len(CORPUS.celex_ids)))
def test_every_mark_up_era_gives_the_paragraphs_that_were_written(place: int) -> None:
    document, truth = CORPUS.document(place), CORPUS.judgment(place)
    read = parse_judgment(document.content, document.celex)
    assert {paragraph.number: plain(paragraph.text) for paragraph in read.paragraphs} == {
        paragraph.number: plain(paragraph.text) for paragraph in truth.paragraphs
    }
    assert read.date == document.date
    assert read.language == document.language
    assert not read.problems
