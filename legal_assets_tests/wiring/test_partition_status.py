"""Cells are fresh, stale because of what, or missing."""

from typing import Any, cast

import polars as pl
import pytest

from legal_assets.storage.partitions import Input, Pointer
from legal_assets.wiring.graph import Cell, Edge, Lineage
from legal_assets.wiring.staleness import partition_status

CELLS = [
    Cell(0, "lamps", "cjeu", "1", "fetch"),
    Cell(0, "lamps", "bge", "1", "fetch"),
    Cell(1, "beams", "cjeu", "1", "passages"),
    Cell(1, "beams", "bge", "1", "passages"),
    Cell(2, "map", "all", "1", "warehouse"),
]
EDGES = [
    Edge("lamps", "cjeu", "oil", "cjeu"),
    Edge("lamps", "bge", "oil", "bge"),
    Edge("beams", "cjeu", "lamps", "cjeu"),
    Edge("beams", "bge", "lamps", "bge"),
    Edge("map", "all", "beams", "cjeu"),
    Edge("map", "all", "beams", "bge"),
]


class Drawn:
    """A lineage drawn by hand: lamps burn oil, beams come from lamps, a map shows the beams."""

    cells = CELLS
    edges = EDGES


def pointer(asset: str, partition: str, version: str, *inputs: tuple[str, str, str], code: str = "1") -> Pointer:
    read = tuple(Input(*each) for each in inputs)
    return Pointer(asset, partition, f"{version}.parquet", version, code, 3, "run", "then", inputs=read)


def fresh() -> dict[str, Pointer]:
    """Return a store in which everything was made from what is there now."""
    return {
        f"{each.asset} {each.partition}": each
        for each in [
            pointer("oil", "cjeu", "o"),
            pointer("oil", "bge", "o"),
            pointer("lamps", "cjeu", "l", ("oil", "cjeu", "o")),
            pointer("lamps", "bge", "l", ("oil", "bge", "o")),
            pointer("beams", "cjeu", "b", ("lamps", "cjeu", "l")),
            pointer("beams", "bge", "b", ("lamps", "bge", "l")),
            pointer("map", "all", "m", ("beams", "cjeu", "b"), ("beams", "bge", "b")),
        ]
    }


def status(pointers: dict[str, Pointer]) -> dict[str, tuple[str, str | None]]:
    """Return status and reason of the cells that are not fresh."""
    frame = partition_status(cast(Lineage, Drawn()), list(pointers.values()))
    assert frame.height == len(CELLS)
    rows = frame.filter(pl.col("status") != "fresh").iter_rows(named=True)
    return {f"{row['asset']} {row['partition']}": (row["status"], row["reason"]) for row in rows}


def test_everything_is_fresh() -> None:
    assert status(fresh()) == {}


def test_nothing_was_computed_yet() -> None:
    told = status({})
    assert set(told) == {f"{cell.asset} {cell.partition}" for cell in CELLS}
    assert set(told.values()) == {("missing", "never computed")}


@pytest.mark.parametrize(
    ("cell", "change", "expected"),
    [
        (
            "oil cjeu",
            pointer("oil", "cjeu", "new"),
            {
                "lamps cjeu": ("stale", "changed: oil cjeu"),
                "beams cjeu": ("stale", "upstream: lamps cjeu"),
                "map all": ("stale", "upstream: lamps cjeu"),
            },
        ),
        (
            "lamps bge",
            pointer("lamps", "bge", "l", ("oil", "bge", "o"), code="0"),
            {
                "lamps bge": ("stale", "code or setting changed"),
                "beams bge": ("stale", "upstream: lamps bge"),
                "map all": ("stale", "upstream: lamps bge"),
            },
        ),
        (
            "beams cjeu",
            None,
            {"beams cjeu": ("missing", "never computed"), "map all": ("stale", "changed: beams cjeu")},
        ),
        ("map all", pointer("map", "all", "m", ("beams", "cjeu", "b")), {"map all": ("stale", "changed: beams bge")}),
        (
            "map all",
            pointer("map", "all", "m", ("beams", "cjeu", "b"), ("beams", "bge", "b"), ("beams", "gone", "g")),
            {"map all": ("stale", "changed: beams gone")},
        ),
        (
            "map all",
            pointer("map", "all", "m", ("beams", "cjeu", ""), ("beams", "bge", "b")),
            {"map all": ("stale", "changed: beams cjeu")},
        ),
    ],
    ids=["input changed", "code changed", "vanished", "input added", "input removed", "input appeared"],
)
def test_what_is_stale_is_told_with_its_cause(cell: str, change: Pointer | None, expected: Any) -> None:
    store = fresh()
    if change is None:
        del store[cell]
    else:
        store[cell] = change
    assert status(store) == expected


def test_a_run_that_read_nothing_where_nothing_was_is_fresh() -> None:
    store = fresh()
    for absent in ("oil cjeu", "oil bge"):
        del store[absent]
    store["lamps cjeu"] = pointer("lamps", "cjeu", "l", ("oil", "cjeu", ""))
    store["lamps bge"] = pointer("lamps", "bge", "l", ("oil", "bge", ""))
    assert status(store) == {}


def test_what_must_run_itself_is_told_from_what_only_waits() -> None:
    store = fresh() | {"oil cjeu": pointer("oil", "cjeu", "new")}
    frame = partition_status(cast(Lineage, Drawn()), list(store.values()))
    assert frame.filter("direct").select("asset", "partition").rows() == [("lamps", "cjeu")]
    assert frame["position"].is_sorted()
