"""What of the catalog is not computed, and why.

Belongs here: one line for each system and model that is not enabled or cannot be run here. Does not belong here:
looking for weights (`indexes/encoders.py`).
"""

from collections.abc import Iterator, Sequence

from legal_assets.catalog import SYSTEMS, System
from legal_assets.catalog_comparisons import BLOCKS
from legal_assets.catalog_composed import ROLES
from legal_assets.catalog_models import MODELS, Model, models
from legal_assets.indexes.encoders import availability

NOT_ENABLED = "not enabled"


def not_computed(enabled: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield key and reason of every system that is not enabled or not available, and of models without a system.

    Systems that a block of comparisons names and the catalog does not have are among them.

    Args:
        enabled: keys of the enabled systems.
    """
    for system in SYSTEMS:
        reason = unavailable_because(system)
        if reason is not None:
            yield system.key, reason if system.key not in enabled else f"enabled, but {reason}"
        elif system.key not in enabled:
            yield system.key, NOT_ENABLED
    used = {system.model for system in SYSTEMS}
    for model in MODELS:
        if model.key not in used:
            yield model.key, availability(model) or "no system uses it."
    known = ROLES.keys() | {model.key for model in MODELS}
    for block in BLOCKS:
        for key in block.variants:
            if key not in known:
                yield key, f"not built yet; the block {block.key} is tested without it."


def unavailable_because(system: System) -> str | None:
    """Return why a system cannot be run here: what its model, or a system it is made of, lacks; None where it can."""
    own = [availability(model) for model in _models(system)]
    parts = [f"{part.key}: {reason}" for part in _parts(system) if (reason := unavailable_because(part))]
    return next((reason for reason in [*own, *parts] if reason), None)


def _models(system: System) -> list[Model]:
    return models([system.model]) if system.family in ("dense", "reranked") else []


def _parts(system: System) -> list[System]:
    return [system_ for system_ in SYSTEMS if system_.key in system.parts]
