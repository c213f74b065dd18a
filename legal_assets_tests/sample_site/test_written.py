from dataclasses import replace
from datetime import date

import pytest

from legal_assets.sample_site.judgment import Citation, Decision, Judgment, Paragraph
from legal_assets.sample_site.written import check_citations, written_judgments

WRITTEN = {judgment.decision.celex: judgment for judgment in written_judgments()}
DECISIONS = {celex: judgment.decision for celex, judgment in WRITTEN.items()}
CITED = WRITTEN["62012CJ1044"]


def let_cite(citation: Citation) -> Judgment:
    """A judgment whose first paragraph cites that."""
    judgment = WRITTEN["62014CJ1212"]
    first = next(judgment.paragraphs)
    return replace(judgment, body=(Paragraph(1, first.blocks, (citation,)),))


def cite_paragraph(decision: Decision, number: int) -> Citation:
    return Citation(decision.celex, decision.ecli, (number,), "")


def test_the_last_paragraph_can_be_cited() -> None:
    last = len(list(CITED.paragraphs))
    check_citations([CITED, let_cite(cite_paragraph(CITED.decision, last))], DECISIONS)


def test_a_paragraph_beyond_the_last_is_refused() -> None:
    beyond = len(list(CITED.paragraphs)) + 1
    with pytest.raises(ValueError, match="62014CJ1212 paragraph 1 cites 62012CJ1044 beyond"):
        check_citations([CITED, let_cite(cite_paragraph(CITED.decision, beyond))], DECISIONS)


def test_a_later_decision_cannot_be_cited() -> None:
    later = replace(CITED.decision, decided=date(2016, 5, 12))
    with pytest.raises(ValueError, match="which is not earlier"):
        check_citations([let_cite(cite_paragraph(later, 1))], {later.celex: later})


def test_decisions_outside_the_sample_have_no_known_length() -> None:
    outside = Decision(("62004CJ1020",), "ECLI:EU:C:2006:4093", date(2006, 2, 16), "Tannery Rosso")
    check_citations([let_cite(cite_paragraph(outside, 500))], {outside.celex: outside})
