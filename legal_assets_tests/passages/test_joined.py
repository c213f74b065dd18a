"""Paragraphs run together by their source."""

from hypothesis import given
from hypothesis import strategies as st

from legal_assets.passages.blocks import Block
from legal_assets.passages.inline import Inline, InlineLink
from legal_assets.passages.joined import find_joined, numbers_inside, split_joined

SENTENCES = ["Bees fly.", "They rest.", "The keeper asks: ‘Why?’", "See Article 4.", "Honey is sweet (very)."]


def numbered(number: int, text: str) -> Block:
    return Block("text", Inline(text), str(number), number, 1.0)


def test_numbers_behind_the_end_of_a_sentence() -> None:
    assert numbers_inside("Bees fly. 2 They rest.3They fly . 4 . AGAIN, 5 times. 6 of them; Article 7 Applies.") == [
        2,
        3,
        4,
    ]
    assert [number for number, _, _ in find_joined("One. 2 Two. 3 Three. 5 Five.", 2, 5)] == [2, 3]


def test_a_block_in_another_role_ends_the_search() -> None:
    blocks = [numbered(1, "Bees fly."), Block("operative", Inline("Ruled. 2 Bees. 3 Wasps."))]
    assert split_joined(blocks, [0]).blocks == blocks


def test_numbers_missing_in_two_blocks() -> None:
    blocks = [numbered(1, "One. 2 Two."), Block("text", Inline("More. 3 Three.")), numbered(4, "Four.")]
    split = split_joined(blocks, [0, 2])
    assert [(block.number, block.text) for block in split.blocks] == [
        (1, "One."),
        (2, "Two."),
        (None, "More."),
        (3, "Three."),
        (4, "Four."),
    ]
    assert split.numbers == {2, 3}


def test_half_of_the_missing_numbers_prove_nothing() -> None:
    blocks = [numbered(1, "One. 2 Two."), numbered(4, "Four.")]
    assert split_joined(blocks, [0, 1]).numbers == frozenset()


def test_links_go_with_their_words() -> None:
    text = "See Imker. 2 See Wabe again."
    links = (InlineLink(4, 9, "u"), InlineLink(17, 21, "v"))
    blocks = [Block("text", Inline(text, links), "1", 1, 1.0), numbered(3, "Three.")]
    parts = split_joined(blocks, [0, 1]).blocks
    assert [[block.text[link.start : link.end] for link in block.inline.links] for block in parts] == [
        ["Imker"],
        ["Wabe"],
        [],
    ]


@given(st.lists(st.sampled_from(SENTENCES), min_size=3, max_size=12), st.sampled_from([" {} ", "{}", "  {} . "]))
def test_what_is_run_together_comes_apart(sentences: list[str], print_number: str) -> None:
    joined = sentences[0] + "".join(
        print_number.format(number) + sentence for number, sentence in enumerate(sentences[1:-1], start=2)
    )
    last = len(sentences)
    split = split_joined([numbered(1, joined), numbered(last, sentences[-1])], [0, 1])
    assert [(block.number, block.text) for block in split.blocks] == list(enumerate(sentences, start=1))
