"""Partition sets of the enabled corpora and systems, and the mappings between subsets.

Belongs here: every partitions definition. Does not belong here: which keys exist (`catalog.py`) and which are
enabled (`settings.py`).
"""

from collections.abc import Iterable

import dagster as dg

from legal_assets import catalog
from legal_assets.settings import load_settings
from legal_assets.storage.digests import value_digest

_SETTINGS = load_settings()

CORPUS_KEYS: tuple[str, ...] = tuple(corpus.key for corpus in catalog.corpora(_SETTINGS.corpora))
SYSTEM_KEYS: tuple[str, ...] = tuple(system.key for system in catalog.systems(_SETTINGS.systems))

CORPORA = dg.StaticPartitionsDefinition(CORPUS_KEYS)
LEXICAL_CELLS = dg.MultiPartitionsDefinition({"corpus": CORPORA, "system": dg.StaticPartitionsDefinition(SYSTEM_KEYS)})


def cell_version(code_version: str | None, partition: str) -> str:
    """Return the version of what computes a cell: the asset's code, and the catalog entry of its system if it has one.

    So a new or changed entry makes its own cells stale and no others.
    """
    _, _, key = partition.partition("|")
    known = {system.key: system for system in catalog.SYSTEMS}
    return f"{code_version or ''}+{value_digest(repr(known[key]))[:8]}" if key in known else code_version or ""


def corpus_and(dimension: str, context: dg.AssetExecutionContext) -> tuple[str, str]:
    """Return the corpus and the key of the other dimension of the cell that is run."""
    key = context.partition_key
    if not isinstance(key, dg.MultiPartitionKey):
        raise dg.DagsterInvariantViolationError(f"{context.asset_key.to_user_string()}: {key} has one dimension.")
    return key.keys_by_dimension["corpus"], key.keys_by_dimension[dimension]


def subset_mapping(upstream: Iterable[str], downstream: Iterable[str]) -> dg.StaticPartitionMapping:
    """Map partition keys onto equal keys, or a single-dimension key onto the multi-dimension keys that contain it.

    Dagster infers a mapping only between equal sets; subsets need it written out.
    """
    down = list(downstream)
    return dg.StaticPartitionMapping(
        {key: [each for each in down if key == each or key in each.split("|")] for key in upstream}
    )
