"""From Swiss documents to the tables citations and statute_references.

Belongs here: running the finders over a corpus and resolving what they find inside it. Does not belong here: finding
references (`bge.py`, `bge_dockets.py`, `statutes.py`) and what a number means (`bge_targets.py`).
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import polars as pl

from legal_assets.citations.bge import find_bge_references
from legal_assets.citations.bge_dockets import find_docket_references
from legal_assets.citations.bge_reference import BgeReference
from legal_assets.citations.bge_targets import KnownRuling, Rulings, resolve
from legal_assets.citations.statutes import find_statute_references
from legal_assets.schemas import CITATIONS, STATUTE_REFERENCES
from legal_assets.text.bge_number import parse_number

_CONSIDERATION = "consideration"
_PUBLISHER, _PROSE = "publisher", "prose"

Row = dict[str, object]


class _Link(NamedTuple):
    start: int
    end: int
    doc_id: str


class SwissReferences(NamedTuple):
    """What is found in a corpus of rulings and commentaries; frames of the contracts of these names."""

    citations: pl.DataFrame
    statute_references: pl.DataFrame


def find_swiss_references(
    corpus: str, documents: pl.DataFrame, passages: pl.DataFrame, sections: pl.DataFrame, page_anchors: pl.DataFrame
) -> SwissReferences:
    """Return who cites which decision and which article from which passage.

    A citation is one row for each consideration as printed, or one for the whole ruling. A publisher's link that the
    prose around it does not show is a citation too.

    Args:
        corpus: key of the corpus.
        documents: frame of the contract `documents`.
        passages: frame of the contract `passages`.
        sections: frame of the contract `sections`.
        page_anchors: frame of the contract `page_anchors`.
    """
    rulings = known_rulings(sections, page_anchors)
    dockets = _dockets(documents)
    shown = set(passages["passage_id"])
    citations: list[Row] = []
    statutes: list[Row] = []
    columns = ("doc_id", "passage_id", "language", "text", "links")
    for doc_id, passage_id, language, text, links in passages.select(columns).iter_rows():
        place = {"corpus": corpus, "doc_id": doc_id, "passage_id": passage_id}
        cited = [*_rulings_cited(text, doc_id, _publisher_links(links), rulings, shown), *_dockets_cited(text, dockets)]
        seen: dict[str, Row] = {}
        for row in cited:
            seen.setdefault(f"{passage_id}:{row['target']}:{row['consideration'] or 'case'}", row)
        citations += [
            {**place, "citation_id": key, "is_self": row["target_doc_id"] == doc_id, **row} for key, row in seen.items()
        ]
        statutes += [{**place, "position": at, **row} for at, row in enumerate(_statutes(text, language), start=1)]
    return SwissReferences(CITATIONS.frame(citations), STATUTE_REFERENCES.frame(statutes))


def known_rulings(sections: pl.DataFrame, page_anchors: pl.DataFrame) -> Rulings:
    """Return the rulings of a corpus, with their last pages and the numbers of their considerations."""
    paths = dict(
        sections.filter(pl.col("kind") == _CONSIDERATION)
        .sort("doc_id", "position")
        .group_by("doc_id", maintain_order=True)
        .agg("path")
        .iter_rows()
    )
    last = page_anchors.group_by("doc_id").agg(pl.col("page").max()).sort("doc_id")
    return Rulings(
        KnownRuling(number, page, tuple(tuple(path) for path in paths.get(doc_id, ())))
        for doc_id, page in last.iter_rows()
        if (number := parse_number(doc_id)) is not None
    )


def _dockets(documents: pl.DataFrame) -> dict[str, str]:
    """Document by docket; a docket that several rulings share is none."""
    each = documents.select("doc_id", "case_numbers").explode("case_numbers").drop_nulls()
    single = each.filter(~pl.col("case_numbers").is_duplicated())
    return dict(single.select("case_numbers", "doc_id").iter_rows())


def _publisher_links(links: list[dict[str, Any]]) -> list[_Link]:
    return [_Link(link["start"], link["end"], link["doc_id"]) for link in links if link["doc_id"]]


def _rulings_cited(text: str, doc_id: str, links: list[_Link], rulings: Rulings, shown: set[str]) -> Iterator[Row]:
    told: set[str] = set()
    targets = {link.doc_id for link in links}
    for reference in find_bge_references(text, parse_number(doc_id)):
        is_linked = reference.number.doc_id in targets
        told.add(reference.number.doc_id)
        yield from _ruling_rows(reference, rulings, shown, [_PROSE, *([_PUBLISHER] if is_linked else [])])
    for link in links:
        number = parse_number(link.doc_id)
        if number is not None and link.doc_id not in told:
            known = rulings.at(number)
            place = ("link", link.start, link.end, text[link.start : link.end])
            yield _row(str(number), None, *place, known.number.doc_id if known else None, None, [_PUBLISHER])


def _ruling_rows(reference: BgeReference, rulings: Rulings, shown: set[str], found_by: list[str]) -> Iterator[Row]:
    """One row a consideration; a range is one row for each consideration that it means."""
    target = resolve(reference, rulings)
    number = str(parse_number(target.doc_id) or target.doc_id) if target else reference.canonical
    place = (reference.kind, reference.start, reference.end, reference.raw)
    doc_id = target.doc_id if target else None
    printed = () if reference.kind == "unpublished" else reference.pinpoint.considerations
    if not printed:
        yield _row(number, None, *place, doc_id, None, found_by)
    for label in printed:
        one = _only(reference, label)
        meant = resolve(one, rulings) if target else None
        for section in (meant.section_ids if meant else ()) or (None,):
            passage = f"{doc_id}-{section}" if section else None
            written = section.removeprefix("e") if section and "-" in label and "/" not in label else label
            yield _row(number, written, *place, doc_id, passage if passage in shown else None, found_by)


def _only(reference: BgeReference, label: str) -> BgeReference:
    """The reference as if it named one consideration alone."""
    return replace(reference, pinpoint=replace(reference.pinpoint, considerations=(label,)))


def _dockets_cited(text: str, dockets: dict[str, str]) -> Iterator[Row]:
    for reference in find_docket_references(text):
        doc_id = dockets.get(reference.canonical)
        for label in reference.pinpoint.considerations or (None,):
            yield _row(
                reference.canonical, label, reference.kind, reference.start, reference.end, reference.raw, doc_id, None,
                [_PROSE],
            )  # fmt: skip


def _row(
    target: str,
    consideration: str | None,
    kind: str,
    start: int,
    end: int,
    raw: str,
    doc_id: str | None,
    passage_id: str | None,
    found_by: list[str],
) -> Row:
    return {
        "start": start,
        "end": end,
        "raw": raw,
        "target": target,
        "target_ecli": None,
        "target_celex": None,
        "target_doc_id": doc_id,
        "pinpoint": None,
        "consideration": consideration,
        "target_passage_id": passage_id,
        "kind": kind,
        "filled": False,
        "found_by": sorted(found_by),
    }


def _statutes(text: str, language: str) -> Iterator[Row]:
    for reference in find_statute_references(text, language):
        yield {
            "start": reference.start,
            "end": reference.end,
            "raw": reference.raw,
            "article": reference.article,
            "paragraph": reference.paragraph,
            "letter": reference.letter,
            "number": reference.number,
            "following": reference.following,
            "act": reference.act,
            "act_id": reference.act_id,
            "version": reference.version,
            "key": reference.key,
            "article_key": reference.article_key,
        }
