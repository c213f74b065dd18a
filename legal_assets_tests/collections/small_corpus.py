"""Frames of a small corpus, written as what matters: who was decided when, and who cites whom.

Belongs here: building documents, passages, citations and masked passages. Does not belong here: expected collections.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import polars as pl

from legal_assets import catalog
from legal_assets.catalog import VARIANTS
from legal_assets.collections.cjeu import Collection, build_collections
from legal_assets.collections.splits import windows
from legal_assets.schemas import CITATIONS, DOCUMENTS, MASKED_PASSAGES, PASSAGES
from legal_assets_tests.rows import filled

WINDOWS = windows(date(2018, 1, 1), date(2022, 1, 1), date(2025, 12, 31))


@dataclass(frozen=True)
class Decision:
    """A document with numbered passages; passage `n` of `a` has the id `a-n` and the text `text of a-n`."""

    doc_id: str
    decided: date | None
    passages: int = 3
    kind: str = "judgment"
    language: str = "en"


@dataclass(frozen=True)
class Cited:
    """A citation between passages, written `a-1`, or of a whole document, written `a`; None: outside the corpus."""

    source: str
    target: str | None


def document_of(name: str) -> str:
    """Return the document of a passage or of a document."""
    return name.partition("-")[0]


def collect(
    decisions: Sequence[Decision], citations: Sequence[Cited], few_queries: int = 50, corpus: str = "cjeu"
) -> Collection:
    """Return the collections of a small corpus."""
    passages = [(each, number) for each in decisions for number in range(1, each.passages + 1)]
    return build_collections(
        corpus,
        "en",
        filled(DOCUMENTS, [_document(each) for each in decisions]),
        filled(PASSAGES, [_passage(each, number) for each, number in passages]),
        filled(CITATIONS, [_citation(place, each) for place, each in enumerate(citations)]),
        filled(MASKED_PASSAGES, [row for each, number in passages for row in _masked(each, number)]),
        catalog.tasks("cjeu"),
        WINDOWS,
        few_queries,
    )


def pairs(collection: Collection, task: str) -> set[tuple[str, str]]:
    """Return the relevant pairs of a task."""
    return set(collection.qrels.filter(pl.col("task") == task).select("query_id", "candidate_id").iter_rows())


def texts(frame: pl.DataFrame, task: str, variant: str, name: str) -> dict[str, str]:
    """Return text by id, of one task and variant."""
    chosen = frame.filter((pl.col("task") == task) & (pl.col("variant") == variant))
    return dict(chosen.select(name, "text").iter_rows())


def _document(decision: Decision) -> dict[str, object]:
    return {
        "corpus": "cjeu",
        "doc_id": decision.doc_id,
        "kind": decision.kind,
        "date": decision.decided,
        "language": decision.language,
        "passages": decision.passages,
    }


def _passage(decision: Decision, number: int) -> dict[str, object]:
    passage_id = f"{decision.doc_id}-{number}"
    return {
        "corpus": "cjeu",
        "passage_id": passage_id,
        "doc_id": decision.doc_id,
        "position": number,
        "number": number,
        "printed": f"{number}.",
        "language": decision.language,
        "text": f"text of {passage_id}",
    }


def _masked(decision: Decision, number: int) -> list[dict[str, object]]:
    passage_id = f"{decision.doc_id}-{number}"
    return [
        {
            "corpus": "cjeu",
            "passage_id": passage_id,
            "variant": variant,
            "doc_id": decision.doc_id,
            "text": f"{variant} {passage_id}",
        }
        for variant in VARIANTS
    ]


def _citation(place: int, cited: Cited) -> dict[str, object]:
    target = cited.target
    pinpoint = int(target.partition("-")[2]) if target and "-" in target else None
    return {
        "corpus": "cjeu",
        "citation_id": f"{cited.source}:{place}",
        "doc_id": document_of(cited.source),
        "passage_id": cited.source,
        "target_doc_id": document_of(target) if target else None,
        "pinpoint": pinpoint,
        "target_passage_id": target if pinpoint else None,
        "is_self": target is not None and document_of(target) == document_of(cited.source),
        "found_by": ["publisher"],
    }
