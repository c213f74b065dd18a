"""The definitions load, and every asset, check, job and schedule says what it is."""

import re
from collections.abc import Iterator

import dagster as dg
import pytest
from dagster._core.definitions.assets.graph.asset_graph import AssetGraph, AssetNode

from legal_assets.definitions import LINEAGE, defs
from legal_assets.schemas import CONTRACTS
from legal_assets.wiring.results import column_schema

ROOMS = [
    "fetch",
    "pages",
    "passages",
    "citations",
    "masking",
    "collections",
    "indexes",
    "rankings",
    "metrics",
    "warehouse",
    "reports",
]
"""The house, in lineage order."""

SLUG = re.compile(r"[a-z0-9-]+")


def graph() -> AssetGraph:
    return defs.resolve_asset_graph()


def nodes() -> list[AssetNode]:
    return [graph().get(key) for key in sorted(graph().get_all_asset_keys())]


def each_node() -> Iterator[object]:
    for node in nodes():
        yield pytest.param(node, id=node.key.path[-1])


def test_the_definitions_load() -> None:
    dg.Definitions.validate_loadable(defs)


def test_every_contract_has_its_asset() -> None:
    assert {node.key.path[-1] for node in nodes()} == set(CONTRACTS)
    assert all(len(node.key.path) == 1 for node in nodes())


@pytest.mark.parametrize("node", each_node())
def test_an_asset_says_what_it_is(node: AssetNode) -> None:
    asset = node.key.path[-1]
    assert node.description
    assert node.group_name in ROOMS
    assert node.code_version
    assert node.owners
    assert node.kinds
    assert node.metadata["dagster/column_schema"] == column_schema(CONTRACTS[asset])
    assert node.metadata["key"] == ", ".join(CONTRACTS[asset].key)


@pytest.mark.parametrize("node", each_node())
def test_an_asset_runs_by_itself_unless_it_comes_from_outside(node: AssetNode) -> None:
    assert (node.automation_condition is not None) is node.is_executable


@pytest.mark.parametrize("node", each_node())
def test_an_asset_reads_only_what_lies_above_it(node: AssetNode) -> None:
    for parent in node.parent_keys:
        above = graph().get(parent).group_name
        assert ROOMS.index(str(above)) <= ROOMS.index(str(node.group_name))


@pytest.mark.parametrize("node", each_node())
def test_partition_keys_are_slugs(node: AssetNode) -> None:
    if node.partitions_def is not None:
        for key in node.partitions_def.get_partition_keys():
            assert all(SLUG.fullmatch(part) for part in key.split("|"))


def test_everything_that_is_computed_reaches_the_warehouse() -> None:
    computed = {node.key.path[-1] for node in nodes() if node.is_executable}
    assert LINEAGE.closure("warehouse") == computed


def test_checks_claim_something_about_an_asset_and_stop_what_follows() -> None:
    checks = list(graph().asset_check_keys)
    assert checks
    for key in checks:
        check = graph().get(key)
        assert check.description
        assert check.description.endswith(".")
        assert check.blocking
        assert len(key.name.split("_")) >= 3, "a name states the claim"
        assert check.partitions_def == graph().get(key.asset_key).partitions_def


def test_jobs_cover_every_asset_that_is_computed() -> None:
    selected = set()
    for job in defs.resolve_all_job_defs():
        if not job.name.startswith("__"):
            assert job.description
            selected |= {key.path[-1] for key in job.asset_layer.selected_asset_keys}
    assert selected == {node.key.path[-1] for node in nodes() if node.is_executable}


def test_schedules_request_a_run_for_every_corpus() -> None:
    (schedule,) = defs.schedules or []
    assert isinstance(schedule, dg.ScheduleDefinition)
    with dg.DagsterInstance.ephemeral() as instance:
        context = dg.build_schedule_context(instance, repository_def=defs.get_repository_def())
        requests = schedule.evaluate_tick(context).run_requests
    assert requests is not None
    corpora = graph().get(dg.AssetKey("raw_documents")).partitions_def
    assert corpora is not None
    assert [request.partition_key for request in requests] == list(corpora.get_partition_keys())


def test_steps_come_after_what_they_read() -> None:
    place = {asset: number for number, step in enumerate(LINEAGE.steps) for asset in step.assets}
    for edge in LINEAGE.edges:
        if edge.input_asset in place:
            assert place[edge.input_asset] < place[edge.asset]


def test_cells_are_every_asset_and_partition_once() -> None:
    expected = {
        (node.key.path[-1], key)
        for node in nodes()
        if node.is_executable
        for key in (node.partitions_def.get_partition_keys() if node.partitions_def else ["all"])
    }
    cells = [(cell.asset, cell.partition) for cell in LINEAGE.cells]
    assert len(cells) == len(set(cells))
    assert set(cells) == expected


def test_an_unknown_asset_is_named_with_those_that_are() -> None:
    with pytest.raises(ValueError, match=r"No asset lamps; known: .*warehouse"):
        LINEAGE.closure("lamps")


def test_a_closure_is_what_an_asset_needs() -> None:
    assert LINEAGE.closure("documents") == {
        *("raw_documents", "imported_tables", "report_records", "documents"),
        *("pdf_files", "pages", "page_sources"),
    }
