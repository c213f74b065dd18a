"""The written Swiss sample in the lineage: its checks pass, and it scores what was committed."""

import os
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import duckdb
import polars as pl
import pytest

from legal_assets_tests.conftest import PREFIX, move
from legal_assets_tests.expected_scores import compare_with_expected, compare_with_independent
from legal_assets_tests.house import ROOT, House, anew
from legal_assets_tests.test_cli import OF_RULINGS

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A home in which the Swiss sample has run with the systems that are enabled by default."""
    with mock.patch.dict(os.environ, {f"{PREFIX}CORPORA": "bge"}), anew():
        move(tmp_path_factory.mktemp("swiss") / "home")
        house = House()
        assert house.run().errors == []
        yield house


@pytest.fixture(scope="module")
def published(house: House) -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(str(house.duckdb), read_only=True) as connection:
        yield connection


def test_the_sample_is_read_whole(house: House) -> None:
    kinds = dict(house.table("documents", "bge")["kind"].value_counts().iter_rows())
    assert kinds == {"ruling": 120, "commentary": 15}
    assert house.table("passage_rejects", "bge").is_empty()
    assert house.table("documents", "bge")["problems"].list.len().sum() == 0
    citations = house.table("citations", "bge")
    assert citations["target_doc_id"].null_count() == 0, "the sample cites only itself"


def test_scores_are_those_committed_and_those_of_an_independent_implementation(
    published: duckdb.DuckDBPyConnection,
) -> None:
    for comparison in (compare_with_expected(published), compare_with_independent(published)):
        assert comparison.differing == []
        assert all(comparison.agreeing.values())


def test_success_grows_with_the_cutoff_and_with_the_level(published: duckdb.DuckDBPyConnection) -> None:
    success = published.sql("FROM match_success ORDER BY system, task, level, cutoff").pl()
    assert success.height == success["system"].n_unique() * 3 * 3 * 7  # profiles, levels, cutoffs
    steps = success.with_columns(step=pl.col("successes").diff().over("system", "task", "level"))
    assert (steps["step"].drop_nulls() >= 0).all()
    levels = success.pivot(on="level", index=["system", "task", "cutoff"], values="successes")
    assert (levels["exact"] <= levels["any_bge"]).all()
    assert (levels["any_bge"] <= levels["strong_article"]).all()


def test_french_rulings_are_found_less_often_by_words(published: duckdb.DuckDBPyConnection) -> None:
    rows = published.sql("FROM language_success WHERE kind = 'target' AND system = 'bm25'").pl()
    by_language = rows.group_by("language").agg(pl.col("value").mean())
    values = dict(by_language.iter_rows())
    assert values["de"] > 2 * values["fr"]


@pytest.mark.parametrize("name", OF_RULINGS)
def test_examples_of_rulings_have_rows(published: duckdb.DuckDBPyConnection, name: str) -> None:
    rows = published.sql((ROOT / "sql" / "examples" / f"{name}.sql").read_text(encoding="utf-8")).fetchall()
    assert rows


def test_a_second_run_computes_nothing(house: House) -> None:
    assert house.run().outcomes == []


def test_nothing_of_a_machine_is_kept(house: House) -> None:
    urls = house.table("raw_documents", "bge")["url"]
    assert urls.str.starts_with("sample://swiss").all()
    assert not any(str(Path.home()) in url for url in urls)


def test_distances_tell_of_what_was_ranked(house: House, published: duckdb.DuckDBPyConnection) -> None:
    ranked = house.table("dense_rankings", "bge|minilm").filter(pl.col("rank") <= 10)
    told = published.sql("SELECT task, sum(n) AS n FROM match_distances WHERE target_language = 'all' GROUP BY 1").pl()
    assert dict(told.select("task", pl.col("n").cast(pl.Int64)).iter_rows()) == dict(
        ranked["task"].value_counts().iter_rows()
    )
    # This model's vectors have length 1, so that its score is the cosine.
    means = published.sql("SELECT sum(n * mean) / sum(n) FROM match_distances WHERE target_language = 'all'").fetchall()
    assert means[0][0] == pytest.approx(1 - float(ranked["score"].cast(pl.Float64).mean()), abs=1e-6)  # type: ignore[arg-type]


def test_expansion_starts_from_what_the_model_finds(published: duckdb.DuckDBPyConnection) -> None:
    pairs = published.sql(
        "SELECT g.base, s.successes FROM graph_expansion AS g "
        "JOIN match_success AS s USING (corpus, system, task, variant, level, cutoff)"
    ).fetchall()
    assert len(pairs) == 3 * 3 * 2 * 4  # profiles, directions, levels, k
    assert all(base == successes for base, successes in pairs)


def test_matches_lie_nearer_than_misses(published: duckdb.DuckDBPyConnection) -> None:
    rows = published.sql(
        "SELECT cohens_d FROM distance_separation WHERE target_language = 'all' AND match_class = 'any_bge'"
    ).fetchall()
    assert len(rows) == 3 * 2  # profiles, against what
    assert all(d > 0 for (d,) in rows)


def test_curves_have_every_system(published: duckdb.DuckDBPyConnection) -> None:
    systems = published.sql("SELECT DISTINCT system FROM success_curves").fetchall()
    assert {system for (system,) in systems} == {"bm25", "tfidf", "lmir", "dph", "minilm", "rrf-bm25-minilm"}
