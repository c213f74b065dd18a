"""Export of stored collections: which tables a release is written from.

Belongs here: choosing the tables of a corpus. Does not belong here: writing the files (`legalpincite.py`).
"""

from pathlib import Path

import polars as pl

from legal_assets.catalog import Variant
from legal_assets.reports.legalpincite import write_release
from legal_assets.schemas import CONTRACTS
from legal_assets.storage.partitions import PartitionStore

LAYOUTS = ("legalpincite",)
"""Layouts that collections are exported in."""

_NEEDED = ("queries", "candidates", "qrels", "documents")


def export_collections(
    layout: str, folder: Path, corpus: str, store: PartitionStore, *, candidate_variant: Variant = "original"
) -> list[str]:
    """Write the stored collections of a corpus to a folder in a layout and return the names of the files.

    Args:
        layout: one of `LAYOUTS`.
        folder: where the release goes; an earlier release there is replaced.
        corpus: key of the corpus.
        store: where the tables lie.
        candidate_variant: variant whose text the candidates have.

    Raises:
        ValueError: the layout is unknown, a table was never computed, or as `write_release` says.
    """
    if layout not in LAYOUTS:
        raise ValueError(f"{layout!r} is no layout; collections are exported as {', '.join(LAYOUTS)}.")
    pointers = {name: store.pointer(name, corpus) for name in _NEEDED}
    absent = [name for name, pointer in pointers.items() if pointer is None]
    if absent:
        raise ValueError(
            f"Corpus {corpus} has no {', '.join(absent)} yet; run `legal-assets run --corpus {corpus}` first."
        )
    tables = {name: store.scan(CONTRACTS[name], [pointer] if pointer else []) for name, pointer in pointers.items()}
    titles = tables["documents"].select("doc_id", "title")
    dated = pl.concat([tables[name].select("doc_id", "date") for name in ("queries", "candidates")]).unique("doc_id")
    return write_release(
        folder,
        tables["queries"],
        tables["candidates"],
        tables["qrels"],
        dated.join(titles, on="doc_id", how="left"),
        candidate_variant=candidate_variant,
    )
