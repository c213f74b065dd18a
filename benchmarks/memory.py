"""Peak memory of one step, in a process of its own (Linux).

Belongs here: running a step alone and reading how far its memory rose above what was there before. Does not
belong here: the steps' timing.
"""

import gc
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import polars as pl

from benchmarks import zipf
from benchmarks.engines import as_lists, bm25s_index, our_index
from legal_assets.rankings.lexical import rank
from legal_assets.text.analysers import analyser
from legal_assets.text.tokens import tokenise


def rise(step: str, *arguments: object) -> dict[str, float]:
    """Run a step in a new process; return its seconds and the rise of its peak memory in megabytes."""
    command = [sys.executable, "-m", "benchmarks.memory", step, *map(str, arguments)]
    answer = subprocess.run(command, check=True, capture_output=True, text=True)
    facts: dict[str, float] = json.loads(answer.stdout)
    return facts


def _measured(step: Callable[[], object]) -> dict[str, float]:
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before = _status("VmRSS")
    start = time.perf_counter()
    kept = step()
    seconds = time.perf_counter() - start
    facts = {"seconds": seconds, "megabytes": _status("VmHWM") - before}
    del kept
    return facts


def _status(field: str) -> float:
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1]) / 1000
    raise ValueError(f"/proc/self/status has no {field}.")


def _index_ours(candidates: str) -> dict[str, float]:
    our_index(zipf.collection(1_000))
    tokens = zipf.collection(int(candidates))
    return _measured(lambda: our_index(tokens))


def _index_bm25s(candidates: str) -> dict[str, float]:
    bm25s_index([[0, 1], [1, 2]])
    lists = as_lists(zipf.collection(int(candidates)))
    return _measured(lambda: bm25s_index(lists))


def _index_text(path: str) -> dict[str, float]:
    our_index(zipf.collection(1_000))
    texts = pl.read_parquet(path)["text"]
    english = analyser("english-snowball")
    return _measured(lambda: our_index(tokenise(texts, english)))


def _stream(path: str, queries: str) -> dict[str, float]:
    """Rank texts against themselves, part by part as a run does, and keep nothing."""
    plain = analyser("none")
    texts = pl.read_parquet(path)["text"]
    postings, weights = our_index(tokenise(texts, plain))
    asked = texts.head(int(queries)).to_frame().with_columns(query_id=zipf.ids(int(queries)))
    next(rank(asked.head(1_000), postings, weights, plain))
    return _measured(lambda: sum(part.height for part in rank(asked, postings, weights, plain)))


STEPS: dict[str, Callable[..., dict[str, float]]] = {
    "index-ours": _index_ours,
    "index-bm25s": _index_bm25s,
    "index-text": _index_text,
    "stream": _stream,
}


def main(arguments: Iterator[str]) -> None:
    """Run the step named first with the arguments after it, and print its facts as JSON."""
    step = STEPS[next(arguments)]
    sys.stdout.write(json.dumps(step(*arguments)))


if __name__ == "__main__":
    main(iter(sys.argv[1:]))
