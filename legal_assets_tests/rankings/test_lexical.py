"""Queries rank candidates as an independent computation does."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_assets.indexes.models import MODELS, model
from legal_assets.indexes.postings import Postings, build_postings, read_postings, write_postings
from legal_assets.indexes.weights import weigh
from legal_assets.rankings.lexical import rank, search
from legal_assets.text.analysers import analyser
from legal_assets.text.tokens import Tokens, tokenise

PLAIN = analyser("none")
WORDS = st.lists(st.sampled_from("abcdefgh"), max_size=12)


def index(texts: Mapping[str, str]) -> Postings:
    contents = pl.Series(list(texts.values()), dtype=pl.String)
    return build_postings(pl.Series(list(texts), dtype=pl.String), tokenise(contents, PLAIN))


def ranked(
    texts: Mapping[str, str], queries: Sequence[str], name: str = "bm25", depth: int = 1000, threads: int = 1
) -> list[list[tuple[str, float]]]:
    postings = index(texts)
    frame = pl.DataFrame({"query_id": [str(n) for n in range(len(queries))], "text": list(queries)})
    rows = pl.concat(rank(frame, postings, weigh(postings, model(name)), PLAIN, depth, threads))
    return [
        [(candidate, score) for query, candidate, _, score in rows.rows() if query == str(n)]
        for n in range(len(queries))
    ]


def naive_scores(texts: Mapping[str, str], query: str, name: str) -> dict[str, float]:
    """Score by dictionaries, candidate by candidate, from single weights of the model."""
    postings = index(texts)
    weights = weigh(postings, model(name))
    number = {term: n for n, term in enumerate(postings.vocabulary)}
    known = Counter(term for term in query.split() if term in number)
    if not known:
        return {}
    counts = np.array(list(known.values()), dtype=np.float64)
    factors = weights.model.query_weights(counts, np.full(len(counts), counts.max()))
    scores: dict[str, float] = {}
    for term, factor in zip(known, factors, strict=True):
        for place in range(postings.pointers[number[term]], postings.pointers[number[term] + 1]):
            candidate = postings.candidate_ids[int(postings.candidates[place])]
            scores[candidate] = scores.get(candidate, 0.0) + float(factor) * float(weights.impacts[place])
    if weights.length_terms is not None:
        for place, candidate in enumerate(postings.candidate_ids):
            if candidate in scores:
                scores[candidate] += known.total() * float(weights.length_terms[place])
    return scores


def test_scores_are_sums_over_query_tokens() -> None:
    texts = {"c1": "a b", "c2": "b", "c3": "a a c"}
    impacts = weigh(index(texts), model("bm25")).impacts
    a_in_c1, a_in_c3, b_in_c1, b_in_c2 = (float(x) for x in impacts[:4])
    assert dict(ranked(texts, ["a b b"])[0]) == {
        "c1": pytest.approx(a_in_c1 + 2 * b_in_c1),
        "c2": pytest.approx(2 * b_in_c2),
        "c3": pytest.approx(a_in_c3),
    }


def test_ties_put_the_larger_id_first() -> None:
    texts = {"c1": "a", "c10": "a", "c2": "a", "ç": "a"}
    assert [candidate for candidate, _ in ranked(texts, ["a"])[0]] == ["ç", "c2", "c10", "c1"]
    assert [candidate for candidate, _ in ranked(texts, ["a"], depth=2)[0]] == ["ç", "c2"]


def test_unmatched_candidates_and_unknown_terms_have_no_rank() -> None:
    texts = {"c1": "a", "c2": "b", "c3": ""}
    assert [[candidate for candidate, _ in rows] for rows in ranked(texts, ["a z", "z", ""], "lmir")] == [
        ["c1"],
        [],
        [],
    ]


def test_a_matched_candidate_is_listed_whatever_its_score() -> None:
    texts = {"c1": "a", "c2": "b", "c3": "a b b"}
    assert {candidate for candidate, _ in ranked(texts, ["b"], "dph")[0]} == {"c2", "c3"}
    assert dict(ranked(texts, ["b"], "dph")[0])["c2"] == 0
    assert {candidate for candidate, _ in ranked(texts, ["b"], "bm25-terrier")[0]} == {"c2", "c3"}
    assert all(score < 0 for _, score in ranked(texts, ["b"], "bm25-terrier")[0])


def test_ranks_count_from_one_in_each_query() -> None:
    postings = index({"c1": "a", "c2": "b", "c3": "a b"})
    queries = pl.DataFrame({"query_id": ["q1", "none", "q2"], "text": ["a", "z", "a b"]})
    frame = pl.concat(rank(queries, postings, weigh(postings, model("bm25")), PLAIN))
    assert frame["query_id"].to_list() == ["q1", "q1", "q2", "q2", "q2"]
    assert frame["rank"].to_list() == [1, 2, 1, 2, 3]
    assert frame.schema == {
        "query_id": pl.String,
        "candidate_id": pl.String,
        "rank": pl.Int32,
        "score": pl.Float32,
    }


@pytest.mark.parametrize("name", MODELS)
@settings(max_examples=40, deadline=None)
@given(texts=st.lists(WORDS, min_size=1, max_size=20), query=WORDS, depth=st.integers(1, 25))
def test_rankings_equal_a_naive_computation(name: str, texts: list[list[str]], query: list[str], depth: int) -> None:
    collection = {f"c{number:02}": " ".join(text) for number, text in enumerate(texts)}
    expected = naive_scores(collection, " ".join(query), name)
    found = ranked(collection, [" ".join(query)], name, depth)[0]
    assert len(found) == min(depth, len(expected))
    for candidate, score in found:
        assert score == pytest.approx(expected[candidate], rel=1e-5, abs=1e-6)
    assert found == sorted(found, key=lambda pair: (pair[1], pair[0]), reverse=True)
    lowest = min((score for _, score in found), default=0.0)
    left_out = expected.keys() - {candidate for candidate, _ in found}
    assert all(expected[candidate] <= lowest + 1e-5 for candidate in left_out)


@pytest.fixture(name="large", scope="module")
def large_collection() -> tuple[Postings, Tokens, Tokens]:
    """Forty thousand candidates, so that there are several blocks and more matches than are kept."""
    random = np.random.default_rng(5)
    vocabulary = pl.Series([f"t{number:03}" for number in range(400)])

    def texts(number: int, mean_length: int) -> Tokens:
        lengths = random.poisson(mean_length, number)
        terms = (400 * random.random(lengths.sum()) ** 3).astype(np.uint32)
        return Tokens(terms, np.concatenate([[0], np.cumsum(lengths)]), vocabulary)

    candidates, queries = texts(40_000, 12), texts(20, 30)
    ids = pl.Series([f"c{number:05}" for number in range(40_000)])
    return build_postings(ids, candidates), candidates, queries


@pytest.mark.parametrize("name", MODELS)
def test_many_candidates_rank_as_dense_sums_do(name: str, large: tuple[Postings, Tokens, Tokens]) -> None:
    postings, _, queries = large
    weights = weigh(postings, model(name))
    hits = search(postings, weights, queries, depth=700)
    for query in range(len(queries)):
        terms, counts = np.unique(
            queries.terms[queries.offsets[query] : queries.offsets[query + 1]], return_counts=True
        )
        factors = weights.model.query_weights(
            counts.astype(np.float64), np.full(len(counts), counts.max(initial=1), np.float64)
        ).astype(np.float32)
        sums, matched = np.zeros(40_000, np.float32), np.zeros(40_000, bool)
        for term, factor in zip(terms, factors, strict=True):
            part = slice(postings.pointers[term], postings.pointers[term + 1])
            sums[postings.candidates[part]] += factor * weights.impacts[part]
            matched[postings.candidates[part]] = True
        if weights.length_terms is not None:
            sums = (sums + counts.sum() * weights.length_terms).astype(np.float32)
        order = np.lexsort((np.arange(40_000), sums, matched))[::-1][:700]
        part = slice(hits.offsets[query], hits.offsets[query + 1])
        assert hits.candidates[part].tolist() == order.tolist()
        assert hits.scores[part].tolist() == sums[order].tolist()


@pytest.mark.parametrize("threads", [2, 3, 50])
def test_threads_change_nothing(threads: int, large: tuple[Postings, Tokens, Tokens]) -> None:
    postings, _, queries = large
    weights = weigh(postings, model("lmir"))
    one, many = search(postings, weights, queries), search(postings, weights, queries, threads=threads)
    assert one.offsets.tolist() == many.offsets.tolist()
    assert one.candidates.tolist() == many.candidates.tolist()
    assert one.scores.tobytes() == many.scores.tobytes()


def test_bm25_ranks_as_bm25s_does(large: tuple[Postings, Tokens, Tokens]) -> None:
    bm25s = pytest.importorskip("bm25s", reason="bm25s is a development dependency")
    postings, candidates, queries = large
    other = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
    numbers = [part.tolist() for part in np.split(candidates.terms, candidates.offsets[1:-1])]
    other.index((numbers, {str(term): term for term in range(400)}), show_progress=False)
    hits = search(postings, weigh(postings, model("bm25")), queries, depth=200)
    for query in range(len(queries)):
        tokens = queries.terms[queries.offsets[query] : queries.offsets[query + 1]]
        theirs = other.get_scores_from_ids(tokens.tolist())
        part = slice(hits.offsets[query], hits.offsets[query + 1])
        ours, scores = hits.candidates[part], hits.scores[part]
        np.testing.assert_allclose(scores, theirs[ours], rtol=2e-6)
        np.testing.assert_allclose(scores, np.sort(theirs)[::-1][:200], rtol=2e-6)


def test_a_mapped_index_ranks_as_the_one_in_memory(tmp_path: Path, large: tuple[Postings, Tokens, Tokens]) -> None:
    postings, _, queries = large
    mapped = read_postings(write_postings(postings, tmp_path))
    one = search(postings, weigh(postings, model("dph")), queries)
    two = search(mapped, weigh(mapped, model("dph")), queries)
    assert one.candidates.tolist() == two.candidates.tolist()
    assert one.scores.tobytes() == two.scores.tobytes()


def test_weights_of_other_postings_are_refused(large: tuple[Postings, Tokens, Tokens]) -> None:
    postings, _, queries = large
    other = index({"c1": "a"})
    with pytest.raises(ValueError, match="1 weights for"):
        search(postings, weigh(other, model("bm25")), queries)


def test_terms_of_another_vocabulary_are_refused() -> None:
    postings = index({"c1": "a"})
    with pytest.raises(ValueError, match="not numbers of this index"):
        search(postings, weigh(postings, model("bm25")), tokenise(pl.Series(["a b"]), PLAIN))


def test_a_query_without_text_is_named() -> None:
    postings = index({"c1": "a"})
    queries = pl.DataFrame({"query_id": ["q1", "q2"], "text": ["a", None]})
    with pytest.raises(ValueError, match="text of query 'q2' is null"):
        next(rank(queries, postings, weigh(postings, model("bm25")), PLAIN))


def test_frames_of_many_queries_join_into_one_ranking(monkeypatch: pytest.MonkeyPatch) -> None:
    postings = index({"c1": "a", "c2": "b", "c3": "a b"})
    queries = pl.DataFrame({"query_id": [f"q{n}" for n in range(11)], "text": ["a", "b", "a b", "z"] * 2 + ["a"] * 3})
    whole = list(rank(queries, postings, weigh(postings, model("bm25")), PLAIN))
    monkeypatch.setattr("legal_assets.rankings.lexical._TEXTS_AT_ONCE", 5)
    monkeypatch.setattr("legal_assets.rankings.lexical._KEYS_AT_ONCE", 8_000)
    parts = list(rank(queries, postings, weigh(postings, model("bm25")), PLAIN))
    assert [part["query_id"].n_unique() for part in parts] == [2, 1, 1, 2, 1, 1, 1]
    assert pl.concat(parts).equals(pl.concat(whole))


@pytest.mark.parametrize(("depth", "threads"), [(0, 1), (1, 0)])
def test_depth_and_threads_are_positive(depth: int, threads: int) -> None:
    postings = index({"c1": "a"})
    queries = tokenise(pl.Series(["a"]), PLAIN, postings.vocabulary)
    with pytest.raises(ValueError, match="both must be at least 1"):
        search(postings, weigh(postings, model("bm25")), queries, depth, threads)
