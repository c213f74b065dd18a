"""A release of a variant is what the corpus shows in that variant."""

from pathlib import Path

import polars as pl
import pytest

from legal_assets.collections.legalpincite import read_release
from legal_assets.reports.exports import export_collections
from legal_assets.storage.partitions import PartitionStore
from legal_assets.storage.raw import open_root
from legal_assets.text.language import Identification
from legal_assets_tests.house import FreshDefinitions


@pytest.mark.parametrize("variant", ["original", "masked"])
def test_a_release_has_the_texts_of_its_variant(
    harbour_home: Path, tmp_path: Path, fresh_definitions: FreshDefinitions, variant: str
) -> None:
    house = fresh_definitions()
    export = house.module("reports.exports").export_collections
    export("legalpincite", tmp_path / "release", "cjeu", house.store, candidate_variant=variant)
    release = read_release(tmp_path / "release", few_queries=50, identify=lambda _: Identification("en", 1.0))
    for name, key in (("queries", "query_id"), ("candidates", "candidate_id")):
        columns = ["task", key, "doc_id", "date", "text"]
        shown = (pl.col("variant") == variant) & pl.col("task").is_in(release.tasks["task"].implode())
        ours, theirs = (frame.filter(shown).select(columns) for frame in (house.table(name), getattr(release, name)))
        assert ours.height > 0
        assert theirs.equals(ours), name


def test_a_layout_or_a_corpus_that_is_not_there(tmp_path: Path) -> None:
    store = PartitionStore(open_root(str(tmp_path / "store")))
    with pytest.raises(ValueError, match="'lamps' is no layout"):
        export_collections("lamps", tmp_path / "release", "cjeu", store)
    with pytest.raises(ValueError, match="has no queries, candidates, qrels, documents yet"):
        export_collections("legalpincite", tmp_path / "release", "cjeu", store)
