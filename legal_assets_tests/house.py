"""The project imported anew with given settings, as tests of the whole need it.

Belongs here: a house with its own home folder, how it is run, and which events a run leaves. Does not belong here:
claims about it (the tests). Partition keys and code versions are fixed when the definitions are imported, so that
other settings need another import.
"""

import importlib
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import dagster as dg
import polars as pl

PACKAGE = "legal_assets"
ROOT = Path(__file__).resolve().parents[1]
NOW = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Ran:
    """What one call of the run loop did: its outcomes, and the cells whose materialization the instance recorded."""

    outcomes: list[Any]
    events: set[str]

    @property
    def errors(self) -> list[str]:
        """Texts of what failed."""
        return [outcome.error for outcome in self.outcomes if outcome.error]


class House:
    """One import of the project, working in the home folder that the environment names."""

    @cached_property
    def definitions(self) -> ModuleType:
        """The module of the definitions, imported when it is first needed."""
        return importlib.import_module(f"{PACKAGE}.definitions")

    def module(self, name: str) -> ModuleType:
        """Return a module of this import, such as `storage.partitions`."""
        return importlib.import_module(f"{PACKAGE}.{name}")

    @property
    def defs(self) -> dg.Definitions:
        """The definitions."""
        definitions: dg.Definitions = self.definitions.defs
        return definitions

    @property
    def lineage(self) -> Any:
        """Cells and edges."""
        return self.definitions.LINEAGE

    @property
    def settings(self) -> Any:
        """Settings of this import."""
        return self.module("settings").load_settings()

    @property
    def store(self) -> Any:
        """The Parquet partitions."""
        root = self.module("storage.raw").open_root(self.settings.store_url)
        return self.module("storage.partitions").PartitionStore(root, self.settings.keep_versions)

    @property
    def workspace(self) -> Any:
        """Paths and limits."""
        return self.module("wiring.resources").Workspace.of(self.settings)

    @property
    def raw(self) -> Any:
        """The raw store."""
        raw = self.module("storage.raw")
        return raw.RawStore(raw.open_root(self.settings.store_url))

    @property
    def duckdb(self) -> Path:
        """The published file."""
        path: Path = self.settings.duckdb_path
        return path

    def table(self, asset: str, partition: str = "cjeu") -> pl.DataFrame:
        """Return what counts as a partition now."""
        contracts = self.module("schemas").CONTRACTS
        frame: pl.DataFrame = self.store.scan(contracts[asset], [self.store.pointer(asset, partition)]).collect()
        return frame

    def versions(self) -> dict[str, str]:
        """Return the data version of every cell that the store holds, by `asset partition`."""
        return {f"{each.asset} {each.partition}": each.data_version for each in self.store.pointers()}

    def status(self) -> dict[str, tuple[str, str | None]]:
        """Return status and reason of every cell."""
        pointers = self.module("wiring.products").with_products(self.store.pointers(), self.workspace)
        cells = self.module("wiring.staleness").partition_status(self.lineage, pointers)
        return {
            f"{row['asset']} {row['partition']}": (row["status"], row["reason"]) for row in cells.iter_rows(named=True)
        }

    def cells(self, *names: str, corpus: str = "cjeu", system: str = "bm25") -> set[str]:
        """Return the cells of whole rooms and of single assets, all without names, for one corpus and system.

        Of families that have no such system, their first one; of those without an enabled system, none.
        """
        graph = self.defs.resolve_asset_graph()
        return {
            self.cell(key.path[-1], corpus, system)
            for key in graph.executable_asset_keys
            if (not names or key.path[-1] in names or graph.get(key).group_name in names) and self._has_cells(key)
        }

    def cell(self, asset: str, corpus: str = "cjeu", system: str = "bm25") -> str:
        """Return the cell of an asset, as `asset partition`."""
        partitions = self.defs.resolve_asset_graph().get(dg.AssetKey(asset)).partitions_def
        if partitions is None:
            return f"{asset} all"
        if not isinstance(partitions, dg.MultiPartitionsDefinition):
            return f"{asset} {corpus}"
        (other,) = [each for each in partitions.partitions_defs if each.name != "corpus"]
        keys = other.partitions_def.get_partition_keys()
        return f"{asset} {corpus}|{system if system in keys else keys[0]}"

    def _has_cells(self, key: dg.AssetKey) -> bool:
        partitions = self.defs.resolve_asset_graph().get(key).partitions_def
        return partitions is None or bool(partitions.get_partition_keys())

    def step(self, asset: str, corpus: str = "cjeu", system: str = "bm25") -> set[str]:
        """Return the cells that one function computes together with this one."""
        (step,) = [step for step in self.lineage.steps if asset in step.assets]
        return {self.cell(each, corpus, system) for each in step.assets}

    def follows(self, before: Mapping[str, str], *first: str) -> set[str]:
        """Return the cells that had to run: the first ones, and every step that reads something that changed since.

        Args:
            before: data versions by cell, as they were.
            first: cells that had to run in any case.
        """
        now = self.versions()
        changed = {cell for cell, version in now.items() if before.get(cell) != version}
        readers = {
            f"{edge.asset} {edge.partition}"
            for edge in self.lineage.edges
            if f"{edge.input_asset} {edge.input_partition}" in changed
        }
        due = readers | set(first)
        return {
            f"{asset} {partition}"
            for step in self.lineage.steps
            for partition in step.partitions
            if any(f"{asset} {partition}" in due for asset in step.assets)
            for asset in step.assets
        }

    def run(self, *corpora: str, instance: dg.DagsterInstance | None = None, **options: Any) -> Ran:
        """Run what is missing or stale; events are those that this call left in the instance.

        Without an instance a new one is used, which is empty: staleness is told from the store alone.
        """
        if instance is None:
            with dg.DagsterInstance.ephemeral() as new:
                return self.run(*corpora, instance=new, **options)
        run_stale = self.module("wiring.runs").run_stale
        before = self._events(instance)
        enabled = corpora or self.settings.corpora
        outcomes = run_stale(self.defs, self.lineage, self.workspace, instance, corpora=enabled, **options)
        events = self._events(instance)
        return Ran(outcomes, {cell for identity, cell in events.items() if identity not in before})

    def import_folder(self, folder: Path, corpus: str = "cjeu", now: datetime = NOW) -> Any:
        """Import a folder; return the report and the pointer of the registry, None when nothing changed."""
        imports = self.module("fetch.store_imports")
        return imports.import_into_store(
            corpus,
            folder,
            self.store,
            self.raw,
            max_bytes=self.settings.max_file_bytes,
            now=now,
            progress=lambda _: None,
        )

    def _events(self, instance: dg.DagsterInstance) -> dict[int, str]:
        """Return `asset partition` of all materializations, by their place in the log; imports are no runs."""
        return {
            record.storage_id: f"{key.path[-1]} {record.partition_key or 'all'}"
            for key in self.defs.resolve_asset_graph().executable_asset_keys
            for record in instance.fetch_materializations(key, limit=1000).records
        }


FreshDefinitions = Callable[..., House]
"""`fresh_definitions(prepare=None, **settings)`, the fixture of `conftest.py`."""


@contextmanager
def anew(prepare: Callable[[], None] | None = None) -> Iterator[None]:
    """Put the project's modules aside, so that imports inside see the environment as it is now.

    Args:
        prepare: called before anything else is imported; may change modules of the new import, which vanish with it.
    """
    aside = _take_modules()
    try:
        if prepare is not None:
            prepare()
        yield
    finally:
        _take_modules()
        sys.modules.update(aside)


def _take_modules() -> Mapping[str, ModuleType]:
    names = [name for name in sys.modules if name == PACKAGE or name.startswith(f"{PACKAGE}.")]
    return {name: sys.modules.pop(name) for name in names}
