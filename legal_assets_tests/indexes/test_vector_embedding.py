"""From texts to cached vectors: what is encoded, what is reused, what a killed run leaves, other processes."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from legal_assets.catalog_models import models
from legal_assets.indexes import embedding
from legal_assets.indexes.embedding import (
    Progress,
    Report,
    embed,
    embed_texts,
    embedding_frames,
    space_of,
)
from legal_assets.indexes.encoders import ModelUnavailableError, Weights, locate
from legal_assets.indexes.encoding import EncodingSettings
from legal_assets.indexes.encoding_processes import encode_with, encoder
from legal_assets.indexes.loading import load
from legal_assets.indexes.vector_cache import VectorCache, text_digest
from legal_assets_tests.indexes.counted import CountedEncoder
from legal_assets_tests.indexes.tiny_models import tiny_model

TEXTS = [f"{'ferry ' * number}{number}" for number in range(1, 11)]
(MINILM,) = models(["minilm"])


def _run(cache: VectorCache, texts: list[str], encode: CountedEncoder) -> Report:
    return embed(texts, [text_digest(text) for text in texts], cache, encode)


def test_only_new_texts_are_encoded(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path, "space")
    assert _run(cache, [*TEXTS, TEXTS[0]], CountedEncoder()).encoded == 10
    encode = CountedEncoder()
    report = _run(cache, [*TEXTS[:9], "a changed one"], encode)
    assert encode.chunks == [["a changed one"]]
    assert (report.asked, report.encoded, report.reused, report.rows, report.tokens) == (10, 1, 9, 1, 2)
    idle = CountedEncoder()
    assert _run(cache, TEXTS, idle).encoded == 0
    assert idle.chunks == []


def test_a_killed_run_resumes_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding, "CHUNK_TEXTS", 3)
    with pytest.raises(KeyboardInterrupt):
        _run(VectorCache(tmp_path, "space"), TEXTS, CountedEncoder(dies_after=2))
    encode = CountedEncoder()
    cache = VectorCache(tmp_path, "space")
    _run(cache, TEXTS, encode)
    longest_first = TEXTS[::-1]
    assert [len(chunk) for chunk in encode.chunks] == [3, 1]
    assert [text for chunk in encode.chunks for text in chunk] == longest_first[6:]
    assert cache.rows([text_digest(text) for text in TEXTS]).vectors[:, 0].tolist() == [len(text) for text in TEXTS]


def test_progress_is_told_after_each_chunk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding, "CHUNK_TEXTS", 4)
    told: list[Progress] = []
    digests = [text_digest(text) for text in TEXTS]
    embed(TEXTS, digests, VectorCache(tmp_path, "space"), CountedEncoder(), told.append)
    assert told == [Progress(4, 10, 8), Progress(8, 10, 16), Progress(10, 10, 20)]


def test_texts_without_digests_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="0 digests for 10 texts"):
        embed(TEXTS, [], VectorCache(tmp_path, "space"), CountedEncoder())


def test_whatever_decides_a_vector_makes_another_space() -> None:
    settings, versions = EncodingSettings(), {"torch": "1"}
    base = space_of(MINILM, "r", "document", settings, versions)
    others = [
        space_of(MINILM, "other", "document", settings, versions),
        space_of(MINILM, "r", "query", settings, versions),
        space_of(replace(MINILM, document_prompt="passage: "), "r", "document", settings, versions),
        space_of(MINILM, "r", "document", EncodingSettings(dtype="bfloat16"), versions),
        space_of(MINILM, "r", "document", settings, {"torch": "2"}),
    ]
    assert len({base, *others}) == 6
    assert space_of(replace(MINILM, title="Another title"), "r", "document", settings, versions) == base


def test_frames_keep_the_contract_and_come_in_key_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding, "_ROWS_AT_ONCE", 4)
    cache = VectorCache(tmp_path, "space")
    _run(cache, TEXTS, CountedEncoder())
    frames = list(embedding_frames("cjeu", "minilm", "document", pl.Series([*TEXTS, TEXTS[0]]), cache, "r", "space"))
    assert [frame.height for frame in frames] == [4, 4, 2]
    rows = pl.concat(frames)
    assert rows["text_digest"].to_list() == sorted(text_digest(text) for text in TEXTS)
    by_digest = dict(zip(rows["text_digest"], rows["vector"].to_list(), strict=True))
    assert by_digest[text_digest("ferry 1")] == [7.0, 2.0]


def test_a_null_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is null"):
        embed_texts(MINILM, Weights(tmp_path, "r"), "query", pl.Series(["a", None]), tmp_path)


@pytest.mark.slow
def test_processes_give_the_bits_that_one_process_gives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding, "CHUNK_TEXTS", 3)
    model = tiny_model("bi-encoder", tmp_path / "model")
    weights, settings = locate(model), EncodingSettings()
    cache, space, report = embed_texts(model, weights, "document", pl.Series(TEXTS), tmp_path / "cache", processes=2)
    assert report.encoded == 10
    assert space == space_of(model, weights.revision, "document", settings)
    here = encode_with(load(model, weights, settings), model, TEXTS, "document", settings)
    assert np.array_equal(cache.rows([text_digest(text) for text in TEXTS]).vectors, here.vectors)
    _, _, again = embed_texts(model, weights, "document", pl.Series(TEXTS), tmp_path / "cache")
    assert (again.encoded, again.reused) == (0, 10)


def test_weights_that_cannot_be_loaded_are_reported_from_the_process(tmp_path: Path) -> None:
    model = replace(MINILM, key="broken", package="")
    with (
        encoder(model, Weights(tmp_path, "r"), EncodingSettings()) as encode,
        pytest.raises(ModelUnavailableError, match=r"Model broken .* cannot be loaded"),
    ):
        list(encode("query", [["a text"]]))
