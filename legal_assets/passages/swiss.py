"""From raw Swiss rulings and commentaries to documents, passages, sections, page anchors and commentaries.

Belongs here: reading files in worker processes and laying them out as frames. Does not belong here: how a file is read
(`bge.py`, `commentary.py`).
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

import polars as pl

from legal_assets.passages.bge import parse_ruling
from legal_assets.passages.bge_ruling import Ruling
from legal_assets.passages.commentary import parse_commentary
from legal_assets.passages.commentary_document import Commentary
from legal_assets.passages.frames import POOL_FROM, choose_files, in_processes
from legal_assets.schemas import COMMENTARIES, DOCUMENTS, PAGE_ANCHORS, PASSAGES, REJECTS, SECTIONS, Table
from legal_assets.storage.raw import DamagedFileError, RawStore
from legal_assets.text.decoding import UnreadableDocument

COURT = "federal-supreme-court"
_BATCH = 16
_COMMENTARY = "ok-"

Row = dict[str, object]


class SwissTables(NamedTuple):
    """What is read from a corpus of rulings and commentaries; frames of the contracts of these names."""

    documents: pl.DataFrame
    passages: pl.DataFrame
    rejects: pl.DataFrame
    sections: pl.DataFrame
    page_anchors: pl.DataFrame
    commentaries: pl.DataFrame


class _File(NamedTuple):
    doc_id: str
    file_id: str
    sha256: str
    name: str


class _Rows(NamedTuple):
    documents: list[Row]
    passages: list[Row]
    rejects: list[Row]
    sections: list[Row]
    page_anchors: list[Row]
    commentaries: list[Row]


_TABLES: tuple[Table, ...] = (DOCUMENTS, PASSAGES, REJECTS, SECTIONS, PAGE_ANCHORS, COMMENTARIES)


def read_swiss(
    corpus: str, raw_documents: pl.DataFrame, raw: RawStore, *, language: str, workers: int = 1
) -> SwissTables:
    """Read every ruling and commentary of a corpus; one that cannot be read becomes a row of rejects.

    Args:
        corpus: key of the corpus.
        raw_documents: frame of the contract `raw_documents`.
        raw: where the bytes lie.
        language: language preferred where a document has several files.
        workers: processes, used from a few hundred documents on.
    """
    chosen, rejects = choose_files(raw_documents, language)
    named = chosen.join(raw_documents.select("file_id", "name"), on="file_id", maintain_order="left")
    files = [_File(*row) for row in named.select("doc_id", "file_id", "sha256", "name").iter_rows()]
    batches = [files[at : at + _BATCH] for at in range(0, len(files), _BATCH)]
    read = partial(_read_batch, corpus, raw)
    parts = list(in_processes(read, batches, workers if len(files) >= POOL_FROM else 1))
    empty = SwissTables(*(table.empty() for table in _TABLES))
    joined = SwissTables(*(pl.concat(each) for each in zip(empty, *parts, strict=True)))
    return SwissTables(
        DOCUMENTS.conform(joined.documents),
        PASSAGES.conform(joined.passages),
        REJECTS.conform(pl.concat([rejects, joined.rejects])),
        SECTIONS.conform(joined.sections),
        PAGE_ANCHORS.conform(joined.page_anchors),
        COMMENTARIES.conform(_with_latest(joined.commentaries)),
    )


def _with_latest(commentaries: pl.DataFrame) -> pl.DataFrame:
    """Mark the latest state of each commentary and slot; without a date a state comes first."""
    order = commentaries.sort(pl.col("date").is_null(), "date", "doc_id", descending=[False, True, True])
    return order.with_columns(pl.col("commentary_id").is_first_distinct().alias("is_latest"))


def _read_batch(corpus: str, raw: RawStore, files: Sequence[_File]) -> SwissTables:
    rows = _Rows([], [], [], [], [], [])
    for file in files:
        try:
            data = raw.get(corpus, file.sha256)
            if file.doc_id.startswith(_COMMENTARY):
                _take_commentary(rows, file, parse_commentary(data, file.name))
            else:
                _take_ruling(rows, file, parse_ruling(data, file.doc_id))
        except UnreadableDocument as error:
            rows.rejects.append(_reject(file, error.reason, error.detail))
        except DamagedFileError as error:
            rows.rejects.append(_reject(file, "damaged_file", str(error)))
    return SwissTables(
        *(table.frame([{"corpus": corpus, **row} for row in each]) for table, each in zip(_TABLES, rows, strict=True))
    )


def _reject(file: _File, reason: str, detail: str) -> Row:
    return {"room": "passages", "record_id": file.file_id, "reason": reason, "detail": detail}


def _take_ruling(rows: _Rows, file: _File, ruling: Ruling) -> None:
    readable = [section for section in ruling.sections if section.text.strip()]
    rows.documents.append(
        _document(file)
        | {
            "kind": "ruling",
            "court": COURT,
            "date": ruling.date,
            "title": ": ".join(part for part in (str(ruling.number), ruling.header) if part),
            "case_numbers": list(ruling.dockets),
            "language": ruling.language,
            "passages": len(readable),
            "problems": list(ruling.problems),
            "text": ruling.text,
        }
    )
    for position, section in enumerate(ruling.sections, start=1):
        own = _place(file, section.id, position)
        rows.sections.append(
            own
            | {
                "kind": section.kind,
                "label": section.label,
                "path": list(section.path),
                "heading": section.heading,
                "language": section.language,
                "has_text": bool(section.text.strip()),
                "body_end": None,
            }
        )
        if section.text.strip():
            rows.passages.append(
                own
                | {
                    "number": None,
                    "printed": section.label,
                    "section": section.kind,
                    "heading_path": [section.heading] if section.heading else [],
                    "language": section.language,
                    "text": section.text,
                    "start": section.start,
                    "end": section.end,
                    "flags": list(section.flags),
                    "links": [],
                }
            )
    rows.page_anchors.extend(
        {"doc_id": file.doc_id, "page": anchor.page, "offset": anchor.offset} for anchor in ruling.pages
    )


def _take_commentary(rows: _Rows, file: _File, commentary: Commentary) -> None:
    provision = commentary.provision
    rows.documents.append(
        _document(file)
        | {
            "kind": "commentary",
            "court": None,
            "date": commentary.date,
            "title": commentary.title,
            "names": list(commentary.authors),
            "case_numbers": [],
            "language": commentary.language,
            "passages": len(commentary.passages),
            "problems": list(commentary.problems),
            "text": commentary.text,
        }
    )
    rows.commentaries.append(
        {
            "doc_id": file.doc_id,
            "commentary_id": commentary.doc_id,
            "source_id": commentary.source_id,
            "slot": commentary.slot,
            "language": commentary.language,
            "date": commentary.date,
            "is_latest": False,
            "provision": provision.kind,
            "article": provision.article,
            "act": provision.act,
            "authors": list(commentary.authors),
            "url": commentary.url,
        }
    )
    rows.sections.extend(_margin_sections(file, commentary))
    rows.passages.extend(_margin_passages(file, commentary))


def _margin_sections(file: _File, commentary: Commentary) -> Iterator[Row]:
    for position, passage in enumerate(commentary.passages, start=1):
        yield _place(file, passage.id, position) | {
            "kind": "margin-number",
            "label": passage.label,
            "path": [passage.label],
            "heading": "",
            "language": passage.language,
            "has_text": bool(passage.text.strip()),
            "body_end": passage.body_end,
        }


def _margin_passages(file: _File, commentary: Commentary) -> Iterator[Row]:
    for position, passage in enumerate(commentary.passages, start=1):
        if passage.text.strip():
            yield _place(file, passage.id, position) | {
                "number": int(passage.label) if passage.label.isdecimal() else None,
                "printed": passage.label,
                "section": "margin-number",
                "heading_path": list(passage.heading_path),
                "language": passage.language,
                "text": passage.text,
                "start": passage.start,
                "end": passage.end,
                "flags": list(passage.flags),
                "links": [
                    {
                        "start": link.start,
                        "end": link.end,
                        "ecli": None,
                        "point": None,
                        "doc_id": link.number.doc_id,
                    }
                    for link in passage.links
                ],
            }


def _document(file: _File) -> Row:
    return {
        "doc_id": file.doc_id,
        "celex": None,
        "ecli": None,
        "names": [],
        "file_id": file.file_id,
        "sha256": file.sha256,
    }


def _place(file: _File, section: str, position: int) -> Row:
    return {"passage_id": f"{file.doc_id}-{section}", "doc_id": file.doc_id, "position": position}
