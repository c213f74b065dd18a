"""The checking model in the lineage: from pages to scores of the form that it worded, with the real IO manager."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import dagster as dg
import polars as pl
import pytest

from legal_assets_tests.collections.judged_reports import (
    BOARD,
    ISLAND,
    Model,
    agreeing,
    answering,
    documents,
    pages,
    step_of,
    worded,
)
from legal_assets_tests.collections.messages_server import MessagesServer
from legal_assets_tests.house import FreshDefinitions, House
from legal_assets_tests.rows import filled

STEPS = (
    *("facts", "tasks", "lexical_index", "page_index"),
    *("composed_rankings", "composed_query_metrics", "composed_metrics"),
)
"""An asset of each step that is run; what a step makes together with it runs too."""


def settings(server: MessagesServer, **values: Any) -> str:
    return json.dumps({"enabled": True, "base_url": server.base_url, "per_minute": 1e6, **values})


@contextmanager
def materialised(fresh_definitions: FreshDefinitions, **environment: str) -> Iterator[House]:
    """Run the four reports from their pages to the scores of composed systems."""
    house = fresh_definitions(CORPORA="crosspage", SYSTEMS="bm25", **environment)
    contracts = house.module("schemas").CONTRACTS
    rows = [{"corpus": "crosspage", "kind": "report", "language": "en", **row} for row in documents().to_dicts()]
    given = {"pages": pages(), "documents": filled(contracts["documents"], rows)}
    for asset, frame in given.items():
        house.store.write(
            contracts[asset],
            asset,
            "crosspage",
            contracts[asset].conform(frame),
            data_version=asset,
            code_version="1",
            run_id="",
            written_at="then",
        )
    selected = [asset for step in house.lineage.steps if set(STEPS) & set(step.assets) for asset in step.assets]
    with dg.DagsterInstance.ephemeral() as instance:
        ran = dg.materialize(
            house.definitions.ASSETS,
            selection=selected,
            partition_key="crosspage",
            instance=instance,
            resources=house.definitions.defs.get_repository_def().get_top_level_resources(),
        )
    assert ran.success
    yield house


def table(house: House, asset: str) -> pl.DataFrame:
    return house.table(asset, "crosspage")


def forms_scored(house: House) -> set[str]:
    return set(table(house, "composed_metrics")["task"])


def test_a_model_that_words_queries_makes_a_form_that_is_ranked_and_scored(
    fresh_definitions: FreshDefinitions,
) -> None:
    def paraphrase(asked: list[dict[str, Any]], again: bool) -> dict[str, Any]:
        return worded(asked) if len(asked) == 2 else {"query": "Too short.", "conditions": []}

    def item(asked: list[dict[str, Any]], shown: dict[int, str], again: bool) -> dict[str, Any]:
        said = agreeing(asked, shown)
        if any("Boats of" in text for text in shown.values()):
            said["conditions"][0].update(meets=False, quotation="")
        return said

    with (
        answering(Model(item=item, paraphrase=paraphrase)) as server,
        materialised(fresh_definitions, CONDITION_JUDGE=settings(server)) as house,
    ):
        assert {step_of(body) for body in server.bodies} == {"concept", "item", "paraphrase"}
    # Four queries: one is contradicted; of the three that are left the one of three conditions has no paraphrase.
    sizes = dict(table(house, "tasks").select("task", "queries").iter_rows())
    assert sizes == {"raw": 3, "clean": 3, "natural": 3, "paraphrase": 2}
    assert table(house, "tasks").filter(pl.col("task") == "paraphrase")["qrels"].to_list() == [2 * 3]
    queries = table(house, "queries")
    assert set(queries.filter(pl.col("task") == "paraphrase")["text"].str.slice(0, 22)) == {"Which report speaks of"}
    assert ISLAND not in table(house, "qrels")["candidate_id"].to_list()
    assert forms_scored(house) == {"raw", "clean", "natural", "paraphrase"}
    counted = table(house, "composed_metrics").filter(measure="nClue@10", system="fact-count")
    assert dict(counted.select("task", "n").iter_rows()) == sizes
    assert set(counted["value"]) == {1.0}
    rejects = table(house, "condition_rejects")
    assert sorted(rejects["reason"]) == ["no_paraphrase", "not_confirmed"]
    assert set(rejects["room"]) == {"collections"}
    # The check that reads what was stored finds the form with fewer queries in order, and a change of it.
    read = [table(house, asset) for asset in ("conditions", "condition_pages", "pages", "documents")]
    unproved = house.module("collections.conjunctive_tables").unproved_judgments
    qrels = table(house, "qrels")
    assert unproved(qrels, *read).is_empty()
    worded_ones = pl.col("task") == "paraphrase"
    changed = qrels.with_columns(pl.when(worded_ones).then(pl.lit(7, pl.Int16)).otherwise("grade").alias("grade"))
    assert set(unproved(changed, *read)["task"]) == {"paraphrase"}


@pytest.mark.slow
def test_without_wordings_there_is_no_such_task(fresh_definitions: FreshDefinitions) -> None:
    with materialised(fresh_definitions) as house:
        plain = {asset: table(house, asset) for asset in ("facts", "conditions", "condition_pages", "queries", "qrels")}
        assert forms_scored(house) == set(table(house, "tasks")["task"]) == {"raw", "clean", "natural"}
        assert table(house, "condition_verdicts").is_empty()
        assert table(house, "condition_rejects").is_empty()
    with (
        answering(Model()) as server,
        materialised(fresh_definitions, CONDITION_JUDGE=settings(server, steps=["clusters", "items"])) as house,
    ):
        assert table(house, "condition_verdicts").height > 0
        assert forms_scored(house) == {"raw", "clean", "natural"}
        assert all(table(house, asset).equals(frame) for asset, frame in plain.items()), "a model that agrees"


def test_a_model_that_rejects_everything_leaves_empty_collections(fresh_definitions: FreshDefinitions) -> None:
    model = Model(concept=lambda asked, again: {"verdict": "REJECT", "groups": []})
    with answering(model) as server, materialised(fresh_definitions, CONDITION_JUDGE=settings(server)) as house:
        assert {step_of(body) for body in server.bodies} == {"concept"}
    assert table(house, "conditions").is_empty()
    assert BOARD in table(house, "facts")["concept"].to_list()
    assert dict(table(house, "tasks").select("task", "queries").iter_rows()) == {"raw": 0, "clean": 0, "natural": 0}


def test_what_decides_verdicts_is_in_the_code_version(fresh_definitions: FreshDefinitions) -> None:
    def version(**values: Any) -> str:
        given = json.dumps({"enabled": True, "base_url": "https://model.example", **values})
        house = fresh_definitions(CORPORA="crosspage", CONDITION_JUDGE=given)
        return next(str(cell.code_version) for cell in house.lineage.cells if cell.asset == "conditions")

    first = version()
    assert version(max_usd=1.0, per_minute=2.0, input_usd=0.5, output_usd=0.5) == first
    assert len({first, version(model="lantern-2"), version(steps=["items"]), version(enabled=False)}) == 4
