"""What Dagster's automation requests: nothing for the same bytes, exactly the changed partition otherwise."""

from collections.abc import Iterator

import dagster as dg
import pytest

from legal_assets_tests.house import FreshDefinitions, House
from legal_assets_tests.wiring.bumping import bumped

STAYS = "unchanged"


class Machine:
    """An instance that was told of one materialization of every cell, and what automation requests since."""

    def __init__(self, house: House, instance: dg.DagsterInstance) -> None:
        self.house = house
        self.instance = instance
        self.cursor: dg.AssetDaemonCursor | None = None
        for key in sorted(house.defs.resolve_asset_graph().get_all_asset_keys()):
            for partition in self._partitions(key):
                self.tell(key.path[-1], partition, "first")
        self.evaluate()

    def tell(self, asset: str, partition: str | None, version: str) -> None:
        """Record a materialization, as a run or an import does."""
        tags = {"dagster/data_version": version}
        self.instance.report_runless_asset_event(dg.AssetMaterialization(asset, partition=partition, tags=tags))

    def evaluate(self, house: House | None = None) -> set[str]:
        """Return the cells that are requested now, as `asset partition`."""
        result = dg.evaluate_automation_conditions((house or self.house).defs, self.instance, cursor=self.cursor)
        self.cursor = result.cursor
        return {
            f"{each.key.path[-1]} {partition}"
            for each in result.results
            if isinstance(each.key, dg.AssetKey)
            for partition in self._requested(each.true_subset)
        }

    def readers(self, asset: str, partition: str) -> set[str]:
        """Return the cells that read a partition."""
        return {
            f"{edge.asset} {edge.partition}"
            for edge in self.house.lineage.edges
            if (edge.input_asset, edge.input_partition) == (asset, partition)
        }

    def _requested(self, subset: object) -> list[str]:
        if not getattr(subset, "is_partitioned", False):
            return [] if getattr(subset, "is_empty", True) else ["all"]
        return [str(key) for key in subset.expensively_compute_partition_keys()]  # type: ignore[attr-defined]  # partitioned

    def _partitions(self, key: dg.AssetKey) -> list[str | None]:
        definition = self.house.defs.resolve_asset_graph().get(key).partitions_def
        return [None] if definition is None else list(definition.get_partition_keys())


@pytest.fixture
def machine(fresh_definitions: FreshDefinitions) -> Iterator[Machine]:
    with dg.DagsterInstance.ephemeral() as instance:
        yield Machine(fresh_definitions(SYSTEMS="bm25,tfidf"), instance)


def test_nothing_is_requested_when_nothing_happened(machine: Machine) -> None:
    assert machine.evaluate() == set()


def test_the_same_bytes_request_nothing(machine: Machine) -> None:
    machine.tell("imported_files", "cjeu", "first")
    machine.tell("raw_documents", "cjeu", "first")
    machine.tell("passages", "cjeu", "first")
    assert machine.evaluate() == set()


@pytest.mark.parametrize(
    ("asset", "partition"),
    [
        ("imported_files", "cjeu"),
        ("documents", "cjeu"),
        ("queries", "cjeu"),
        ("lexical_rankings", "cjeu|tfidf"),
        ("lexical_metrics", "cjeu|bm25"),
    ],
)
def test_changed_bytes_request_the_cells_that_read_them(machine: Machine, asset: str, partition: str) -> None:
    machine.tell(asset, partition, "second")
    assert machine.evaluate() == machine.readers(asset, partition)


def test_what_lies_further_below_waits_for_the_bytes(machine: Machine) -> None:
    machine.tell("documents", "cjeu", "second")
    assert "citations cjeu" in machine.evaluate()
    machine.tell("citations", "cjeu", "first")
    assert machine.evaluate() == set(), "the same citations came out"
    machine.tell("citations", "cjeu", "second")
    assert "masked_passages cjeu" in machine.evaluate()


def test_a_bumped_code_version_requests_the_asset_alone(machine: Machine, fresh_definitions: FreshDefinitions) -> None:
    house = fresh_definitions(bumped("masked_passages"), SYSTEMS="bm25,tfidf")
    assert machine.evaluate(house) == {"masked_passages cjeu"}
    machine.tell("masked_passages", "cjeu", "first")
    assert machine.evaluate(house) == set()


def test_an_enabled_system_requests_its_first_cell(machine: Machine, fresh_definitions: FreshDefinitions) -> None:
    house = fresh_definitions(SYSTEMS="bm25,tfidf,dph")
    requested = machine.evaluate(house)
    assert requested
    assert all(cell.endswith("cjeu|dph") for cell in requested - {"warehouse all"})


def test_a_request_is_made_once(machine: Machine) -> None:
    machine.tell("passages", "cjeu", "second")
    assert machine.evaluate()
    assert machine.evaluate() == set()
