"""What vectors, dense rankings, fusions and rerankings compute after a change, told by the instance's events."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from legal_assets_tests.house import ROOT, FreshDefinitions, House
from legal_assets_tests.indexes.tiny_models import tiny_model
from legal_assets_tests.wiring.letters import Letters
from legal_assets_tests.written_judgments import BEACON, PARAGRAPHS, file_name, judgment_file, write_judgments

ALL = "bm25,minilm,rrf-bm25-minilm"
_TABLES = (
    *("rankings", "query_metrics", "metrics", "leakage", "human_subset"),
    *("query_matches", "match_success", "language_success", "language_balance", "misses"),
)
_SPACE = ("match_distances", "distance_histogram", "distance_separation", "ruling_distances", "graph_expansion")
_DECOMPOSED = {f"decomposed_{table}" for table in ("rankings", "query_metrics", "metrics")}
DENSE = {"embeddings", "vector_index", *(f"dense_{table}" for table in _TABLES), *_SPACE, *_DECOMPOSED}
FUSED = {f"fused_{table}" for table in _TABLES}


def cells(assets: set[str], system: str) -> set[str]:
    return {f"{asset} cjeu|{system}" for asset in assets}


@pytest.fixture
def vectors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of encoded texts, empty at first."""
    folder = tmp_path / "vectors"
    monkeypatch.setenv("LEGAL_ASSETS_VECTOR_CACHE", str(folder))
    return folder


@pytest.fixture
def encoded() -> Letters:
    return Letters()


@pytest.fixture
def house(harbour_home: Path, vectors: Path, encoded: Letters, fresh_definitions: FreshDefinitions) -> House:
    """Return a house in which BM25 has run on four judgments, and a model and a fusion were enabled since."""
    return fresh_definitions(encoded.prepare(), SYSTEMS=ALL)


def change_one_paragraph(house: House, folder: Path) -> str:
    """Import the four judgments with another text of one candidate; return the text."""
    changed = "The keeper of a lighthouse may ask dues of every vessel in sight."
    write_judgments(folder)
    (folder / file_name(BEACON)).write_bytes(judgment_file(BEACON, [changed, *PARAGRAPHS[BEACON][1:]]))
    house.import_folder(folder)
    return changed


def test_an_enabled_model_computes_its_own_cells(house: House, encoded: Letters) -> None:
    ran = house.run()
    assert ran.errors == []
    between = (
        house.step("system_comparisons")
        | house.step("slice_metrics")
        | house.step("qrel_changes")
        | {"success_curves cjeu", "warehouse all"}
    )
    assert ran.events == cells(DENSE, "minilm") | cells(FUSED, "rrf-bm25-minilm") | between
    assert house.run().events == set()
    rankings = house.table("dense_rankings", "cjeu|minilm")
    assert rankings["system"].unique().to_list() == ["minilm"]
    assert rankings["variant"].unique().to_list() == ["masked"], "what leaderboards show"
    # Queries that were not ranked are absent from the metrics, and not zero.
    assert house.table("dense_metrics", "cjeu|minilm")["variant"].unique().to_list() == ["masked"]
    assert house.table("embeddings", "cjeu|minilm").height == len(encoded.texts) > 0


def test_a_case_is_ranked_by_its_best_passage(house: House) -> None:
    house.run(until="dense_rankings")
    index = {row["task"]: row for row in house.table("vector_index", "cjeu|minilm").iter_rows(named=True)}
    level = index["par-case-test"]
    assert level["candidates"] < level["vectors"]
    by_case = house.table("dense_rankings", "cjeu|minilm").filter(pl.col("task") == "par-case-test")
    by_passage = house.table("dense_rankings", "cjeu|minilm").filter(pl.col("task") == "par-par-test")
    best = (
        by_passage.with_columns(candidate_id=pl.col("candidate_id").str.extract(r"^(.*)-\d+$"))
        .group_by("query_id", "candidate_id")
        .agg(pl.col("score").max())
    )
    both = by_case.join(best, ["query_id", "candidate_id"])
    assert both.height > 0
    assert (both["score"] == both["score_right"]).all()


def test_one_changed_document_encodes_its_changed_texts_only(
    house: House, encoded: Letters, tmp_path: Path, fresh_definitions: FreshDefinitions
) -> None:
    house.run(until="fused_rankings")
    before, count = house.versions(), len(encoded.texts)
    changed = change_one_paragraph(house, tmp_path / "judgments")
    ran = house.run(until="fused_rankings")
    assert encoded.texts[count:] == [changed]
    closure = house.lineage.closure("fused_rankings")
    steps = [set(step.assets) for step in house.lineage.steps]
    wanted = set().union(*(step for step in steps if step & closure))
    follows = house.follows(before, *house.step("raw_documents"))
    assert ran.events == {cell for cell in follows if cell.split()[0] in wanted}
    assert cells({"embeddings", "vector_index", "dense_rankings"}, "minilm") <= ran.events

    # Incremental equals full: everything again, with nothing to reuse, has the same bytes.
    incremental, count = house.versions(), len(encoded.texts)
    whole = fresh_definitions(encoded.prepare(), SYSTEMS=ALL, VECTOR_CACHE=str(tmp_path / "another"))
    assert whole.run(until="fused_rankings", force=True).errors == []
    assert whole.versions() == incremental
    assert len(encoded.texts) == count + whole.table("embeddings", "cjeu|minilm").height, "nothing was reused"


def test_a_model_without_weights_fails_in_its_own_cell(
    harbour_home: Path, vectors: Path, encoded: Letters, fresh_definitions: FreshDefinitions
) -> None:
    house = fresh_definitions(encoded.prepare(), SYSTEMS=f"{ALL},e5-large,bm25-bge-reranker")
    ran = house.run(until="reranked_rankings")
    assert [error.split(":")[0] for error in ran.errors] == ["ModelUnavailableError"] * 2
    assert (
        "Model e5-large (intfloat/e5-large) is not available here: its weights are not on this machine" in ran.errors[0]
    )
    assert "hf download intfloat/e5-large" in ran.errors[0]
    assert "Model bge-reranker" in ran.errors[1]
    assert ran.events == cells({"embeddings", "vector_index", "dense_rankings"}, "minilm") | {
        "fused_rankings cjeu|rrf-bm25-minilm"
    }
    assert house.status()["embeddings cjeu|e5-large"] == ("missing", "never computed")


KILLED = """
import os, signal
from legal_assets_tests.wiring.letters import Letters
Letters().prepare()()
from legal_assets.indexes import embedding
from legal_assets.indexes.vector_cache import VectorCache
embedding.CHUNK_TEXTS = 2
kept, put = [], VectorCache.put
def put_and_die(self, digests, encoded):
    put(self, digests, encoded)
    kept.append(digests)
    if len(kept) == 3:
        os.kill(os.getpid(), signal.SIGKILL)
VectorCache.put = put_and_die
from legal_assets_tests.house import House
House().run(until="embeddings")
"""


def test_a_killed_run_goes_on_where_it_was(house: House, encoded: Letters) -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    killed = subprocess.run([sys.executable, "-c", KILLED], env=environment, capture_output=True, check=False)
    assert killed.returncode == -signal.SIGKILL, killed.stderr.decode()
    assert house.store.pointer("embeddings", "cjeu|minilm") is None
    assert house.run(until="embeddings").errors == []
    rows = house.table("embeddings", "cjeu|minilm").height
    assert len(encoded.texts) == rows - 3 * 2, "three chunks of two texts were kept"
    resumed = house.versions()["embeddings cjeu|minilm"]
    whole = len(encoded.texts)
    assert house.run(until="embeddings", force=True).errors == []
    assert house.versions()["embeddings cjeu|minilm"] == resumed
    assert len(encoded.texts) == whole


def one_more_fusion() -> None:
    catalog: Any = import_module("legal_assets.catalog")
    catalog.SYSTEMS += (catalog._fusion("minilm", "bm25"),)


def test_one_line_of_the_catalog_is_a_new_fusion(
    harbour_home: Path, vectors: Path, encoded: Letters, fresh_definitions: FreshDefinitions
) -> None:
    fresh_definitions(encoded.prepare(), SYSTEMS=ALL).run(until="fused_rankings")
    house = fresh_definitions(encoded.prepare(one_more_fusion), SYSTEMS=f"{ALL},rrf-minilm-bm25")
    assert house.run(until="fused_rankings").events == {"fused_rankings cjeu|rrf-minilm-bm25"}
    one, other = (house.table("fused_rankings", f"cjeu|rrf-{parts}") for parts in ("bm25-minilm", "minilm-bm25"))
    hits = ["task", "variant", "query_id", "candidate_id", "rank", "score"]
    assert one.select(hits).equals(other.select(hits)), "the order of the parts does not matter"
    assert one["score"].max() == pytest.approx(1 / 61 + 1 / 61), "first of both"


def reranking_by(folder: Path) -> Callable[[], None]:
    """Return what gives the next import a tiny cross-encoder and a reranking by it."""
    written = tiny_model("cross-encoder", folder)

    def prepare() -> None:
        models: Any = import_module("legal_assets.catalog_models")
        fields = {name: getattr(written, name) for name in written.__slots__}
        models.MODELS += (models.Model(**{**fields, "role": "reranker"}),)
        catalog: Any = import_module("legal_assets.catalog")
        catalog.SYSTEMS += (catalog._reranking("rrf-bm25-minilm", "tiny"),)

    return prepare


@pytest.mark.slow
def test_a_cross_encoder_reranks_a_fusion(
    harbour_home: Path, vectors: Path, tmp_path: Path, fresh_definitions: FreshDefinitions
) -> None:
    """With real weights: MiniLM encodes, and a tiny cross-encoder reranks what was fused."""
    house = fresh_definitions(reranking_by(tmp_path / "tiny"), SYSTEMS=f"{ALL},rrf-bm25-minilm-tiny")
    assert house.run(until="reranked_metrics").errors == []
    pool = house.table("fused_rankings", "cjeu|rrf-bm25-minilm")
    reranked = house.table("reranked_rankings", "cjeu|rrf-bm25-minilm-tiny")
    pairs = ["task", "variant", "query_id", "candidate_id"]
    assert reranked.select(pairs).sort(pairs).equals(pool.select(pairs).sort(pairs))
    assert not reranked.sort(pairs)["rank"].equals(pool.sort(pairs)["rank"])
    embedded = house.table("embeddings", "cjeu|minilm")
    assert embedded["vector"].list.len().unique().to_list() == [384]
    # The masked query about dimmed lamps is nearest to the paragraph it cites, by meaning and by words.
    (hit,) = pool.filter(
        (pl.col("task") == "par-par-test") & (pl.col("query_id") == "62020CJ9004-1") & (pl.col("rank") == 1)
    ).iter_rows(named=True)
    assert hit["candidate_id"] == f"{BEACON}-3"
