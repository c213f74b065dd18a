"""Texts become term numbers."""

import dataclasses

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.text import tokens as tokens_module
from legal_assets.text.analysers import ANALYSERS, Analyser, analyser
from legal_assets.text.tokens import Tokens, tokenise


def terms_of(tokens: Tokens) -> list[list[str]]:
    return [
        tokens.vocabulary.gather(tokens.terms[start:end]).to_list()
        for start, end in zip(tokens.offsets[:-1], tokens.offsets[1:], strict=True)
    ]


def analysed(name: str, *texts: str) -> list[list[str]]:
    return terms_of(tokenise(pl.Series(texts, dtype=pl.String), analyser(name)))


def test_plain_words_are_cut_and_lowered() -> None:
    assert analysed("none", "The Court's VIEW: snake_case, §5") == [["the", "court", "s", "view", "snake", "case", "5"]]


def test_ligatures_and_composed_letters_are_normalised() -> None:
    assert analysed("none", "ﬁnal e\N{COMBINING ACUTE ACCENT}t\N{COMBINING ACUTE ACCENT}") == [["final", "ét́"]]


def test_english_terms_have_no_stop_words_and_are_stemmed() -> None:
    assert analysed("english-snowball", "The appeals of the appellant were dismissed") == [
        ["appeal", "appel", "dismiss"]
    ]


def test_terrier_drops_what_its_tokeniser_drops() -> None:
    text = "1234 12345 aaa aaaa AAaa x123456789012345678 abcdefghijklmnopqrst abcdefghijklmnopqrstu fôrum"
    assert analysed("terrier-english", text) == [["1234", "aaa", "aaaa", "abcdefghijklmnopqrst", "f", "rum"]]


def test_terrier_stems_by_porter() -> None:
    assert analysed("terrier-english", "generously") == [["gener"]]
    assert analysed("english-snowball", "generously") == [["generous"]]


def test_empty_texts_keep_their_place() -> None:
    assert analysed("english-snowball", "", "the", "ruling", "") == [[], [], ["rule"], []]
    assert analysed("none") == []


def test_vocabulary_is_sorted_in_byte_order() -> None:
    vocabulary = tokenise(pl.Series(["b é a B ab"]), analyser("none")).vocabulary.to_list()
    assert vocabulary == sorted({"b", "é", "a", "ab"}, key=str.encode)


def test_queries_use_the_numbers_of_the_index_and_lose_unknown_terms() -> None:
    vocabulary = tokenise(pl.Series(["b d"]), analyser("none")).vocabulary
    queries = tokenise(pl.Series(["d c b a d", "c"]), analyser("none"), vocabulary)
    assert queries.terms.tolist() == [1, 0, 1]
    assert queries.offsets.tolist() == [0, 3, 3]


def test_null_text_is_refused() -> None:
    with pytest.raises(ValueError, match="Text 1 of 3 is null"):
        tokenise(pl.Series(["a", None, "b"]), analyser("none"))


def test_unknown_analyser_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"no analyser 'french'; known: none, english-snowball"):
        analyser("french")


@given(st.lists(st.text(alphabet="ab cé._", max_size=12), max_size=12), st.integers(1, 20))
def test_chunks_change_nothing(texts: list[str], chunk_bytes: int) -> None:
    series = pl.Series(texts, dtype=pl.String)
    stemmed = dataclasses.replace(analyser("none"), stop_words=frozenset({"a"}))
    expected = tokenise(series, stemmed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokens_module, "_CHUNK_BYTES", chunk_bytes)
        found = tokenise(series, stemmed)
    assert terms_of(found) == terms_of(expected)
    assert found.vocabulary.equals(expected.vocabulary)


@given(st.lists(st.text(alphabet="ab cé,-\n", max_size=30), max_size=8))
def test_words_equal_a_plain_split(texts: list[str]) -> None:
    expected = [text.replace(",", " ").replace("-", " ").split() for text in texts]
    assert terms_of(tokenise(pl.Series(texts, dtype=pl.String), ANALYSERS["none"])) == expected


def test_analysers_are_values() -> None:
    assert Analyser("none") == ANALYSERS["none"]
