"""What exists has one entry under its standard name."""

import re

import pytest

from legal_assets import catalog
from legal_assets.catalog_models import MODELS
from legal_assets.storage.statements import statement_names

SLUG = re.compile(r"[a-z0-9-]+")


@pytest.mark.parametrize("entries", [catalog.CORPORA, catalog.SYSTEMS])
def test_keys_are_slugs_and_unique(entries: tuple[catalog.Corpus | catalog.System, ...]) -> None:
    keys = [entry.key for entry in entries]
    assert len(set(keys)) == len(keys)
    assert all(SLUG.fullmatch(key) for key in keys)
    assert all(entry.title for entry in entries)


def test_tasks_are_slugs_unique_in_their_corpus() -> None:
    keys = [(task.corpus, task.key) for task in catalog.TASKS]
    assert len(set(keys)) == len(keys)
    assert all(SLUG.fullmatch(task.key) for task in catalog.TASKS)
    assert {task.corpus for task in catalog.TASKS} <= {corpus.key for corpus in catalog.CORPORA}


def test_systems_are_not_run_on_train() -> None:
    assert {task.split for task in catalog.tasks("cjeu") if not task.ranked} == {"train"}


def test_measures_have_their_statement_and_say_their_cutoff() -> None:
    names = [measure.name for measure in catalog.MEASURES]
    assert len(set(names)) == len(names)
    for measure in catalog.MEASURES:
        assert measure.statement in statement_names("measures")
        assert measure.name.endswith(f"@{measure.cutoff}")
        assert measure.meaning.endswith(".")


def test_entries_come_in_the_order_asked_each_once() -> None:
    assert [system.key for system in catalog.systems(["tfidf", "bm25", "tfidf"])] == ["tfidf", "bm25"]


@pytest.mark.parametrize("keys", [["bm25", "bm26"], []])
def test_an_unknown_key_is_named_with_those_that_are(keys: list[str]) -> None:
    with pytest.raises(catalog.CatalogError, match=r"System (bm26|\(none\)) not in the catalog; known: bm25, tfidf"):
        catalog.systems(keys)
    with pytest.raises(catalog.CatalogError, match=r"Corpus atlantis not in the catalog; known: .*cjeu"):
        catalog.corpora(["atlantis"])


def test_what_a_system_is_made_of_must_be_enabled() -> None:
    assert [system.key for system in catalog.enabled_systems(["bm25", "minilm", "rrf-bm25-minilm"])][-1] == (
        "rrf-bm25-minilm"
    )
    with pytest.raises(catalog.CatalogError, match="System rrf-bm25-minilm is made of minilm, not enabled"):
        catalog.enabled_systems(["bm25", "rrf-bm25-minilm"])


def test_systems_are_made_of_families_above_theirs() -> None:
    order = ["lexical", "dense", "fused", "reranked"]
    families = {system.key: system.family for system in catalog.SYSTEMS}
    for system in catalog.SYSTEMS:
        assert system.family in order
        for part in system.parts:
            assert families[part] != system.family
            assert order.index(families[part]) < order.index(system.family)


def test_every_retriever_of_vectors_is_a_dense_system_and_every_reranker_is_one() -> None:
    by_key = {model.key: model for model in MODELS}
    assert len(by_key) == len(MODELS)
    assert all(SLUG.fullmatch(key) for key in by_key)
    dense = {system.model for system in catalog.SYSTEMS if system.family == "dense"}
    assert dense == {model.key for model in MODELS if (model.kind, model.role) == ("bi-encoder", "retriever")}
    for system in catalog.SYSTEMS:
        if system.family == "reranked":
            assert by_key[system.model].role == "reranker"
            assert system.key == f"{system.parts[0]}-{system.model}", "the pool's system is in the name"


def test_a_learned_model_takes_part_in_what_is_made_of_one() -> None:
    learning = {system.key for system in catalog.SYSTEMS if catalog.learns(system)}
    assert {"minilm", "rrf-bm25-minilm", "bm25-bge-reranker"} <= learning
    assert learning.isdisjoint({"bm25", "rrf-bm25-tfidf"})
