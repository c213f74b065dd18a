"""Runs out and in: stored rankings in other tools' formats, and the measures of a run that another tool made.

Belongs here: choosing tables and files. Does not belong here: the formats (`rankings/runs.py`), the measures
(`metrics/scoring.py`).
"""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl

from legal_assets import catalog
from legal_assets.collections.shown import shown_sets
from legal_assets.metrics.scoring import score_queries
from legal_assets.metrics.summary import summarise
from legal_assets.rankings.runs import from_pyterrier, read_trec, to_pyterrier, write_trec
from legal_assets.schemas import CONTRACTS, RANKINGS
from legal_assets.storage.digests import frame_digest
from legal_assets.storage.partitions import PartitionStore, Pointer

LAYOUTS = ("trec", "pyterrier")
"""Formats of runs: TREC's six columns in text, PyTerrier's frame as CSV."""

_CELL = ("task", "variant")


def export_runs(layout: str, folder: Path, corpus: str, store: PartitionStore) -> list[str]:
    """Write every stored ranking of a corpus, and the qrels of its tasks, to a folder; return the names of the files.

    A run is `{system}.{task}.{variant}.run` (TREC) or `….csv` (PyTerrier), the qrels of a task are `{task}.qrels` in
    TREC's form in both; where not all that is judged is gold, `{task}.gold.qrels` has the gold alone. Files of the same
    names are replaced.

    Args:
        layout: one of `LAYOUTS`.
        folder: where the files go.
        corpus: key of the corpus.
        store: where the tables lie.

    Raises:
        ValueError: the layout is unknown, nothing of the corpus was ranked, or an id is no single word.
    """
    if layout not in LAYOUTS:
        raise ValueError(f"{layout!r} is no format of runs; known: {', '.join(LAYOUTS)}.")
    ranked = [pointer for pointer in store.pointers() if _is_ranking(pointer, corpus)]
    qrels = store.pointer("qrels", corpus)
    if not ranked or qrels is None:
        raise ValueError(f"Corpus {corpus} has no rankings yet; run `legal-assets run --corpus {corpus}` first.")
    folder.mkdir(parents=True, exist_ok=True)
    written = [name for pointer in ranked for name in _write_system(layout, folder, store, pointer)]
    judged = (
        store.scan(CONTRACTS["qrels"], [qrels]).select("task", "query_id", "candidate_id", "grade", "is_gold").collect()
    )
    for (task,), part in judged.partition_by("task", as_dict=True).items():
        written.append(_write_qrels(folder / f"{task}.qrels", part))
        if not part["is_gold"].all():
            gold = part.filter("is_gold").with_columns(grade=pl.lit(1))
            written.append(_write_qrels(folder / f"{task}.gold.qrels", gold))
    return sorted(written)


def _write_qrels(path: Path, judged: pl.DataFrame) -> str:
    lines = judged.sort("query_id", "candidate_id").select("query_id", pl.lit("0"), "candidate_id", "grade")
    lines.write_csv(path, include_header=False, separator=" ", quote_style="never")
    return path.name


def score_run(
    file: Path, corpus: str, task: str, variant: str | None, store: PartitionStore, *, few_queries: int, threads: int
) -> pl.DataFrame:
    """Return the metrics of a run that another tool made, against the stored collection; frame of `metrics`.

    A `.csv` file has PyTerrier's columns, any other is a TREC run. The run keeps its own ranks. Queries that it leaves
    out count 0. The system is called `outside:` and the name of the file.

    Args:
        file: the run.
        corpus: key of the corpus.
        task: task whose queries it answers.
        variant: variant whose queries it answers; None for the one that leaderboards show.
        store: where queries, qrels and candidates lie.
        few_queries: with fewer queries a row is flagged few.
        threads: threads of DuckDB.

    Raises:
        ValueError: the collection was never computed, the task or variant has no query, the file is absent or no run,
            or it ranks a candidate or answers a query that the task does not have.
    """
    if not file.is_file():
        raise ValueError(f"{file} is no file; name a run.")
    pointers = {name: store.pointer(name, corpus) for name in ("queries", "qrels", "candidates")}
    if any(pointer is None for pointer in pointers.values()):
        raise ValueError(f"Corpus {corpus} has no collections yet; run `legal-assets run --corpus {corpus}` first.")
    there = {name: pointer for name, pointer in pointers.items() if pointer is not None}
    variant = variant or _shown(store, there["queries"], task)
    queries = _cell(store, there["queries"], "queries", task, variant)
    run = from_pyterrier(pl.read_csv(file)) if file.suffix == ".csv" else read_trec(file)
    if run.is_empty():
        raise ValueError(f"{file} ranks nothing.")
    _check_known(file, run["query_id"], queries["query_id"], "query")
    candidates = _cell(store, there["candidates"], "candidates", task, variant)
    _check_known(file, run["candidate_id"], candidates["candidate_id"], "candidate")
    system = f"outside:{file.stem}"
    rankings = RANKINGS.conform(
        run.with_columns(
            *(pl.lit(value).alias(name) for name, value in (("corpus", corpus), ("system", system), ("task", task))),
            pl.lit(variant).alias("variant"),
            pl.lit(frame_digest(run, run.columns)[:16]).alias("run_id"),
        )
    )
    with TemporaryDirectory() as aside:
        paths = {"rankings": Path(aside) / "rankings.parquet", "queries": Path(aside) / "queries.parquet"}
        rankings.write_parquet(paths["rankings"])
        queries.write_parquet(paths["queries"])
        values = score_queries(
            corpus,
            system,
            [str(paths["rankings"])],
            [str(paths["queries"])],
            [str(store.file(there["qrels"]))],
            tasks=[task],
            measures=catalog.measures(corpus),
            threads=threads,
        )
    return summarise(
        values,
        queries,
        roles={system: "fair"},
        few_queries=few_queries,
        qrels_digest=there["qrels"].data_version,
        candidates_digest=there["candidates"].data_version,
        software="",
    )


def _shown(store: PartitionStore, pointer: Pointer, task: str) -> str:
    """Return the variant of a task that leaderboards show."""
    variants = shown_sets(store.scan(CONTRACTS["queries"], [pointer]).filter(pl.col("task") == task)).collect()[
        "variant"
    ]
    if variants.is_empty():
        raise ValueError(f"Task {task} has no queries; known: {_known(store, pointer, 'queries')}.")
    return str(variants[0])


def _is_ranking(pointer: Pointer, corpus: str) -> bool:
    return CONTRACTS.get(pointer.asset) is RANKINGS and pointer.partition.partition("|")[0] == corpus


def _write_system(layout: str, folder: Path, store: PartitionStore, pointer: Pointer) -> Iterator[str]:
    frame = store.scan(RANKINGS, [pointer])
    cells = frame.select("system", *_CELL).unique().sort("system", *_CELL).collect()
    for system, task, variant in cells.iter_rows():
        rows = frame.filter((pl.col("task") == task) & (pl.col("variant") == variant)).collect()
        name = f"{system}.{task}.{variant}.{'run' if layout == 'trec' else 'csv'}"
        if layout == "trec":
            write_trec([rows], folder / name, system)
        else:
            to_pyterrier(rows).write_csv(folder / name)
        yield name


def _cell(store: PartitionStore, pointer: Pointer, table: str, task: str, variant: str) -> pl.DataFrame:
    """Queries or candidates of a task and variant."""
    frame = store.scan(CONTRACTS[table], [pointer])
    cell = frame.filter((pl.col("task") == task) & (pl.col("variant") == variant)).collect()
    if cell.is_empty():
        raise ValueError(f"Task {task}, variant {variant} has no {table}; known: {_known(store, pointer, table)}.")
    return cell


def _known(store: PartitionStore, pointer: Pointer, table: str) -> str:
    """Return tasks and variants that have queries or candidates."""
    frame = store.scan(CONTRACTS[table], [pointer])
    known = frame.select(pl.format("{}/{}", *_CELL).unique().sort()).collect().to_series().to_list()
    return ", ".join(known) or "none"


def _check_known(file: Path, named: pl.Series, known: pl.Series, what: str) -> None:
    unknown = named.filter(~named.is_in(known.implode()))
    if unknown.len():
        more = f", and {unknown.n_unique() - 1} more" if unknown.n_unique() > 1 else ""
        raise ValueError(f"{file}: the task has no {what} {unknown[0]!r}{more}.")
