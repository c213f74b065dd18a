"""A release in the LegalPincite layout as a collection of its own.

Belongs here: from the rows of a release to documents, passages, tasks, queries, candidates and qrels, in the variants
`original` and `masked` as they were published. Does not belong here: reading the files (`release_files.py`).
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import polars as pl

from legal_assets.collections.legalpincite_layout import Layout
from legal_assets.collections.release_files import ReleaseFiles
from legal_assets.schemas import CANDIDATES, DOCUMENTS, PASSAGES, QRELS, QUERIES, TASKS
from legal_assets.text.celex import Celex, parse_celex
from legal_assets.text.language import LONGEST_SAMPLE, Identification, identify_language

CORPUS = "legalpincite"
_PRINTED = r"^((\d+)\s?[.)\-–]?\s+)"
"""The number at the start of a paragraph, as texts of a release carry it: with its marks, and bare."""

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
    identify: Callable[[str], Identification] = identify_language,
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
    files: ReleaseFiles,
    corpus: str,
    queries: Named,
    docs: Named,
    metadata: pl.DataFrame,
    identify: Callable[[str], Identification],
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Documents and passages: every text of the release once, the paragraphs of a document one after another."""
    shown = [
        *(frame.select("id", "doc_id", "number", "text", file_id=pl.lit(name)) for name, frame in docs.items()),
        *(
            frame.select("id", "doc_id", "number", text="original", file_id=pl.lit(name))
            for name, frame in queries.items()
        ),
    ]
    unique = pl.concat(shown).unique("id", keep="first", maintain_order=True)
    placed = _placed(unique.filter(pl.col("number").is_not_null()))
    joined = placed.group_by("doc_id", maintain_order=True).agg(
        pl.col("text").str.join("\n"), pl.col("file_id").first(), pl.len().alias("passages")
    )
    whole = unique.filter(pl.col("number").is_null()).join(joined, on="doc_id", how="anti")
    texts = pl.concat(
        [
            joined,
            whole.select("doc_id", "text", "file_id", pl.lit(0, dtype=joined.schema["passages"]).alias("passages")),
        ]
    )
    documents = _documents(files, corpus, texts.join(metadata, on="doc_id", how="left"), identify)
    passages = placed.join(documents.select("doc_id", "language"), on="doc_id").select(
        pl.lit(corpus).alias("corpus"),
        pl.col("id").alias("passage_id"),
        "doc_id",
        "position",
        "number",
        pl.col("printed").str.strip_chars(),
        pl.lit("unknown").alias("section"),
        pl.lit([], dtype=PASSAGES.schema["heading_path"]).alias("heading_path"),
        "language",
        pl.col("text").str.slice(pl.col("printed").str.len_chars()),
        (pl.col("start") + pl.col("printed").str.len_chars()).alias("start"),
        (pl.col("start") + pl.col("text").str.len_chars()).alias("end"),
        pl.lit([], dtype=PASSAGES.schema["flags"]).alias("flags"),
        pl.lit([], dtype=PASSAGES.schema["links"]).alias("links"),
    )
    return documents, PASSAGES.conform(passages)


def _placed(passages: pl.DataFrame) -> pl.DataFrame:
    """Add place, start in the joined text, and the printed number where it is the passage's own."""
    own = pl.col("text").str.extract(_PRINTED, 2).cast(pl.Int32, strict=False) == pl.col("number")
    length = pl.col("text").str.len_chars().cast(pl.Int64) + 1
    return passages.sort("doc_id", "number", "id").with_columns(
        pl.int_range(1, pl.len() + 1).over("doc_id").alias("position"),
        (length.cum_sum().over("doc_id") - length).alias("start"),
        pl.when(own).then(pl.col("text").str.extract(_PRINTED, 1)).otherwise(pl.lit("")).alias("printed"),
    )


def _documents(
    files: ReleaseFiles, corpus: str, texts: pl.DataFrame, identify: Callable[[str], Identification]
) -> pl.DataFrame:
    digests = {name: files.digest(name) for name in texts["file_id"].unique().sort()}
    known = [_celex(doc_id) for doc_id in texts["doc_id"]]
    beginnings = texts["text"].str.slice(0, LONGEST_SAMPLE)
    return DOCUMENTS.conform(
        texts.with_columns(
            pl.lit(corpus).alias("corpus"),
            pl.Series("celex", [str(each) if each else None for each in known], dtype=pl.String),
            pl.lit(None, dtype=pl.String).alias("ecli"),
            pl.Series("kind", [each.kind if each else "other" for each in known], dtype=pl.String),
            pl.Series("court", [each.court_name if each else None for each in known], dtype=pl.String),
            pl.Series("names", [[]] * len(known), dtype=pl.List(pl.String)),
            pl.Series("case_numbers", [[each.case_number] if each else [] for each in known], dtype=pl.List(pl.String)),
            pl.Series("language", [identify(text).language for text in beginnings], dtype=pl.String),
            pl.col("file_id").replace_strict(digests, return_dtype=pl.String).alias("sha256"),
            pl.Series("problems", [[]] * len(known), dtype=pl.List(pl.String)),
        )
    )


def _celex(doc_id: str) -> Celex | None:
    try:
        return parse_celex(doc_id)
    except ValueError:
        return None
