"""The LegalPincite layout: names of its files, their columns, and how its ids are written.

Belongs here: what the import (`fetch/`), reading (`collections/`) and writing (`reports/`) must agree on. Does not
belong here: reading and writing.
"""

import re
from typing import NamedTuple

import polars as pl

QUERY_COLUMNS = ("qid", "query_unmasked", "query")
DOC_COLUMNS = ("docno", "text")
QREL_COLUMNS = ("qid", "docno", "label", "source")
METADATA_COLUMNS = ("CELEX", "title", "date")
METADATA = "metadata.csv"

SPLITS = ("train", "dev", "test")
LEVELS = (("par", "par"), ("par", "case"), ("case", "case"))
"""Levels of query and candidate that a task can have."""

_SPLIT = f"(?P<split>{'|'.join(SPLITS)})"
_TASK = re.compile(rf"(?P<query>par|case)-(?P<doc>par|case)-{_SPLIT}")
_FILE = re.compile(
    rf"metadata\.csv|(?:query|doc)_{_SPLIT}_(?:par|case)\.csv|qrel_(?:{'|'.join(SPLITS)})_(?:par|case)_(?:par|case)\.csv"
)


class Layout(NamedTuple):
    """The files of one task: what is ranked for what, in which split."""

    query_level: str
    doc_level: str
    split: str

    @property
    def task(self) -> str:
        """Key of the task, `par-case-dev`."""
        return f"{self.query_level}-{self.doc_level}-{self.split}"

    @property
    def query_file(self) -> str:
        """File of the queries, which tasks of one query level share."""
        return f"query_{self.split}_{self.query_level}.csv"

    @property
    def doc_file(self) -> str:
        """File of the candidates, which tasks of one candidate level share."""
        return f"doc_{self.split}_{self.doc_level}.csv"

    @property
    def qrel_file(self) -> str:
        """File of the relevant pairs."""
        return f"qrel_{self.split}_{self.query_level}_{self.doc_level}.csv"


LAYOUTS = tuple(Layout(query, doc, split) for split in SPLITS for query, doc in LEVELS)


def layout_of(task: str) -> Layout | None:
    """Return the files of a task by its key, None for a task that the layout has no place for."""
    match = _TASK.fullmatch(task)
    layout = Layout(match["query"], match["doc"], match["split"]) if match else None
    return layout if layout in LAYOUTS else None


def is_release_file(name: str) -> bool:
    """Whether a release may hold a file of this name."""
    return _FILE.fullmatch(name) is not None


def columns_of(name: str) -> tuple[str, ...]:
    """Return the columns that a file of this name must have.

    Raises:
        ValueError: a release has no file of this name.
    """
    if not is_release_file(name):
        raise ValueError(f"A release has no file {name!r}.")
    kinds = {"query": QUERY_COLUMNS, "doc": DOC_COLUMNS, "qrel": QREL_COLUMNS}
    return kinds.get(name.partition("_")[0], METADATA_COLUMNS)


def printed_id(column: str) -> pl.Expr:
    """Return ids as releases write them: `62019CV0001(02)-3` for `62019CV0001_02-3`."""
    return pl.col(column).str.replace(r"^(6\d{4}[A-Z]{2}\d{4})_(\d{2})(-|$)", "$1($2)$3")


def safe_id(column: str) -> pl.Expr:
    """Return ids as this house writes them, the reverse of `printed_id`, white space stripped."""
    return pl.col(column).str.strip_chars().str.replace(r"^(6\d{4}[A-Z]{2}\d{4})\((\d{2})\)", "${1}_${2}")
