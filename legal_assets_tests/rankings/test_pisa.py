"""DPH and query likelihood rank and score as PISA does, where its definitions agree.

PISA is no dependency: the test runs where `pyterrier-pisa` is installed beside the project. Its query
likelihood adds the length for matched terms only, as `lmir-terrier` does, in natural logarithms, and counts a term
whose weight is negative as 0. It leaves out candidates whose score is not positive.
"""

from dataclasses import replace
from math import log
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from legal_assets.indexes.models import model
from legal_assets.indexes.postings import build_postings
from legal_assets.indexes.weights import weigh
from legal_assets.rankings.lexical import rank
from legal_assets.text.analysers import analyser
from legal_assets.text.tokens import tokenise

pisa = pytest.importorskip("pyterrier_pisa", reason="pyterrier-pisa is not installed")
pandas = pytest.importorskip("pandas", reason="pandas is not installed")

MU = 1000.0


@pytest.mark.parametrize(
    ("name", "method", "arguments", "unit"),
    [("dph", "dph", {}, 1.0), ("lmir-terrier", "qld", {"mu": MU}, log(2))],
)
def test_scores_equal_those_of_pisa(
    tmp_path: Path, name: str, method: str, arguments: dict[str, float], unit: float
) -> None:
    random = np.random.default_rng(3)
    words = [f"w{chr(97 + number // 26)}{chr(97 + number % 26)}" for number in range(300)]
    texts = [
        " ".join(words[int(300 * share**3)] for share in random.random(random.integers(5, 60))) for _ in range(500)
    ]
    candidate_ids = [f"c{number:03}" for number in range(500)]
    queries = {f"q{n}": " ".join(sorted({words[int(300 * share**2)] for share in random.random(6)})) for n in range(20)}

    index = pisa.PisaIndex(str(tmp_path / "pisa"), text_field="text", stemmer="none", stops="none", threads=1)
    index.index({"docno": docno, "text": text} for docno, text in zip(candidate_ids, texts, strict=True))
    retriever = getattr(index, method)(num_results=500, threads=1, query_algorithm="maxscore", **arguments)
    theirs = pl.from_pandas(retriever(pandas.DataFrame({"qid": list(queries), "query": list(queries.values())})))

    plain = analyser("none")
    postings = build_postings(pl.Series(candidate_ids), tokenise(pl.Series(texts), plain))
    asked = pl.DataFrame({"query_id": list(queries), "text": list(queries.values())})
    weights = weigh(postings, model(name), arguments)
    if name == "lmir-terrier":
        weights = replace(weights, impacts=np.maximum(weights.impacts, 0))
    ours = pl.concat(rank(asked, postings, weights, plain)).filter(pl.col("score") > 0)
    theirs = theirs.filter(pl.col("score") > 0)

    both = ours.join(theirs, left_on=["query_id", "candidate_id"], right_on=["qid", "docno"], suffix="_pisa")
    assert both.height == ours.height == theirs.height
    np.testing.assert_allclose(both["score"] * unit, both["score_pisa"], rtol=1e-4, atol=1e-5)
