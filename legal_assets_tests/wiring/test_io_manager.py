"""Assets read one frame whatever the number of partitions, and each partition remembers what it was made from."""

from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import polars as pl
import pytest

from legal_assets.schemas import REJECTS
from legal_assets.storage.digests import frame_digest
from legal_assets.storage.partitions import Input, PartitionStore
from legal_assets.storage.raw import open_root
from legal_assets.wiring.io_manager import ParquetFiles, ParquetIOManager
from legal_assets.wiring.results import DATA_VERSION_KEY, stored

CORPORA = dg.StaticPartitionsDefinition(["bge", "cjeu"])


def rejects(corpus: str, *records: str) -> pl.DataFrame:
    return REJECTS.frame(
        [{"corpus": corpus, "room": "fetch", "record_id": record, "reason": "r", "detail": "d"} for record in records]
    )


@dg.asset(name="raw_rejects", partitions_def=CORPORA, code_version="7")
def upper(context: dg.AssetExecutionContext) -> dg.MaterializeResult[pl.DataFrame]:
    return stored("raw_rejects", rejects(context.partition_key, f"{context.partition_key}-1"))


@dg.asset(name="query_rejects", partitions_def=CORPORA)
def beside(context: dg.AssetExecutionContext, raw_rejects: pl.LazyFrame) -> dg.MaterializeResult[pl.DataFrame]:
    return stored("query_rejects", raw_rejects)


@dg.asset(name="passage_rejects")
def below(raw_rejects: pl.LazyFrame) -> dg.MaterializeResult[pl.DataFrame]:
    return stored("passage_rejects", raw_rejects)


@dg.asset(name="passage_rejects")
def files_below(raw_rejects: ParquetFiles) -> dg.MaterializeResult[pl.DataFrame]:
    frames = [pl.read_parquet(path) for path in raw_rejects.paths]
    told = rejects("bge", raw_rejects.digest or "nothing", raw_rejects.asset)
    return stored("passage_rejects", pl.concat([*frames, told]))


@dg.asset(name="passage_rejects")
def plain() -> pl.DataFrame:
    return rejects("cjeu", "plain")


class Bench:
    """A store, an instance, and assets run on them."""

    def __init__(self, folder: Path, instance: dg.DagsterInstance) -> None:
        self.url = str(folder)
        self.store = PartitionStore(open_root(self.url))
        self.instance = instance

    def run(
        self, asset: dg.AssetsDefinition, *others: dg.AssetsDefinition, **options: str
    ) -> dg.ExecuteInProcessResult:
        return dg.materialize(
            [asset, *others],
            selection=[asset],
            instance=self.instance,
            resources={"io_manager": ParquetIOManager(self.url, keep_versions=3)},
            partition_key=options.get("partition_key"),
        )

    def records(self, asset: str, partition: str = "all") -> list[str]:
        pointer = self.store.pointer(asset, partition)
        assert pointer is not None
        return self.store.scan(REJECTS, [pointer]).collect()["record_id"].to_list()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with dg.DagsterInstance.ephemeral() as instance:
        yield Bench(tmp_path, instance)


def test_no_partition_is_an_empty_frame(bench: Bench) -> None:
    bench.run(below, upper)
    assert bench.records("passage_rejects") == []


def test_one_partition_is_its_frame(bench: Bench) -> None:
    bench.run(upper, partition_key="cjeu")
    bench.run(below, upper)
    assert bench.records("passage_rejects") == ["cjeu-1"]


def test_several_partitions_are_one_frame(bench: Bench) -> None:
    for corpus in ("bge", "cjeu"):
        bench.run(upper, partition_key=corpus)
    bench.run(below, upper)
    assert bench.records("passage_rejects") == ["bge-1", "cjeu-1"]


def test_a_partition_reads_its_own_partition(bench: Bench) -> None:
    for corpus in ("bge", "cjeu"):
        bench.run(upper, partition_key=corpus)
    bench.run(beside, upper, partition_key="cjeu")
    assert bench.records("query_rejects", "cjeu") == ["cjeu-1"]
    assert bench.store.pointer("query_rejects", "bge") is None


def test_files_are_handed_over_as_files(bench: Bench) -> None:
    bench.run(files_below, upper)
    assert bench.records("passage_rejects") == ["nothing", "raw_rejects"]
    bench.run(upper, partition_key="cjeu")
    bench.run(files_below, upper)
    version = frame_digest(rejects("cjeu", "cjeu-1"), REJECTS.content)
    assert bench.records("passage_rejects") == [*sorted([version, "raw_rejects"]), "cjeu-1"]


def test_what_was_read_is_remembered_absent_partitions_too(bench: Bench) -> None:
    bench.run(upper, partition_key="cjeu")
    bench.run(below, upper)
    pointer = bench.store.pointer("passage_rejects", "all")
    assert pointer is not None
    version = frame_digest(rejects("cjeu", "cjeu-1"), REJECTS.content)
    assert pointer.inputs == (Input("raw_rejects", "bge", ""), Input("raw_rejects", "cjeu", version))


def test_a_partition_says_who_wrote_it_with_which_code(bench: Bench) -> None:
    result = bench.run(upper, partition_key="cjeu")
    pointer = bench.store.pointer("raw_rejects", "cjeu")
    assert pointer is not None
    assert (pointer.code_version, pointer.run_id, pointer.rows) == ("7", result.run_id, 1)


def test_the_event_has_version_rows_preview_and_place(bench: Bench) -> None:
    result = bench.run(upper, partition_key="cjeu")
    (event,) = result.asset_materializations_for_node("raw_rejects")
    pointer = bench.store.pointer("raw_rejects", "cjeu")
    assert pointer is not None
    assert event.partition == "cjeu"
    assert event.tags is not None
    assert event.tags["dagster/data_version"] == pointer.data_version
    assert event.metadata["dagster/row_count"].value == 1
    assert event.metadata["path"].value == str(bench.store.file(pointer))
    assert event.metadata["bytes"].value == bench.store.file(pointer).stat().st_size
    assert event.metadata[DATA_VERSION_KEY].value == pointer.data_version
    assert "| cjeu | fetch | cjeu-1 | r | d |" in str(event.metadata["preview"].value)


def test_a_bare_frame_gets_its_version_too(bench: Bench) -> None:
    bench.run(plain)
    pointer = bench.store.pointer("passage_rejects", "all")
    assert pointer is not None
    assert pointer.data_version == frame_digest(rejects("cjeu", "plain"), REJECTS.content)


def test_one_run_writes_one_partition(bench: Bench) -> None:
    @dg.asset(name="raw_rejects", partitions_def=CORPORA, backfill_policy=dg.BackfillPolicy.single_run())
    def whole() -> dg.MaterializeResult[pl.DataFrame]:
        return stored("raw_rejects", rejects("cjeu", "1"))

    with pytest.raises(dg.DagsterInvariantViolationError, match="one run writes one partition, not 2"):
        dg.materialize(
            [whole],
            instance=bench.instance,
            resources={"io_manager": ParquetIOManager(bench.url, keep_versions=3)},
            tags={"dagster/asset_partition_range_start": "bge", "dagster/asset_partition_range_end": "cjeu"},
        )
    assert bench.store.pointers() == []
