"""The judgments of the sample site, in the mark-up of every era, come back as they were written."""

from typing import get_args

import pytest

from legal_assets.passages.cjeu import parse_judgment
from legal_assets.sample_site.documents import render
from legal_assets.sample_site.eras import Era
from legal_assets.sample_site.written import written_judgments

HYPHENS = str.maketrans("\u2010\u2011\u00a0", "-- ")


@pytest.mark.parametrize("era", get_args(Era))
def test_every_era_gives_the_paragraphs_as_written(era: Era) -> None:
    for judgment in written_judgments():
        document = parse_judgment(render(judgment, era))
        assert [(paragraph.number, paragraph.text.translate(HYPHENS)) for paragraph in document.paragraphs] == [
            (paragraph.number, paragraph.text.translate(HYPHENS)) for paragraph in judgment.paragraphs
        ]
        assert document.celex == judgment.decision.celex
        assert document.language == judgment.language
        assert document.problems == ()
        if era != "simplified":  # prints no date
            assert document.date == judgment.decision.decided
