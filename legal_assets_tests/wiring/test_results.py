"""What an asset says of its table: version, schema and preview."""

import dagster as dg
import polars as pl
import pytest

from legal_assets.schemas import CONTRACTS, ContractError
from legal_assets.wiring.partitions import subset_mapping
from legal_assets.wiring.results import asset_metadata, code_version, preview, stored


def test_a_code_version_without_settings_is_the_version_of_the_logic() -> None:
    assert code_version("3") == "3"


def test_a_code_version_follows_the_settings_that_matter() -> None:
    assert code_version("3", 50) == code_version("3", 50)
    assert len({code_version("3", 50), code_version("3", 51), code_version("4", 50), code_version("3", 50, 50)}) == 4
    assert code_version("3", "a", "b") != code_version("3", "ab")


def test_a_frame_that_breaks_its_contract_is_not_returned() -> None:
    with pytest.raises(ContractError, match="rejects: missing columns"):
        stored("raw_rejects", pl.DataFrame({"corpus": ["cjeu"]}))


def test_own_metadata_comes_beside() -> None:
    result = stored("raw_rejects", CONTRACTS["raw_rejects"].empty(), {"files": 3})
    assert result.metadata is not None
    assert result.metadata["files"] == 3
    assert result.metadata["dagster/row_count"] == 0


def test_the_column_schema_tells_observations_apart() -> None:
    schema = asset_metadata("raw_documents")["dagster/column_schema"]
    assert isinstance(schema, dg.TableSchema)
    tags = {column.name: column.tags for column in schema.columns}
    assert "observation" in tags["fetched_at"]
    assert not tags["sha256"]
    nullable = {column.name: column.constraints.nullable for column in schema.columns}
    assert nullable["url"]
    assert not nullable["file_id"]


def test_a_preview_is_five_rows_of_short_cells() -> None:
    frame = pl.DataFrame({"text": ["a|b\n c", "x" * 100, *"defg"], "parts": [[1, None]] * 6})
    lines = preview(frame).value
    assert lines is not None
    rows = lines.splitlines()
    assert len(rows) == 2 + 5
    assert rows[0] == "| text | parts |"
    assert rows[2] == "| a\\|b c | [1, null] |"
    assert rows[3] == f"| {'x' * 80}… | [1, null] |"


@pytest.mark.parametrize(
    ("upstream", "downstream", "key", "expected"),
    [
        (["bge", "cjeu"], ["cjeu"], "cjeu", {"cjeu"}),
        (["bge", "cjeu"], ["cjeu"], "bge", set()),
        (["cjeu"], ["cjeu|bm25", "cjeu|dph", "bge|bm25"], "cjeu", {"cjeu|bm25", "cjeu|dph"}),
    ],
)
def test_keys_map_onto_equal_keys_and_those_that_contain_them(
    upstream: list[str], downstream: list[str], key: str, expected: set[str]
) -> None:
    above, below = dg.StaticPartitionsDefinition(upstream), dg.StaticPartitionsDefinition(downstream)
    mapped = subset_mapping(upstream, downstream).get_downstream_partitions_for_partitions(
        above.subset_with_partition_keys([key]), above, below
    )
    assert set(mapped.get_partition_keys()) == expected
