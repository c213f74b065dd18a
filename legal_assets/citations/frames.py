"""From passages to the table citations.

Belongs here: running the finders over a corpus and laying their references out, one row a pinpoint, with the target
resolved inside the corpus. Does not belong here: finding references (the modules beside this one).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl

from legal_assets.citations.links import find_linked_references
from legal_assets.citations.reference import Reference
from legal_assets.schemas import CITATIONS
from legal_assets.text.celex import find_case_numbers, parse_case_number


@dataclass(frozen=True, slots=True)
class _Link:
    start: int
    end: int
    ecli: str | None
    point: int | None


def linked_references(passages: pl.DataFrame) -> Iterator[tuple[str, str, Reference]]:
    """Yield (document, passage, reference) for the publisher's links of all passages."""
    linked = passages.filter(pl.col("links").list.len() > 0).select("doc_id", "passage_id", "text", "links")
    for doc_id, passage_id, text, links in linked.iter_rows():
        for reference in find_linked_references(0, text, [_Link(**link) for link in links]):
            yield doc_id, passage_id, reference


def citation_rows(corpus: str, references: Iterator[tuple[str, str, Reference]]) -> pl.DataFrame:
    """Lay references out as rows of citations, one a pinpoint, targets not resolved."""
    rows = [
        _row(corpus, doc_id, passage_id, reference, pinpoint)
        for doc_id, passage_id, reference in references
        for pinpoint in (reference.pinpoints or (None,))
    ]
    schema = {name: kind for name, kind in CITATIONS.schema.items() if name not in _RESOLVED}
    return pl.DataFrame(rows, schema=schema, orient="row")


_RESOLVED = ("citation_id", "target_doc_id", "target_passage_id", "is_self")


def _row(
    corpus: str, doc_id: str, passage_id: str, reference: Reference, pinpoint: int | None
) -> dict[str, object]:
    return {
        "corpus": corpus,
        "doc_id": doc_id,
        "passage_id": passage_id,
        "start": reference.start,
        "end": reference.end,
        "raw": reference.raw,
        "target_ecli": reference.ecli,
        "target_celex": reference.celex or _celex(reference),
        "pinpoint": pinpoint,
        "parts": [{"kind": part.kind, "start": part.start, "end": part.end} for part in reference.parts],
        "filled": pinpoint in reference.filled,
        "found_by": [reference.found_by],
    }


_TYPE_LETTERS = {"order": "O", "opinion": "C"}


def _celex(reference: Reference) -> str | None:
    """Return the CELEX number that the first printed case number means."""
    numbers = [
        reference.raw[part.start - reference.start : part.end - reference.start]
        for part in reference.parts
        if part.kind == "number"
    ]
    cases = find_case_numbers(" ".join([*reference.case_numbers, *numbers]))
    return str(cases[0].celex(_TYPE_LETTERS.get(reference.kind, "J"))) if cases else None


def _with_learned_celex(rows: pl.DataFrame) -> pl.DataFrame:
    """Give citations that print an ECLI only the CELEX number that others print beside the same ECLI most often."""
    learned = (
        rows.filter(pl.col("target_celex").is_not_null() & pl.col("target_ecli").is_not_null())
        .group_by("target_ecli", "target_celex")
        .len()
        .sort("target_ecli", "len", "target_celex", descending=[False, True, False])
        .unique("target_ecli", keep="first", maintain_order=True)
        .select("target_ecli", pl.col("target_celex").alias("_learned"))
    )
    return (
        rows.join(learned, on="target_ecli", how="left")
        .with_columns(pl.coalesce("target_celex", "_learned").alias("target_celex"))
        .drop("_learned")
    )


def resolve_targets(rows: pl.DataFrame, documents: pl.DataFrame, passages: pl.DataFrame) -> pl.DataFrame:
    """Add the cited document and passage where the corpus has them: by ECLI first, by CELEX otherwise.

    Files rarely state their own ECLI; a citation that prints case number and ECLI is resolved by the number.

    Returns a frame of the contract `citations`.
    """
    by_ecli = _unique(documents, "ecli")
    by_celex = _aliases(documents)
    numbered = passages.select(
        pl.col("doc_id").alias("target_doc_id"),
        pl.col("number").alias("pinpoint"),
        pl.col("passage_id").alias("target_passage_id"),
    ).unique(["target_doc_id", "pinpoint"], keep="first", maintain_order=True)
    resolved = (
        _with_learned_celex(rows)
        .join(by_ecli, left_on="target_ecli", right_on="ecli", how="left")
        .join(by_celex, left_on="target_celex", right_on="celex", how="left", suffix="_celex")
        .with_columns(pl.coalesce("target_doc_id", "target_doc_id_celex").alias("target_doc_id"))
        .drop("target_doc_id_celex")
        .join(numbered, on=["target_doc_id", "pinpoint"], how="left")
        .with_columns(
            pl.format(
                "{}:{}-{}:{}:{}",
                "passage_id",
                "start",
                "end",
                pl.coalesce("target_ecli", "target_celex", pl.lit("?")),
                pl.col("pinpoint").cast(pl.String).fill_null("case"),
            ).alias("citation_id"),
            (pl.col("target_doc_id") == pl.col("doc_id")).fill_null(value=False).alias("is_self"),
        )
        .unique("citation_id", keep="first", maintain_order=True)
    )
    return CITATIONS.conform(resolved)


def _unique(documents: pl.DataFrame, column: str) -> pl.DataFrame:
    return (
        documents.filter(pl.col(column).is_not_null())
        .sort("doc_id")
        .unique(column, keep="first", maintain_order=True)
        .select(column, pl.col("doc_id").alias("target_doc_id"))
    )


def _aliases(documents: pl.DataFrame) -> pl.DataFrame:
    """CELEX numbers under which a document may be cited: its own, and those of the cases joined in it."""
    own = _unique(documents, "celex")
    letters = documents.filter(pl.col("celex").is_not_null()).select(
        "doc_id", pl.col("celex").str.slice(6, 1).alias("letter"), pl.col("case_numbers").list.slice(1)
    )
    joined = [
        (str(parse_case_number(number).celex(letter)), doc_id)
        for doc_id, letter, numbers in letters.sort("doc_id").iter_rows()
        for number in numbers
    ]
    others = pl.DataFrame(joined, schema=own.schema, orient="row")
    return pl.concat([own, others]).unique("celex", keep="first", maintain_order=True)


def find_citations(corpus: str, documents: pl.DataFrame, passages: pl.DataFrame) -> pl.DataFrame:
    """Return the citations of a corpus; frames of the contracts documents, passages → citations."""
    return resolve_targets(citation_rows(corpus, linked_references(passages)), documents, passages)
