"""The leaderboard names fair systems alone; controls and privileged ones are never ranked."""

import duckdb
import polars as pl

from legal_assets.catalog_composed import COMPOSED
from legal_assets.schemas import METRICS
from legal_assets.storage.statements import statement
from legal_assets_tests.rows import filled


def test_only_fair_systems_are_ranked() -> None:
    rows = [
        {"corpus": "crosspage", "task": "raw", "variant": "original", "system": system.key, "role": system.role}
        | {"measure": "nDCG@10", "value": 1.0 if system.role == "privileged" else 0.5}
        for system in COMPOSED
    ]
    with duckdb.connect() as connection:
        connection.register("metrics", filled(METRICS, rows))
        board = connection.sql(statement("views", "leaderboard")).pl()
    fair = sorted(system.key for system in COMPOSED if system.role == "fair")
    assert board["system"].to_list() == fair
    assert board["place"].to_list() == list(range(1, len(fair) + 1))


def test_every_role_has_a_composed_system() -> None:
    assert pl.Series([system.role for system in COMPOSED]).unique().sort().to_list() == [
        "control",
        "fair",
        "privileged",
    ]
