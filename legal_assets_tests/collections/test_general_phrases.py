"""Phrases of words that all documents use: left out where they stand together by chance."""

import polars as pl

from legal_assets.collections.general_phrases import leave_out_general

QUAYS = "The policy of the town is old. Its priorities are quays and ferries, and safety. Nets dry there."


def kept(texts: list[str], phrase: str, kind: str, found: list[int]) -> bool:
    """Whether a concept of three documents, a page each, is kept that stands on the pages numbered."""
    documents = [f"wb-{number}" for number in range(len(texts))]
    types = {"doc_id": pl.String, "page": pl.Int64, "text": pl.String}
    pages = pl.DataFrame(
        [(document, 1, text) for document, text in zip(documents, texts, strict=True)], types, orient="row"
    )
    mentions = pages[found].drop("text")
    concept = phrase.lower()
    shown = pl.DataFrame({"concept": [concept], "phrase": [phrase], "kind": [kind]})
    return not leave_out_general(mentions.with_columns(concept=pl.lit(concept)), pages, shown).is_empty()


def test_words_that_stand_together_by_chance_name_nothing() -> None:
    # Both words are on all 8 pages: chance puts them together on 8 × 8 ÷ 8 = 8, and 2 × 8 would be needed.
    texts = [f"Page {number}. {QUAYS}" for number in range(8)]
    assert not kept(texts, "Policy priorities", "heading", [0, 1])


def test_words_that_seek_each_other_name_something() -> None:
    # Each of the words is on 4 of 16 pages, the same ones: chance would put them together on 4 × 4 ÷ 16 = 1.
    texts = [QUAYS] * 4 + ["The quay is old."] * 12
    assert kept(texts, "Safety nets", "heading", [0, 1])
    assert not kept(texts, "Safety nets", "heading", [0])


def test_a_rare_word_names_something() -> None:
    # Lanterns are in two documents, fewer than three.
    texts = ["The policy of lanterns."] * 2 + [QUAYS] * 6
    assert kept(texts, "Policy lanterns", "heading", [0])


def test_a_name_is_kept_unless_it_is_printed_with_a_small_letter() -> None:
    texts = [QUAYS] * 8
    assert kept(texts, "Policy Priorities", "name", [0])
    for printed in ("policy Priorities", "policy priorities"):
        assert not kept([*texts, f"A {printed} is none."], "Policy Priorities", "name", [0])


def test_function_words_count_for_nothing() -> None:
    texts = [QUAYS] * 8
    assert not kept(texts, "Priorities of the policy", "heading", [0])


def test_nothing_is_left_of_nothing() -> None:
    assert not kept([], "Policy priorities", "heading", [])
