"""The lineage as cells and edges: every asset and partition, and the partitions it reads.

Belongs here: turning definitions into plain rows. Does not belong here: comparing them with what the store holds
(`staleness.py`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import dagster as dg
from dagster._core.definitions.assets.graph.asset_graph import AssetGraph, AssetNode

from legal_assets.storage.partitions import WHOLE
from legal_assets.wiring.partitions import cell_version


@dataclass(frozen=True, slots=True)
class Cell:
    """One asset and partition that can be computed."""

    position: int
    asset: str
    partition: str
    code_version: str
    room: str


@dataclass(frozen=True, slots=True)
class Edge:
    """One cell and one partition that it reads."""

    asset: str
    partition: str
    input_asset: str
    input_partition: str


@dataclass(frozen=True, slots=True)
class Step:
    """Assets that one function computes together, and their partition keys."""

    assets: tuple[str, ...]
    partitions: tuple[str, ...]


class Lineage:
    """Cells, edges and steps of the definitions, in topological order."""

    def __init__(self, definitions: Callable[[], dg.Definitions]) -> None:
        """Read the asset graph of these definitions when it is first needed.

        The definitions hold the lineage as a resource, hence a function that returns them.
        """
        self._definitions = definitions

    @cached_property
    def _graph(self) -> AssetGraph:
        return self._definitions().resolve_asset_graph()

    @cached_property
    def _nodes(self) -> list[AssetNode]:
        nodes = [self._graph.get(key) for key in self._graph.toposorted_asset_keys]
        return [node for node in nodes if node.is_executable]

    @cached_property
    def steps(self) -> list[Step]:
        """Steps in the order in which they can run."""
        seen: set[str] = set()
        steps = []
        for node in self._nodes:
            name = _name(node)
            if name in seen:
                continue
            together = [key.path[-1] for key in sorted(node.execution_set_asset_keys)] or [name]
            seen.update(together)
            steps.append(Step(tuple(together), tuple(_partitions(node))))
        return steps

    @cached_property
    def cells(self) -> list[Cell]:
        """Every asset and partition, in the order of the steps."""
        order = {name: place for place, step in enumerate(self.steps) for name in step.assets}
        nodes = sorted(self._nodes, key=lambda node: (order[_name(node)], _name(node)))
        return [
            Cell(position, _name(node), partition, cell_version(node.code_version, partition), node.group_name or "")
            for position, node in enumerate(nodes)
            for partition in _partitions(node)
        ]

    @cached_property
    def edges(self) -> list[Edge]:
        """Every cell with every partition that it reads."""
        return [
            Edge(_name(node), partition, parent.path[-1], upstream)
            for node in self._nodes
            for parent in sorted(node.parent_keys)
            for partition in _partitions(node)
            for upstream in self._upstream(node, partition, parent)
        ]

    def closure(self, asset: str) -> set[str]:
        """Return an asset with everything upstream of it.

        Raises:
            ValueError: there is no such asset.
        """
        names = {_name(node): node for node in self._nodes}
        if asset not in names:
            raise ValueError(f"No asset {asset}; known: {', '.join(sorted(names))}.")
        wanted, open_names = set(), [asset]
        while open_names:
            name = open_names.pop()
            if name in wanted or name not in names:
                continue
            wanted.add(name)
            open_names += [key.path[-1] for key in names[name].parent_keys]
        return wanted

    def _upstream(self, node: AssetNode, partition: str, parent: dg.AssetKey) -> list[str]:
        upstream = self._graph.get(parent).partitions_def
        if upstream is None:
            return [WHOLE]
        if node.partitions_def is None:
            return [str(key) for key in upstream.get_partition_keys()]
        mapped = self._graph.get_partition_mapping(
            node.key, parent
        ).get_upstream_mapped_partitions_result_for_partitions(
            node.partitions_def.subset_with_partition_keys([partition]), node.partitions_def, upstream
        )
        return sorted(str(key) for key in mapped.partitions_subset.get_partition_keys())


def _name(node: AssetNode) -> str:
    return node.key.path[-1]


def _partitions(node: AssetNode) -> list[str]:
    if node.partitions_def is None:
        return [WHOLE]
    return [str(key) for key in node.partitions_def.get_partition_keys()]
