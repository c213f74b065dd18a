"""Collections that come from imported files, and what imported labels make of collections.

Belongs here: from rows of `imported_tables` to collections, and what each kind of table is read with. Does not belong
here: reading a release (`legalpincite.py`), the rule of the labels (`labels.py`).
"""

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import polars as pl

from legal_assets.citations.tables import PAIR_COLUMNS, read_citation_pairs
from legal_assets.collections.cjeu import QRELS_VERSION, Collection
from legal_assets.collections.labels import COLUMNS as LABEL_COLUMNS
from legal_assets.collections.labels import apply_labels
from legal_assets.collections.legalpincite import read_release
from legal_assets.passages.metadata import METADATA_COLUMNS, read_metadata
from legal_assets.passages.stored_tables import read_stored
from legal_assets.passages.tables import PARAGRAPH_COLUMNS, read_paragraphs, read_rows
from legal_assets.schemas import HUMAN_JUDGMENTS, LABEL_AGREEMENT, QRELS, QUERIES, REJECTS, TASKS
from legal_assets.schemas.legalpincite_layout import safe_id
from legal_assets.storage.digests import value_digest
from legal_assets.storage.raw import RawStore
from legal_assets.text.language import Identification

ROLE_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "paragraphs": PARAGRAPH_COLUMNS,
    "citations": PAIR_COLUMNS,
    "labels": LABEL_COLUMNS,
    "metadata": METADATA_COLUMNS,
}
"""Our columns of a table, by what it is imported as."""

_MUST_BE_MAPPED: Mapping[str, tuple[str, ...]] = {
    "paragraphs": PARAGRAPH_COLUMNS,
    "citations": ("citing_celex", "cited_celex"),
    "labels": LABEL_COLUMNS,
    "metadata": ("celex",),
}


class JudgedCollection(NamedTuple):
    """Collections after people judged, and what they said; frames of the contracts of these names."""

    collection: Collection
    human_judgments: pl.DataFrame
    label_agreement: pl.DataFrame


def read_stored_release(corpus: str, imported: pl.DataFrame, raw: RawStore, *, few_queries: int) -> Collection:
    """Return the collections of an imported release.

    Args:
        corpus: key of the corpus.
        imported: frame of the contract `imported_tables`.
        raw: where the bytes lie.
        few_queries: tasks with fewer queries are marked.

    Raises:
        ValueError: the files hold no task with a usable query.
    """
    files = imported.filter(pl.col("role") == "release").select("name", "sha256")
    with tempfile.TemporaryDirectory() as aside:
        folder = Path(aside) / corpus
        folder.mkdir()
        for name, sha256 in files.iter_rows():
            (folder / name).write_bytes(raw.get(corpus, sha256))
        # Documents, and with them their languages, are not kept.
        release = read_release(folder, corpus, few_queries=few_queries, identify=lambda _: Identification("en", 1.0))
    return Collection(release.tasks, release.queries, release.candidates, release.qrels, release.rejects)


def judge_collection(
    corpus: str, built: Collection, imported: pl.DataFrame, raw: RawStore, *, same_question: bool, few_queries: int
) -> JudgedCollection:
    """Return collections as imported labels leave them; without labels they are as given.

    The version of the judgments is that of the publisher's, with a digest of labels and rule. Queries without a
    relevant candidate leave, and tasks are counted again.

    Args:
        corpus: key of the corpus.
        built: the collections.
        imported: frame of the contract `imported_tables`.
        raw: where the bytes of the labels lie.
        same_question: whether both experts must say yes to the same question.
        few_queries: tasks with fewer queries are marked.
    """
    labels = read_stored(corpus, imported, "labels", raw, read_labels)
    if not labels:
        return JudgedCollection(built, HUMAN_JUDGMENTS.empty(), LABEL_AGREEMENT.empty())
    digests = imported.filter(pl.col("role") == "labels").sort("name").select("sha256", "columns").rows()
    judged = apply_labels(
        corpus,
        built.qrels,
        built.candidates,
        pl.concat(labels),
        version=f"{QRELS_VERSION}+{value_digest([repr(digests), same_question])[:8]}",
        same_question=same_question,
    )
    queries = built.queries.join(judged.qrels, on=["task", "query_id"], how="semi")
    rejects = REJECTS.conform(pl.concat([built.rejects, judged.rejects]).unique())
    tasks = _counted(built.tasks, queries, judged.qrels, few_queries)
    collection = Collection(tasks, QUERIES.conform(queries), built.candidates, QRELS.conform(judged.qrels), rejects)
    return JudgedCollection(collection, judged.human_judgments, judged.label_agreement)


def read_labels(corpus: str, source: str, data: bytes, columns: Mapping[str, str]) -> pl.DataFrame:
    """Read a table of labels: `query_id`, `candidate_id`, `expert`, `question`, `answer`, all texts.

    Ids may be written as releases do: `62019CV0001(02)-3`.

    Raises:
        ValueError: as `read_rows` says.
    """
    rows = read_rows(source, data, columns, LABEL_COLUMNS).select(LABEL_COLUMNS)
    return rows.with_columns(safe_id("query_id"), safe_id("candidate_id"))


def column_mapping(role: str, written: str | None) -> dict[str, str]:
    """Return the table's own name of each of our columns, from `celex=CELEX_FROM,number=No`; our names without it.

    Raises:
        ValueError: the role is unknown, or the text is no such mapping or leaves out a column that is needed.
    """
    if role not in ROLE_COLUMNS:
        raise ValueError(f"A table is imported as {', '.join(ROLE_COLUMNS)}; {role!r} is none of them.")
    known = ROLE_COLUMNS[role]
    if written is None:
        return {name: name for name in known}
    pairs = [part.partition("=") for part in written.split(",")]
    mapping = {ours.strip(): theirs.strip() for ours, _, theirs in pairs}
    lacking = [name for name in _MUST_BE_MAPPED[role] if not mapping.get(name)]
    if lacking or not set(mapping) <= set(known) or not all(mapping.values()):
        raise ValueError(
            f"{written!r} does not map the columns of {role}; write {','.join(f'{name}=…' for name in known)}, "
            f"at least {', '.join(_MUST_BE_MAPPED[role])}."
        )
    return mapping


def check_table(corpus: str, role: str, source: str, data: bytes, columns: Mapping[str, str]) -> list[str]:
    """Read a table as its role demands; return the CELEX numbers of the decisions that it names, in order.

    Raises:
        ValueError: it cannot be read, lacks a column, or has no row that can be used.
    """
    if role == "labels":
        rows, excluded = read_labels(corpus, source, data, columns), None
    elif role == "citations":
        pairs = read_citation_pairs(corpus, source, data, columns)
        rows, excluded = pairs.rows, pairs.excluded
    elif role == "metadata":
        facts = read_metadata(corpus, source, data, columns)
        rows, excluded = facts.rows, facts.excluded
    else:
        paragraphs = read_paragraphs(corpus, source, data, columns)
        rows, excluded = paragraphs.rows, paragraphs.excluded
    if rows.is_empty():
        fault = " ".join(excluded.row(0)[5:]) if excluded is not None and excluded.height else "it has no row"
        raise ValueError(f"{source}: no row can be used; the first fault: {fault}. Look at the column mapping.")
    named = [rows[name] for name in ("celex", "citing_celex", "cited_celex") if name in rows.columns]
    return sorted(pl.concat(named).drop_nulls().unique()) if named else []


def _counted(tasks: pl.DataFrame, queries: pl.DataFrame, qrels: pl.DataFrame, few_queries: int) -> pl.DataFrame:
    asked = queries.group_by("task").agg(pl.col("query_id").n_unique().cast(pl.Int64).alias("queries"))
    pairs = qrels.group_by("task").agg(pl.len().cast(pl.Int64).alias("qrels"))
    counted = (
        tasks.drop("queries", "qrels")
        .join(asked, on="task", how="left")
        .join(pairs, on="task", how="left")
        .with_columns(pl.col("queries", "qrels").fill_null(0))
        .with_columns((pl.col("queries") < few_queries).alias("few"))
    )
    return TASKS.conform(counted)
