import re
from collections import Counter
from datetime import date
from itertools import pairwise

import pytest
from lxml import etree, html

from legal_assets.sample_site.corpus import SampleCorpus, generated_judgments
from legal_assets.sample_site.eras import LINKED_ERAS
from legal_assets.sample_site.judgment import Judgment, Link
from legal_assets.sample_site.written import written_judgments

CORPUS = SampleCorpus()
JUDGMENTS = {celex: CORPUS.judgment(index) for index, celex in enumerate(CORPUS.celex_ids)}
DECIDED = {celex: judgment.decision.decided for celex, judgment in JUDGMENTS.items()}
WORD = re.compile(r"[^\W\d_]{4,}")


def split_of(day: date) -> str:
    return "train" if day.year < 2018 else "dev" if day.year < 2022 else "test"


def first_day(split: str) -> date:
    return {"train": date.max, "dev": date(2018, 1, 1), "test": date(2022, 1, 1)}[split]


def test_a_corpus_has_sixty_documents_the_written_ones_first() -> None:
    assert len(CORPUS) == len(CORPUS.celex_ids) == 60
    written = [judgment.decision.celex for judgment in written_judgments()]
    assert list(CORPUS.celex_ids[: len(written)]) == written


def test_documents_are_the_same_at_every_call() -> None:
    again = SampleCorpus()
    assert [document.content for document in again] == [document.content for document in CORPUS]
    assert [CORPUS.entry(index).title for index in range(60)] == [document.title for document in again]


def test_another_seed_gives_other_texts() -> None:
    assert SampleCorpus(seed=1).judgment(40) != CORPUS.judgment(40)


def test_eras_and_languages_are_mixed() -> None:
    entries = [CORPUS.entry(index) for index in range(60)]
    eras = Counter(entry.era for entry in entries)
    assert set(eras) == {"legacy", "simplified", "count", "coj-count", "word-export"}
    assert min(eras.values()) >= 3
    languages = Counter(entry.language for entry in entries)
    assert 3 <= languages["fr"] <= 6
    assert languages["en"] == 60 - languages["fr"]


def test_each_split_has_sixty_queries_and_all_a_thousand_paragraphs() -> None:
    queries: Counter[str] = Counter()
    for judgment in JUDGMENTS.values():
        split = split_of(judgment.decision.decided)
        for paragraph in judgment.paragraphs:
            queries[split] += any(
                citation.pinpoints and DECIDED.get(citation.celex, date.max) < first_day(split)
                for citation in paragraph.citations
            )
    assert min(queries["train"], queries["dev"], queries["test"]) >= 60
    assert sum(len(list(judgment.paragraphs)) for judgment in JUDGMENTS.values()) >= 1000


@pytest.mark.parametrize("judgment", JUDGMENTS.values(), ids=list(JUDGMENTS))
def test_paragraphs_run_without_gap_and_hold_their_citations(judgment: Judgment) -> None:
    numbers = [paragraph.number for paragraph in judgment.paragraphs]
    assert numbers == list(range(1, len(numbers) + 1))
    for paragraph in judgment.paragraphs:
        for citation in paragraph.citations:
            assert citation.text in paragraph.text
            assert citation.celex != judgment.decision.celex
        printed = "".join(block.text for block in paragraph.blocks)
        assert not re.search(r"[{}\[|]|\.\.|  ", printed.replace(" [19", " ").replace(" [20", " ")), printed


def test_cited_judgments_are_earlier_and_have_the_paragraphs() -> None:
    for judgment in JUDGMENTS.values():
        for paragraph in judgment.paragraphs:
            for citation in paragraph.citations:
                if citation.celex in JUDGMENTS:
                    cited = JUDGMENTS[citation.celex]
                    assert cited.decision.ecli == citation.ecli
                    assert cited.decision.decided < judgment.decision.decided
                    assert max(citation.pinpoints, default=1) <= len(list(cited.paragraphs))


def test_every_kind_of_citation_occurs() -> None:
    kinds = Counter(
        citation.kind
        for judgment in JUDGMENTS.values()
        for paragraph in judgment.paragraphs
        for citation in paragraph.citations
    )
    assert set(kinds) == {"full", "short", "case-only", "order", "opinion"}
    assert min(kinds.values()) >= 5


def words(text: str) -> set[str]:
    return set(WORD.findall(text.lower()))


def test_citing_paragraphs_resemble_the_cited_ones_without_repeating_them() -> None:
    """Shared words: more with the cited paragraph than with its neighbours, yet well below all of them."""
    near: list[float] = []
    far: list[float] = []
    for judgment in JUDGMENTS.values():
        for paragraph in judgment.paragraphs:
            for citation in paragraph.citations:
                cited = JUDGMENTS.get(citation.celex)
                if cited is None or len(citation.pinpoints) != 1 or cited.language != judgment.language:
                    continue
                texts = {each.number: words(each.text) for each in cited.paragraphs}
                query = words(paragraph.text.replace(citation.text, ""))
                for number, text in texts.items():
                    share = len(query & text) / len(text)
                    (near if number == citation.pinpoints[0] else far).append(share)
    assert 1.8 * sum(far) / len(far) < sum(near) / len(near) < 0.6


def test_documents_of_all_eras_hold_what_was_written() -> None:
    for index, celex in enumerate(CORPUS.celex_ids):
        document, judgment = CORPUS.document(index), JUDGMENTS[celex]
        text = " ".join("".join(map(str, html.fromstring(document.content).itertext())).split())
        for paragraph in judgment.paragraphs:
            for block in paragraph.blocks:
                printed = " ".join(block.text.split()).removeprefix(block.label).strip()
                assert printed in text, (celex, paragraph.number)


def test_only_current_eras_are_linked_and_well_formed() -> None:
    for document in CORPUS:
        is_linked = b"CourtLink" in document.content
        cites = any(
            isinstance(part, Link)
            for paragraph in JUDGMENTS[document.celex].paragraphs
            for block in paragraph.blocks
            for part in block.parts
        )
        assert is_linked == (document.era in LINKED_ERAS and cites)
        if document.era in (*LINKED_ERAS, "simplified"):
            etree.fromstring(document.content)


def test_large_corpora_are_planned_but_not_written() -> None:
    corpus = SampleCorpus(100)
    assert len(corpus) == len(set(corpus.celex_ids)) == 6000
    assert corpus.document(5999).date.year == 2025
    sample = [corpus.entry(index) for index in range(15, 6000, 199)]
    assert all(first.date <= second.date for first, second in pairwise(sample))
    assert len({entry.ecli for entry in sample}) == len(sample)


def test_generated_judgments_come_one_by_one() -> None:
    stream = generated_judgments(100)
    assert next(stream).celex == SampleCorpus(100).celex_ids[15]
    assert len(list(generated_judgments())) == 60 - 15


@pytest.mark.parametrize("scale", [0, -1, 1001])
def test_an_impossible_scale_is_refused(scale: int) -> None:
    with pytest.raises(ValueError, match="scale"):
        SampleCorpus(scale)


def test_truth_is_found_by_celex() -> None:
    celex = CORPUS.celex_ids[30]
    assert CORPUS.truth(celex) == JUDGMENTS[celex]
    with pytest.raises(ValueError, match="62099CJ9999"):
        CORPUS.truth("62099CJ9999")
