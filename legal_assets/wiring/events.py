"""Events of tables that are written outside a run, so that the UI and automation know of them.

Belongs here: reporting to the instance. Does not belong here: writing the table.
"""

import dagster as dg

from legal_assets.storage.partitions import Pointer


def report_written(instance: dg.DagsterInstance, pointer: Pointer) -> None:
    """Tell the instance that a partition of an external asset has a new version."""
    instance.report_runless_asset_event(
        dg.AssetMaterialization(
            pointer.asset,
            partition=pointer.partition,
            metadata={"dagster/row_count": pointer.rows},
            tags={"dagster/data_version": pointer.data_version},
        )
    )
