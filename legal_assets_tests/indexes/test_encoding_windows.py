"""Windows, chunks and shapes: nothing here loads a model."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.indexes.encoding import EncodingSettings, batches, in_chunks, unit_length
from legal_assets.indexes.windows import window_spans, word_spans


def _spans(text: str, size: int, overlap: int) -> list[str]:
    words = word_spans(text)
    return [text[a:b] for a, b in window_spans(words, np.ones(len(words), np.int64), size, overlap)]


def test_neighbouring_windows_share_the_overlap() -> None:
    assert _spans("a b c d e f g", size=4, overlap=2) == ["a b c d", "c d e f", "e f g"]


def test_a_text_that_fits_is_one_window() -> None:
    assert _spans("a b c d", size=4, overlap=2) == ["a b c d"]


def test_a_word_larger_than_a_window_stands_alone() -> None:
    words = word_spans("a huge b")
    assert window_spans(words, np.array([1, 9, 1]), 4, 1) == [(0, 1), (2, 6), (7, 8)]


def test_a_text_of_white_space_has_one_empty_window() -> None:
    assert _spans("  ", size=4, overlap=2) == [""]


def test_an_overlap_as_large_as_the_window_is_refused() -> None:
    with pytest.raises(ValueError, match="overlap of 4 tokens"):
        _spans("a b", size=4, overlap=4)


@given(st.lists(st.integers(1, 5), min_size=1, max_size=60), st.integers(1, 12), st.data())
def test_windows_cover_every_word_and_keep_their_bounds(tokens: list[int], size: int, data: st.DataObject) -> None:
    overlap = data.draw(st.integers(0, size - 1))
    text = " ".join("w" * count for count in tokens)
    words = word_spans(text)
    spans = window_spans(words, np.array(tokens), size, overlap)
    starts, ends = [a for a, _ in spans], [b for _, b in spans]
    assert starts == sorted(set(starts))
    assert ends[-1] == len(text)
    covered = {word for a, b in spans for word, (c, d) in enumerate(words) if a <= c and d <= b}
    assert covered == set(range(len(tokens)))
    for a, b in spans:
        inside = [count for count, (c, d) in zip(tokens, words, strict=True) if a <= c and d <= b]
        assert sum(inside) <= size or len(inside) == 1
    for (_, end), (start, _) in pairwise(spans):
        shared = [count for count, (c, d) in zip(tokens, words, strict=True) if start <= c and d <= end]
        assert sum(shared) <= overlap


@given(st.lists(st.integers(1, 70), max_size=80), st.sampled_from([64, 512]))
def test_a_batch_has_one_shape_that_its_length_alone_decides(lengths: list[int], batch_tokens: int) -> None:
    settings = EncodingSettings(batch_tokens=batch_tokens)
    plan = list(batches(np.array(lengths, np.int64), 64, settings))
    assert sorted(place for batch in plan for place in batch) == list(range(len(lengths)))
    for batch in plan:
        padded = {settings.padded(lengths[place], 64) for place in batch}
        assert len(padded) == 1
        assert len(batch) <= settings.rows(padded.pop())


def test_rows_times_length_stay_below_the_tokens_of_a_batch() -> None:
    settings = EncodingSettings(batch_tokens=512)
    assert [settings.rows(length) for length in (8, 64, 72, 256, 3072)] == [64, 8, 4, 2, 1]
    assert [settings.padded(length, 30) for length in (0, 1, 8, 9, 29, 64)] == [8, 8, 8, 16, 30, 30]


@given(st.lists(st.integers(0, 50), max_size=40), st.integers(1, 7), st.integers(1, 90))
def test_chunks_hold_every_text_once_longest_first(lengths: list[int], texts: int, characters: int) -> None:
    chunks = list(in_chunks(lengths, texts, characters))
    order = [place for chunk in chunks for place in chunk]
    assert sorted(order) == list(range(len(lengths)))
    assert [lengths[place] for place in order] == sorted(lengths, reverse=True)
    assert all(len(chunk) <= texts for chunk in chunks)
    assert all(sum(lengths[place] for place in chunk) <= characters or len(chunk) == 1 for chunk in chunks)


def test_vectors_get_length_one_and_zeros_stay() -> None:
    vectors = unit_length(np.array([[3, 4], [0, 0]], np.float32))
    assert vectors.tolist() == [[np.float32(3 / 5), np.float32(4 / 5)], [0, 0]]


@pytest.mark.parametrize("bad", [{"step": 0}, {"batch_tokens": 0}, {"window": 10, "overlap": 10}])
def test_settings_out_of_range_are_refused(bad: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="out of range"):
        EncodingSettings(**bad)  # type: ignore[arg-type]  # integers all
