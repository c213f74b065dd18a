"""Export of test collections in the LegalPincite layout.

Belongs here: writing the files of a release. Does not belong here: the layout (`schemas/legalpincite_layout.py`)
and reading a release (`collections/legalpincite.py`).
"""

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

import polars as pl

from legal_assets.catalog import Variant
from legal_assets.schemas.legalpincite_layout import (
    DOC_COLUMNS,
    METADATA,
    METADATA_COLUMNS,
    QREL_COLUMNS,
    QUERY_COLUMNS,
    Layout,
    is_release_file,
    layout_of,
    printed_id,
)


def write_release(
    folder: Path,
    queries: pl.LazyFrame,
    candidates: pl.LazyFrame,
    qrels: pl.LazyFrame,
    documents: pl.LazyFrame,
    *,
    candidate_variant: Variant = "original",
) -> list[str]:
    """Write a release and return the names of its files, sorted.

    `query_unmasked` is the variant `original`, `query` the variant `masked`; tasks of one level share a file. The
    files are written aside, streamed, and the folder is renamed at the end: a reader sees the old release or the new
    one. Rows are sorted by id, so that equal collections give equal bytes.

    Args:
        folder: where the release goes; an earlier release there is replaced.
        queries: frame of the contract `queries`, of one corpus.
        candidates: frame of the contract `candidates`.
        qrels: frame of the contract `qrels`.
        documents: frame of the contract `documents`; `metadata.csv` names the documents of queries and candidates.
        candidate_variant: variant whose text the candidates have; the layout has room for one.

    Raises:
        ValueError: the folder holds something else than a release, no task fits the layout, a query lacks one of the
            two variants, or an id has different texts in two tasks that share a file.
    """
    _check_folder(folder)
    keys = qrels.select("task").unique().collect()["task"].sort()
    layouts = [layout for layout in map(layout_of, keys) if layout]
    if not layouts:
        raise ValueError(f"None of the tasks {', '.join(keys) or '(none)'} has a place in the LegalPincite layout.")
    folder.parent.mkdir(parents=True, exist_ok=True)
    aside = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        new = aside / "new"
        new.mkdir()
        for name in sorted({layout.query_file for layout in layouts}):
            _write_queries(new / name, queries, _tasks(layouts, query_file=name))
        for name in sorted({layout.doc_file for layout in layouts}):
            _write_docs(new / name, candidates, _tasks(layouts, doc_file=name), candidate_variant)
        for layout in layouts:
            _write_qrels(new / layout.qrel_file, qrels, layout.task)
        _write_metadata(new / METADATA, documents, queries, candidates, [layout.task for layout in layouts])
        names = sorted(path.name for path in new.iterdir())
        if folder.exists():
            folder.rename(aside / "old")
        new.rename(folder)
    finally:
        if (aside / "old").exists() and not folder.exists():
            (aside / "old").rename(folder)
        shutil.rmtree(aside, ignore_errors=True)
    return names


def _check_folder(folder: Path) -> None:
    if not folder.exists():
        return
    if not folder.is_dir():
        raise ValueError(f"{folder} is a file; name a folder for the release.")
    foreign = sorted(path.name for path in folder.iterdir() if not is_release_file(path.name))
    if foreign:
        raise ValueError(f"{folder} holds {foreign[0]}, which is no part of a release; name a new folder.")


def _tasks(layouts: Sequence[Layout], query_file: str | None = None, doc_file: str | None = None) -> list[str]:
    return [
        layout.task
        for layout in layouts
        if query_file in (None, layout.query_file) and doc_file in (None, layout.doc_file)
    ]


def _write_queries(path: Path, queries: pl.LazyFrame, tasks: Sequence[str]) -> None:
    chosen = queries.filter(pl.col("task").is_in(tasks))
    original, masked = (_texts(path, chosen, "query_id", variant) for variant in ("original", "masked"))
    lacking = pl.concat(
        [original.join(masked, on="id", how="anti"), masked.join(original, on="id", how="anti")]
    ).collect()
    if lacking.height:
        raise ValueError(
            f"{path.name}: query {lacking.sort('id').item(0, 'id')} lacks the variant original or the variant masked."
        )
    _write(path, original.join(masked, on="id", suffix="_masked").select("id", "text", "text_masked"), QUERY_COLUMNS)


def _write_docs(path: Path, candidates: pl.LazyFrame, tasks: Sequence[str], variant: Variant) -> None:
    chosen = candidates.filter(pl.col("task").is_in(tasks))
    _write(path, _texts(path, chosen, "candidate_id", variant).select("id", "text"), DOC_COLUMNS)


def _write_qrels(path: Path, qrels: pl.LazyFrame, task: str) -> None:
    chosen = qrels.filter(pl.col("task") == task)
    _write(path, chosen.select("query_id", printed_id("candidate_id"), "grade", "source"), QREL_COLUMNS, "query_id")


def _write_metadata(
    path: Path, documents: pl.LazyFrame, queries: pl.LazyFrame, candidates: pl.LazyFrame, tasks: Sequence[str]
) -> None:
    used = pl.concat(
        [frame.filter(pl.col("task").is_in(tasks)).select("doc_id") for frame in (queries, candidates)]
    ).unique()
    known = documents.join(used, on="doc_id", how="semi").select("doc_id", "title", pl.col("date").dt.to_string("iso"))
    _write(path, known, METADATA_COLUMNS, "doc_id")


def _texts(path: Path, frame: pl.LazyFrame, name: str, variant: str) -> pl.LazyFrame:
    """One row an id with its text, where the tasks that share the file agree on it."""
    texts = frame.filter(pl.col("variant") == variant).select(pl.col(name).alias("id"), "text")
    apart = texts.group_by("id").agg(pl.col("text").hash().n_unique().alias("texts")).filter(pl.col("texts") > 1)
    broken = apart.select(pl.col("id").min()).collect().item()
    if broken is not None:
        raise ValueError(f"{path.name}: {broken} has different texts in the tasks that share this file.")
    return texts.unique("id", keep="any")


def _write(path: Path, rows: pl.LazyFrame, columns: Sequence[str], key: str = "id") -> None:
    """Stream rows to a file, sorted by all their ids as printed."""
    ordered = rows.with_columns(printed_id(key)).sort(key, *(["candidate_id"] if key == "query_id" else []))
    names = dict(zip(rows.collect_schema().names(), columns, strict=True))
    ordered.rename(names).sink_csv(path)
