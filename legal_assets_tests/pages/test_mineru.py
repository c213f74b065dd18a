"""MinerU's content list: pages from 1, paragraphs that cross a page divided where the text layers say."""

import json

import pytest

from legal_assets.pages.composing import Mark
from legal_assets.pages.mineru import CROSSES, ContentListError, divide, read_content_list, read_imported

FIRST = "The mill stands at the weir and was built before the"
SECOND = "railway came to the valley in the year of the flood."


def content_list(*entries: dict[str, object]) -> bytes:
    return json.dumps([{"type": "text", **entry} for entry in entries]).encode()


def test_pages_count_from_one_and_levels_become_headings() -> None:
    blocks = read_content_list(
        content_list({"text": "Title ", "text_level": 1, "page_idx": 0}, {"text": "Body", "page_idx": 2})
    )
    pages = read_imported(blocks, {})
    assert sorted(pages) == [1, 3]
    assert pages[1].composed.text == "Title"
    assert pages[1].composed.marks == (Mark(0, 5, "heading", 1),)


def test_a_paragraph_that_crosses_a_page_is_divided() -> None:
    blocks = read_content_list(content_list({"text": f"{FIRST} {SECOND}", "page_idx": 0}, {"text": "", "page_idx": 1}))
    pages = read_imported(blocks, {1: f"Head\n{FIRST}\n1", 2: f"Head\n{SECOND}\n2"})
    assert [pages[number].composed.text for number in (1, 2)] == [FIRST, SECOND]
    assert [pages[number].problems for number in (1, 2)] == [(), ()]


def test_without_text_layers_it_is_marked_on_both_pages() -> None:
    blocks = read_content_list(content_list({"text": f"{FIRST} {SECOND}", "page_idx": 0}, {"text": "", "page_idx": 1}))
    pages = read_imported(blocks, {})
    assert pages[1].composed.text == f"{FIRST} {SECOND}"
    assert [pages[number].problems for number in (1, 2)] == [(CROSSES,), (CROSSES,)]


def test_a_paragraph_that_repeats_itself_is_not_divided_at_a_guess() -> None:
    again = "the same six words again and " * 4
    assert divide(again, again, again) is None


def test_tables_and_captions_are_text() -> None:
    entry = {
        "type": "table",
        "table_caption": ["Table 1"],
        "table_body": "<table><tr><td>a</td><td>b</td></tr></table>",
    }
    (block,) = read_content_list(content_list({**entry, "page_idx": 0}))
    assert block.text == "Table 1 a b"


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b'[{"text": "x"}]', b'[{"text": "x", "page_idx": -1}]'])
def test_what_is_no_content_list_is_refused(data: bytes) -> None:
    with pytest.raises(ContentListError):
        read_content_list(data)
