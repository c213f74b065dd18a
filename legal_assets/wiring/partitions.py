"""Partition sets of the enabled corpora and systems, and the mappings between subsets.

Belongs here: every partitions definition. Does not belong here: which keys exist (`catalog.py`) and which are
enabled (`settings.py`).
"""

import warnings
from collections.abc import Iterable, Sequence
from typing import Any

import dagster as dg
from dagster_shared.utils.warnings import BetaWarning

from legal_assets import catalog
from legal_assets.catalog_models import MODELS
from legal_assets.settings import load_settings
from legal_assets.storage.digests import value_digest

_SETTINGS = load_settings()

CORPUS_KEYS: tuple[str, ...] = tuple(corpus.key for corpus in catalog.corpora(_SETTINGS.corpora))
SYSTEMS: tuple[catalog.System, ...] = tuple(catalog.enabled_systems(_SETTINGS.systems))
"""Enabled systems of all families."""

CORPORA = dg.StaticPartitionsDefinition(CORPUS_KEYS)


def family_keys(family: catalog.Family) -> list[str]:
    """Return the keys of the enabled systems of a ranking family."""
    return [system.key for system in SYSTEMS if system.family == family]


def _cells(family: catalog.Family, dimension: str) -> dg.MultiPartitionsDefinition:
    keys = dg.StaticPartitionsDefinition(family_keys(family))
    return dg.MultiPartitionsDefinition({"corpus": CORPORA, dimension: keys})


LEXICAL_CELLS = _cells("lexical", "system")
MODEL_CELLS = _cells("dense", "model")
FUSED_CELLS = _cells("fused", "system")
RERANKED_CELLS = _cells("reranked", "system")


def cell_version(code_version: str | None, partition: str) -> str:
    """Return the version of what computes a cell: the asset's code, and the catalog entries of its system and model.

    So a new or changed entry makes its own cells stale and no others.
    """
    _, _, key = partition.partition("|")
    entries: list[object] = [system for system in catalog.SYSTEMS if system.key == key]
    models = {system.model for system in catalog.SYSTEMS if system.key == key}
    entries += [model for model in MODELS if model.key in models]
    return f"{code_version or ''}+{value_digest(repr(entries))[:8]}" if entries else code_version or ""


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


def parts_mapping(dimension: str, family: catalog.Family, systems: Sequence[catalog.System]) -> dg.PartitionMapping:
    """Map the cells of a ranking family onto the cells of the systems that are made of them, corpus by corpus.

    Args:
        dimension: second dimension of the upstream cells, `model` or `system`.
        family: family upstream.
        systems: enabled systems downstream.
    """
    made_of: dict[str, list[str]] = {
        key: [system.key for system in systems if key in system.parts] for key in family_keys(family)
    }
    with warnings.catch_warnings():
        # Mappings by dimension are in beta; a mapping of whole keys is refused for cells of two dimensions.
        warnings.simplefilter("ignore", BetaWarning)
        same: Any = dg.IdentityPartitionMapping()
        return dg.MultiPartitionMapping(
            {
                "corpus": dg.DimensionPartitionMapping("corpus", same),
                dimension: dg.DimensionPartitionMapping("system", dg.StaticPartitionMapping(made_of)),
            }
        )
