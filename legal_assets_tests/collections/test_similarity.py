"""BERTScore, on vectors that a reader can multiply and with a model built on the spot."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from legal_assets.collections.similarity import TokenEncoder, Vectors, bert_score, describe_similarity, score_pairs
from legal_assets_tests.collections.small_tables import tables
from legal_assets_tests.word_models import write_encoder

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "goods", "move", "tolls", "fall"]


def vectors(rows: list[list[float]], counts: list[bool]) -> Vectors:
    return np.array(rows, dtype=np.float32), np.array(counts)


def test_greedy_matching() -> None:
    # Cosines: the text's first token meets 1 and 0, its second 0 and 0.6.
    text = vectors([[1, 0, 0], [0, 1, 0]], [True, True])
    reference = vectors([[1, 0, 0], [0, 0.6, 0.8]], [True, True])
    precision, recall = (1 + 0.6) / 2, (1 + 0.6) / 2
    assert bert_score(text, reference) == pytest.approx((precision, recall, 0.8))


def test_marks_are_matched_but_do_not_count() -> None:
    text = vectors([[1, 0], [0, 1]], [True, False])
    reference = vectors([[0, 1], [1, 0]], [True, False])
    # The text's word meets the reference's mark, the reference's word the text's mark: 1 and 1.
    assert bert_score(text, reference) == pytest.approx((1, 1, 1))
    assert bert_score(vectors([[1, 0]], [False]), reference) == (0, 0, 0)


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> TokenEncoder:
    """A model in which the vector of a word depends on nothing but the word."""
    folder = write_encoder(tmp_path_factory.mktemp("encoder"), ("goods", "move", "tolls", "fall"))
    return TokenEncoder(str(folder), batch_size=2)


def test_scores_of_texts(encoder: TokenEncoder) -> None:
    pairs = pl.DataFrame(
        {"query": ["goods move", "goods move", "goods move"], "relevant": ["Move goods", "tolls fall", ""]}
    )
    scored = score_pairs(pairs, encoder, pairs_at_once=2)
    same, other, empty = scored["f1"].to_list()
    assert same == pytest.approx(1)
    assert other < 0.5
    assert empty == 0


def test_a_longer_text_is_cut(encoder: TokenEncoder) -> None:
    ((found, counts),) = encoder.encode(["goods " * 50])
    assert (len(found), counts.sum()) == (8, 8 - 2)


def test_the_table(encoder: TokenEncoder) -> None:
    built = tables({"par-par-dev": [("q-1", "a-1"), ("q-1", "a-2")]})
    lazy = built.queries.lazy(), built.candidates.lazy(), built.qrels.lazy()
    described = describe_similarity("cjeu", *lazy, encoder, pairs_per_task=10)
    (one,) = describe_similarity("cjeu", *lazy, encoder, pairs_per_task=1)["pairs"].unique()
    assert one == 1
    assert described.select("task", "pairs", "layer").unique().rows() == [("par-par-dev", 2, -1)]
    assert set(described["variant"]) == {"original", "unnumbered", "masked"}
    assert described["f1_mean"].is_between(0, 1.001).all()


def test_nothing_to_compare(encoder: TokenEncoder) -> None:
    built = tables({"par-par-dev": [("q-1", "a-1")]})
    described = describe_similarity(
        "cjeu", built.queries.lazy(), built.candidates.lazy(), built.qrels.lazy().head(0), encoder, 10
    )
    assert described.is_empty()


def test_another_layer(tmp_path: Path, encoder: TokenEncoder) -> None:
    import transformers

    config = transformers.BertConfig(
        vocab_size=len(WORDS), hidden_size=8, num_hidden_layers=1, num_attention_heads=1, intermediate_size=8
    )
    transformers.BertModel(config).save_pretrained(tmp_path)
    transformers.BertTokenizerFast(vocab={word: at for at, word in enumerate(WORDS)}).save_pretrained(tmp_path)
    last, named, embedded = (TokenEncoder(str(tmp_path), layer).encode(["goods move"])[0][0] for layer in (-1, 1, 0))
    assert np.allclose(last, named)
    assert not np.allclose(last, embedded)
