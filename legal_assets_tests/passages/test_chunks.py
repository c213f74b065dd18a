"""Chunks have as many tokens as asked for, share as many as asked for, and know their pages and headings."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_assets.passages.chunks import Mark, Page, PageSpan, cut, running_text

HEAD, NUMBER = "Mill Valley Council", "1"
BODY = "The weir\nwas mended."


def page(number: int) -> Page:
    text = f"{HEAD}\n\n{BODY}\n\n{number}"
    return Page(
        number,
        text,
        (
            Mark(0, len(HEAD), "running_head", 0),
            Mark(len(HEAD) + 2, len(HEAD) + 10, "heading", number),
            Mark(len(text) - 1, len(text), "page_number", 0),
        ),
    )


def test_running_heads_and_page_numbers_are_left_out() -> None:
    document = running_text([page(1), Page(2, "  "), page(3)])
    assert document.text == f"{BODY}\n\n{BODY}"
    assert document.pages == (PageSpan(1, 0, len(BODY)), PageSpan(3, len(BODY) + 2, 2 * len(BODY) + 2))
    assert [(heading.start, heading.text, heading.level) for heading in document.headings] == [
        (0, "The weir", 1),
        (len(BODY) + 2, "The weir", 3),
    ]


def test_a_chunk_knows_its_pages_and_headings() -> None:
    first, second = "one two three four", "five six seven eight"
    pages = [
        Page(4, f"Part A\n{first}", (Mark(0, 6, "heading", 1),)),
        Page(5, f"Part A1\n{second}", (Mark(0, 7, "heading", 2),)),
        Page(6, "Part B nine", (Mark(0, 6, "heading", 1),)),
    ]
    document = running_text(pages)
    chunks = cut(document, tokens=8, overlap=1)
    texts = [document.text[chunk.start : chunk.end] for chunk in chunks]
    assert texts == ["Part A\none two three four\n\nPart A1", "A1\nfive six seven eight\n\nPart B nine"]
    assert [[span.page for span in chunk.pages] for chunk in chunks] == [[4, 5], [5, 6]]
    assert chunks[0].pages[1] == PageSpan(5, len(texts[0]) - len("Part A1"), len(texts[0]))
    assert [chunk.heading_path for chunk in chunks] == [("Part A",), ("Part A", "Part A1")]


def test_a_document_without_text_has_no_chunk() -> None:
    assert cut(running_text([Page(1, "")])) == []


def test_an_overlap_must_be_smaller_than_a_chunk() -> None:
    with pytest.raises(ValueError, match="between 0 and 7"):
        cut(running_text([page(1)]), tokens=8, overlap=8)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(0, 30), min_size=1, max_size=8), st.integers(2, 12), st.data())
def test_chunks_cover_the_text_and_share_the_overlap(sizes: list[int], tokens: int, data: st.DataObject) -> None:
    overlap = data.draw(st.integers(0, tokens - 1))
    words = [f"w{number}" for number in range(sum(sizes))]
    pages, at = [], 0
    for number, size in enumerate(sizes, start=1):
        pages.append(Page(number, " ".join(words[at : at + size])))
        at += size
    document = running_text(pages)
    pieces = [document.text[chunk.start : chunk.end].split() for chunk in cut(document, tokens, overlap)]
    assert all(len(piece) == tokens for piece in pieces[:-1])
    for before, after in pairwise(pieces):
        assert before[len(before) - overlap :] == after[:overlap]
        assert len(after) > overlap
    joined = pieces[0][:] if pieces else []
    for piece in pieces[1:]:
        joined += piece[overlap:]
    assert joined == words
