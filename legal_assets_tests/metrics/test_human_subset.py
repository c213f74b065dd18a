"""The human subset: its queries, its relevant pairs, and the arithmetic beside all queries."""

from pathlib import Path

import polars as pl
import pytest

from legal_assets.metrics.human_subset import compare_with_human
from legal_assets.metrics.scoring import score_queries
from legal_assets.schemas import QRELS, QUERIES, RANKINGS
from legal_assets_tests.rows import filled

CELL = {"corpus": "cjeu", "task": "par-par-dev"}
JUDGED = [("q1", "a", "human"), ("q1", "b", "eur_lex"), ("q2", "c", "eur_lex")]
RANKED = {"q1": ["b", "a"], "q2": ["a", "b"]}


def compare(folder: Path, judged: list[tuple[str, str, str]]) -> dict[str, dict[str, object]]:
    rows = {
        "queries": filled(QUERIES, [CELL | {"variant": "masked", "query_id": query} for query in RANKED]),
        "qrels": filled(
            QRELS,
            [
                CELL | {"query_id": query, "candidate_id": candidate, "grade": 1, "source": source}
                for query, candidate, source in judged
            ],
        ),
        "rankings": filled(
            RANKINGS,
            [
                CELL
                | {"system": "bm25", "variant": "masked", "query_id": query, "candidate_id": candidate, "rank": rank}
                for query, ranking in RANKED.items()
                for rank, candidate in enumerate(ranking, start=1)
            ],
        ),
    }
    paths = {name: [str(folder / f"{name}.parquet")] for name in rows}
    for name, frame in rows.items():
        frame.write_parquet(paths[name][0])
    tasks = ["par-par-dev"]
    every = score_queries("cjeu", "bm25", paths["rankings"], paths["queries"], paths["qrels"], tasks=tasks, threads=1)
    frame = compare_with_human(
        "cjeu",
        "bm25",
        paths["rankings"],
        paths["queries"],
        rows["qrels"].lazy(),
        every.lazy(),
        tasks=tasks,
        few_queries=2,
        threads=1,
    )
    return {str(row["measure"]): row for row in frame.to_dicts()}


def test_the_subset_is_scored_against_human_pairs_alone(tmp_path: Path) -> None:
    row = compare(tmp_path, JUDGED)["RR@1000"]
    # q1 has `b` first and `a` second, q2 misses `c`; people judged q1 alone, and only `a`.
    assert (row["value_all"], row["n_all"]) == ((1 + 0) / 2, 2)
    assert (row["value_human"], row["n_human"]) == (1 / 2, 1)
    assert row["difference"] == pytest.approx(1 / 2 - (1 + 0) / 2)
    assert row["few"] is True


def test_nobody_judged(tmp_path: Path) -> None:
    assert compare(tmp_path, [(query, candidate, "eur_lex") for query, candidate, _ in JUDGED]) == {}


def test_people_judged_everything(tmp_path: Path) -> None:
    rows = compare(tmp_path, [(query, candidate, "human") for query, candidate, _ in JUDGED])
    assert pl.Series([row["difference"] for row in rows.values()]).abs().sum() == 0
    assert {row["n_human"] for row in rows.values()} == {2}
