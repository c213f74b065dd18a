from functools import partial
from pathlib import Path

import polars as pl
import pytest

from legal_assets.indexes.encoders import locate
from legal_assets.indexes.encoding import EncodingSettings
from legal_assets.indexes.encoding_processes import encoder
from legal_assets.indexes.vector_cache import VectorCache
from legal_assets.rankings.reranking import NearnessScorer, PairScorer, rank_by_reranking, rerank
from legal_assets.schemas import RANKINGS
from legal_assets_tests.indexes.counted import CountedEncoder
from legal_assets_tests.indexes.tiny_models import tiny_model

QUERIES = pl.DataFrame({"query_id": ["q1", "q2"], "text": ["ferry dues", "harbour"]})
CANDIDATES = pl.DataFrame(
    {"candidate_id": ["a", "b", "c"], "text": ["harbour", "ferry", "the ferry and its dues at the harbour"]}
)
RANKING = pl.DataFrame(
    {
        "query_id": ["q1", "q1", "q1", "q2", "q2"],
        "candidate_id": ["a", "b", "c", "b", "a"],
        "rank": [1, 2, 3, 1, 2],
    }
)


def _scorer(folder: Path, encode: CountedEncoder) -> PairScorer:
    return PairScorer(VectorCache(folder, "space"), encode)


def test_the_pool_takes_the_order_of_the_new_scores(tmp_path: Path) -> None:
    # Words shared with "ferry dues": none, one, two; with "harbour": none, one.
    found = rerank(RANKING, QUERIES, CANDIDATES, _scorer(tmp_path, CountedEncoder()))
    assert found.select("query_id", "candidate_id", "rank", "score").rows() == [
        ("q1", "c", 1, 2.0),
        ("q1", "b", 2, 1.0),
        ("q1", "a", 3, 0.0),
        ("q2", "a", 1, 1.0),
        ("q2", "b", 2, 0.0),
    ]


def test_candidates_below_the_pool_are_left_out(tmp_path: Path) -> None:
    found = rerank(RANKING, QUERIES, CANDIDATES, _scorer(tmp_path, CountedEncoder()), pool=2)
    assert found.select("query_id", "candidate_id").rows() == [("q1", "b"), ("q1", "a"), ("q2", "a"), ("q2", "b")]


def test_a_candidate_of_several_passages_has_its_best_score(tmp_path: Path) -> None:
    passages = pl.concat([CANDIDATES, pl.DataFrame({"candidate_id": ["a"], "text": ["dues of a ferry"]})])
    found = rerank(RANKING.head(2), QUERIES, passages, _scorer(tmp_path, CountedEncoder()))
    assert found.select("candidate_id", "score").rows() == [("a", 2.0), ("b", 1.0)]


def test_a_pair_is_scored_once(tmp_path: Path) -> None:
    encode = CountedEncoder()
    scorer = _scorer(tmp_path, encode)
    first = rerank(RANKING, QUERIES, CANDIDATES, scorer)
    assert rerank(RANKING, QUERIES, CANDIDATES, scorer).equals(first)
    assert sum(len(chunk) for chunk in encode.chunks) == 5
    assert [report.reused for report in scorer.reports] == [0, 5]


def test_a_candidate_without_text_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="The candidate 'c' of the pool has no text"):
        rerank(RANKING, QUERIES, CANDIDATES.head(2), _scorer(tmp_path, CountedEncoder()))


def test_a_model_of_several_scores_is_no_reranker(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="gives 2"):
        rerank(RANKING, QUERIES, CANDIDATES, _scorer(tmp_path, CountedEncoder(vector=lambda _: [0.0, 1.0])))


def test_every_task_and_variant_is_reranked(tmp_path: Path) -> None:
    sets = [pl.lit("t").alias("task"), pl.lit("masked").alias("variant")]
    rankings = RANKING.lazy().with_columns(*sets, run_id=pl.lit("r"))
    parts = rank_by_reranking(
        "cjeu",
        "bm25-tiny",
        rankings,
        QUERIES.lazy().with_columns(*sets),
        CANDIDATES.lazy().with_columns(*sets),
        _scorer(tmp_path, CountedEncoder()),
        space="s",
        queries_at_once=1,
    )
    frames = [RANKINGS.conform(part) for part in parts]
    assert [frame["query_id"].unique().to_list() for frame in frames] == [["q1"], ["q2"]]
    assert pl.concat(frames)["candidate_id"].to_list() == ["c", "b", "a", "a", "b"]
    assert pl.concat(frames)["run_id"].n_unique() == 1


def test_a_cross_encoder_reranks_from_a_process_of_its_own(tmp_path: Path) -> None:
    model, settings = tiny_model("cross-encoder", tmp_path / "model"), EncodingSettings()
    with encoder(model, locate(model), settings) as encode:
        scorer = PairScorer(VectorCache(tmp_path / "cache", "space"), partial(encode, "pair"))
        found = rerank(RANKING, QUERIES, CANDIDATES, scorer)
    assert (
        found.select("query_id", "candidate_id")
        .sort(pl.all())
        .equals(RANKING.select("query_id", "candidate_id").sort(pl.all()))
    )
    assert found["score"].n_unique() > 1


def test_a_bi_encoder_reranks_by_the_nearness_of_vectors(tmp_path: Path) -> None:
    vectors = {"ferry dues": [1.0, 1.0], "harbour": [0.0, 1.0], "ferry": [1.0, 0.0]}
    encode = CountedEncoder(vector=lambda text: vectors.get(str(text), [0.5, 0.6]))
    scorer = NearnessScorer((VectorCache(tmp_path / "q", "s"), encode), (VectorCache(tmp_path / "d", "s"), encode))
    found = rerank(RANKING, QUERIES, CANDIDATES, scorer)
    assert found.select("query_id", "candidate_id", "score").rows() == [
        ("q1", "c", pytest.approx(0.5 + 0.6)),
        ("q1", "b", 1.0),
        ("q1", "a", 1.0),
        ("q2", "a", 1.0),
        ("q2", "b", 0.0),
    ]
    assert scorer([]) == []
