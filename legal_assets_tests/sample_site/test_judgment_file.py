from datetime import date

import pytest

from legal_assets.sample_site.judgment import Decision, Heading, Judgment, Paragraph
from legal_assets.sample_site.judgment_file import read_body, read_head

HEAD = """+++
celex = "62030CJ1001"
ecli = "ECLI:EU:C:2031:4001"
decided = 2031-01-02
name = "Test"
formation = "First Chamber"
parties = ["A", "B"]
referring_court = "Court X"
referred = "1 March 2030"
received = "2 March 2030"
judges = "A"
advocate_general = "B"
language_of_case = "Danish"
keywords = "Words"
observations = []
operative = ["Article 1 must be applied."]
+++
"""
EARLIER = Decision(("62014CJ1212",), "ECLI:EU:C:2016:4341", date(2016, 5, 12), "Lindqvist Handel")


def read(body: str) -> Judgment:
    return read_body(read_head("test.txt", HEAD + body), {EARLIER.celex: EARLIER})


def test_headings_paragraphs_and_costs_are_read_in_order() -> None:
    judgment = read("1. One\nmore.\n\n## Law\n\n2. Two.\n")
    paragraphs = list(judgment.paragraphs)
    assert [paragraph.number for paragraph in paragraphs] == [1, 2, 3]
    assert paragraphs[0].text == "One more."
    assert judgment.body[1] == Heading(2, "Law")
    assert judgment.body[-2] == Heading(1, "Costs")


def test_items_and_further_runs_become_blocks() -> None:
    (paragraph, _) = read("1. It asks:\n- (1) First?\n- (2) Second?\n| It adds that.\n").paragraphs
    assert [(block.label, block.text) for block in paragraph.blocks] == [
        ("", "It asks:"),
        ("(1)", "(1) First?"),
        ("(2)", "(2) Second?"),
        ("", "It adds that."),
    ]
    assert paragraph.text == "It asks:\n(1) First?\n(2) Second?\nIt adds that."


def test_citations_are_collected_with_all_their_paragraphs() -> None:
    first: Paragraph
    (first, _) = read("1. So it is (judgment of {62014CJ1212 3,5-7} and others).\n").paragraphs
    assert [(citation.celex, citation.pinpoints) for citation in first.citations] == [("62014CJ1212", (3, 5, 6, 7))]
    assert first.citations[0].text in first.text
    assert first.text.endswith(" and others).")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("1. One.\n\n3. Three.\n", r"test\.txt: expected paragraph 2"),
        ("Unnumbered.\n", r"test\.txt: expected paragraph 1"),
        ("1. See {62099CJ1001 2}.\n", r"test\.txt: cites 62099CJ1001"),
    ],
)
def test_a_faulty_body_is_refused_with_the_name_of_the_file(body: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read(body)


@pytest.mark.parametrize("text", ["no head", "+++\ncelex = 1\n+++\n", "+++\n= =\n+++\n"])
def test_a_faulty_head_is_refused_with_the_name_of_the_file(text: str) -> None:
    with pytest.raises(ValueError, match=r"^bad\.txt: "):
        read_head("bad.txt", text)
