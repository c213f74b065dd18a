"""How a table asset is declared: group, description, owner, kinds, column schema, code version, automation.

Belongs here: what every asset says about itself. Does not belong here: what it computes (the rooms).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import dagster as dg

from legal_assets.schemas import CONTRACTS
from legal_assets.wiring.automation import ON_CONTENT_CHANGE
from legal_assets.wiring.results import asset_metadata

OWNERS = ("team:legal-retrieval",)

Partitions = dg.PartitionsDefinition[Any]
Declare = Callable[[Callable[..., Any]], dg.AssetsDefinition]


def table_asset(
    asset: str,
    room: str,
    code_version: str,
    partitions: Partitions | None,
    *,
    kinds: Sequence[str] = ("polars",),
    inputs: Mapping[str, dg.AssetIn] | None = None,
    condition: dg.AutomationCondition[Any] = ON_CONTENT_CHANGE,
    pool: str | None = None,
) -> Declare:
    """Declare an asset that keeps the table of its name; the description is what a row is.

    Args:
        asset: name, with a contract in `schemas`.
        room: room it belongs to, its group.
        code_version: version of the logic and of the settings that change the output.
        partitions: partition set, None for none.
        kinds: badges in the UI.
        inputs: inputs whose parameter is not named like their asset, or whose partitions need a mapping.
        condition: when it runs by itself.
        pool: pool that limits how many run at once.
    """
    return dg.asset(
        name=asset,
        group_name=room,
        code_version=code_version,
        partitions_def=partitions,
        description=CONTRACTS[asset].row,
        kinds=set(kinds),
        owners=list(OWNERS),
        metadata=asset_metadata(asset),
        automation_condition=condition,
        ins=inputs,
        pool=pool,
    )


def table_assets(
    step: str,
    room: str,
    code_version: str,
    partitions: Partitions,
    assets: Sequence[str],
    *,
    inputs: Mapping[str, dg.AssetIn] | None = None,
    condition: dg.AutomationCondition[Any] = ON_CONTENT_CHANGE,
) -> Declare:
    """Declare assets that one function makes together, each keeping the table of its name.

    `inputs` and `condition` as in `table_asset`.
    """
    return dg.multi_asset(
        name=step,
        ins=inputs,
        partitions_def=partitions,
        outs={
            asset: dg.AssetOut(
                group_name=room,
                code_version=code_version,
                description=CONTRACTS[asset].row,
                kinds={"polars"},
                owners=list(OWNERS),
                metadata=asset_metadata(asset),
                automation_condition=condition,
            )
            for asset in assets
        },
    )
