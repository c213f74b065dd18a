"""A frame keeps its table's contract, or the error says where it does not."""

from dataclasses import dataclass
from datetime import date

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.schemas import CONTRACTS, Column, ContractError, Table

LAMPS = Table(
    "lamps",
    "One row per lamp of a harbour.",
    ("harbour", "lamp"),
    (
        Column("harbour", pl.String(), "Harbour."),
        Column("lamp", pl.Int32(), "Number in the harbour."),
        Column("colour", pl.String(), "Colour; null when it was never lit.", nullable=True),
        Column("seen", pl.Date(), "When it was last seen.", nullable=True, observation=True),
    ),
)


def lamps(**columns: list[object]) -> pl.DataFrame:
    given_columns = {"harbour": ["a", "b"], "lamp": [1, 1], "colour": ["red", None], "seen": [None, None]}
    return pl.DataFrame(given_columns | columns)


def test_columns_come_in_order_cast_and_sorted_by_key() -> None:
    frame = lamps(harbour=["b", "a"], lamp=[7, 9]).select("seen", "lamp", "colour", "harbour").lazy()
    kept = LAMPS.conform(frame)
    assert kept.schema == LAMPS.schema
    assert kept.rows() == [("a", 9, None, None), ("b", 7, "red", None)]


def test_content_leaves_observations_out() -> None:
    assert LAMPS.content == ["harbour", "lamp", "colour"]


def test_an_empty_frame_has_the_columns() -> None:
    assert LAMPS.frame([]).equals(LAMPS.empty())
    assert LAMPS.empty().schema == LAMPS.schema


def test_frames_are_built_from_dictionaries_and_dataclasses() -> None:
    @dataclass
    class Lamp:
        harbour: str
        lamp: int
        colour: str | None
        seen: date | None

    seen = date(2026, 1, 5)
    expected = [("a", 1, "red", seen)]
    assert LAMPS.frame([{"harbour": "a", "lamp": 1, "colour": "red", "seen": seen}]).rows() == expected
    assert LAMPS.frame([Lamp("a", 1, "red", seen)]).rows() == expected


@pytest.mark.parametrize(
    ("frame", "said"),
    [
        (lamps().drop("lamp"), r"lamps: missing columns \['lamp'\]"),
        (lamps(height=[1, 2]), r"lamps: missing columns \[\], unknown columns \['height'\]"),
        (lamps(lamp=["x", "y"]), "lamps: a column cannot be cast"),
        (lamps(lamp=[1, 2**40]), "lamps: a column cannot be cast"),
        (lamps(lamp=[1.5, 2.0]), r"lamps: columns \['lamp'\] hold fractions"),
        (lamps(lamp=[1, None]), r"lamps: column lamp is null, for instance at \[\('b', None\)\]"),
        (lamps(harbour=["a", "a"]), r"lamps: 1 rows repeat a key \(harbour, lamp\), for instance \[\('a', 1\)\]"),
    ],
)
def test_each_breach_is_named(frame: pl.DataFrame, said: str) -> None:
    with pytest.raises(ContractError, match=said):
        LAMPS.conform(frame)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"harbour": "a", "lamp": 1, "colour": None, "seen": None, "height": 3}, r"unknown columns \['height'\]"),
        ({"harbour": "a", "lamp": "one", "colour": None, "seen": None}, "another type"),
        ({"harbour": "a", "lamp": 2**40, "colour": None, "seen": None}, "another type"),
        ({"harbour": "a", "colour": None, "seen": None}, "column lamp is null"),
    ],
)
def test_each_breach_of_a_row_is_named(row: dict[str, object], said: str) -> None:
    with pytest.raises(ContractError, match=f"lamps: .*{said}"):
        LAMPS.frame([row])


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 3)), max_size=8))
def test_repeated_keys_are_found_wherever_they_stand(keys: list[tuple[str, int]]) -> None:
    rows: list[object] = [{"harbour": harbour, "lamp": lamp, "colour": None, "seen": None} for harbour, lamp in keys]
    if len(set(keys)) == len(keys):
        assert LAMPS.frame(rows).select("harbour", "lamp").rows() == sorted(keys)
    else:
        with pytest.raises(ContractError, match=f"{len(keys) - len(set(keys))} rows repeat a key"):
            LAMPS.frame(rows)


@pytest.mark.parametrize(
    ("before", "after", "ascends"),
    [
        (("a", 1), ("a", 2), True),
        (("a", 9), ("b", 1), True),
        (("a", 1), ("a", 1), False),
        (("b", 1), ("a", 9), False),
        (("a", 2), ("a", 1), False),
    ],
)
def test_parts_must_ascend(before: tuple[str, int], after: tuple[str, int], ascends: bool) -> None:
    parts = [
        LAMPS.frame([{"harbour": harbour, "lamp": lamp, "colour": None, "seen": None}])
        for harbour, lamp in (before, after)
    ]
    if ascends:
        LAMPS.check_ascending(*parts)
    else:
        with pytest.raises(ContractError, match="parts must ascend"):
            LAMPS.check_ascending(*parts)


def test_nothing_comes_before_the_first_part() -> None:
    LAMPS.check_ascending(LAMPS.empty(), lamps().pipe(LAMPS.conform))


@pytest.mark.parametrize("table", CONTRACTS.values(), ids=CONTRACTS)
def test_every_contract_is_whole(table: Table) -> None:
    columns = {column.name: column for column in table.columns}
    assert len(columns) == len(table.columns)
    assert set(table.key) <= set(columns), "the key is made of columns"
    assert not any(columns[name].nullable or columns[name].observation for name in table.key)
    assert all(column.meaning.strip() for column in table.columns)
    assert table.row.endswith(".")
    assert "corpus" in columns or table.name in ("systems", "warehouse"), "what has no corpus is of the whole project"
