"""Edits of a step of the lineage, in the next import of the project: another code version, another function.

Belongs here: what a developer's edit does to a step. Does not belong here: what must follow from it (the tests).
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import polars as pl


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


def edited(module: str, function: str, how: Callable[..., Any], step: str) -> Callable[[], None]:
    """Return what puts `how` in the place of a function in the next import, and bumps the step that calls it.

    `how` is called with the function that was there, then with its arguments.
    """

    def prepare() -> None:
        bumped(step)()
        place = import_module(f"legal_assets.{module}")
        whole = getattr(place, function)
        setattr(place, function, lambda *arguments, **options: how(whole, *arguments, **options))

    return prepare


def _fail(whole: Callable[..., Any], *_: Any, **__: Any) -> Any:
    try:
        raise KeyError("oil")
    except KeyError as error:
        raise ValueError("62015CJ9001-2: its lamp is out;\n  light it.") from error


def _leak(whole: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    """Let an ECLI stand in every masked text."""
    shown = pl.when(pl.col("variant") == "masked").then(pl.col("text") + " (EU:C:2016:9001)").otherwise("text")
    return whole(*arguments, **options).with_columns(shown.alias("text"))


FAILING = edited("masking.frames", "mask_passages", _fail, "masked_passages")
"""Masking raises an error."""

LEAKING = edited("masking.frames", "mask_passages", _leak, "masked_passages")
"""Masking leaves a citation, so that a check of the queries fails."""
