"""Equal content has one digest however it lies in memory; different content has another."""

import hashlib
import math
from datetime import UTC, date, datetime
from itertools import pairwise
from typing import Any

import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.schemas import RAW_DOCUMENTS
from legal_assets.storage.digests import FrameDigest, _buffers, bytes_digest, frame_digest, value_digest
from legal_assets_tests.rows import filled

NESTED = pl.List(pl.Struct({"kind": pl.String, "at": pl.List(pl.Int32), "sure": pl.Boolean}))
SCHEMA = pl.Schema(
    {
        "id": pl.String(),
        "count": pl.Int32(),
        "score": pl.Float32(),
        "value": pl.Float64(),
        "known": pl.Boolean(),
        "day": pl.Date(),
        "moment": pl.Datetime("us", "UTC"),
        "names": pl.List(pl.String()),
        "spans": NESTED,
    }
)

texts = st.none() | st.text(max_size=6)
span = st.none() | st.fixed_dictionaries(
    {
        "kind": texts,
        "at": st.none() | st.lists(st.none() | st.integers(-9, 9), max_size=3),
        "sure": st.none() | st.booleans(),
    }
)
row = st.fixed_dictionaries(
    {
        "id": texts,
        "count": st.none() | st.integers(-(2**31), 2**31 - 1),
        "score": st.none() | st.floats(width=32),
        "value": st.none() | st.floats(),
        "known": st.none() | st.booleans(),
        "day": st.none() | st.dates(date(1950, 1, 1), date(2050, 1, 1)),
        "moment": st.none()
        | st.datetimes(timezones=st.just(UTC)).map(lambda moment: moment.replace(year=1950 + moment.year % 100, day=1)),
        "names": st.none() | st.lists(texts, max_size=3),
        "spans": st.none() | st.lists(span, max_size=3),
    }
)
rows = st.lists(row, max_size=12)


def frame(values: list[dict[str, Any]]) -> pl.DataFrame:
    return pl.DataFrame(values, schema=SCHEMA, orient="row")


def digest(data: pl.DataFrame) -> str:
    return frame_digest(data, data.columns)


def canonical(value: Any) -> Any:
    """Return a value that equals another one exactly when the digest should not tell them apart."""
    if isinstance(value, float):
        return "nan" if math.isnan(value) else value + 0.0
    if isinstance(value, dict):
        return {name: canonical(each) for name, each in value.items()}
    return [canonical(each) for each in value] if isinstance(value, list) else value


def test_digests_of_bytes_are_sha_256() -> None:
    assert bytes_digest(b"lamp") == hashlib.sha256(b"lamp").hexdigest()


def test_digests_of_values_do_not_hang_on_the_order_of_keys() -> None:
    assert value_digest({"a": 1, "b": [2, None]}) == value_digest({"b": [2, None], "a": 1})
    assert value_digest(["a", "b"]) != value_digest(["b", "a"])
    assert value_digest(["ab"]) != value_digest(["a", "b"])


@given(rows, st.integers(0, 12))
def test_chunks_do_not_matter(values: list[dict[str, Any]], cut: int) -> None:
    whole = frame(values)
    chunked = pl.concat([frame(values[:cut]), frame(values[cut:])], rechunk=False)
    assert digest(chunked) == digest(whole)


@given(rows, rows, rows)
def test_offsets_of_slices_do_not_matter(
    before: list[dict[str, Any]], values: list[dict[str, Any]], after: list[dict[str, Any]]
) -> None:
    sliced = frame(before + values + after).slice(len(before), len(values))
    assert digest(sliced) == digest(frame(values))


@given(rows, st.lists(st.integers(0, 12), max_size=4))
def test_parts_do_not_matter(values: list[dict[str, Any]], cuts: list[int]) -> None:
    parts = FrameDigest(SCHEMA)
    edges = [0, *sorted(cuts), len(values)]
    for start, end in pairwise(edges):
        parts.update(frame(values[start:end]))
    assert parts.hexdigest() == digest(frame(values))


@given(rows, rows)
def test_equal_digests_mean_equal_rows(left: list[dict[str, Any]], right: list[dict[str, Any]]) -> None:
    same = canonical(frame(left).to_dicts()) == canonical(frame(right).to_dicts())
    assert (digest(frame(left)) == digest(frame(right))) is same


@given(st.lists(row, min_size=1, max_size=4), st.data())
def test_one_changed_value_changes_the_digest(values: list[dict[str, Any]], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(values) - 1))
    other = data.draw(row)
    changed = [*values[:place], other, *values[place + 1 :]]
    same = canonical(frame([other]).to_dicts()) == canonical(frame([values[place]]).to_dicts())
    assert (digest(frame(changed)) == digest(frame(values))) is same


@pytest.mark.parametrize("dtype", [pl.String, pl.Int32, pl.Float64, pl.Boolean, pl.Date, pl.List(pl.String)])
def test_bytes_behind_nulls_do_not_matter(dtype: pl.DataType) -> None:
    filled: dict[Any, list[Any]] = {
        pl.String: ["a", "hidden", "b"],
        pl.Int32: [1, 77, 2],
        pl.Float64: [1.5, 77.5, 2.5],
        pl.Boolean: [True, True, False],
        pl.Date: [date(2020, 1, 1), date(1999, 9, 9), date(2021, 1, 1)],
        pl.List(pl.String): [["a"], ["hidden", "too"], []],
    }
    values = filled[dtype]
    hidden = pl.DataFrame({"x": pl.Series(values, dtype=dtype), "keep": [True, False, True]}).select(
        pl.when("keep").then("x").alias("x")
    )
    assert digest(hidden) == digest(pl.DataFrame({"x": pl.Series([values[0], None, values[2]], dtype=dtype)}))


def test_minus_zero_is_zero_and_all_nan_are_alike() -> None:
    assert digest(pl.DataFrame({"x": [0.0]})) == digest(pl.DataFrame({"x": [-0.0]}))
    quiet = pl.Series("x", [float("nan")])
    negative = pl.Series("x", [-float("nan")])
    assert digest(quiet.to_frame()) == digest(negative.to_frame())
    assert digest(quiet.to_frame()) != digest(pl.DataFrame({"x": [None]}, schema={"x": pl.Float64}))


def test_text_does_not_flow_from_one_row_into_the_next() -> None:
    assert digest(pl.DataFrame({"x": ["ab", "c"]})) != digest(pl.DataFrame({"x": ["a", "bc"]}))
    assert digest(pl.DataFrame({"x": [["a"], ["b"]]})) != digest(pl.DataFrame({"x": [["a", "b"], []]}))


def test_null_is_neither_empty_text_nor_empty_list() -> None:
    assert digest(pl.DataFrame({"x": [""]})) != digest(pl.DataFrame({"x": [None]}, schema={"x": pl.String}))
    kind = {"x": pl.List(pl.String)}
    assert digest(pl.DataFrame({"x": [[]]}, schema=kind)) != digest(pl.DataFrame({"x": [None]}, schema=kind))


def test_names_types_and_order_of_columns_matter() -> None:
    data = pl.DataFrame({"a": [1], "b": [1]}, schema={"a": pl.Int64, "b": pl.Int64})
    assert frame_digest(data, ["a", "b"]) != frame_digest(data, ["b", "a"])
    assert frame_digest(data, ["a"]) != frame_digest(data, ["b"])
    assert digest(data) != digest(data.cast({"a": pl.Int32}))


def test_row_order_matters() -> None:
    data = pl.DataFrame({"a": [1, 2]})
    assert digest(data) != digest(data.reverse())


def test_empty_frames_of_different_types_differ() -> None:
    assert digest(pl.DataFrame(schema={"a": pl.String})) != digest(pl.DataFrame(schema={"a": pl.Int64}))


def test_observations_are_no_content() -> None:
    def fetched(at: datetime, sha256: str) -> pl.DataFrame:
        return filled(RAW_DOCUMENTS, [{"file_id": "a", "sha256": sha256, "fetched_at": at}])

    first, later = fetched(datetime(2026, 1, 1, tzinfo=UTC), "aa"), fetched(datetime(2026, 2, 1, tzinfo=UTC), "aa")
    assert frame_digest(first, RAW_DOCUMENTS.content) == frame_digest(later, RAW_DOCUMENTS.content)
    changed = fetched(datetime(2026, 1, 1, tzinfo=UTC), "bb")
    assert frame_digest(first, RAW_DOCUMENTS.content) != frame_digest(changed, RAW_DOCUMENTS.content)


def test_an_arrow_slice_gives_the_bytes_of_its_own_rows() -> None:
    streams = dict(_buffers("x", pa.array(["aaa", "bb", "cc"], pa.large_string())[1:]))
    assert streams["x.bytes"] == b"bbcc"


def test_slices_of_long_frames_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    values = [
        {"id": f"passage {number}", "names": [f"name {number}"] * (number % 3), "known": number % 2 == 0}
        for number in range(100)
    ]
    data = pl.DataFrame(values, schema={name: SCHEMA[name] for name in ("id", "names", "known")})
    whole = digest(data)
    monkeypatch.setattr("legal_assets.storage.digests._SLICE_ROWS", 7)
    assert digest(data) == whole
