"""How a data check is declared: partitioned like its asset, blocking, with what broke the claim in its metadata.

Belongs here: the declaration. Does not belong here: the claims (each room's `checks.py`).
"""

import inspect
import warnings
from collections.abc import Callable
from typing import Any

import dagster as dg
import polars as pl
from dagster_shared.utils.warnings import PreviewWarning

from legal_assets.wiring.resources import Workspace
from legal_assets.wiring.results import preview

_SHOWN = 5
_NAMED = inspect.Parameter.POSITIONAL_OR_KEYWORD


Claim = Callable[..., pl.DataFrame]


def claim(partitions: dg.PartitionsDefinition[Any], asset: str) -> Callable[[Claim], dg.AssetChecksDefinition]:
    """Declare a blocking check from a function that returns the rows that break its claim.

    The function's name names the check, its docstring is the claim, and its parameters name the assets it reads, the
    checked one among them.
    """

    def declare(broken_rows: Claim) -> dg.AssetChecksDefinition:
        parameters = inspect.signature(broken_rows).parameters.values()

        def check(
            context: dg.AssetCheckExecutionContext, workspace: Workspace, **frames: pl.LazyFrame
        ) -> dg.AssetCheckResult:
            store, partition = workspace.partitions(), str(context.partition_key)
            # Noted first as failed: a check that breaks off, or whose run is killed, has not passed.
            store.record_check(asset, partition, broken_rows.__name__, passed=False)
            broken = broken_rows(**frames)
            store.record_check(asset, partition, broken_rows.__name__, passed=broken.is_empty())
            return dg.AssetCheckResult(
                passed=broken.is_empty(),
                description=None if broken.is_empty() else f"{broken.height} rows, for instance {_first(broken)}",
                metadata={"broken_rows": broken.height, "examples": preview(broken.head(_SHOWN))},
            )

        # Dagster reads the inputs of a check off its signature.
        check.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # functions take it
            [
                inspect.Parameter("context", _NAMED, annotation=dg.AssetCheckExecutionContext),
                inspect.Parameter("workspace", _NAMED, annotation=Workspace),
                *(each.replace(kind=_NAMED) for each in parameters),
            ],
            return_annotation=dg.AssetCheckResult,
        )
        with warnings.catch_warnings():
            # Partitioned checks are in preview; an unpartitioned one would load every partition.
            warnings.simplefilter("ignore", PreviewWarning)
            return dg.asset_check(
                asset=asset,
                name=broken_rows.__name__,
                description=broken_rows.__doc__,
                blocking=True,
                partitions_def=partitions,
                additional_ins={each.name: dg.AssetIn(each.name) for each in parameters if each.name != asset},
            )(check)

    return declare


def _first(broken: pl.DataFrame) -> str:
    return ", ".join(f"{name}={value}" for name, value in broken.head(1).to_dicts()[0].items())
