"""What is not computed is listed with its reason."""

import pytest

from legal_assets import catalog
from legal_assets.catalog_comparisons import Block
from legal_assets.catalog_models import MODELS
from legal_assets.rankings import absent
from legal_assets.rankings.absent import NOT_ENABLED, not_computed, unavailable_because

NO_WEIGHTS = "its weights are not on this machine."


@pytest.fixture(autouse=True)
def only_minilm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no weights be here but MiniLM's, whatever this machine has."""
    monkeypatch.setattr(
        absent, "availability", lambda model: None if model.key.startswith("minilm") else model.status or NO_WEIGHTS
    )


def test_every_system_and_model_is_either_enabled_or_listed() -> None:
    enabled = ["bm25", "minilm", "rrf-bm25-minilm"]
    reasons = dict(not_computed(enabled))
    assert set(reasons) | set(enabled) == {system.key for system in catalog.SYSTEMS} | {
        model.key for model in MODELS if model.key not in {system.model for system in catalog.SYSTEMS}
    }
    assert set(reasons).isdisjoint(enabled)
    assert reasons["dph"] == reasons["minilm-hnsw"] == reasons["rrf-bm25-dph"] == NOT_ENABLED
    assert reasons["colqwen2-5"].startswith("not built yet")
    assert reasons["jina-v5-text"].startswith("blocked in the study")


def test_a_system_that_a_block_names_and_nobody_wrote_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    block = Block("telepathy", "Does it help?", "bm25", ("bm25-telepathic", "minilm-conditions-min"))
    monkeypatch.setattr(absent, "BLOCKS", (block,))
    reasons = dict(not_computed(["bm25"]))
    assert reasons["bm25-telepathic"] == "not built yet; the block telepathy is tested without it."
    assert "minilm-conditions-min" not in reasons


def test_what_is_enabled_and_cannot_run_is_listed_too() -> None:
    assert dict(not_computed(["e5-large"]))["e5-large"] == f"enabled, but {NO_WEIGHTS}"


def test_a_system_lacks_what_its_model_or_its_parts_lack() -> None:
    by_key = {system.key: system for system in catalog.SYSTEMS}
    assert unavailable_because(by_key["bm25-bge-reranker"]) == NO_WEIGHTS
    assert unavailable_because(by_key["rrf-bm25-bge-m3"]) == f"bge-m3: {NO_WEIGHTS}"
    assert unavailable_because(by_key["rrf-bm25-minilm"]) is None
