"""Resources that assets ask for: where raw bytes and index files lie, and the limits of a heavy step.

Belongs here: Dagster resources. Does not belong here: reading the environment (`settings.py`).
"""

from pathlib import Path

import dagster as dg
import polars as pl

from legal_assets.schemas import CONTRACTS
from legal_assets.settings import Settings
from legal_assets.storage.partitions import PartitionStore
from legal_assets.storage.raw import RawStore, is_local, open_root


class Workspace(dg.ConfigurableResource):  # type: ignore[type-arg]  # Dagster's own documented form
    """Paths and limits of this installation."""

    store_url: str
    index_folder: str
    vector_cache: str
    page_cache: str
    duckdb_path: str
    threads: int
    keep_versions: int

    @classmethod
    def of(cls, settings: Settings) -> "Workspace":
        """Return the workspace that the settings describe."""
        return cls(
            store_url=settings.store_url,
            index_folder=str(settings.index_folder),
            vector_cache=str(settings.vector_cache_folder),
            page_cache=str(settings.page_cache),
            duckdb_path=str(settings.duckdb_path),
            threads=settings.threads,
            keep_versions=settings.keep_versions,
        )

    def raw(self) -> RawStore:
        """Return the raw store."""
        return RawStore(open_root(self.store_url))

    def partitions(self) -> PartitionStore:
        """Return the Parquet partitions."""
        return PartitionStore(open_root(self.store_url), self.keep_versions)

    def pages(self) -> Path:
        """Return the folder of what is read of pages once and kept: texts of OCR, pictures, Tesseract's data."""
        return Path(self.page_cache)

    def indexes(self) -> Path:
        """Return the folder of index files."""
        return Path(self.index_folder)

    def vectors(self) -> Path:
        """Return the folder of texts that were encoded."""
        return Path(self.vector_cache)

    def last(self, asset: str, partition: str) -> pl.DataFrame:
        """Return what an asset's partition holds now, empty if it was never computed; for assets that go on from it."""
        store = self.partitions()
        pointer = store.pointer(asset, partition)
        return store.scan(CONTRACTS[asset], [pointer] if pointer else []).collect()

    def journal(self, corpus: str, name: str) -> Path:
        """Return the file in which a refresh notes what it finished, so that a killed one goes on."""
        return Path(self.duckdb_path).parent / "journals" / f"{corpus}-{name}.jsonl"

    def answers(self) -> Path:
        """Return the folder of answers of language models, kept by the digest of what was asked."""
        return Path(self.duckdb_path).parent / "answers"

    def scratch(self) -> Path:
        """Return the folder of files that are being written; on the store's file system where that is local."""
        root = open_root(self.store_url)
        return Path(str(root)) / "scratch" if is_local(root) else Path(self.index_folder) / "scratch"

    def duckdb(self) -> Path:
        """Return the path of the published DuckDB file."""
        return Path(self.duckdb_path)
