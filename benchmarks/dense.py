"""Encoding and exact vector search against the libraries called plainly: `python -m benchmarks.dense`.

Belongs here: which lines are measured, and their targets. Does not belong here: rounds and tables (`rounds.py`).
"""

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np
import polars as pl
from numpy.typing import NDArray

from benchmarks.rounds import Line, race, save, show
from legal_assets.catalog_models import models
from legal_assets.indexes.embedding import CHUNK_TEXTS, embed_texts
from legal_assets.indexes.encoders import locate
from legal_assets.indexes.encoding import EncodingSettings, in_chunks, unit_length
from legal_assets.indexes.encoding_processes import Text, encoder
from legal_assets.indexes.vectors import build_vectors
from legal_assets.rankings.dense import search
from legal_assets.rankings.hits import candidates_of

DEPTH, DIMENSIONS = 1000, 384
PACKAGES = ("faiss-cpu", "numba", "numpy", "sentence-transformers", "torch")
_WORDS = [
    "harbour",
    "ferry",
    "master",
    "dues",
    "levies",
    "court",
    "directive",
    "article",
    "bargain",
    "pilot",
    "quay",
    "tonnage",
    "licence",
    "exempt",
    "appeal",
    "remit",
    "tariff",
    "berth",
    "the",
    "of",
    "and",
    "a",
    "to",
    "in",
    "that",
    "is",
    "for",
    "by",
    "on",
    "with",
]


def texts(number: int, mean: float = 75.0, seed: int = 0) -> list[str]:
    """Return texts of lognormal lengths, as paragraphs of judgments have."""
    random = np.random.default_rng(seed)
    lengths = np.clip(random.lognormal(np.log(mean) - 0.18, 0.6, number), 3, 240).astype(int)
    return [" ".join(random.choice(_WORDS, length)) for length in lengths]


def encode_lines(number: int, rounds: int, processes: int, facts: dict[str, object]) -> Iterator[Line]:
    """Encode against `SentenceTransformer.encode` with its defaults; models are loaded before."""
    from sentence_transformers import SentenceTransformer

    (model,) = models(["minilm"])
    weights = locate(model)
    given = texts(number)
    library = SentenceTransformer(str(weights.folder), device="cpu")
    chunk = min(CHUNK_TEXTS, -(-number // (2 * processes)))
    chunks: list[list[Text]] = [
        [given[place] for place in part] for part in in_chunks([len(text) for text in given], chunk, 1 << 40)
    ]
    with encoder(model, weights, EncodingSettings(), processes) as encode:
        yield race(
            f"encode, MiniLM, processes: {processes}",
            number,
            (lambda: list(encode("document", chunks)), lambda: library.encode(given, show_progress_bar=False)),
            rounds=rounds,
            per=number / 1000,
            unit="ms/text",
            target=1.0,
        )
        theirs = library.encode(given, show_progress_bar=False)
        place = {text: row for row, text in enumerate(given)}
        furthest = 0.0
        for part, encoded in zip(chunks, encode("document", chunks), strict=True):
            # The library cuts a text where ours has windows: those that fit are compared.
            alone = np.bincount(encoded.texts)[encoded.texts] == 1
            rows = [place[str(part[number])] for number in encoded.texts[alone]]
            furthest = max(furthest, float(np.abs(theirs[rows] - encoded.vectors[alone]).max(initial=0)))
    facts["largest difference of a component to the library's"] = furthest


def vectors(number: int, seed: int) -> NDArray[np.float32]:
    """Return vectors of length 1 in clusters."""
    random = np.random.default_rng(seed)
    centres = np.random.default_rng(0).normal(size=(2_000, DIMENSIONS)).astype(np.float32)
    found = centres[random.integers(0, 2_000, number)]
    found += 0.9 * random.standard_normal((number, DIMENSIONS), np.float32)
    return unit_length(found)


def search_lines(candidates: int, queries: int, rounds: int, threads: int, facts: dict[str, object]) -> Iterator[Line]:
    """Search exactly against FAISS's flat index, all queries at once, and against numpy."""
    import faiss

    held = vectors(candidates, 1)
    asked = vectors(queries, 2)
    index = build_vectors(pl.Series([f"c{number:08}" for number in range(candidates)]), held)
    search(index, asked[:1], DEPTH, threads)
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before = _memory("VmRSS")
    keys, _ = search(index, asked, DEPTH, threads)
    rise = _memory("VmHWM") - before
    facts[f"rise of peak memory of {queries:,} queries, their hits of 8 bytes included"] = f"{rise:,.0f} MB"
    flat = faiss.IndexFlatIP(DIMENSIONS)
    flat.add(held)
    faiss.omp_set_num_threads(threads)
    _, theirs = flat.search(asked, DEPTH)
    ours = candidates_of(keys)
    shared = [len(np.intersect1d(mine, other)) for mine, other in zip(ours, theirs, strict=True)]
    facts[f"recall@{DEPTH} against FAISS flat"] = float(np.mean(shared)) / DEPTH
    contestants = {"FAISS flat": lambda: flat.search(asked, DEPTH), "numpy": lambda: _numpy_search(held, asked)}
    for name, other in contestants.items():
        yield race(
            f"exact top {DEPTH:,} of {queries:,} queries, against {name}",
            candidates,
            (lambda: search(index, asked, DEPTH, threads), other),
            rounds=rounds,
            per=queries / 1000,
            unit="ms/query",
            target=1.0,
        )


def _memory(field: str) -> float:
    """Return a field of this process's memory in megabytes (Linux)."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split(f"{field}:")[1].split()[0]) / 1000


def _numpy_search(held: NDArray[np.float32], asked: NDArray[np.float32]) -> list[NDArray[np.int64]]:
    """Multiply, select and sort 64 queries at a time, as one would write it."""
    found = []
    for start in range(0, len(asked), 64):
        scores = asked[start : start + 64] @ held.T
        best = np.argpartition(scores, -DEPTH, axis=1)[:, -DEPTH:]
        order = np.argsort(-np.take_along_axis(scores, best, axis=1), axis=1, kind="stable")
        found.append(np.take_along_axis(best, order, axis=1))
    return found


def one_changed(number: int, processes: int) -> dict[str, object]:
    """Embed short texts, then again with one of them changed: seconds with the start of processes, and texts read."""
    (model,) = models(["minilm"])
    given = pl.Series(texts(number, mean=20.0, seed=5)).unique(maintain_order=True)
    facts: dict[str, object] = {}
    with TemporaryDirectory() as folder:
        for name, series in (
            (f"{len(given):,} texts for the first time", given),
            ("the same texts again", given),
            ("the same texts, one changed", pl.concat([given.slice(1), pl.Series(["a changed text"])])),
        ):
            start = perf_counter()
            _, _, report = embed_texts(model, locate(model), "document", series, Path(folder), processes=processes)
            facts[name] = f"{perf_counter() - start:.1f} s, {report.encoded:,} encoded, {report.reused:,} reused"
    return facts


def main(arguments: list[str]) -> None:
    """Measure, print the table and write the JSON file."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.dense", description=__doc__)
    parser.add_argument("--texts", type=int, default=1_024)
    parser.add_argument("--candidates", type=int, default=200_000)
    parser.add_argument("--queries", type=int, default=2_000)
    parser.add_argument("--changed", type=int, default=5_000, help="texts of which one changes")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--output", type=Path, default=Path("benchmarks/results/dense.json"))
    chosen = parser.parse_args(arguments)
    lines: list[Line] = []
    facts: dict[str, object] = {}
    if chosen.candidates:
        lines += search_lines(chosen.candidates, chosen.queries, chosen.rounds, chosen.threads, facts)
    if chosen.texts:
        lines += encode_lines(chosen.texts, chosen.rounds, chosen.threads, facts)
    if chosen.changed:
        facts |= one_changed(chosen.changed, chosen.threads)
    facts["processors"] = os.cpu_count()
    show("Dense systems: ours against libraries (ratio: theirs / ours)", lines, facts)
    save(chosen.output, lines, facts, PACKAGES)


if __name__ == "__main__":
    main(sys.argv[1:])
