"""Runs survive the formats of other tools."""

from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.rankings.runs import from_pyterrier, read_trec, to_pyterrier, write_trec

RANKINGS = pl.DataFrame(
    {
        "query_id": ["q1", "q1", "q2"],
        "candidate_id": ["d2", "d1", "d1"],
        "rank": [1, 2, 1],
        "score": [2.5, 0.1, -1.0],
    },
    schema={"query_id": pl.String, "candidate_id": pl.String, "rank": pl.Int32, "score": pl.Float32},
)


def test_pyterrier_counts_ranks_from_zero() -> None:
    run = to_pyterrier(RANKINGS)
    assert run.columns == ["qid", "docno", "rank", "score"]
    assert run["rank"].to_list() == [0, 1, 0]
    assert from_pyterrier(run).equals(RANKINGS)


def test_other_columns_of_a_run_are_left_out() -> None:
    run = to_pyterrier(RANKINGS).with_columns(docid=pl.lit(7), query=pl.lit("text"))
    assert from_pyterrier(run).equals(RANKINGS)


def test_a_run_keeps_its_own_ranks() -> None:
    run = RANKINGS.with_columns(score=pl.Series([0.0, 1.0, 0.0]))
    assert from_pyterrier(to_pyterrier(run))["candidate_id"].to_list() == ["d2", "d1", "d1"]


def test_trec_lines(tmp_path: Path) -> None:
    path = tmp_path / "run.txt"
    write_trec([RANKINGS.head(2), RANKINGS.tail(1)], path, "bm25")
    assert path.read_text(encoding="utf-8").splitlines() == [
        "q1 Q0 d2 1 2.5 bm25",
        "q1 Q0 d1 2 0.1 bm25",
        "q2 Q0 d1 1 -1.0 bm25",
    ]
    assert read_trec(path).equals(RANKINGS)
    assert [entry.name for entry in tmp_path.iterdir()] == ["run.txt"]


def test_trec_from_zero_with_tabs_and_blank_lines(tmp_path: Path) -> None:
    path = tmp_path / "run.txt"
    path.write_text('q1\tQ0\td"2 0 2.5e0 x\r\n\n  q1 Q0 d1  1 1e-1 x\n', encoding="utf-8")
    assert read_trec(path).rows() == [("q1", 'd"2', 1, 2.5), ("q1", "d1", 2, pytest.approx(0.1))]


@given(st.lists(st.floats(width=32, allow_nan=False, allow_infinity=False), min_size=1, max_size=20))
def test_scores_survive_trec(tmp_path_factory: pytest.TempPathFactory, scores: list[float]) -> None:
    ranks = range(1, len(scores) + 1)
    rankings = pl.DataFrame(
        {"query_id": "q", "candidate_id": [f"d{rank}" for rank in ranks], "rank": ranks, "score": scores},
        schema=RANKINGS.schema,
    )
    path = tmp_path_factory.mktemp("run") / "run.txt"
    write_trec([rankings], path, "x")
    assert read_trec(path).equals(rankings)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("q1 Q0 d1 1 2.5\n", "line 1 is not of the form"),
        ("q1 Q0 d1 1 2.5 x\nq1 Q0 d2 two 1 x\n", "line 2 is not of the form"),
        ("\nq1 Q0 d1 1 high x\n", "line 2 is not of the form"),
        ("q1 Q0 d1 1 2 x\nq1 Q0 d1 2 1 x\n", "Query 'q1' ranks 'd1' more than once"),
        ("q1 Q0 d1 1 2 x\nq1 Q0 d2 3 1 x\n", "ranks of query 'q1' do not count up"),
        ("q1 Q0 d1 1 2 x\nq2 Q0 d2 2 1 x\n", "ranks of query 'q2' do not count up"),
    ],
)
def test_what_is_no_run_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "run.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        read_trec(path)


def test_an_empty_file_is_an_empty_run(tmp_path: Path) -> None:
    path = tmp_path / "run.txt"
    path.touch()
    assert read_trec(path).equals(RANKINGS.clear())


def test_missing_columns_are_named() -> None:
    with pytest.raises(ValueError, match=r"missing: \['docno'\]"):
        from_pyterrier(to_pyterrier(RANKINGS).drop("docno"))


@pytest.mark.parametrize("bad", ["two words", "", "tab\there"])
def test_ids_and_tags_are_single_words(tmp_path: Path, bad: str) -> None:
    with pytest.raises(ValueError, match="cannot carry it"):
        write_trec([RANKINGS.with_columns(candidate_id=pl.lit(bad))], tmp_path / "run.txt", "x")
    with pytest.raises(ValueError, match="must be one word"):
        write_trec([RANKINGS], tmp_path / "run.txt", bad)
    assert list(tmp_path.glob("run.txt")) == []
