from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.rankings.fusion import fuse, rank_by_fusion
from legal_assets.schemas import RANKINGS


def _ranking(**queries: str) -> pl.DataFrame:
    """Rankings of one-letter candidates: `_ranking(q1="ab")` ranks a first and b second."""
    rows = [(query, name, rank) for query, names in queries.items() for rank, name in enumerate(names, 1)]
    return pl.DataFrame(rows, schema={"query_id": pl.String, "candidate_id": pl.String, "rank": pl.Int32}, orient="row")


def test_reciprocal_ranks_are_added() -> None:
    fused = fuse([_ranking(q1="abc"), _ranking(q1="cb")])
    assert fused["candidate_id"].to_list() == ["c", "b", "a"]
    assert fused["rank"].to_list() == [1, 2, 3]
    expected = [1 / 63 + 1 / 61, 1 / 62 + 1 / 62, 1 / 61]
    assert fused["score"].to_list() == pytest.approx(expected, rel=1e-7)


def test_equal_sums_go_to_the_larger_id() -> None:
    assert fuse([_ranking(q1="ab"), _ranking(q1="ba")])["candidate_id"].to_list() == ["b", "a"]


def test_only_the_pool_is_read_and_only_the_depth_is_kept() -> None:
    fused = fuse([_ranking(q1="abc"), _ranking(q1="xyc")], pool=2, depth=3)
    assert fused["candidate_id"].to_list() == ["x", "a", "y"]


def test_a_query_that_one_ranking_does_not_answer_is_fused_from_the_others() -> None:
    fused = fuse([_ranking(q1="a"), _ranking(q1="a", q2="b")])
    assert fused.select("query_id", "candidate_id").rows() == [("q1", "a"), ("q2", "b")]
    assert fused["score"].to_list() == pytest.approx([2 / 61, 1 / 61], rel=1e-7)


_names = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8).map("".join)


@given(st.lists(_names, min_size=2, max_size=6), st.data())
def test_the_order_of_the_rankings_does_not_matter(runs: list[str], data: st.DataObject) -> None:
    rankings = [_ranking(q1=names) for names in runs]
    shuffled = data.draw(st.permutations(rankings))
    assert fuse(rankings).equals(fuse(shuffled))
    alone = fuse(rankings[:1])
    assert alone["candidate_id"].to_list() == list(runs[0])


def test_parquet_files_are_fused_unread(tmp_path: Path) -> None:
    _ranking(q1="ab").write_parquet(tmp_path / "one.parquet")
    assert fuse([pl.scan_parquet(tmp_path / "one.parquet"), _ranking(q1="b")])["candidate_id"].to_list() == ["b", "a"]


def test_input_that_cannot_be_fused_is_refused() -> None:
    with pytest.raises(ValueError, match="0 rankings"):
        fuse([])
    with pytest.raises(ValueError, match="ranks 'a' more than once"):
        fuse([_ranking(q1="aa")])


def _rankings(system: str, *sets: tuple[str, str], query: str = "ab") -> pl.LazyFrame:
    parts = [
        _ranking(q1=query).with_columns(
            corpus=pl.lit("cjeu"),
            system=pl.lit(system),
            task=pl.lit(task),
            variant=pl.lit(variant),
            score=pl.lit(1.0),
            run_id=pl.lit(f"{system}-{task}-{variant}"),
        )
        for task, variant in sets
    ]
    return pl.concat(parts).lazy()


def test_every_task_and_variant_is_fused() -> None:
    sets = (("t1", "masked"), ("t2", "masked"))
    fused = {"bm25": _rankings("bm25", *sets), "minilm": _rankings("minilm", *sets, query="cb")}
    parts = [RANKINGS.conform(part) for part in rank_by_fusion("cjeu", "rrf-bm25-minilm", fused)]
    frame = pl.concat(parts)
    assert frame["task"].to_list() == ["t1"] * 3 + ["t2"] * 3
    assert frame["candidate_id"].to_list() == ["b", "c", "a"] * 2
    assert frame["run_id"].n_unique() == 2
    swapped = {name: fused[name] for name in reversed(fused)}
    assert pl.concat(rank_by_fusion("cjeu", "rrf-bm25-minilm", swapped))["run_id"][0] == frame["run_id"][0]


def test_a_system_without_rankings_of_a_task_is_named() -> None:
    rankings = {"bm25": _rankings("bm25", ("t1", "v"), ("t2", "v")), "minilm": _rankings("minilm", ("t1", "v"))}
    with pytest.raises(ValueError, match=r"rrf: minilm has no rankings of \('t2', 'v'\)"):
        list(rank_by_fusion("cjeu", "rrf", rankings))
