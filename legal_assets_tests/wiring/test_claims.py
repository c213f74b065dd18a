"""Each data check passes on whole tables, and finds the row that breaks its claim."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import dagster as dg
import polars as pl
import pytest

from legal_assets.schemas import CONDITIONS, DISTANCE_HISTOGRAM, GRAPH_EXPANSION, MATCH_DISTANCES, METRICS
from legal_assets_tests.house import FreshDefinitions, House
from legal_assets_tests.pages.rows import file_row, files, page_row, pages
from legal_assets_tests.rows import filled
from legal_assets_tests.written_judgments import BEACON, BUOY

Change = Callable[[pl.DataFrame], pl.DataFrame]


def first(name: str, value: Any) -> Change:
    """Return what puts another value into one column of the first row."""
    return lambda frame: frame.with_columns(
        pl.when(pl.int_range(pl.len()) == 0).then(pl.lit(value, frame.schema[name])).otherwise(name).alias(name)
    )


def second_like_first(*names: str) -> Change:
    """Return what gives the second row the values of the first."""
    return lambda frame: frame.with_columns(
        pl.when(pl.int_range(pl.len()) == 1).then(pl.col(name).first()).otherwise(name).alias(name) for name in names
    )


def masked_with(text: str) -> Change:
    return lambda frame: frame.with_columns(
        pl.when(pl.col("variant") == "masked").then(pl.col("text") + text).otherwise("text").alias("text")
    )


def dated(document: str, day: str) -> Change:
    return lambda frame: frame.with_columns(
        pl.when(pl.col("doc_id") == document).then(pl.lit(day).str.to_date()).otherwise("date").alias("date")
    )


def without(document: str) -> Change:
    return lambda frame: frame.filter(pl.col("doc_id") != document)


def failed(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.with_columns(pl.lit("failed").alias("status"), pl.lit("no answer").alias("error"))


def one_bin(frame: pl.DataFrame) -> pl.DataFrame:
    return filled(DISTANCE_HISTOGRAM, [{"target_language": "all", "match_class": "miss", "n": 3}])


def one_class(frame: pl.DataFrame) -> pl.DataFrame:
    return filled(MATCH_DISTANCES, [{"target_language": "all", "match_class": "miss", "n": 2}])


def expanded(**found: int) -> Change:
    return lambda frame: filled(GRAPH_EXPANSION, [{"n": 9, "n_reachable": 3, **found}])


SPACE = (DISTANCE_HISTOGRAM, MATCH_DISTANCES, GRAPH_EXPANSION)
"""Tables that a model's cells have and these checks read; judgments leave them empty."""

RANKED = {"lexical": "bm25", "dense": "minilm", "fused": "rrf-bm25-minilm", "reranked": "bm25-bge-reranker"}
"""A system of each ranking family."""

CELLS = {family: f"cjeu|{system}" for family, system in RANKED.items()} | {
    "decomposed": "cjeu|minilm",
    "composed": "cjeu",
}
"""The partition of each ranking family's table that is changed; those of conditions share one."""

CONDITION = {"corpus": "cjeu", "query_id": "q-1", "condition": 1, "concept": "quay wall", "forms": ["quay wall"]}
PRIVILEGED = {"corpus": "cjeu", "system": "fact-count", "task": "raw", "role": "privileged"} | {
    "measure": "nClue@10",
    "value": 0.875,
}

BROKEN: dict[str, list[tuple[str, str, Change, str]]] = {
    "few_documents_failed": [("raw_documents", "cjeu", failed, "4 rows, for instance file_id=62015CJ9001.en.html")],
    "pages_are_numbered_without_a_gap": [
        ("pdf_files", "cjeu", lambda _: files(file_row("mill-1")), "doc_id=mill-1, outcome=read, pages=1"),
        ("pages", "cjeu", lambda _: pages(page_row("mill-1", 2, "a")), "doc_id=mill-1, outcome=None"),
    ],
    "marks_lie_in_their_pages": [
        (
            "pages",
            "cjeu",
            lambda _: pages(page_row("mill-1", 1, "a", marks=[{"start": 0, "end": 2, "kind": "heading", "level": 1}])),
            "doc_id=mill-1, page=1",
        )
    ],
    "passages_have_text": [("passages", "cjeu", first("text", "  "), f"passage_id={BEACON}-1")],
    "passages_lie_in_their_documents": [
        ("passages", "cjeu", first("start", 3), f"passage_id={BEACON}-1, start=3"),
        ("documents", "cjeu", without(BEACON), f"passage_id={BEACON}-1"),
    ],
    "queries_leak_no_ecli": [("queries", "cjeu", masked_with(" EU:C:2016:1"), "shown=EU:C:2016:1")],
    "candidates_precede_their_split": [("candidates", "cjeu", dated(BEACON, "2018-01-01"), f"candidate_id={BEACON}")],
    "qrels_name_candidates": [
        ("candidates", "cjeu", without(BEACON), f"candidate_id={BEACON}"),
        ("queries", "cjeu", without(BUOY), f"query_id={BUOY}"),
    ],
    "conjunctive_judgments_are_borne_out_by_pages": [
        ("conditions", "cjeu", lambda _: filled(CONDITIONS, [CONDITION]), "difference=grade or gate differs")
    ],
    "privileged_systems_reach_everything": [
        ("composed_metrics", "cjeu", lambda _: filled(METRICS, [PRIVILEGED]), "system=fact-count, task=raw")
    ],
    "bins_hold_every_distance_once": [
        ("distance_histogram", "cjeu|minilm", one_bin, "target_language=all, match_class=miss, n=None, binned=3"),
        ("match_distances", "cjeu|minilm", one_class, "target_language=all, match_class=miss, n=2, binned=None"),
    ],
    "more_passages_find_no_less": [
        ("graph_expansion", "cjeu|minilm", expanded(base=2, graph=1, dense=2), "n_reachable=3, base=2, graph=1"),
        ("graph_expansion", "cjeu|minilm", expanded(base=2, graph=2, dense=4), "dense=4"),
    ],
    **{
        f"{family}_rankings_name_each_candidate_once": [
            (f"{family}_rankings", cell, second_like_first("candidate_id"), "task=case-case-dev")
        ]
        for family, cell in CELLS.items()
    },
    **{
        f"{family}_ranks_run_from_one_by_score": [
            (f"{family}_rankings", cell, first("rank", 7), "rank="),
            (f"{family}_rankings", cell, first("score", -1.0), "rank=2"),
            (f"{family}_rankings", cell, second_like_first("score", "candidate_id"), "rank=2"),
        ]
        for family, cell in CELLS.items()
    },
}
"""What is changed in which table of the four judgments, and what the check says, by check."""


def write(house: House, asset: str, partition: str, change: Change) -> None:
    """Put a changed table into the store, past all contracts."""
    pointer = house.store.pointer(asset, partition)
    path = Path(str(house.store.file(pointer)))
    change(pl.read_parquet(path)).write_parquet(path)


def evaluate(house: House, check: str) -> dg.AssetCheckEvaluation:
    """Run one check, on the partition of its asset."""
    graph = house.defs.resolve_asset_graph()
    (key,) = [key for key in graph.asset_check_keys if key.name == check]
    _, partition = house.cell(key.asset_key.path[-1]).split(" ")
    resources = house.defs.get_repository_def().get_top_level_resources()
    job = dg.define_asset_job("check", dg.AssetSelection.checks(key)).resolve(
        asset_graph=graph, resource_defs=resources
    )
    with dg.DagsterInstance.ephemeral() as instance:
        # A partition key would be looked up among assets, and none is selected.
        result = job.execute_in_process(instance=instance, tags={"dagster/partition": partition}, raise_on_error=False)
    (evaluation,) = result.get_asset_check_evaluations()
    return evaluation


@pytest.fixture
def house(harbour_home: Path, fresh_definitions: FreshDefinitions) -> House:
    """Return a house in which every family holds the rankings of the lexical one."""
    house = fresh_definitions(SYSTEMS=",".join(RANKED.values()))
    rankings = house.table("lexical_rankings", "cjeu|bm25")
    kept = []
    for family, cell in list(CELLS.items())[1:]:
        # Composed systems lie together in one table.
        systems = [RANKED[family]] if family in RANKED else ["bm25-and", "random"]
        frame = pl.concat([rankings.with_columns(system=pl.lit(system)) for system in systems])
        kept.append((f"{family}_rankings", cell, frame))
    kept += [(table.name, CELLS["dense"], table.empty()) for table in SPACE]
    for asset, cell, frame in kept:
        house.store.write(
            house.module("schemas").CONTRACTS[asset],
            asset,
            cell,
            frame,
            data_version=asset,
            code_version="1",
            run_id="",
            written_at="then",
        )
    return house


def test_every_check_is_tried_here(house: House) -> None:
    assert {key.name for key in house.defs.resolve_asset_graph().asset_check_keys} == set(BROKEN)


@pytest.mark.parametrize(
    ("check", "asset", "partition", "change", "said"),
    [
        pytest.param(check, *broken, id=f"{check}-{number}")
        for check, cases in BROKEN.items()
        for number, broken in enumerate(cases)
    ],
)
def test_a_check_finds_the_row_that_breaks_its_claim(
    house: House, check: str, asset: str, partition: str, change: Change, said: str
) -> None:
    assert evaluate(house, check).passed
    write(house, asset, partition, change)
    evaluation = evaluate(house, check)
    assert not evaluation.passed
    assert evaluation.severity == dg.AssetCheckSeverity.ERROR
    assert said in (evaluation.description or "")
    assert evaluation.metadata["broken_rows"].value
    checked, partition = house.cell(evaluation.asset_key.path[-1]).split(" ")
    assert house.store.pointer(checked, partition).failed_check == check
