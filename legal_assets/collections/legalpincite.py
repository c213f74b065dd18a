"""A release in the LegalPincite layout as a collection of its own.

Belongs here: from the rows of a release to documents, passages, tasks, queries, candidates and qrels, in the variants
`original` and `masked` as they were published. Does not belong here: reading the files (`release_files.py`).
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import polars as pl

from legal_assets.collections.release_files import ReleaseFiles
from legal_assets.passages.imported import Identify, documents_of, passages_of, placed
from legal_assets.schemas import CANDIDATES, QRELS, QUERIES, TASKS
from legal_assets.schemas.legalpincite_layout import Layout
from legal_assets.text.language import identify_language

CORPUS = "legalpincite"
Named = dict[str, pl.DataFrame]


class Release(NamedTuple):
    """The tables of an imported release, each of the contract of its name."""

    documents: pl.DataFrame
    passages: pl.DataFrame
    tasks: pl.DataFrame
    queries: pl.DataFrame
    candidates: pl.DataFrame
    qrels: pl.DataFrame
    rejects: pl.DataFrame


def read_release(
    folder: Path,
    corpus: str = CORPUS,
    *,
    few_queries: int,
    version: str = "1",
    identify: Identify = identify_language,
) -> Release:
    """Read a release folder.

    A task is there when its query, candidate and qrel files are. Both variants of a candidate have its one published
    text. A query belongs to the tasks that have a relevant candidate for it. Files and rows that cannot be used are
    listed in rejects under `file:row`; queries and candidates of decisions without a date under `task/id`.

    Args:
        folder: the release.
        corpus: key of the corpus it becomes.
        few_queries: tasks with fewer queries are marked.
        version: version of the judgments.
        identify: names the language of a document by its beginning.

    Raises:
        ValueError: the folder is absent, or holds no task of which all files are there and a query can be used.
    """
    if not folder.is_dir():
        raise ValueError(f"{folder} is no folder; name the folder that holds the files of the release.")
    files = ReleaseFiles(corpus, folder)
    layouts = files.layouts()
    if not layouts:
        raise ValueError(f"{folder} holds no task: query_…, doc_… and qrel_… files of one split must lie there.")
    metadata = files.metadata()
    queries = {name: files.queries(name) for name in dict.fromkeys(each.query_file for each in layouts)}
    docs = {name: files.docs(name) for name in dict.fromkeys(each.doc_file for each in layouts)}
    dated = metadata.drop_nulls("date").select("doc_id", "date")
    parts = [_task(files, layout, queries[layout.query_file], docs[layout.doc_file], dated) for layout in layouts]
    _reject_unjudged(files, queries, parts)
    documents, passages = _texts(files, corpus, queries, docs, metadata, identify)
    filled = [part for part in parts if part.queries.height]
    own = pl.lit(corpus).alias("corpus")
    if not filled:
        raise ValueError(f"{folder} holds no usable query; the first fault: {files.rejects.row(0)[2:]}.")
    qrels = pl.concat([part.qrels for part in filled])
    return Release(
        documents,
        passages,
        TASKS.frame([_size(corpus, part, few_queries) for part in filled]),
        QUERIES.conform(_variants([part.queries for part in filled], "query_id").with_columns(own)),
        CANDIDATES.conform(_variants([part.candidates for part in filled], "candidate_id").with_columns(own)),
        QRELS.conform(qrels.with_columns(own, is_gold=pl.lit(value=True), version=pl.lit(version))),
        files.rejects,
    )


class _Task(NamedTuple):
    """Rows of one task: queries and candidates with both texts and their date, and relevant pairs."""

    layout: Layout
    queries: pl.DataFrame
    candidates: pl.DataFrame
    qrels: pl.DataFrame


def _task(files: ReleaseFiles, layout: Layout, queries: pl.DataFrame, docs: pl.DataFrame, dated: pl.DataFrame) -> _Task:
    """Rows of decisions that have a date, and the pairs between them; a query without a pair goes."""
    task = pl.lit(layout.task).alias("task")
    qrels = files.qrels(layout.qrel_file, queries, docs)
    asked = queries.join(qrels, left_on="id", right_on="query_id", how="semi")
    for frame in (asked, docs):
        files.reject_undated(layout.task, frame.join(dated, on="doc_id", how="anti")["id"])
    candidates = docs.join(dated, on="doc_id").select(
        task, pl.col("id").alias("candidate_id"), "doc_id", "date", original="text", masked="text"
    )
    between = qrels.join(candidates, on="candidate_id", how="semi").join(
        asked.join(dated, on="doc_id"), left_on="query_id", right_on="id", how="semi"
    )
    kept = asked.join(dated, on="doc_id").join(between, left_on="id", right_on="query_id", how="semi")
    return _Task(
        layout,
        kept.select(task, pl.col("id").alias("query_id"), "doc_id", "date", "original", "masked"),
        candidates,
        between.with_columns(task),
    )


def _reject_unjudged(files: ReleaseFiles, queries: Named, parts: Sequence[_Task]) -> None:
    """List queries that no task has; one without a date is listed as such already."""
    for name, frame in queries.items():
        judged = pl.concat([part.queries["query_id"] for part in parts if part.layout.query_file == name])
        files.reject_unjudged(name, frame.filter(~pl.col("id").is_in(judged.implode())))


def _variants(frames: Sequence[pl.DataFrame], name: str) -> pl.DataFrame:
    index = ["task", name, "doc_id", "date"]
    return pl.concat(frames).unpivot(on=["original", "masked"], index=index, variable_name="variant", value_name="text")


def _size(corpus: str, part: _Task, few_queries: int) -> dict[str, object]:
    layout, days = part.layout, part.queries["date"]
    return {
        "corpus": corpus,
        "task": layout.task,
        "level": f"{layout.query_level}-{layout.doc_level}",
        "split": layout.split,
        "first_day": None if layout.split == "train" else days.min(),
        "last_day": days.max(),
        "queries": part.queries.height,
        "candidates": part.candidates.height,
        "qrels": part.qrels.height,
        "few": part.queries.height < few_queries,
        "ranked": layout.split != "train",
    }


def _texts(
    files: ReleaseFiles, corpus: str, queries: Named, docs: Named, metadata: pl.DataFrame, identify: Identify
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Documents and passages: every text of the release once, the paragraphs of a document one after another."""
    asked = {name: frame.rename({"original": "text"}) for name, frame in queries.items()}
    shown = [
        frame.select(
            "doc_id", "number", "text", passage_id="id", file_id=pl.lit(name), sha256=pl.lit(files.digest(name))
        )
        for name, frame in [*docs.items(), *asked.items()]
    ]
    unique = pl.concat(shown).unique("passage_id", keep="first", maintain_order=True)
    paragraphs = placed(unique.filter(pl.col("number").is_not_null()))
    joined = paragraphs.group_by("doc_id", maintain_order=True).agg(
        pl.col("text").str.join("\n"), pl.col("file_id", "sha256").first(), pl.len().cast(pl.Int32).alias("passages")
    )
    uncut = unique.filter(pl.col("number").is_null()).join(joined, on="doc_id", how="anti")
    whole = uncut.select("doc_id", "text", "file_id", "sha256", pl.lit(0, dtype=pl.Int32).alias("passages"))
    texts = pl.concat([joined, whole]).join(metadata, on="doc_id", how="left")
    documents = documents_of(corpus, texts, identify)
    return documents, passages_of(corpus, paragraphs.join(documents.select("doc_id", "language"), on="doc_id"))
