"""From raw documents to the tables documents, passages and rejects.

Belongs here: choosing one file a document, reading files in worker processes, and laying the results out as frames.
Does not belong here: how a mark-up is read (the modules beside this one).
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import NamedTuple, TypeVar

import polars as pl

from legal_assets.passages.judgment import Judgment
from legal_assets.schemas import DOCUMENTS, PASSAGES, REJECTS
from legal_assets.storage.raw import DamagedFileError, RawStore
from legal_assets.text.decoding import UnreadableDocument

_BATCH = 32
POOL_FROM = 256
"""Files from which on they are read in worker processes."""

_TYPE_ORDER = (
    "application/xhtml+xml",
    "text/html",
    "application/xml;type=fmx4",
    "text/markdown",
    "text/plain",
)


class Tables(NamedTuple):
    """What is read from a corpus."""

    documents: pl.DataFrame
    passages: pl.DataFrame
    rejects: pl.DataFrame


class File(NamedTuple):
    """One raw file to read."""

    doc_id: str
    file_id: str
    sha256: str
    ecli: str | None


Batch = TypeVar("Batch")
Part = TypeVar("Part")
Parser = Callable[[bytes, str], Judgment]


def choose_files(raw_documents: pl.DataFrame, language: str) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return one file a document, and the others as rejects.

    The corpus's language comes first, then HTML before Formex before text, then the file id.
    """
    usable = raw_documents.filter(pl.col("status").is_in(["ok", "vanished"])).with_columns(
        (pl.col("language").fill_null(language) != language).alias("_foreign"),
        pl.col("media_type")
        .replace_strict({kind: place for place, kind in enumerate(_TYPE_ORDER)}, default=len(_TYPE_ORDER))
        .alias("_type"),
    )
    ordered = usable.sort("doc_id", "_foreign", "_type", "file_id")
    chosen = ordered.unique("doc_id", keep="first", maintain_order=True)
    others = ordered.join(chosen, on="file_id", how="anti").join(
        chosen.select("doc_id", pl.col("file_id").alias("_chosen")), on="doc_id"
    )
    failed = raw_documents.filter(pl.col("status") == "failed")
    rejects = pl.concat(
        [
            _rejects(others, "other_file_chosen", pl.format("{} is read for this document.", pl.col("_chosen"))),
            _rejects(failed, "not_fetched", pl.col("error").fill_null("The source did not give it.")),
        ]
    )
    return chosen.select("doc_id", "file_id", "sha256", "ecli"), rejects


def read_corpus(
    corpus: str,
    raw_documents: pl.DataFrame,
    raw: RawStore,
    parser: Parser,
    *,
    language: str,
    workers: int = 1,
) -> Tables:
    """Read every document of a corpus; one that cannot be read becomes a row of rejects.

    Args:
        corpus: key of the corpus.
        raw_documents: frame of the contract `raw_documents`.
        raw: where the bytes lie.
        parser: reads bytes and a document id; raises `UnreadableDocument`.
        language: language preferred where a document has several files.
        workers: processes, used from a few hundred documents on.
    """
    chosen, rejects = choose_files(raw_documents, language)
    files = [File(*row) for row in chosen.iter_rows()]
    batches = [files[at : at + _BATCH] for at in range(0, len(files), _BATCH)]
    read = partial(_read_batch, corpus, raw, parser)
    parts = list(in_processes(read, batches, workers if len(files) >= POOL_FROM else 1))
    return Tables(
        DOCUMENTS.conform(pl.concat([DOCUMENTS.empty(), *(part.documents for part in parts)])),
        PASSAGES.conform(pl.concat([PASSAGES.empty(), *(part.passages for part in parts)])),
        REJECTS.conform(pl.concat([rejects, *(part.rejects for part in parts)])),
    )


def in_processes(read: Callable[[Batch], Part], batches: Sequence[Batch], workers: int) -> Iterator[Part]:
    """Yield what a function that can be pickled makes of each batch, in order; here, or in worker processes."""
    if workers <= 1:
        yield from map(read, batches)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("forkserver")) as pool:
        yield from pool.map(read, batches)


def _read_batch(corpus: str, raw: RawStore, parser: Parser, files: Sequence[File]) -> Tables:
    documents: list[dict[str, object]] = []
    passages: list[dict[str, object]] = []
    rejects: list[dict[str, object]] = []
    for file in files:
        try:
            judgment = parser(raw.get(corpus, file.sha256), file.doc_id)
        except UnreadableDocument as error:
            rejects.append(_reject(corpus, file, error.reason, str(error)))
        except DamagedFileError as error:
            rejects.append(_reject(corpus, file, "damaged_file", str(error)))
        else:
            documents.append(_document(corpus, file, judgment))
            passages += _passages(corpus, file, judgment)
    return Tables(DOCUMENTS.frame(documents), PASSAGES.frame(passages), REJECTS.frame(rejects))


def _document(corpus: str, file: File, judgment: Judgment) -> dict[str, object]:
    return {
        "corpus": corpus,
        "doc_id": file.doc_id,
        "celex": judgment.celex,
        "ecli": judgment.ecli or file.ecli,
        "kind": judgment.kind,
        "court": judgment.court,
        "date": judgment.date,
        "title": judgment.title,
        "names": list(judgment.names),
        "case_numbers": list(judgment.case_numbers),
        "language": judgment.language,
        "file_id": file.file_id,
        "sha256": file.sha256,
        "passages": len(judgment.paragraphs),
        "problems": list(judgment.problems),
        "text": judgment.text,
    }


def _passages(corpus: str, file: File, judgment: Judgment) -> Iterator[dict[str, object]]:
    for position, paragraph in enumerate(judgment.paragraphs, start=1):
        yield {
            "corpus": corpus,
            "passage_id": f"{file.doc_id}-{paragraph.number}",
            "doc_id": file.doc_id,
            "position": position,
            "number": paragraph.number,
            "printed": paragraph.printed,
            "section": paragraph.section,
            "heading_path": list(paragraph.heading_path),
            "language": judgment.language,
            "text": paragraph.text,
            "start": paragraph.start,
            "end": paragraph.end,
            "flags": list(paragraph.flags),
            "links": [
                {"start": link.start, "end": link.end, "ecli": link.ecli, "point": link.point, "doc_id": None}
                for link in paragraph.links
            ],
        }


def _reject(corpus: str, file: File, reason: str, detail: str) -> dict[str, object]:
    return {
        "corpus": corpus,
        "room": "passages",
        "record_id": file.file_id,
        "reason": reason,
        "detail": detail,
    }


def _rejects(frame: pl.DataFrame, reason: str, detail: pl.Expr) -> pl.DataFrame:
    return frame.select(
        "corpus",
        pl.lit("passages").alias("room"),
        pl.col("file_id").alias("record_id"),
        pl.lit(reason).alias("reason"),
        detail.alias("detail"),
    )
