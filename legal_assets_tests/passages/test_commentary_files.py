"""Reading commentaries from Markdown, answers and pages, in the publisher's forms but with words of our own."""

import datetime
import json
from typing import Any

import pytest

from legal_assets.passages.commentary import parse_commentary
from legal_assets.passages.commentary_document import Commentary, CommentedProvision, Footnote, UnreadableCommentary
from legal_assets.text.bge_number import RulingNumber

LINK = (
    '<a href="http://relevancy.bger.ch/php/clir/http/index.php?highlight_docid=atf%3A%2F%2F129-III-404%3Ait&amp;lang=it">'
    "129 III 404</a>"
)
FRONT = "---\nid: 7f3c\ntitle: 'Art. 12 MietG'\nupdated_at: 1664911588\n---\n"
BODY = f"""<h2>I. Zweck</h2>
<h3>A. Allgemeines</h3>
<p><span class="paragraph-nr">1</span>Die Miete dient dem
Wohnen.<footnote data-content='BGE {LINK} E. 4.3; vgl. S.&nbsp;3.'></footnote> Sie ist
entgeltlich.<footnote data-content='Huber, N. 2.' /> </p>
<p>Das gilt auch<footnote data-content='Keller, S. 9.'></footnote>:</p>
<ul><li><p>für Zimmer,</p></li><li><p>für Keller.</p></li></ul>
<h3>B. Form</h3>
<p><span class="paragraph-nr">2</span> Die Form ist frei (Art. 12<sup>bis</sup> MietG).</p>
<hr>
<p>Die Autorin dankt allen.</p>
<h2>Literatur</h2>
<p>Huber Anna, Miete, 3. Aufl.</p>"""


def read(text: str, name: str | None = None) -> Commentary:
    return parse_commentary(text.encode(), name)


def bodies(commentary: Commentary) -> dict[str, str]:
    return {passage.label: passage.body for passage in commentary.passages}


def test_margin_numbers_become_passages() -> None:
    commentary = read(FRONT + BODY, "mietg12__slot-fr__2022-10-07__abc.md")
    assert bodies(commentary) == {
        "1": "Die Miete dient dem Wohnen. Sie ist entgeltlich.\nDas gilt auch:\nfür Zimmer,\nfür Keller.",
        "2": "Die Form ist frei (Art. 12bis MietG).",
    }
    assert [passage.heading_path for passage in commentary.passages] == [
        ("I. Zweck", "A. Allgemeines"),
        ("I. Zweck", "B. Form"),
    ]
    assert commentary.problems == ()


def test_facts_of_a_commentary() -> None:
    commentary = read(FRONT + BODY, "mietg12__slot-fr__2022-10-07__abc.md")
    assert (commentary.doc_id, commentary.source_id, commentary.slot) == ("ok-mietg12-fr", "7f3c", "fr")
    assert commentary.language == "de"
    assert commentary.date == datetime.date(2022, 10, 4)  # 1,664,911,588 seconds after 1970 began
    assert commentary.provision == CommentedProvision("article", "12", "MietG")


def test_each_footnote_stands_once_with_its_passage() -> None:
    commentary = read(FRONT + BODY)
    first, second = commentary.passages
    assert first.text.split("\n")[4:] == ["BGE 129 III 404 E. 4.3; vgl. S. 3.", "Huber, N. 2.", "Keller, S. 9."]
    assert [first.text[note.start : note.end] for note in first.footnotes] == first.text.split("\n")[4:]
    assert [first.body[: note.called_at].split()[-1] for note in first.footnotes] == ["Wohnen.", "entgeltlich.", "auch"]
    assert [note.number for note in first.footnotes] == [1, 2, 3]
    assert second.footnotes == ()
    assert commentary.text.count("Huber, N. 2.") == 1


def test_links_to_rulings_point_into_the_passage() -> None:
    [passage, _] = read(FRONT + BODY).passages
    [link] = passage.links
    assert (link.number, link.language) == (RulingNumber(129, "III", 404), "it")
    assert passage.text[link.start : link.end] == "129 III 404"


def test_a_link_after_a_footnote_call() -> None:
    [passage] = read(
        f"{FRONT}<p><strong>1</strong> Vgl.<footnote data-content='X.'></footnote> BGE {LINK}.</p>"
    ).passages
    [link] = passage.links
    assert passage.body == "Vgl. BGE 129 III 404."
    assert passage.text[link.start : link.end] == "129 III 404"


def test_passages_are_their_places() -> None:
    commentary = read(FRONT + BODY)
    assert all(commentary.text[passage.start : passage.end] == passage.text for passage in commentary.passages)


@pytest.mark.parametrize(
    "number",
    [
        '<span class="paragraph-nr">{}</span> ',
        '<span class="x paragraph-nr">{}</span>',
        "<strong>{}</strong> ",
        "<strong>{} </strong>",
        "<b>{}</b>",
        "{} ",
        "{}",
    ],
)
def test_all_shapes_of_margin_numbers(number: str) -> None:
    paragraphs = "".join(f"<p>{number.format(n)}Der Satz Nummer {word}.</p>" for n, word in [(1, "eins"), (2, "zwei")])
    assert bodies(read(FRONT + paragraphs)) == {"1": "Der Satz Nummer eins.", "2": "Der Satz Nummer zwei."}


def test_a_number_in_a_text_is_no_margin_number() -> None:
    text = (
        "<p><strong>1</strong> Ein Satz.</p><p>2021 wurde er ergänzt.</p><p>1 Franken kostet er.</p><p>4 sind es.</p>"
    )
    assert bodies(read(FRONT + text)) == {"1": "Ein Satz.\n2021 wurde er ergänzt.\n1 Franken kostet er.\n4 sind es."}


@pytest.mark.parametrize(
    "middle",
    ["<p>Ein zweiter Satz.</p>", "<h3>B.</h3><p>Ein zweiter Satz.</p>", "<p><a>[3]</a> Ein zweiter Satz.</p>"],
)
def test_a_lost_number_is_told_from_the_next(middle: str) -> None:
    commentary = read(
        f"{FRONT}<h2>A.</h2><p><strong>1</strong> Ein Satz.</p>{middle}<p><strong>3</strong> Ein dritter.</p>"
    )
    assert bodies(commentary) == {"1": "Ein Satz.", "2": "Ein zweiter Satz.", "3": "Ein dritter."}
    assert commentary.passages[1].flags == ("unnumbered",)


def test_a_number_that_cannot_be_told_is_named() -> None:
    commentary = read(f"{FRONT}<p><strong>1</strong> Ein Satz.</p><p><strong>3</strong> Ein dritter.</p>")
    assert commentary.problems == ("margin number 2 is missing",)


def test_calls_of_lost_footnotes_go() -> None:
    text = '<p><strong>1</strong> Ein Satz.<a href="">[2]</a> Noch einer.<a><sup>[17]</sup></a></p>'
    assert bodies(read(FRONT + text)) == {"1": "Ein Satz. Noch einer."}


def test_quotation_marks_inside_a_tag_of_a_footnote_do_not_end_it() -> None:
    note = "<footnote data-content='Keller, S. 9 <span onclick=\"go('x');\">mehr</span>'></footnote>"
    [passage] = read(f"{FRONT}<p><strong>1</strong> Ein Satz.{note} Noch einer.</p>").passages
    assert passage.text == "Ein Satz. Noch einer.\nKeller, S. 9 mehr"


NODES = """content:
  - type: heading
    attrs: {level: '2'}
    content: [{type: text, text: 'I. Zweck'}]
  - type: paragraph
    content:
      - type: text
        text: '1'
        marks: [{type: bts_span, attrs: {class: paragraph-nr}}]
      - {type: text, text: ' Die '}
      - {type: text, text: Miete, marks: [{type: italic}]}
      - {type: text, text: ' dient.'}
      - type: footnote
        attrs: {data-content: '<p>Huber &amp; Keller, "Miete", S. 3.</p>'}
      - {type: hard_break}
      - {type: text, text: 'Art. 12'}
      - {type: text, text: bis, marks: [{type: superscript}]}
  - type: bulletList
    content:
      - type: listItem
        content: [{type: paragraph, content: [{type: text, text: 'ein Punkt'}]}]
  - type: paragraph
    content: [{type: text, text: '2 Die Form ist frei.'}]
"""


def test_editor_nodes() -> None:
    commentary = read(f"---\nid: 7f3c\ntitle: 'Art. 12 MietG'\n{NODES}---\n")
    first, second = commentary.passages
    assert first.body == "Die Miete dient. Art. 12bis\nein Punkt"
    note = 'Huber & Keller, "Miete", S. 3.'
    start = len(first.body) + 1
    assert first.text[start:] == note
    assert first.footnotes == (Footnote(1, start, start + len(note), len("Die Miete dient.")),)
    assert first.heading_path == ("I. Zweck",)
    assert second.body == "Die Form ist frei."


@pytest.mark.parametrize(
    "nodes",
    [
        "- word",
        "- {type: [1]}",
        "- {type: text, text: [1], marks: x}",
        "- {type: text, text: x, marks: [1, {attrs: 3}]}",
    ],
)
def test_nodes_of_another_form_are_passed_over(nodes: str) -> None:
    text = f"---\nid: x\n{NODES}---\n".replace("content:\n", f"content:\n  {nodes}\n", 1)
    assert [passage.label for passage in read(text).passages] == ["1", "2"]


def answer(**fields: Any) -> str:
    data = {
        "id": "7f3c",
        "title": "Art. 12 MietG",
        "date": "2023-02-01",
        "language": "fr",
        "authors": [{"id": "1", "name": "Anna Huber"}, {"id": "2", "name": None}],
        "html_link": "https://kommentar.example/fr/kommentare/mietg12",
        "content": '<p id="p1"><span class="paragraph-nr">1</span> Die Miete.'
        '<footnote data-content="Siehe &quot;Huber&quot;.">Siehe "Huber".</footnote></p>',
    }
    return json.dumps({"data": data | fields})


def test_an_answer_of_the_interface() -> None:
    commentary = read(answer())
    assert commentary.doc_id == "ok-mietg12-fr"
    assert (str(commentary.date), commentary.authors) == ("2023-02-01", ("Anna Huber",))
    assert commentary.text == 'Die Miete.\nSiehe "Huber".'


PAGE = """<!doctype html><html lang="it"><head><title>Art. 12 LLoc</title>
<meta property="og:url" content="https://kommentar.example/it/mietg12"></head><body><commentary :commentary="{
      id: '7f3c',
      slug: 'mietg12',
      title: 'Art. 12 LLoc',
      date: '01.02.2023',
      locale: 'it',
}"><template v-slot:table-of-contents><ul><li>I. Scopo</li></ul></template>
<template v-slot:content><h2 id="i">I. Scopo</h2><p><span class="paragraph-nr">1</span> La locazione serve
all'abitazione delle persone e delle famiglie.<footnote data-content="Rossi, n. 3."></footnote></p></template>
</commentary></body></html>"""


def test_a_page_of_the_site() -> None:
    commentary = read(PAGE)
    assert (commentary.doc_id, commentary.source_id, str(commentary.date)) == ("ok-mietg12-it", "7f3c", "2023-02-01")
    assert commentary.provision == CommentedProvision("article", "12", "LLoc")
    assert commentary.language == "it"
    assert commentary.text == "La locazione serve all'abitazione delle persone e delle famiglie.\nRossi, n. 3."


def test_what_is_commented_on_without_a_title() -> None:
    by_statute = read("---\nid: x\nlegal_text: '<p>Art. 12 MietG</p><p>1 Die Miete.</p>'\n---\n" + BODY)
    assert by_statute.provision == CommentedProvision("article", "12", "MietG")
    by_name = read("---\nid: x\n---\n" + BODY, "mietg12__slot-de.md")
    assert by_name.provision == CommentedProvision("article", "12", "MietG")  # spelt as in the text: Art. 12bis MietG
    assert by_name.problems == ("the commentary has no title; its name says what it is about",)
    assert read("---\nid: x\n---\n" + BODY).provision == CommentedProvision("other")


BOMB = (
    "a0: &a0 [{type: text, text: x}]\n"
    + "".join(f"a{n}: &a{n} [{{content: *a{n - 1}}}, {{content: *a{n - 1}}}]\n" for n in range(1, 30))
    + "content: *a29\n"
)
"""Two to the power of 29 nodes in a kilobyte."""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty-file"),
        ("  \n", "empty-file"),
        ("---\nid: x\n---\n", "no-passages"),
        ("---\nid: x\n---\n<p>Ein Satz ohne Nummer.</p>", "no-passages"),
        (answer(content=None), "no-passages"),
        ("---\nid: [x\n---\n<p>1 Text</p>", "front-matter"),
        ("---\njust words\n---\n<p>1 Text</p>", "front-matter"),
        (
            f'{FRONT}<p><strong>1</strong> A.<footnote data-content="Wort "Miete", S. 3."></footnote></p>',
            "unescaped-quotes",
        ),
        (f"{FRONT}<p><strong>1</strong> A.<footnote data-content='offen</p>", "unescaped-quotes"),
        ('{"data": [], "links": {}, "meta": {}}', "no-commentary"),
        ("[1, 2", "no-commentary"),
        ("Nur ein Satz.", "no-commentary"),
        (f"---\nid: x\n{BOMB}---\n", "too-large"),
    ],
)
def test_what_is_refused(text: str, reason: str) -> None:
    with pytest.raises(UnreadableCommentary) as refusal:
        read(text)
    assert refusal.value.reason == reason
    assert isinstance(refusal.value, ValueError)


def test_broken_utf_8_is_refused() -> None:
    with pytest.raises(UnreadableCommentary, match="undecodable: byte 3"):
        parse_commentary(b"---\xff")


def test_a_file_over_the_limit_is_refused() -> None:
    with pytest.raises(UnreadableCommentary, match="too-large"):
        parse_commentary(b"--- " * 100, limit=100)


def test_many_footnotes_take_linear_time() -> None:
    text = f"{FRONT}<p><strong>1</strong> A." + "<footnote data-content='S. 3.'></footnote> b" * 20_000 + "</p>"
    assert len(read(text).passages[0].footnotes) == 20_000
