"""Markdown and plain text, on small decisions of our own writing."""

import datetime
import re

import pytest

from legal_assets.passages.cjeu import parse_judgment
from legal_assets.passages.markdown import inline_of_markdown
from legal_assets.text.decoding import UnreadableDocument

ECLI = "http://publications.europa.eu/resource/ecli/ECLI%3AEU%3AC%3A2012%3A9608"
CASE = f"[C\u20119249/11](<{ECLI}>)"
TEXT = f"""62019CJ9001

JUDGMENT OF THE COURT (Third Chamber)

3 March 2021 ( [\\*1](#t-ECR_62019CJ9001_EN_01-E0001) )

(Reference for a preliminary ruling – Bees)

In Case C\u20119001/19,

REQUEST for a preliminary ruling from a court, made by decision of 4 May 2019,

Honig GmbH,

v

wabe.example AG,

THE COURT (Third Chamber),

composed of A. Biene, President,

gives the following

Judgment

1 This request concerns bees ([OJ 2016 L 119, p. 1](http://publications.europa.eu/resource/oj/JOL_2016_119_R_TOC)).

Legal context

Union law

2 Article 3 provides:

‘1. Bees may fly.

2. \\[Bees\\] may rest.

Definitions

3. Bees are insects.’

The dispute in the main proceedings

3 See judgment of 4 October 2012, Imker ({CASE}, [EU:C:2012:9608]({ECLI}), paragraph [30]({ECLI}#point30) ).

4 The court asks:

(a)

whether bees fly;

(b) whether they rest.

Costs

5 Costs are not recoverable.

On those grounds, the Court (Third Chamber) hereby rules:

1. Bees are goods.

\\[Signatures\\]

* * *

( [\\*1](#c-ECR_62019CJ9001_EN_01-E0001) ) Language of the case: German.
"""


def test_a_whole_decision() -> None:
    document = parse_judgment(TEXT.encode())
    assert (document.celex, document.kind, document.language) == ("62019CJ9001", "judgment", "en")
    assert document.date == datetime.date(2021, 3, 3)
    assert document.names == ("Honig GmbH", "wabe.example AG")
    assert [(paragraph.number, paragraph.heading_path) for paragraph in document.paragraphs] == [
        (1, ()),
        (2, ("Legal context", "Union law")),
        (3, ("The dispute in the main proceedings",)),
        (4, ("The dispute in the main proceedings",)),
        (5, ("Costs",)),
    ]
    assert document.paragraphs[1].text == (
        "Article 3 provides:\n‘1. Bees may fly.\n2. [Bees] may rest.\nDefinitions\n3. Bees are insects.’"
    )
    assert document.paragraphs[3].text == "The court asks:\n(a) whether bees fly;\n(b) whether they rest."
    assert document.text.endswith("(*1) Language of the case: German.")


def test_links() -> None:
    paragraph = parse_judgment(TEXT.encode()).paragraphs[2]
    assert paragraph.text.endswith("Imker (C\u20119249/11, EU:C:2012:9608, paragraph 30).")
    assert [(paragraph.text[link.start : link.end], link.ecli, link.point) for link in paragraph.links] == [
        ("C\u20119249/11", "EU:C:2012:9608", None),
        ("EU:C:2012:9608", "EU:C:2012:9608", None),
        ("30", "EU:C:2012:9608", 30),
    ]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("**MK** and *Honig*", "MK and Honig"),
        (r"a \* b \_c\_ \[d\]", "a * b _c_ [d]"),
        ("Article [1](1) and [57](2)", "Article [1](1) and [57](2)"),
        ("[one](#two) (three)", "one (three)"),
        ("snake_case and 2 * 3 * 4", "snake_case and 2 * 3 * 4"),
    ],
)
def test_marks_of_markdown(line: str, text: str) -> None:
    assert inline_of_markdown(line).text == text


def test_text_without_any_mark_up() -> None:
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", TEXT.partition("\n")[2])
    document = parse_judgment(plain.encode())
    assert document.celex == "62019CJ9001"
    assert [paragraph.number for paragraph in document.paragraphs] == [1, 2, 3, 4, 5]
    assert not any(paragraph.links for paragraph in document.paragraphs)


def test_a_portal_page_is_no_decision() -> None:
    page = "[Skip to main content](#MainContent)\n\nEnglish English\n\n[Help](./../../help.html)\n"
    with pytest.raises(UnreadableDocument) as refused:
        parse_judgment(page.encode())
    assert refused.value.reason == "portal-shell"


def test_a_table_of_contents_is_neither_party_nor_paragraph() -> None:
    contents = "Table of contents\n\nLegal context\n\nUnion law\n\nCosts\n\nIn Case C\u20119001/19,"
    document = parse_judgment(TEXT.replace("In Case C\u20119001/19,", contents).encode())
    assert document.names == ("Honig GmbH", "wabe.example AG")
    assert len(document.paragraphs) == 5
