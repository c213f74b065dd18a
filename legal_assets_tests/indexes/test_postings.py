"""Terms are counted, and an index survives its files."""

import json
from collections import Counter
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.indexes.postings import (
    Postings,
    build_postings,
    postings_digest,
    read_postings,
    write_postings,
)
from legal_assets.text.analysers import analyser
from legal_assets.text.tokens import tokenise


def postings_of(texts: dict[str, str]) -> Postings:
    return build_postings(
        pl.Series(list(texts), dtype=pl.String),
        tokenise(pl.Series(list(texts.values()), dtype=pl.String), analyser("none")),
    )


def test_postings_list_candidates_and_frequencies_by_term() -> None:
    postings = postings_of({"d1": "b a b", "d2": "", "d3": "b c"})
    assert postings.vocabulary.to_list() == ["a", "b", "c"]
    assert postings.pointers.tolist() == [0, 1, 3, 4]
    assert postings.candidates.tolist() == [0, 0, 2, 2]
    assert postings.frequencies.tolist() == [1, 2, 1, 1]
    assert postings.lengths.tolist() == [3, 0, 2]
    assert postings.occurrences.tolist() == [1, 2 + 1, 1]
    assert postings.candidate_frequencies.tolist() == [1, 2, 1]
    assert postings.token_count == 3 + 0 + 2


@given(st.lists(st.lists(st.sampled_from("abcdef"), max_size=15), max_size=10))
def test_postings_equal_counting_each_text(texts: list[list[str]]) -> None:
    postings = postings_of({f"d{number}": " ".join(text) for number, text in enumerate(texts)})
    found = {
        (postings.vocabulary[term], int(postings.candidates[place])): int(postings.frequencies[place])
        for term in range(len(postings.vocabulary))
        for place in range(postings.pointers[term], postings.pointers[term + 1])
    }
    expected = {(term, number): n for number, text in enumerate(texts) for term, n in Counter(text).items()}
    assert found == expected


@pytest.mark.parametrize("ids", [["b", "a"], ["a", "a"], ["a", None]])
def test_ids_out_of_order_are_refused(ids: list[str]) -> None:
    with pytest.raises(ValueError, match="must ascend in byte order"):
        build_postings(pl.Series(ids, dtype=pl.String), tokenise(pl.Series(["x", "y"]), analyser("none")))


def test_ids_and_texts_must_be_as_many() -> None:
    with pytest.raises(ValueError, match="2 candidate ids for 1 texts"):
        build_postings(pl.Series(["a", "b"]), tokenise(pl.Series(["x"]), analyser("none")))


def test_written_postings_are_read_back(tmp_path: Path) -> None:
    postings = postings_of({"a": "x y x", "b": "ü"})
    folder = write_postings(postings, tmp_path / "indexes")
    read = read_postings(folder)
    assert folder.name == postings_digest(postings) == postings_digest(read)
    assert read.candidates.tolist() == postings.candidates.tolist()
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


def test_equal_postings_are_written_once(tmp_path: Path) -> None:
    first = write_postings(postings_of({"a": "x"}), tmp_path)
    before = (first / "candidates.npy").stat().st_mtime_ns
    assert write_postings(postings_of({"a": "x"}), tmp_path) == first
    assert (first / "candidates.npy").stat().st_mtime_ns == before


@pytest.mark.parametrize(
    "other", [{"a": "x y"}, {"b": "x"}, {"a": "y"}, {"a": "x x"}, {"a": "x", "b": ""}, {}, {"a": ""}]
)
def test_digest_depends_on_ids_terms_and_counts(other: dict[str, str]) -> None:
    assert postings_digest(postings_of(other)) != postings_digest(postings_of({"a": "x"}))


def test_a_failed_write_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("legal_assets.indexes.postings.np.save", full)
    with pytest.raises(OSError, match="No space left"):
        write_postings(postings_of({"a": "x"}), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_an_index_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="holds no lexical index"):
        read_postings(tmp_path)


def test_another_format_is_refused(tmp_path: Path) -> None:
    folder = write_postings(postings_of({"a": "x"}), tmp_path)
    (folder / "index.json").write_text(json.dumps({"format": 0}), encoding="utf-8")
    with pytest.raises(ValueError, match="has format 0 where 1 is needed"):
        read_postings(folder)
