"""Dense models asked for each condition alone, on vectors of two dimensions whose products can be read off."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from legal_assets.catalog_composed import DECOMPOSED, ROLES, decomposed
from legal_assets.indexes.vector_cache import text_digest
from legal_assets.indexes.vector_manifest import build_vector_indexes
from legal_assets.rankings import decomposed as module
from legal_assets.rankings.decomposed import rank_decomposed
from legal_assets.schemas import RANKINGS
from legal_assets.schemas.conjunctive import CONDITIONS
from legal_assets.schemas.vectors import EMBEDDINGS

DOCUMENTS = {"bank": (1.0, 0.0), "mill": (0.6, 0.6), "quay": (0.0, 1.0), "weir": (0.5, 0.2)}
PHRASES = {"sluice gate": (1.0, 0.0), "mill wheel": (0.0, 1.0)}
FORMS = ("clean", "raw")


def embedded(side: str, texts: dict[str, tuple[float, float]]) -> pl.DataFrame:
    return EMBEDDINGS.frame(
        [
            {
                "corpus": "crosspage",
                "model": "tiny",
                "side": side,
                "text_digest": text_digest(text),
                "window": 0,
                "start": 0,
                "end": len(text),
                "tokens": 2,
                "truncated": False,
                "revision": "1",
                "space": "space",
                "vector": list(vector),
            }
            for text, vector in texts.items()
        ]
    )


def conditions(*queries: str) -> pl.LazyFrame:
    return CONDITIONS.frame(
        [
            {"corpus": "crosspage", "query_id": query, "condition": number, "concept": phrase, "phrase": phrase}
            | {"forms": [phrase], "documents": 2}
            for query in queries
            for number, phrase in enumerate(PHRASES, start=1)
        ]
    ).lazy()


def asked(*queries: str) -> pl.LazyFrame:
    rows = [(form, "original", query) for form in FORMS for query in queries]
    return pl.LazyFrame(rows, schema=["task", "variant", "query_id"], orient="row")


def rank(
    folder: Path, *queries: str, phrases: dict[str, tuple[float, float]] | None = None, depth: int = 10
) -> pl.DataFrame:
    units = pl.LazyFrame(
        [(form, "original", name, name) for form in FORMS for name in DOCUMENTS],
        schema=["task", "variant", "candidate_id", "text"],
        orient="row",
    )
    embeddings = pl.concat(
        [embedded("document", DOCUMENTS), embedded("query", PHRASES if phrases is None else phrases)]
    )
    index = build_vector_indexes("crosspage", "tiny", units, embeddings.lazy(), folder)
    parts = rank_decomposed(
        "crosspage",
        decomposed("tiny"),
        index,
        asked(*queries),
        conditions(*queries),
        embeddings.lazy(),
        folder,
        depth=depth,
    )
    return RANKINGS.conform(pl.concat(list(parts)))


def test_lists_are_taken_to_one_scale_and_joined(tmp_path: Path) -> None:
    found = rank(tmp_path, "q-1")
    assert found["task"].unique().sort().to_list() == list(FORMS)
    by_system = {
        how: dict(found.filter(task="raw", system=f"tiny-conditions-{how}").select("candidate_id", "score").rows())
        for how in ("min", "product", "harmonic")
    }
    # Both lists run from 0 to 1 as they are: bank 1 and 0, mill .6 and .6, quay 0 and 1, weir .5 and .2.
    expected = {
        "min": {"mill": 0.6, "weir": 0.2},
        "product": {"mill": 0.6 * 0.6, "weir": 0.5 * 0.2},
        "harmonic": {"mill": 0.6, "weir": 2 / (1 / 0.5 + 1 / 0.2)},
    }
    for how, scores in expected.items():
        assert by_system[how] == pytest.approx(scores | {"bank": 0.0, "quay": 0.0}, abs=1e-6)
    order = found.filter(task="raw", system="tiny-conditions-min").sort("rank")["candidate_id"].to_list()
    assert order == ["mill", "weir", "quay", "bank"], "ties by id, descending"


def test_a_document_missing_from_a_list_scores_nothing(tmp_path: Path) -> None:
    found = rank(tmp_path, "q-1", depth=3).filter(task="raw", system="tiny-conditions-product")
    # The first list has bank 1, mill .6, weir .5: taken to 1, .2, 0. The second quay 1, mill .6, weir .2.
    mill = (0.6 - 0.5) / (1 - 0.5) * (0.6 - 0.2) / (1 - 0.2)
    assert dict(found.select("candidate_id", "score").rows()) == pytest.approx({"mill": mill, "weir": 0.0, "quay": 0.0})


def test_many_queries_are_ranked_as_one_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    queries = [f"q-{number}" for number in range(7)]
    whole = rank(tmp_path, *queries)
    monkeypatch.setattr(module, "_QUERIES_AT_ONCE", 2)
    assert rank(tmp_path, *queries).equals(whole)
    assert whole.equals(whole.sort("system", "task", "variant", "query_id", "rank"))
    alone = rank(tmp_path, "q-3").select("system", "task", "candidate_id", "rank", "score")
    assert whole.filter(query_id="q-3").select(alone.columns).equals(alone)


def test_phrases_without_a_vector_are_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="'mill wheel' is not embedded; materialize embeddings again"):
        rank(tmp_path, "q-1", phrases={"sluice gate": (1.0, 0.0)})


def test_a_corpus_without_conditions_has_no_such_rankings(tmp_path: Path) -> None:
    nothing = pl.DataFrame(schema={"task": pl.String, "variant": pl.String, "kind": pl.String, "digest": pl.String})
    empty = (asked().collect().lazy(), CONDITIONS.empty().lazy(), EMBEDDINGS.empty().lazy())
    assert list(rank_decomposed("cjeu", decomposed("tiny"), nothing, *empty, tmp_path)) == []


def test_every_dense_system_has_three() -> None:
    assert {"minilm-conditions-min", "minilm-conditions-product", "minilm-conditions-harmonic"} <= ROLES.keys()
    assert len(DECOMPOSED) % 3 == 0
    assert {ROLES[system.key] for system in DECOMPOSED} == {"fair"}
    assert np.unique([system.key for system in DECOMPOSED]).size == len(DECOMPOSED)
