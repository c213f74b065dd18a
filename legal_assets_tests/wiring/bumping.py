"""Another code version for one step of the lineage, in the next import of the project.

Belongs here: what a developer's edit does to a step. Does not belong here: what must follow from it.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any


def bumped(step: str) -> Callable[[], None]:
    """Return what gives the next import of the project another code version of an asset or of a step of several."""

    def prepare() -> None:
        outputs: Any = import_module("legal_assets.wiring.outputs")
        for declaration in ("table_asset", "table_assets"):
            setattr(outputs, declaration, _with_version_bumped(getattr(outputs, declaration), step))

    return prepare


def _with_version_bumped(declare: Callable[..., Any], step: str) -> Callable[..., Any]:
    def declare_bumped(name: str, room: str, code_version: str, *others: Any, **options: Any) -> Any:
        return declare(name, room, f"{code_version}-bumped" if name == step else code_version, *others, **options)

    return declare_bumped
