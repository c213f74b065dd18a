"""White space, links and print style inside one block."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from legal_assets.passages.inline import inline_of, piece_of
from legal_assets.passages.markup import Line, parse_tree, read_lines


def lines(body: str) -> list[Line]:
    return read_lines(parse_tree(f"<html><body>{body}</body></html>"))


def text(body: str) -> str:
    return "\n".join(line.text for line in lines(body))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<p>one   two\n three</p>", "one two three"),
        ("<p>Case C\u2011614/13\u00a0P\u202f!</p>", "Case C\u2011614/13 P !"),
        ("<p>soft\u00adened\u200b and\ufeff joined\u2060</p>", "softened and joined"),
        ("<p>a – b — c ‘d’ “e” C\u2011f</p>", "a – b — c ‘d’ “e” C\u2011f"),
        (
            "<p>(\n <a href='x'>C\u20111/15</a>\n , \n <a href='y'>EU:C:2015:1</a>\n ).</p>",
            "(C\u20111/15, EU:C:2015:1).",
        ),
        ("<p>the\n <i>Honig</i>\n judgment</p>", "the Honig judgment"),
        ("<p>(‘the\n <i>Honig</i>\n judgment’)</p>", "(‘the Honig judgment’)"),
        ("<p>‘\n <i>Honig</i>\n ’ and [\n <b>x</b>\n ]</p>", "‘Honig’ and [x]"),
        ("<p>paragraphs\u00a0\n <a href='x'>58</a>\n and\u00a0\n <a href='x'>59</a>\n ;</p>", "paragraphs 58 and 59;"),
        ("<p>a hard space ; stays , here</p>", "a hard space ; stays , here"),
        ("<p>Smith &amp;amp; Sons</p>", "Smith & Sons"),
        ("<p>caf&eacute;&nbsp;x</p>", "café x"),
        ("<p>one<br/>two</p><p><br/></p>", "one two"),
        ("<p>before<!-- not this -->after<?page 2?> end</p>", "beforeafter end"),
        ("<div>outside<p>inside</p>behind</div>", "outside\ninside\nbehind"),
        ("<p><a href='x'/> one <a href='y'> </a> two<a href='z'><b/></a></p>", "one two"),
        ("<script>var a = 1;</script><p>text</p>", "text"),
    ],
)
def test_text_of_blocks(body: str, expected: str) -> None:
    assert text(body) == expected


def test_links_and_styles_are_stretches_of_the_text() -> None:
    (line,) = lines("<p>see\n <b><i> Honig </i></b> (<a href='u'>\n EU:C:2015:1\n </a>\n ), <a>no link</a></p>")
    assert line.text == "see Honig (EU:C:2015:1), no link"
    assert [(line.text[link.start : link.end], link.href) for link in line.inline.links] == [("EU:C:2015:1", "u")]
    assert [line.text[start:end] for start, end in line.inline.bold] == ["Honig"]
    assert [line.text[start:end] for start, end in line.inline.italic] == ["Honig"]
    assert not line.inline.is_emphasised


@pytest.mark.parametrize(
    ("body", "emphasised"),
    [
        ("<p><b>I.</b> <b>Legal context</b></p>", True),
        ("<p><span class='coj-italic'>National law</span>:</p>", True),
        ("<p><b>Bold</b> and plain</p>", False),
        ("<p>plain</p>", False),
    ],
)
def test_a_line_is_emphasised_when_every_word_is(body: str, emphasised: bool) -> None:
    assert lines(body)[0].inline.is_emphasised is emphasised


def test_an_empty_link_takes_no_other_link_s_address() -> None:
    (line,) = lines("<p><a href='x'> </a>see <a href='y'>EU:C:2015:1</a></p>")
    assert [(line.text[link.start : link.end], link.href) for link in line.inline.links] == [("EU:C:2015:1", "y")]


def test_a_link_over_two_blocks_breaks_nothing() -> None:
    found = lines("<p>one <a href='x'>two<div>three</div></a> four</p>")
    assert " ".join(line.text for line in found) == "one two three four"


def test_cells_know_their_row_and_depth() -> None:
    found = lines(
        "<table><tr><td><p>1</p></td><td><p>a</p><table><tr><td>–</td><td>b</td></tr></table></td></tr></table><p>c</p>"
    )
    assert [(line.text, line.place.depth, line.place.row, line.place.column) for line in found] == [
        ("1", 1, 1, 0),
        ("a", 1, 1, 1),
        ("–", 2, 2, 0),
        ("b", 2, 2, 1),
        ("c", 0, 0, -1),
    ]


words = st.text(st.sampled_from("abcXYZ(),.;:‘’ \u00a0\n–"), max_size=30)


@given(st.lists(st.tuples(st.sampled_from(["", "b", "i", "a", "span"]), words), max_size=8))
def test_offsets_stay_inside_the_text(parts: list[tuple[str, str]]) -> None:
    body = "".join(f"<{name} href='x'>{inner}</{name}>" if name else inner for name, inner in parts)
    for line in lines(f"<p>{body}</p>"):
        assert line.text == " ".join(line.text.split())
        stretches = [(link.start, link.end) for link in line.inline.links] + [*line.inline.bold, *line.inline.italic]
        assert all(0 <= start <= end <= len(line.text) for start, end in stretches)


@given(words)
def test_normalised_text_stays_as_it_is(raw: str) -> None:
    once = inline_of(piece_of(raw)).text
    assert inline_of(piece_of(once)).text == once


@given(words, st.text("ab ", max_size=5))
def test_a_prefix_can_be_put_and_taken(raw: str, prefix: str) -> None:
    inline = inline_of(piece_of(raw))
    assert inline.with_prefix(prefix).without_prefix(len(prefix)).text == inline.text


def test_no_letter_is_lost_or_added() -> None:
    tree = parse_tree(
        "<html><body><p>a<b>b\n<i>c</i></b>d<a href='x'>e</a></p><table><tr><td>f</td></tr></table></body></html>"
    )
    assert "".join("".join(line.text.split()) for line in read_lines(tree)) == "".join(
        "".join(map(str, tree.itertext())).split()
    )
    assert isinstance(tree, etree._Element)
