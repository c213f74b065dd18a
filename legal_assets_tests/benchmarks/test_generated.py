"""Benchmarks generate the same collection every time, and compare as they say."""

import json
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from benchmarks import rounds, zipf
from benchmarks.engines import differences
from legal_assets.rankings.lexical import Hits
from legal_assets.text.analysers import analyser
from legal_assets.text.tokens import tokenise


def test_a_seed_gives_one_collection() -> None:
    one, two = zipf.collection(200), zipf.collection(200)
    assert one.terms.tolist() == two.terms.tolist()
    assert one.offsets.tolist() == two.offsets.tolist()
    assert 60 < len(one.terms) / 200 < 120
    assert np.bincount(one.terms).argmax() < 3


def test_texts_spell_the_terms() -> None:
    tokens = zipf.collection(50)
    again = tokenise(zipf.texts(tokens), analyser("none"))
    assert again.offsets.tolist() == tokens.offsets.tolist()
    assert len(again.vocabulary) == len(np.unique(tokens.terms))


def test_queries_have_the_words_asked_for() -> None:
    assert np.diff(zipf.queries(zipf.collection(300), 4, 60).offsets).tolist() == [60, 60, 60, 60]


def test_agreement_counts_sets_orders_and_scores() -> None:
    """Four queries: the same, two close ones swapped, another last with another score, another last as good."""
    hits = Hits(
        np.array([0, 2, 4, 6, 8]),
        np.array([4, 7, 1, 2, 5, 6, 1, 2], np.uint32),
        np.array([3, 2, 3, 3, 3, 2.5, 3, 2], np.float32),
    )
    candidates = np.array([[4, 7], [2, 1], [9, 5], [1, 3]])
    scores = np.array([[3, 2], [3.000001, 3], [3.5, 3], [3, 2]], np.float32)
    assert differences(hits, candidates, scores) == {
        "queries": 4,
        "equal orders": 1,
        "equal sets": 2,
        "sets beyond rounding": 1,
        "ranks beyond rounding": 2,
    }


def test_a_ratio_is_the_median_of_its_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ours takes 1 s each round; theirs 2, 5 and 3 s."""
    clock = iter([0, 1, 1, 3, 3, 4, 4, 9, 9, 10, 10, 13])
    monkeypatch.setattr("benchmarks.rounds.time.perf_counter", lambda: next(clock))
    calls = count()
    line = rounds.race("x", 10, (lambda: next(calls), lambda: next(calls)), rounds=3, target=3)
    assert next(calls) == 2 + 3 * 2
    assert (line.ours, line.theirs, line.ratio, line.low, line.high) == (1, 3, 3, 2, 5)
    assert line.met == "met"


def test_results_are_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = rounds.Line("index", 10, 1.0, 2.0, "s", 2.0, 1.5, 2.5, 3, 5.0)
    rounds.show("Bench", [line], {"fact": "7 s"})
    rounds.save(tmp_path / "results" / "bench.json", [line], {"fact": "7 s"}, ["numpy"])
    assert "missed" in capsys.readouterr().out
    kept = json.loads((tmp_path / "results" / "bench.json").read_text(encoding="utf-8"))
    assert kept["lines"][0]["met"] == "missed"
    assert kept["facts"] == {"fact": "7 s"}
    assert kept["versions"]["numpy"] == np.__version__
