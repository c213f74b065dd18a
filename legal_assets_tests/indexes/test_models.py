"""Each weighting formula against arithmetic a reader can check."""

from math import inf, log, log2, pi

import numpy as np
import polars as pl
import pytest

from legal_assets.indexes.models import MODELS, model
from legal_assets.indexes.postings import Postings, build_postings
from legal_assets.indexes.weights import weigh
from legal_assets.text.analysers import analyser
from legal_assets.text.tokens import tokenise


@pytest.fixture(name="postings")
def small_collection() -> Postings:
    """Three candidates of 2, 1 and 3 tokens, so N = 3, C = 6, avdl = 2; five postings, named below."""
    return build_postings(pl.Series(["c1", "c2", "c3"]), tokenise(pl.Series(["a b", "b", "a a c"]), analyser("none")))


A_IN_C1, A_IN_C3, B_IN_C1, B_IN_C2, C_IN_C3 = range(5)


def weights_of(postings: Postings, name: str, **parameters: float) -> list[float]:
    return [pytest.approx(float(x), rel=1e-6) for x in weigh(postings, model(name), parameters).impacts]


def test_bm25(postings: Postings) -> None:
    weights = weights_of(postings, "bm25", k1=1.2, b=0.75)
    assert weights[A_IN_C3] == log(1 + (3 - 2 + 0.5) / (2 + 0.5)) * 2 / (2 + 1.2 * (0.25 + 0.75 * 3 / 2))
    assert weights[B_IN_C2] == log(1 + (3 - 2 + 0.5) / (2 + 0.5)) * 1 / (1 + 1.2 * (0.25 + 0.75 * 1 / 2))
    assert weights[C_IN_C3] == log(1 + (3 - 1 + 0.5) / (1 + 0.5)) * 1 / (1 + 1.2 * (0.25 + 0.75 * 3 / 2))


def test_bm25_without_saturation_is_the_inverse_frequency(postings: Postings) -> None:
    assert weights_of(postings, "bm25", k1=0)[C_IN_C3] == log(1 + (3 - 1 + 0.5) / (1 + 0.5))


def test_tfidf(postings: Postings) -> None:
    weights = weights_of(postings, "tfidf", k1=1.2, b=0.75)
    assert weights[A_IN_C3] == 1.2 * 2 / (2 + 1.2 * (0.25 + 0.75 * 3 / 2)) * log(1 + 3 / 2)
    assert weights[C_IN_C3] == 1.2 * 1 / (1 + 1.2 * (0.25 + 0.75 * 3 / 2)) * log(1 + 3 / 1)


def test_lmir(postings: Postings) -> None:
    found = weigh(postings, model("lmir"), {"mu": 100})
    assert found.impacts[A_IN_C3] == pytest.approx(log(1 + 2 / (100 * 3 / 6)), rel=1e-6)
    assert found.impacts[C_IN_C3] == pytest.approx(log(1 + 1 / (100 * 1 / 6)), rel=1e-6)
    assert found.length_terms is not None
    assert found.length_terms.tolist() == pytest.approx([log(100 / 102), log(100 / 101), log(100 / 103)])


def test_dph(postings: Postings) -> None:
    weights = weights_of(postings, "dph")
    assert weights[A_IN_C1] == (1 - 1 / 2) ** 2 / 2 * (
        1 * log2(1 * 2 / 2 * 3 / 3) + 0.5 * log2(2 * pi * 1 * (1 - 1 / 2))
    )
    assert weights[A_IN_C3] == (1 - 2 / 3) ** 2 / 3 * (
        2 * log2(2 * 2 / 3 * 3 / 3) + 0.5 * log2(2 * pi * 2 * (1 - 2 / 3))
    )
    assert weights[B_IN_C2] == 0


def test_bm25_of_terrier(postings: Postings) -> None:
    weights = weights_of(postings, "bm25-terrier", k1=1.2, b=0.75)
    assert weights[A_IN_C3] == log2((3 - 2 + 0.5) / (2 + 0.5)) * 2.2 * 2 / (1.2 * (0.25 + 0.75 * 3 / 2) + 2)
    assert weights[C_IN_C3] == log2((3 - 1 + 0.5) / (1 + 0.5)) * 2.2 * 1 / (1.2 * (0.25 + 0.75 * 3 / 2) + 1)


def test_tfidf_of_terrier(postings: Postings) -> None:
    weights = weights_of(postings, "tfidf-terrier", k1=1.2, b=0.75)
    assert weights[A_IN_C3] == 1.2 * 2 / (2 + 1.2 * (0.25 + 0.75 * 3 / 2)) * log2(3 / 2 + 1)


def test_lmir_of_terrier_has_the_length_of_matched_terms_only(postings: Postings) -> None:
    found = weigh(postings, model("lmir-terrier"))
    assert found.length_terms is None
    assert found.impacts[A_IN_C3] == pytest.approx(log2(1 + 2 / (2500 * 3 / 6)) + log2(2500 / (3 + 2500)), rel=1e-6)


def test_dph_of_terrier_caps_the_relative_frequency(postings: Postings) -> None:
    weights = weights_of(postings, "dph-terrier")
    assert weights[A_IN_C3] == float(weigh(postings, model("dph")).impacts[A_IN_C3])
    assert weights[B_IN_C2] == (1 - 0.99999) ** 2 / 2 * (
        1 * log2(1 * 2 / 1 * 3 / 2) + 0.5 * log2(2 * pi * 1 * (1 - 0.99999))
    )


def test_query_factors() -> None:
    counts, largest = np.array([1.0, 4.0]), np.array([4.0, 4.0])
    assert MODELS["bm25"].query_weights(counts, largest).tolist() == [1, 4]
    assert MODELS["dph-terrier"].query_weights(counts, largest).tolist() == [1 / 4, 1]
    assert MODELS["lmir-terrier"].query_weights(counts, largest).tolist() == [1, 1]
    assert MODELS["bm25-terrier"].query_weights(counts, largest).tolist() == [9 * 0.25 / 8.25, 9 * 1 / 9]


def test_weights_do_not_depend_on_slices(postings: Postings, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = {name: weigh(postings, each).impacts.tolist() for name, each in MODELS.items()}
    monkeypatch.setattr("legal_assets.indexes.weights._SLICE", 2)
    assert {name: weigh(postings, each).impacts.tolist() for name, each in MODELS.items()} == whole


@pytest.mark.parametrize("name", MODELS)
def test_an_empty_collection_has_no_weights(name: str) -> None:
    empty = build_postings(pl.Series([], dtype=pl.String), tokenise(pl.Series([], dtype=pl.String), analyser("none")))
    assert weigh(empty, model(name)).impacts.tolist() == []


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("bm25", {"mu": 1.0}, "bm25 has no parameter 'mu'"),
        ("bm25", {"b": 1.5}, "b is 1.5, outside 0 to 1"),
        ("tfidf", {"k1": -1.0}, "k1 is -1.0, outside"),
        ("lmir", {"mu": 0.0}, "mu is 0.0, outside"),
        ("lmir", {"mu": inf}, "mu is inf, outside"),
    ],
)
def test_parameters_are_checked(postings: Postings, name: str, parameters: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        weigh(postings, model(name), parameters)


def test_unknown_model_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="no weighting model 'pl2'; known: tfidf, bm25"):
        model("pl2")
