from pathlib import Path

import numpy as np
import pytest

from legal_assets.indexes.encoding import Encoded, encoded
from legal_assets.indexes.vector_cache import VectorCache, pair_digest, text_digest

DIGESTS = [text_digest(text) for text in ("one", "two", "three")]


def _encoded(owners: list[int], vectors: list[list[float]]) -> Encoded:
    number = len(owners)
    spans = [(0, place) for place in range(number)]
    return encoded(owners, spans, np.arange(number), np.zeros(number, np.bool_), np.array(vectors, np.float32))


def test_rows_come_back_in_the_order_asked_windows_ascending(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path, "space")
    cache.put(DIGESTS[:2], _encoded([0, 1, 1], [[1, 1], [2, 2], [3, 3]]))
    cache.put(DIGESTS[2:], _encoded([0], [[4, 4]]))
    for each in (cache, VectorCache(tmp_path, "space")):
        rows = each.rows([DIGESTS[2], DIGESTS[1], DIGESTS[0]])
        assert rows.vectors[:, 0].tolist() == [4, 2, 3, 1]
        assert rows.windows.tolist() == [0, 0, 1, 0]
        assert rows.digests.to_list() == [DIGESTS[2], DIGESTS[1], DIGESTS[1], DIGESTS[0]]
        assert rows.spans[2].tolist() == [0, 2]


def test_only_the_first_place_of_an_absent_digest_is_missing(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path, "space")
    cache.put(DIGESTS[:1], _encoded([0], [[1]]))
    assert cache.missing([DIGESTS[1], DIGESTS[0], DIGESTS[2], DIGESTS[1]]) == [0, 2]
    assert VectorCache(tmp_path, "other space").missing(DIGESTS[:1]) == [0]
    assert cache.missing([]) == []


def test_an_absent_digest_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=DIGESTS[0]):
        VectorCache(tmp_path, "space").rows(DIGESTS[:1])


def test_asking_for_nothing_gives_no_rows(tmp_path: Path) -> None:
    assert len(VectorCache(tmp_path, "space").rows([]).vectors) == 0


def test_a_half_written_shard_is_not_read(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path, "space")
    cache.put(DIGESTS[:1], _encoded([0], [[1]]))
    (tmp_path / "space" / "half.part").write_bytes(b"\x93NUMPY")
    assert VectorCache(tmp_path, "space").missing(DIGESTS) == [1, 2]


def test_many_shards_become_one_with_the_same_rows(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path, "space")
    digests = [text_digest(str(number)) for number in range(70)]
    for number, digest in enumerate(digests):
        cache.put([digest], _encoded([0, 0], [[number], [number + 0.5]]))
    before = cache.rows(digests).vectors
    cache.compact()
    assert len(list((tmp_path / "space").iterdir())) == 1
    for each in (cache, VectorCache(tmp_path, "space")):
        assert np.array_equal(each.rows(digests).vectors, before)


def test_a_digest_that_two_shards_hold_counts_once(tmp_path: Path) -> None:
    first, second = VectorCache(tmp_path, "space"), VectorCache(tmp_path, "space")
    first.put(DIGESTS[:1], _encoded([0], [[1]]))
    second.put(DIGESTS[:1], _encoded([0], [[1]]))
    assert len(VectorCache(tmp_path, "space").rows(DIGESTS[:1]).vectors) == 1


def test_where_a_pair_is_cut_counts() -> None:
    assert pair_digest("ab", "c") != pair_digest("a", "bc")
