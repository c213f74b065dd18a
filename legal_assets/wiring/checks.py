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

from legal_assets.wiring.results import preview

_SHOWN = 5


Claim = Callable[..., pl.DataFrame]


def claim(partitions: dg.PartitionsDefinition[Any], asset: str) -> Callable[[Claim], dg.AssetChecksDefinition]:
    """Declare a blocking check from a function that returns the rows that break its claim.

    The function's name names the check, its docstring is the claim, and its parameters name the assets it reads, the
    checked one among them.
    """

    def declare(broken_rows: Claim) -> dg.AssetChecksDefinition:
        parameters = inspect.signature(broken_rows).parameters.values()

        def check(**frames: pl.LazyFrame) -> dg.AssetCheckResult:
            broken = broken_rows(**frames)
            return dg.AssetCheckResult(
                passed=broken.is_empty(),
                description=None if broken.is_empty() else f"{broken.height} rows, for instance {_first(broken)}",
                metadata={"broken_rows": broken.height, "examples": preview(broken.head(_SHOWN))},
            )

        # Dagster reads the inputs of a check off its signature.
        check.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # functions take it
            [each.replace(kind=inspect.Parameter.POSITIONAL_OR_KEYWORD) for each in parameters],
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
