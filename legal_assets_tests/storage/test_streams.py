"""Tables that are written a part at a time equal those written at once."""

from itertools import pairwise
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.schemas import RAW_DOCUMENTS, Column, ContractError, Table
from legal_assets.storage.digests import frame_digest
from legal_assets.storage.streams import write_stream

MARKS = Table(
    "marks",
    "One row per mark.",
    ("corpus", "mark"),
    (
        Column("corpus", pl.String(), "Corpus."),
        Column("mark", pl.Int32(), "Mark."),
        Column("names", pl.List(pl.String()), "Names."),
    ),
)


def marks(numbers: list[int]) -> pl.DataFrame:
    return MARKS.frame([{"corpus": "cjeu", "mark": each, "names": [f"n{each}"] * (each % 3)} for each in numbers])


@given(st.sets(st.integers(0, 50), max_size=12), st.lists(st.integers(0, 12), max_size=3))
def test_parts_make_the_table(tmp_path_factory: pytest.TempPathFactory, numbers: set[int], cuts: list[int]) -> None:
    ordered = sorted(numbers)
    edges = [0, *sorted(cuts), len(ordered)]
    parts = [marks(ordered[start:end]) for start, end in pairwise(edges)]
    table = write_stream(MARKS, parts, tmp_path_factory.mktemp("stream"), head_rows=2)
    whole = marks(ordered)
    assert pl.read_parquet(table.path).cast(whole.schema).equals(whole)
    assert table.rows == len(ordered)
    assert table.data_version == frame_digest(whole, MARKS.content)
    assert table.head.equals(whole.head(2))


def test_parts_out_of_order_leave_no_file(tmp_path: Path) -> None:
    with pytest.raises(ContractError, match="parts must ascend"):
        write_stream(MARKS, [marks([2]), marks([1])], tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_part_that_breaks_the_contract_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(ContractError, match="missing columns"):
        write_stream(MARKS, [marks([1]), marks([2]).drop("names")], tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_tables_with_observations_are_not_streamed(tmp_path: Path) -> None:
    with pytest.raises(ContractError, match="observations"):
        write_stream(RAW_DOCUMENTS, [], tmp_path)
