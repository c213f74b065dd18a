"""Reading the files of a release in the LegalPincite layout; what cannot be read becomes a row of rejects.

Belongs here: from files to checked rows with ids as this house writes them. Does not belong here: the layout
(`schemas/legalpincite_layout.py`) and what the rows become (`legalpincite.py`).
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from legal_assets.passages.metadata import read_dates
from legal_assets.passages.tables import Fault
from legal_assets.schemas import REJECTS
from legal_assets.schemas.legalpincite_layout import (
    DOC_COLUMNS,
    LAYOUTS,
    METADATA,
    METADATA_COLUMNS,
    QREL_COLUMNS,
    QUERY_COLUMNS,
    Layout,
    is_release_file,
    safe_id,
)

_PASSAGE_ID = r"^(.+)-(\d{1,9})$"
_EMPTY = pl.Schema({"row": pl.UInt32(), "id": pl.String(), "doc_id": pl.String(), "number": pl.Int32()})


@dataclass
class ReleaseFiles:
    """The files of a folder, read one by one; `rejects` gathers what could not be used."""

    corpus: str
    folder: Path
    _rejects: list[pl.DataFrame] = field(default_factory=list)

    def layouts(self) -> list[Layout]:
        """Return the tasks that have all their files; an incomplete task and a foreign file are rejected."""
        names = {path.name for path in self.folder.iterdir() if not path.name.startswith(".")}
        complete = []
        for layout in LAYOUTS:
            absent = [name for name in (layout.query_file, layout.doc_file) if name not in names]
            if layout.qrel_file in names and not absent:
                complete.append(layout)
            elif layout.qrel_file in names:
                self._reject_file(layout.qrel_file, "incomplete_task", f"{' and '.join(absent)} is absent.")
        read = {name for layout in complete for name in (layout.query_file, layout.doc_file, layout.qrel_file)}
        for name in sorted(names - read - {METADATA}):
            if is_release_file(name) and not name.startswith("qrel"):
                self._reject_file(name, "no_task", "No relevant pairs of this split and level lie beside it.")
            elif name not in {layout.qrel_file for layout in LAYOUTS}:
                self._reject_file(name, "foreign_file", "A release has no file of this name.")
        return complete

    def queries(self, name: str) -> pl.DataFrame:
        """Return `row`, `id`, `doc_id`, `number`, `original`, `masked` of a query file."""
        frame = self._read(name, QUERY_COLUMNS).rename({"qid": "id", "query_unmasked": "original", "query": "masked"})
        return self._identified(name, frame, ("original", "masked"))

    def docs(self, name: str) -> pl.DataFrame:
        """Return `row`, `id`, `doc_id`, `number`, `text` of a file of candidates."""
        return self._identified(name, self._read(name, DOC_COLUMNS).rename({"docno": "id"}), ("text",))

    def qrels(self, name: str, queries: pl.DataFrame, docs: pl.DataFrame) -> pl.DataFrame:
        """Return `query_id`, `candidate_id`, `grade`, `source` of the relevant pairs; pairs of label 0 leave."""
        frame = self._read(name, QREL_COLUMNS).with_columns(
            safe_id("qid").alias("query_id"),
            safe_id("docno").alias("candidate_id"),
            pl.col("label").str.strip_chars().str.replace(r"\.0+$", "").cast(pl.Int16, strict=False).alias("grade"),
        )
        source = pl.col("source").str.strip_chars()
        frame = frame.with_columns(source.alias("source"), pl.struct("query_id", "candidate_id").alias("pair"))
        kept = self._keep(
            name,
            frame,
            [
                ("bad_label", pl.col("grade").is_null() | (pl.col("grade") < 0), pl.format("label {}", "label")),
                ("no_source", source.is_null() | (source == ""), pl.lit("The row does not say who judged.")),
                ("unknown_query", ~_known("query_id", queries), pl.format("query {}", "qid")),
                ("unknown_candidate", ~_known("candidate_id", docs), pl.format("candidate {}", "docno")),
            ],
            ("repeated_pair", ~pl.col("pair").is_first_distinct(), pl.format("{} and {}", "qid", "docno")),
        )
        irrelevant = kept.filter(pl.col("grade") == 0).height
        if irrelevant:
            self._reject_file(name, "not_relevant", f"{irrelevant} pairs of label 0 are left out.")
        return kept.filter(pl.col("grade") > 0).select("query_id", "candidate_id", "grade", "source")

    def metadata(self) -> pl.DataFrame:
        """Return `doc_id`, `title`, `date`; dates are read in the one way of writing that fits most of them."""
        frame = self._read(METADATA, METADATA_COLUMNS).with_columns(
            safe_id("CELEX").alias("doc_id"), pl.col("date").str.strip_chars().alias("written")
        )
        frame = frame.with_columns(read_dates(frame["written"]).alias("date"))
        undated = self._keep(
            METADATA,
            frame,
            [
                ("no_id", _absent("doc_id"), pl.lit("The row names no decision.")),
            ],
            ("repeated_id", ~pl.col("doc_id").is_first_distinct(), pl.format("decision {}", "CELEX")),
        )
        bad = undated.filter(pl.col("date").is_null() & ~_absent("written"))
        self._reject(METADATA, bad.with_columns(reason=pl.lit("bad_date"), detail=pl.format("date {}", "written")))
        return undated.select("doc_id", "title", "date")

    def digest(self, name: str) -> str:
        """Return the SHA-256 of a file."""
        with (self.folder / name).open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()

    def reject_undated(self, task: str, ids: pl.Series) -> None:
        """List queries or candidates of a task that have no date."""
        rows = pl.DataFrame({"record_id": ids}).select(pl.format("{}/{}", pl.lit(task), "record_id").alias("record_id"))
        self._add(rows, pl.lit("no_date"), pl.lit("metadata.csv has no date for this decision."))

    def reject_unjudged(self, name: str, queries: pl.DataFrame) -> None:
        """List queries that no task of their file has a relevant candidate for."""
        reasons = queries.with_columns(reason=pl.lit("no_gold"), detail=pl.format("query {}", "id"))
        self._reject(name, reasons)

    @property
    def rejects(self) -> pl.DataFrame:
        """What could not be used; frame of the contract `rejects`."""
        return REJECTS.conform(pl.concat([REJECTS.empty(), *self._rejects]).unique())

    def _read(self, name: str, columns: Sequence[str]) -> pl.DataFrame:
        empty = pl.DataFrame(schema={"row": pl.UInt32(), **dict.fromkeys(columns, pl.String())})
        try:
            frame = pl.read_csv(self.folder / name, infer_schema=False, row_index_name="row", row_index_offset=1)
        except (pl.exceptions.PolarsError, OSError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            self._reject_file(name, "unreadable_file", f"It is no CSV table in UTF-8: {reason}"[:300])
            return empty
        missing = [column for column in columns if column not in frame.columns]
        if missing:
            self._reject_file(name, "missing_columns", f"It lacks {', '.join(missing)}.")
            return empty
        return frame.select("row", *columns)

    def _identified(self, name: str, frame: pl.DataFrame, texts: Sequence[str]) -> pl.DataFrame:
        """Rows with usable ids and texts, and the document that each id names."""
        passages = name.endswith("_par.csv")
        frame = frame.with_columns(safe_id("id"))
        frame = frame.with_columns(
            pl.col("id").str.extract(_PASSAGE_ID, 1).alias("doc_id") if passages else pl.col("id").alias("doc_id"),
            (pl.col("id").str.extract(_PASSAGE_ID, 2) if passages else pl.lit(None)).cast(pl.Int32).alias("number"),
        )
        return self._keep(
            name,
            frame,
            [
                ("no_id", _absent("id"), pl.lit("The row has no id.")),
                ("bad_id", pl.col("doc_id").is_null(), pl.format("{} does not end in a number", "id")),
                ("empty_text", pl.any_horizontal(_absent(text) for text in texts), pl.format("id {}", "id")),
            ],
            ("repeated_id", ~pl.col("id").is_first_distinct(), pl.format("id {}", "id")),
        ).select(*_EMPTY, *texts)

    def _keep(self, name: str, frame: pl.DataFrame, faults: Sequence[Fault], repeated: Fault) -> pl.DataFrame:
        """Rows without a fault, each once; the others are rejected, each for its first fault."""
        for judged in (faults, [repeated]):
            reason = pl.coalesce(pl.when(fault).then(pl.lit(code)) for code, fault, _ in judged)
            detail = pl.coalesce(pl.when(fault).then(shown.fill_null("")) for _, fault, shown in judged)
            frame = frame.with_columns(reason.alias("reason"), detail.alias("detail"))
            self._reject(name, frame.filter(pl.col("reason").is_not_null()))
            frame = frame.filter(pl.col("reason").is_null()).drop("reason", "detail")
        return frame

    def _reject(self, name: str, rows: pl.DataFrame) -> None:
        named = rows.with_columns(pl.format("{}:{}", pl.lit(name), "row").alias("record_id"))
        self._add(named, pl.col("reason"), pl.col("detail"))

    def _reject_file(self, name: str, reason: str, detail: str) -> None:
        self._add(pl.DataFrame({"record_id": [name]}), pl.lit(reason), pl.lit(detail))

    def _add(self, rows: pl.DataFrame, reason: pl.Expr, detail: pl.Expr) -> None:
        added = rows.select(
            pl.lit(self.corpus).alias("corpus"),
            pl.lit("collections").alias("room"),
            "record_id",
            reason.alias("reason"),
            detail.alias("detail"),
        )
        self._rejects.append(added)


def _absent(column: str) -> pl.Expr:
    return pl.col(column).is_null() | (pl.col(column).str.strip_chars() == "")


def _known(column: str, frame: pl.DataFrame) -> pl.Expr:
    return pl.col(column).is_in(frame["id"].implode())
