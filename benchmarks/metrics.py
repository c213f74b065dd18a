"""Metrics from rankings in Parquet beside pytrec_eval with its dictionaries, whole steps from file to means.

Belongs here: the generated rankings, the two contestants, their agreement. Run `python -m benchmarks.metrics`, with
`--queries 500` for a quick look.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import polars as pl

from benchmarks.memory import _measured
from benchmarks.rounds import Line, race, save, show
from legal_assets.catalog import MEASURES
from legal_assets.metrics.scoring import score_queries
from legal_assets.schemas import QRELS, QUERIES, RANKINGS

DEPTH = 1000
RESULTS = Path("benchmarks/results/metrics.json")
_TASK = "par-par-dev"
_TREC = {
    "Success@3": "success_3",
    "Success@5": "success_5",
    "Success@10": "success_10",
    "nDCG@3": "ndcg_cut_3",
    "nDCG@5": "ndcg_cut_5",
    "nDCG@10": "ndcg_cut_10",
    "AP@1000": "map_cut_1000",
    "RR@1000": "recip_rank",
}


def write_rankings(folder: Path, queries: int) -> None:
    """Write queries, two relevant candidates each, and a ranking of 1,000 candidates each, half of them with ties."""
    generator = np.random.default_rng(11)
    ids = pl.Series([f"62018CJ{number:07d}" for number in range(queries)])
    rows = queries * DEPTH
    scores = np.round(np.sort(generator.random((queries, DEPTH)), axis=1)[:, ::-1], 6)
    scores[::2] = np.round(scores[::2], 2)
    candidates = np.stack([generator.choice(600_000, DEPTH, replace=False) for _ in range(queries)])
    ranking = pl.DataFrame(
        {
            "query_id": ids.gather(np.repeat(np.arange(queries), DEPTH)),
            "candidate_id": pl.Series(candidates.ravel()).cast(pl.String).str.zfill(12),
            "score": scores.ravel().astype(np.float32),
        }
    )
    ranked = ranking.sort("query_id", "score", "candidate_id", descending=[False, True, True]).with_columns(
        corpus=pl.lit("cjeu"),
        system=pl.lit("bm25"),
        task=pl.lit(_TASK),
        variant=pl.lit("masked"),
        run_id=pl.lit("generated"),
        rank=pl.Series(np.tile(np.arange(1, DEPTH + 1, dtype=np.int32), queries)),
    )
    found = ranked.filter(pl.col("rank") == pl.Series(generator.integers(1, 60, queries)).repeat_by(DEPTH).explode())
    missed = pl.DataFrame({"query_id": ids, "candidate_id": ids.str.replace("62018", "9")})
    relevant = pl.concat([found.select("query_id", "candidate_id"), missed])
    RANKINGS.conform(ranked.head(rows)).write_parquet(folder / "rankings.parquet")
    QRELS.conform(
        relevant.with_columns(
            corpus=pl.lit("cjeu"),
            task=pl.lit(_TASK),
            grade=pl.lit(1),
            is_gold=pl.lit(value=True),
            source=pl.lit("generated"),
            version=pl.lit("1"),
        )
    ).write_parquet(folder / "qrels.parquet")
    texts = pl.DataFrame({"query_id": ids, "doc_id": ids, "text": ids}).with_columns(
        corpus=pl.lit("cjeu"), task=pl.lit(_TASK), variant=pl.lit("masked"), date=pl.date(2019, 1, 1)
    )
    QUERIES.conform(texts).write_parquet(folder / "queries.parquet")


def ours(folder: Path) -> pl.DataFrame:
    """Return our measures per query."""
    files = [[str(folder / f"{name}.parquet")] for name in ("rankings", "queries", "qrels")]
    return score_queries("cjeu", "bm25", *files, tasks=[_TASK], threads=2)


def theirs(folder: Path) -> dict[str, dict[str, float]]:
    """Return pytrec_eval's measures per query, dictionaries built from the same files."""
    import pytrec_eval

    run: dict[str, dict[str, float]] = {}
    ranked = pl.read_parquet(folder / "rankings.parquet", columns=["query_id", "candidate_id", "score"])
    for query, candidate, score in ranked.iter_rows():
        run.setdefault(query, {})[candidate] = score
    qrels: dict[str, dict[str, int]] = {}
    for query, candidate in pl.read_parquet(folder / "qrels.parquet").select("query_id", "candidate_id").iter_rows():
        qrels.setdefault(query, {})[candidate] = 1
    evaluator = pytrec_eval.RelevanceEvaluator(
        qrels, {"success.3,5,10", "ndcg_cut.3,5,10", "map_cut.1000", "recip_rank"}
    )
    values: dict[str, dict[str, float]] = evaluator.evaluate(run)
    return values


def largest_difference(folder: Path) -> float:
    """Return the largest difference between the two over all queries and measures."""
    expected = theirs(folder)
    rows = ours(folder).select("query_id", "measure", "value").iter_rows()
    return max(abs(value - expected[query][_TREC[measure]]) for query, measure, value in rows)


def _alone(side: str, folder: Path) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.metrics", "--alone", side, str(folder)]
    facts: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return facts


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the benchmark, print its table and keep it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--queries", type=int, default=5_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--alone", nargs=2)
    options = parser.parse_args(arguments)
    if options.alone:
        sides: dict[str, Callable[[Path], object]] = {"ours": ours, "theirs": theirs}
        side, folder = options.alone
        facts = _measured(lambda: sides[side](Path(folder)))
        sys.stdout.write(json.dumps(facts))
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_rankings(folder, options.queries)
        rows = options.queries * DEPTH
        speed = race(
            f"{len(MEASURES)} measures vs pytrec_eval",
            rows,
            (lambda: ours(folder), lambda: theirs(folder)),
            rounds=options.rounds,
            target=10,
        )
        memory = {side: _alone(side, folder)["megabytes"] for side in ("ours", "theirs")}
        ratio = memory["theirs"] / memory["ours"]
        lines = [
            speed,
            Line("peak memory vs pytrec_eval", rows, memory["ours"], memory["theirs"], "MB", ratio, ratio, ratio, 1, 5),
        ]
        facts = {"rows": rows, "largest difference": largest_difference(folder)}
    show("Metrics from rankings in Parquet", lines, facts)
    save(RESULTS, lines, facts, ["duckdb", "polars", "pytrec-eval-terrier"])


if __name__ == "__main__":
    main()
