"""Lexical indexing and ranking against bm25s: `python -m benchmarks.lexical`.

Belongs here: which lines are measured, and their targets. Does not belong here: engines, rounds, memory.
"""

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import engines, memory, zipf
from benchmarks.rounds import Line, race, save, show
from legal_assets.indexes.models import MODELS
from legal_assets.indexes.weights import weigh
from legal_assets.rankings.lexical import search
from legal_assets.text.tokens import Tokens

SHORT, LONG = 60, 2_000
PACKAGES = ("bm25s", "numba", "numpy", "polars", "PyStemmer")


def index_lines(tokens: Tokens, rounds: int) -> Iterator[Line]:
    """Indexing from the same term numbers: seconds, and the rise of memory in processes of their own."""
    lists = engines.as_lists(tokens)
    yield race(
        "index from term numbers",
        len(tokens),
        (lambda: engines.our_index(tokens), lambda: engines.bm25s_index(lists)),
        rounds=rounds,
        target=5,
    )
    ours, theirs = (memory.rise(step, len(tokens))["megabytes"] for step in ("index-ours", "index-bm25s"))
    ratio = theirs / ours
    yield Line("rise of memory while indexing", len(tokens), ours, theirs, "MB", ratio, ratio, ratio, 1, 1 / 0.6)


def query_lines(tokens: Tokens, rounds: int, number: int, threads: int, facts: dict[str, object]) -> Iterator[Line]:
    """Rank short and long queries against bm25s, and note how far the rankings agree."""
    postings, weights = engines.our_index(tokens)
    other = engines.bm25s_index(engines.as_lists(tokens))
    for words, target in ((SHORT, 1.5), (LONG, 6.0)):
        queries = zipf.queries(tokens, number if words == SHORT else max(5, number // 5), words)
        lists = engines.as_lists(queries)
        for count in range(1, threads + 1):
            yield race(
                f"BM25, {words:,} words, top {engines.DEPTH:,}, threads: {count}",
                len(tokens),
                (
                    partial(search, postings, weights, queries, engines.DEPTH, count),
                    partial(engines.bm25s_search, other, lists, count),
                ),
                rounds=rounds,
                per=len(queries) / 1000,
                unit="ms/query",
                target=target,
            )
        hits = search(postings, weights, queries, engines.DEPTH)
        found = engines.bm25s_search(other, lists, 1)
        facts[f"{len(tokens):,} candidates, {words:,} words, against bm25s"] = engines.differences(hits, *found)


def model_lines(tokens: Tokens, rounds: int, number: int) -> Iterator[Line]:
    """Rank short queries with every other model against our BM25, one thread."""
    postings, weights = engines.our_index(tokens)
    queries = zipf.queries(tokens, number, SHORT)
    for name, model in MODELS.items():
        if name != "bm25":
            yield race(
                f"{name}, {SHORT} words, against our BM25",
                len(tokens),
                (
                    partial(search, postings, weigh(postings, model), queries, engines.DEPTH),
                    partial(search, postings, weights, queries, engines.DEPTH),
                ),
                rounds=rounds,
                per=number / 1000,
                unit="ms/query",
                target=1 / 1.3,
            )


def growth(sizes: list[int], streamed: int) -> dict[str, object]:
    """Text to index for every size, with what five million would take; many queries in bounded memory."""
    facts: dict[str, object] = {}
    with TemporaryDirectory() as folder:
        paths = {size: Path(folder, f"{size}.parquet") for size in sizes}
        for size, path in paths.items():
            zipf.texts(zipf.collection(size)).to_frame().write_parquet(path)
            text = memory.rise("index-text", path)
            facts[f"{size:,} texts to an index"] = _cost(text, 1)
        facts[f"5,000,000 texts to an index, in proportion to {size:,}"] = _cost(text, 5_000_000 / size)
        for queries in (streamed // 10, streamed):
            flow = memory.rise("stream", paths[sizes[0]], queries)
            facts[f"{queries:,} queries of a paragraph over {sizes[0]:,} candidates, one thread"] = _cost(flow, 1)
    return facts


def _cost(facts: dict[str, float], times: float) -> str:
    return f"{facts['seconds'] * times:,.1f} s, peak memory {facts['megabytes'] * times:,.0f} MB above the input"


def main(arguments: list[str]) -> None:
    """Measure, print the table and write the JSON file."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lexical", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[50_000, 200_000, 500_000])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--queries", type=int, default=60)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--streamed", type=int, default=50_000, help="queries, at most the first size")
    parser.add_argument("--output", type=Path, default=Path("benchmarks/results/lexical.json"))
    chosen = parser.parse_args(arguments)
    lines: list[Line] = []
    facts: dict[str, object] = {}
    for size in chosen.sizes:
        tokens = zipf.collection(size)
        lines += index_lines(tokens, chosen.rounds)
        lines += query_lines(tokens, chosen.rounds, chosen.queries, chosen.threads, facts)
        lines += model_lines(tokens, chosen.rounds, chosen.queries)
    facts |= growth(chosen.sizes, chosen.streamed)
    show("Lexical systems: ours against bm25s (ratio: theirs / ours)", lines, facts)
    save(chosen.output, lines, facts, PACKAGES)


if __name__ == "__main__":
    main(sys.argv[1:])
