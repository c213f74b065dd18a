"""Runs: rankings in the formats of other retrieval tools.

Belongs here: PyTerrier's columns and TREC's six. Does not belong here: making rankings (`lexical.py`).
"""

from collections.abc import Iterable
from pathlib import Path

import polars as pl

_TREC = ("query_id", "q0", "candidate_id", "rank", "score", "tag")
_PYTERRIER = {"query_id": "qid", "candidate_id": "docno"}


def to_pyterrier(rankings: pl.DataFrame) -> pl.DataFrame:
    """Return rankings (`query_id`, `candidate_id`, `rank`, `score`) as `qid`, `docno`, `rank`, `score`.

    PyTerrier counts ranks from 0, as this frame does.
    """
    columns = rankings.select("query_id", "candidate_id", "rank", "score").rename(_PYTERRIER)
    return columns.with_columns(pl.col("rank") - 1)


def from_pyterrier(run: pl.DataFrame) -> pl.DataFrame:
    """Return a run with PyTerrier's columns as rankings, its ranks kept but counted from 1.

    Raises:
        ValueError: a column is missing, a candidate is ranked twice, or the ranks of a query have gaps.
    """
    missing = {"qid", "docno", "rank", "score"} - set(run.columns)
    if missing:
        raise ValueError(f"A run needs the columns qid, docno, rank and score; missing: {sorted(missing)}.")
    return _rankings(run.rename({theirs: ours for ours, theirs in _PYTERRIER.items()}))


def write_trec(rankings: Iterable[pl.DataFrame], path: Path, tag: str) -> None:
    """Write rankings as a TREC run, `query Q0 candidate rank score tag` a line, frame by frame.

    Raises:
        ValueError: an id or the tag is empty or holds white space, which this format cannot carry.
    """
    if not tag or tag.split() != [tag]:
        raise ValueError(f"The tag {tag!r} of a TREC run must be one word.")
    aside = path.with_name(f".{path.name}.part")
    with aside.open("wb") as file:
        for frame in rankings:
            _check_words(frame)
            lines = frame.select(
                "query_id",
                pl.lit("Q0").alias("q0"),
                "candidate_id",
                "rank",
                "score",
                pl.lit(tag).alias("tag"),
            )
            lines.write_csv(file, include_header=False, separator=" ", quote_style="never")
    aside.replace(path)


def read_trec(path: Path) -> pl.DataFrame:
    """Return the rankings of a TREC run, its ranks kept but counted from 1 (tools begin at 0 or 1).

    Raises:
        ValueError: a line has not six fields or no numbers in them, a candidate is ranked twice in a query,
        or the
            ranks of a query have gaps; the text names the line or the query.
    """
    lines = pl.read_lines(path).with_row_index("number", 1).filter(pl.col("line").str.contains(r"\S"))
    fields = lines.select("number", fields=pl.col("line").str.extract_all(r"\S+"))
    run = fields.select(
        "number",
        query_id=pl.col("fields").list.get(0),
        candidate_id=pl.col("fields").list.get(2, null_on_oob=True),
        rank=pl.col("fields").list.get(3, null_on_oob=True).cast(pl.Int32, strict=False),
        score=pl.col("fields").list.get(4, null_on_oob=True).cast(pl.Float32, strict=False),
        is_run=pl.col("fields").list.len() == len(_TREC),
    )
    bad = run.filter(~pl.col("is_run") | pl.col("rank").is_null() | ~pl.col("score").is_finite().fill_null(value=False))
    if bad.height:
        raise ValueError(f"{path}: line {bad['number'][0]} is not of the form `query Q0 candidate rank score tag`.")
    return _rankings(run)


def _check_words(frame: pl.DataFrame) -> None:
    for column in ("query_id", "candidate_id"):
        bad = frame.filter(pl.col(column).str.contains(r"^$|\s"))
        if bad.height:
            raise ValueError(f"{column} {bad[column][0]!r} is not one word; a TREC run cannot carry it.")


def _rankings(run: pl.DataFrame) -> pl.DataFrame:
    """Return a run sorted by query and rank, ranks counted from 1, or say why it is none."""
    rankings = run.select(
        pl.col("query_id", "candidate_id").cast(pl.String),
        pl.col("rank").cast(pl.Int32),
        pl.col("score").cast(pl.Float32),
    ).sort("query_id", "rank")
    twice = rankings.filter(pl.struct("query_id", "candidate_id").is_duplicated())
    if twice.height:
        raise ValueError(f"Query {twice['query_id'][0]!r} ranks {twice['candidate_id'][0]!r} more than once.")
    first = pl.col("rank").min().over("query_id")
    expected = pl.int_range(pl.len(), dtype=pl.Int32).over("query_id") + first
    gaps = rankings.filter((pl.col("rank") != expected) | ~first.is_in([0, 1]))
    if gaps.height:
        raise ValueError(f"The ranks of query {gaps['query_id'][0]!r} do not count up from 0 or 1 without gaps.")
    return rankings.with_columns(pl.col("rank") - first + 1)
