import re
from datetime import date

import pytest
from lxml import etree

from legal_assets.sample_site.documents import SampleDocument, sample_judgments
from legal_assets.sample_site.judgment import Judgment
from legal_assets.sample_site.written import written_judgments

SPLITS = {"dev": (date(2018, 1, 1), date(2022, 1, 1)), "test": (date(2022, 1, 1), date(2026, 1, 1))}
DOCUMENTS = sample_judgments()
DECIDED = {document.celex: document.date for document in DOCUMENTS}


def test_the_sample_is_the_same_at_every_call() -> None:
    assert sample_judgments() == DOCUMENTS


def test_ids_are_unique_and_consistent() -> None:
    assert len(DOCUMENTS) == len({document.ecli for document in DOCUMENTS}) == len(DECIDED)
    for document in DOCUMENTS:
        assert re.fullmatch(r"6\d{4}CJ\d{4}", document.celex)
        assert re.fullmatch(rf"ECLI:EU:C:{document.date.year}:\d+", document.ecli)
        assert document.file_name == f"{document.celex}.en.html"


def test_numbers_cannot_be_those_of_a_real_case() -> None:
    """The Court has never registered a thousand cases in a year."""
    for document in DOCUMENTS:
        assert int(document.celex[7:]) > 1000
        assert int(document.ecli.rpartition(":")[2]) > 4000


@pytest.mark.parametrize("judgment", written_judgments(), ids=lambda judgment: judgment.decision.celex)
def test_paragraphs_are_numbered_and_of_readable_length(judgment: Judgment) -> None:
    paragraphs = list(judgment.paragraphs)
    assert [paragraph.number for paragraph in paragraphs] == list(range(1, len(paragraphs) + 1))
    assert 9 <= len(paragraphs) <= 16
    assert all(40 <= len(paragraph.text.split()) <= 110 for paragraph in paragraphs)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.celex)
def test_markup_is_well_formed_and_holds_what_was_written(document: SampleDocument) -> None:
    (judgment,) = (each for each in written_judgments() if each.decision.celex == document.celex)
    tree = etree.fromstring(document.content)
    prefix = "coj-" if document.era == "coj-count" else ""
    texts = {}
    for row in tree.iterfind(".//{*}tr"):
        count = row[0].find("{*}p[@id]")
        if count is not None:
            assert count.get("class") == f"{prefix}count"
            texts[count.get("id")] = "".join(map(str, row[1].itertext())).split()
    assert texts == {f"point{paragraph.number}": paragraph.text.split() for paragraph in judgment.paragraphs}


def list_citing_paragraphs(split: str) -> list[set[tuple[str, int]]]:
    """What each paragraph of the split cites by number, inside the sample and before its first day."""
    first, end = SPLITS[split]
    cited = [
        {
            (citation.celex, number)
            for citation in paragraph.citations
            for number in citation.pinpoints
            if DECIDED.get(citation.celex, first) < first
        }
        for judgment in written_judgments()
        if first <= judgment.decision.decided < end
        for paragraph in judgment.paragraphs
    ]
    return [pairs for pairs in cited if pairs]


@pytest.mark.parametrize(("split", "queries", "pairs"), [("dev", 27, 35), ("test", 35, 64)])
def test_each_split_has_queries(split: str, queries: int, pairs: int) -> None:
    cited = list_citing_paragraphs(split)
    assert (len(cited), sum(map(len, cited))) == (queries, pairs)


def test_the_sample_has_every_habit_of_citing() -> None:
    citations = [
        (judgment.decision.decided, citation)
        for judgment in written_judgments()
        for paragraph in judgment.paragraphs
        for citation in paragraph.citations
    ]
    texts = " ".join(citation.text for _, citation in citations)
    assert re.search(r"paragraphs\s\d+ to \d+", texts)
    assert re.search(r"paragraphs\s\d+ and \d+", texts)
    assert "C\N{NON-BREAKING HYPHEN}1091/13 and C\N{NON-BREAKING HYPHEN}1092/13" in texts
    assert any(not citation.pinpoints for _, citation in citations)
    assert any(citation.celex not in DECIDED for _, citation in citations)
    first = SPLITS["test"][0]
    assert any(day >= first and DECIDED.get(citation.celex, day) >= first for day, citation in citations)


def test_titles_follow_the_register() -> None:
    title = next(document.title for document in DOCUMENTS if document.celex == "62013CJ1091")
    pieces = title.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NON-BREAKING HYPHEN}", "-").split("#")
    assert pieces[0] == "Judgment of the Court (Second Chamber) of 9 July 2015."
    assert pieces[-1] == "Joined Cases C-1091/13 and C-1092/13."
