"""The IO manager: assets read one LazyFrame for 0, 1 or n partitions and write immutable Parquet partitions.

Belongs here: the bridge between Dagster's contexts and `storage/partitions.py`. An input annotated `ParquetFiles`
gets the files instead of a frame. Every partition written records which versions of its inputs were read.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

import dagster as dg
import polars as pl

from legal_assets.schemas import CONTRACTS, Table
from legal_assets.storage.digests import frame_digest
from legal_assets.storage.partitions import WHOLE, Input, PartitionStore, Pointer
from legal_assets.storage.raw import open_root
from legal_assets.storage.streams import StreamedTable
from legal_assets.wiring.partitions import cell_version
from legal_assets.wiring.results import DATA_VERSION_KEY

ABSENT = ""
"""Data version recorded for an upstream partition that did not exist when it was read."""


@dataclass(frozen=True, slots=True)
class ParquetFiles:
    """The files of the partitions of one asset, for code that reads Parquet itself."""

    asset: str
    table: Table
    pointers: tuple[Pointer, ...]
    paths: tuple[str, ...]

    @property
    def digest(self) -> str:
        """Data version of a single partition; several are joined."""
        return "+".join(pointer.data_version for pointer in self.pointers) or ABSENT


PARQUET_FILES = dg.PythonObjectDagsterType(ParquetFiles)
"""Type of inputs that a signature does not name one by one."""


class ParquetIOManager(dg.IOManager):
    """Keeps every asset's table in a `PartitionStore`."""

    def __init__(self, url: str, keep_versions: int) -> None:
        """Use the store at this path or fsspec URL; it is opened when it is first needed."""
        self._url = url
        self._keep_versions = keep_versions
        self._read: defaultdict[tuple[str, str], dict[tuple[str, str], Input]] = defaultdict(dict)

    @cached_property
    def _store(self) -> PartitionStore:
        return PartitionStore(open_root(self._url), self._keep_versions)

    def handle_output(self, context: dg.OutputContext, obj: pl.DataFrame | StreamedTable) -> None:
        """Write one partition, with the inputs that this step read."""
        asset = context.asset_key.path[-1]
        table = CONTRACTS[asset]
        recorded = context.output_metadata.get(DATA_VERSION_KEY)
        version = str(getattr(recorded, "value", recorded)) if recorded else _digest(table, obj)
        partition = _partition(context)
        pointer = self._store.write(
            table,
            asset,
            partition,
            obj,
            data_version=version,
            code_version=cell_version(context.asset_spec.code_version, partition),
            run_id=context.run_id,
            written_at=datetime.now(tz=UTC).isoformat(timespec="seconds"),
            inputs=list(self._read[context.run_id, context.step_key].values()),
        )
        path = self._store.file(pointer)
        context.add_output_metadata({"path": str(path), "bytes": path.stat().st_size})

    def load_input(self, context: dg.InputContext) -> pl.LazyFrame | ParquetFiles:
        """Return the upstream partitions that exist, as one frame or as files."""
        asset = context.asset_key.path[-1]
        table = CONTRACTS[asset]
        keys = list(context.asset_partition_keys) if context.has_asset_partitions else [WHOLE]
        found = {key: self._store.pointer(asset, str(key)) for key in keys}
        step = (context.step_context.run_id, context.step_context.step.key)
        for key, pointer in found.items():
            version = pointer.data_version if pointer else ABSENT
            self._read[step][asset, str(key)] = Input(asset, str(key), version)
        pointers = [pointer for pointer in found.values() if pointer]
        if context.dagster_type.typing_type is ParquetFiles:
            paths = tuple(str(self._store.file(pointer)) for pointer in pointers)
            return ParquetFiles(asset, table, tuple(pointers), paths)
        return self._store.scan(table, pointers)


def _digest(table: Table, obj: pl.DataFrame | StreamedTable) -> str:
    return obj.data_version if isinstance(obj, StreamedTable) else frame_digest(obj, table.content)


def _partition(context: dg.OutputContext) -> str:
    keys: Sequence[str] = context.asset_partition_keys if context.has_asset_partitions else [WHOLE]
    if len(keys) != 1:
        raise dg.DagsterInvariantViolationError(
            f"{context.asset_key.path[-1]}: one run writes one partition, not {len(keys)}; "
            "backfill with one run per partition."
        )
    return str(keys[0])
