"""Parameters are the best of a grid, or the model's own where queries are few."""

from collections.abc import Mapping

import polars as pl

from legal_assets.indexes.models import model
from legal_assets.rankings.tuning import settings, tune


def test_grids_are_those_of_the_study() -> None:
    assert len(settings(model("bm25"))) == 5 * 5
    assert settings(model("bm25"))[1] == {"k1": 0.0, "b": 0.25}
    assert [setting["mu"] for setting in settings(model("lmir-terrier"))] == [
        100, 500, 800, 1000, 2000, 4000, 8000, 10000,
    ]  # fmt: skip
    assert settings(model("dph")) == [{}]


def test_the_best_setting_is_chosen() -> None:
    table = tune(model("bm25"), 50, lambda setting: -abs(setting["k1"] - 1.5) - abs(setting["b"] - 0.75))
    assert table.height == 25
    assert table.filter("chosen").select("k1", "b", "mu", "value", "basis").rows() == [(1.5, 0.75, None, 0.0, "grid")]


def test_of_equal_settings_the_first_is_chosen() -> None:
    table = tune(model("lmir"), 1000, lambda setting: min(setting["mu"], 800) / 1000)
    assert table.filter("chosen")["mu"].to_list() == [800]


def test_few_queries_leave_the_defaults_and_say_so() -> None:
    asked: list[Mapping[str, float]] = []

    def measure(setting: Mapping[str, float]) -> float:
        asked.append(setting)
        return 0.25

    table = tune(model("bm25"), 49, measure)
    assert asked == [{"k1": 1.2, "b": 0.75}]
    assert table.select("k1", "b", "value", "queries", "chosen", "basis").rows() == [
        (1.2, 0.75, 0.25, 49, True, "defaults: 49 queries, fewer than 50")
    ]


def test_a_model_without_parameters_has_one_row() -> None:
    table = tune(model("dph"), 500, lambda setting: 0.5)
    assert table.select("k1", "value", "chosen", "basis").rows() == [(None, 0.5, True, "no parameters")]
    assert table.schema["mu"] == pl.Float64
