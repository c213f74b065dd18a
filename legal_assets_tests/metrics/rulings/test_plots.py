"""Plots: every line is drawn where its numbers say, and the UI is given a picture."""

from base64 import b64decode
from xml.etree import ElementTree

import polars as pl
import pytest

from legal_assets.metrics.matching import CLASSES, CUTOFFS
from legal_assets.metrics.rulings.curves import success_curves
from legal_assets.metrics.rulings.drawing import COLOURS, Line, Panel, draw
from legal_assets.metrics.rulings.plots import plot_distances, plot_success
from legal_assets.schemas import DISTANCE_HISTOGRAM, MATCH_SUCCESS, SUCCESS_CURVES
from legal_assets.wiring.results import pictures
from legal_assets_tests.rows import filled

TICKS = [(0.0, "0"), (1.0, "1")]


def lines(drawing: str) -> list[ElementTree.Element]:
    return ElementTree.fromstring(drawing).findall(".//{http://www.w3.org/2000/svg}polyline")  # noqa: S314  # ours


def test_points_lie_between_the_ticks() -> None:
    panel = Panel("a < b", "x", "y", TICKS, TICKS, [Line("up", [0.0, 0.5, 1.0], [0.0, 1.0, 0.5])])
    (line,) = lines(draw([panel], ["up"], 3))
    # A plane is 300 wide and 210 high, with margins 46 and 12, 28 and 40.
    across, high = 300 - 46 - 12, 210 - 28 - 40
    assert line.get("points") == f"46.0,170.0 {46 + across / 2},28.0 288.0,{28 + high / 2}"


def test_a_name_has_the_colour_of_its_place() -> None:
    panel = Panel("t", "x", "y", TICKS, TICKS, [Line("b", [0, 1], [0, 1]), Line("j", [0, 1], [1, 0])])
    names = list("abcdefghij")
    drawn = lines(draw([panel], names, 1))
    assert [line.get("stroke") for line in drawn] == [COLOURS[1], COLOURS[9 % 8]]
    assert [line.get("stroke-dasharray") for line in drawn] == [None, "6 3"]


def test_a_line_without_a_name_in_the_legend_is_an_error() -> None:
    panel = Panel("t", "x", "y", TICKS, TICKS, [Line("b", [0, 1], [0, 1])])
    with pytest.raises(ValueError, match="not in the legend"):
        draw([panel], ["a"], 1)
    with pytest.raises(ValueError, match="two ticks"):
        draw([], [], 1)


def successes() -> pl.DataFrame:
    rows = [
        {"corpus": "bge", "system": system, "task": "layman", "level": level, "cutoff": cutoff, "n": 200,
         "n_reachable": 150, "value": start + place / 100}
        for system, start in (("bm25", 0.1), ("minilm", 0.2))
        for level in ("exact", "any_bge", "strong_article")
        for place, cutoff in enumerate(CUTOFFS)
    ]  # fmt: skip
    return filled(MATCH_SUCCESS, rows)


def test_curves_put_systems_beside_each_other() -> None:
    curves = success_curves(successes())
    row = curves.filter((pl.col("system") == "minilm") & (pl.col("level") == "exact")).row(0, named=True)
    assert [row[f"at_{cutoff}"] for cutoff in CUTOFFS] == [0.2 + place / 100 for place in range(7)]
    assert (row["n"], row["n_reachable"]) == (200, 150)
    drawing = plot_success(curves)
    assert drawing is not None
    assert len(lines(drawing)) == 3 * 2  # levels, systems
    assert "layman, any_bge" in drawing


def test_bins_are_level_and_end_at_zero() -> None:
    rows = [
        {"task": "layman", "target_language": language, "match_class": name, "bin": place, "n": n}
        for language in ("all", "de")
        for name, place, n in (("miss", 10, 3), ("miss", 12, 1), ("exact", 9, 2))
    ]
    drawing = plot_distances(filled(DISTANCE_HISTOGRAM, rows))
    assert drawing is not None
    drawn = lines(drawing)
    assert [line.get("stroke") for line in drawn] == [COLOURS[CLASSES.index(name)] for name in ("exact", "miss")]
    heights = [float(point.split(",")[1]) for point in (drawn[1].get("points") or "").split()]
    # Bins 9 to 12 hold 0, 3/4, 0 and 1/4 of the misses; the highest share drawn is 1, of exact.
    levels = [0, 0, 0, 3 / 4, 3 / 4, 0, 0, 1 / 4, 1 / 4, 0]
    assert heights == [round(170 - level * 142, 1) for level in levels]


def test_nothing_is_drawn_of_nothing() -> None:
    assert plot_success(SUCCESS_CURVES.empty()) is None
    assert plot_distances(DISTANCE_HISTOGRAM.empty()) is None
    assert pictures(plot=None) == {}


def test_a_picture_is_embedded_in_the_metadata() -> None:
    (picture,) = pictures(plot="<svg/>").values()
    assert picture.md_str is not None
    head, _, data = picture.md_str.partition("base64,")
    assert head == "![plot](data:image/svg+xml;"
    assert b64decode(data.removesuffix(")")) == b"<svg/>"
