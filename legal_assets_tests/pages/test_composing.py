"""The text of a page and its marks; words divided at the end of a line are put together."""

from legal_assets.pages.composing import Mark, compose, words_of
from legal_assets.pages.printed import PrintedLine


def lines(*texts: str) -> list[PrintedLine]:
    return [PrintedLine(text, 0, 12 * row, 100, 12 * row + 10, 10.0) for row, text in enumerate(texts)]


def test_blocks_are_divided_by_an_empty_line_and_marks_lie_where_they_say() -> None:
    first, second = lines("Annual report", "1"), lines("The mill", "was built.")
    composed = compose([first, second], {first[0]: ("heading", 1), first[1]: ("page_number", 0)}, frozenset())
    assert composed.text == "Annual report\n1\n\nThe mill\nwas built."
    assert composed.marks == (Mark(0, 13, "heading", 1), Mark(14, 15, "page_number", 0))
    assert composed.text[14:15] == "1"


def test_a_divided_word_is_put_together() -> None:
    blocks = [lines("It was de-", "cided to wait, and more.")]
    assert compose(blocks, {}, words_of([blocks])).text == "It was decided\nto wait, and more."


def test_a_compound_keeps_the_hyphen_that_the_document_prints_elsewhere() -> None:
    blocks = [lines("A long-term plan.", "Another long-", "term, plan.")]
    assert compose(blocks, {}, words_of([blocks])).text == "A long-term plan.\nAnother long-term,\nplan."


def test_a_capital_after_the_hyphen_is_left_alone() -> None:
    blocks = [lines("The Rhine-", "Danube canal")]
    assert compose(blocks, {}, words_of([blocks])).text == "The Rhine-\nDanube canal"


def test_a_line_that_was_only_the_end_of_a_word_vanishes() -> None:
    blocks = [lines("It was de-", "cided.", "Then rain.")]
    assert compose(blocks, {}, words_of([blocks])).text == "It was decided.\nThen rain."
