"""Measures equal those of pytrec_eval, an independent implementation, on runs with ties, grades and gaps."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest
import pytrec_eval
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_assets.catalog import MEASURES, VARIANTS, Measure
from legal_assets_tests.metrics.independent import NAMES, Grades, Scores, evaluate
from legal_assets_tests.metrics.runs import Collection, values

candidate = st.sampled_from(["a", "b", "B", "c-10", "c-9", "é", "z", "ж"])
score = st.sampled_from([0.0, 1.0, 1.0 + 1e-9, 2.5, 2.5, 16777216.0, 16777217.0, -3.0]) | st.floats(-9, 9, width=32)
query = st.sampled_from(["q1", "q2", "q3", "q10"])
grades = st.dictionaries(
    query, st.dictionaries(candidate, st.integers(0, 3), min_size=1).filter(lambda each: any(each.values())), min_size=1
)
scores = st.dictionaries(query, st.dictionaries(candidate, score))
measures = st.lists(
    st.builds(
        lambda statement, cutoff: Measure(f"{statement}@{cutoff}", statement, cutoff, "."),
        st.sampled_from(list(NAMES)),
        st.integers(1, 9),
    ),
    min_size=1,
    max_size=4,
    unique=True,
)


@settings(max_examples=30)
@given(
    st.dictionaries(st.sampled_from(["t", "u"]), grades, min_size=1),
    st.dictionaries(st.tuples(st.sampled_from(["t", "u"]), st.sampled_from(VARIANTS)), scores, min_size=1),
    measures,
)
def test_generated_runs(
    tmp_path_factory: pytest.TempPathFactory,
    judged: dict[str, Grades],
    runs: dict[tuple[str, str], Scores],
    chosen: list[Measure],
) -> None:
    runs = {key: run for key, run in runs.items() if key[0] in judged}
    frame = Collection(judged, runs).score(tmp_path_factory.mktemp("run"), tuple(chosen))
    for (task, variant), run in runs.items():
        known = {query: found for query, found in run.items() if query in judged[task]}
        expected = evaluate(judged[task], known, tuple(chosen))
        assert values(frame, task, variant) == {
            query: pytest.approx(each, abs=1e-9) for query, each in expected.items()
        }


def test_a_large_run(tmp_path: Path) -> None:
    generator = np.random.default_rng(2026)
    pool = [f"6{year}CJ{number:04}-{point}" for year in (2016, 2017) for number in range(90) for point in range(9)]
    judged: dict[str, dict[str, int]] = {}
    found: dict[str, dict[str, float]] = {}
    for number in range(80):
        relevant = generator.choice(len(pool), generator.integers(1, 30), replace=False)
        judged[f"q{number}"] = {pool[each]: int(generator.integers(1, 4)) for each in relevant}
        if number % 10 == 3:
            continue  # the system found nothing
        ranked = generator.choice(len(pool), generator.integers(1, 1001), replace=False)
        # Few distinct scores, so that most candidates tie with others.
        found[f"q{number}"] = {pool[each]: float(generator.integers(0, 40)) / 7 for each in ranked}
    frame = Collection({"t": judged}, {("t", "masked"): found}).score(tmp_path)
    expected = evaluate(judged, found, MEASURES)
    ours = values(frame)
    assert len(ours) == 80
    difference = max(abs(ours[query][name] - value) for query, each in expected.items() for name, value in each.items())
    assert difference < 1e-9
    assert 0 < frame["value"].mean() < 1  # type: ignore[operator]  # a number


def test_pytrec_eval_drops_what_counts_zero_here(tmp_path: Path) -> None:
    grades: Grades = {"q": {"r": 1}, "unanswered": {"r": 1}}
    scores = {"q": {"r": 1.0}}
    told = pytrec_eval.RelevanceEvaluator({key: dict(each) for key, each in grades.items()}, {"recip_rank"}).evaluate(
        scores
    )
    assert set(told) == {"q"}
    frame = Collection({"t": grades}, {("t", "masked"): scores}).score(tmp_path)
    assert frame.filter(pl.col("measure") == "RR@1000")["value"].mean() == (1 + 0) / 2
