"""From documents and passages to the tables citations and citation_parts.

Belongs here: running the finders over a corpus, merging what they found, and resolving targets inside the corpus. Does
not belong here: finding references (the modules beside this one).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import polars as pl

from legal_assets.citations.links import find_linked_references
from legal_assets.citations.merge import joined_identities, merge_citations
from legal_assets.citations.prose import find_references
from legal_assets.citations.reference import OwnIdentity, Reference
from legal_assets.schemas import CITATION_PARTS, CITATIONS
from legal_assets.text.celex import parse_case_number

_FOUND = {
    "doc_id": pl.String(),
    "passage_id": pl.String(),
    "start": pl.Int32(),
    "end": pl.Int32(),
    "raw": pl.String(),
    "target_ecli": pl.String(),
    "target_celex": pl.String(),
    "pinpoint": pl.Int32(),
    "kind": pl.String(),
    "filled": pl.Boolean(),
    "found_by": pl.List(pl.String()),
}
_CALLED = "called"


@dataclass(frozen=True, slots=True)
class _Link:
    start: int
    end: int
    ecli: str | None
    point: int | None


class Found(NamedTuple):
    """A reference with the passage it stands in."""

    doc_id: str
    passage_id: str
    reference: Reference


class Tables(NamedTuple):
    """What is found in a corpus."""

    citations: pl.DataFrame
    parts: pl.DataFrame


def find_citations(
    corpus: str, documents: pl.DataFrame, passages: pl.DataFrame, register_citations: pl.DataFrame
) -> Tables:
    """Return the citations of a corpus and the stretches that reveal them; frames of the contracts of these names."""
    linked = list(linked_references(passages))
    written = list(written_references(documents, passages))
    sources = [_rows(linked), _rows(written), registered_citations(documents, passages, register_citations)]
    merged = merge_citations(sources, _identities(documents, [each.reference for each in written]))
    return Tables(
        resolve_targets(merged.with_columns(pl.lit(corpus).alias("corpus")), documents, passages),
        _parts(corpus, [*linked, *written]),
    )


def linked_references(passages: pl.DataFrame) -> Iterator[Found]:
    """Yield what the publisher's links of all passages refer to."""
    linked = passages.filter(pl.col("links").list.len() > 0).select("doc_id", "passage_id", "text", "links")
    for doc_id, passage_id, text, links in linked.iter_rows():
        for reference in find_linked_references(
            0, text, [_Link(link["start"], link["end"], link["ecli"], link["point"]) for link in links]
        ):
            yield Found(doc_id, passage_id, reference)


def written_references(documents: pl.DataFrame, passages: pl.DataFrame) -> Iterator[Found]:
    """Yield what the prose of all passages refers to, document by document."""
    own = {row["doc_id"]: _own(row) for row in documents.drop("text").iter_rows(named=True)}
    texts = passages.sort("doc_id", "position").group_by("doc_id", maintain_order=True)
    for (doc_id,), part in texts.agg("passage_id", "text").group_by("doc_id", maintain_order=True):
        ids, paragraphs = part["passage_id"][0], part["text"][0]
        for reference in find_references(paragraphs.to_list(), own[str(doc_id)]):
            yield Found(str(doc_id), ids[reference.paragraph], reference)


def registered_citations(
    documents: pl.DataFrame, passages: pl.DataFrame, register_citations: pl.DataFrame
) -> pl.DataFrame:
    """Return the citations that the source's register places in a passage of the corpus.

    An annotation pairs all citing with all cited paragraphs; where both are several, who cites what is not said, and
    the citation is one of the whole case.
    """
    places = passages.join(documents.select("doc_id", "celex").drop_nulls(), on="doc_id").select(
        "celex", pl.col("number").alias("citing"), "passage_id", "doc_id"
    )
    several = (pl.col("citing_paragraphs").list.len() > 1) & (pl.col("cited_paragraphs").list.len() > 1)
    whole = pl.lit([None], dtype=pl.List(pl.Int32))
    cited = pl.when(several | (pl.col("cited_paragraphs").list.len() == 0)).then(whole).otherwise("cited_paragraphs")
    return (
        register_citations.with_columns(cited.alias("pinpoint"))
        .explode("citing_paragraphs")
        .explode("pinpoint")
        .join(places, left_on=["citing_celex", "citing_paragraphs"], right_on=["celex", "citing"])
        .select(
            "doc_id",
            "passage_id",
            pl.lit(None, pl.Int32).alias("start"),
            pl.lit(None, pl.Int32).alias("end"),
            pl.lit(None, pl.String).alias("raw"),
            pl.lit(None, pl.String).alias("target_ecli"),
            pl.col("cited_celex").alias("target_celex"),
            "pinpoint",
            pl.lit("full").alias("kind"),
            pl.lit(value=False).alias("filled"),
            pl.lit(["cellar"]).alias("found_by"),
        )
        .unique(maintain_order=True)
    )


def _own(row: dict[str, Any]) -> OwnIdentity:
    return OwnIdentity(row["celex"], row["ecli"], row["case_numbers"], row["names"], row["date"])


def _rows(found: Sequence[Found]) -> pl.DataFrame:
    """One row a pinpoint, or one for the whole case; targets not resolved."""
    rows = [
        (
            doc_id,
            passage_id,
            each.start,
            each.end,
            each.raw,
            each.ecli,
            each.celex,
            pinpoint,
            each.kind,
            pinpoint in each.filled,
            [each.found_by],
        )
        for doc_id, passage_id, each in found
        for pinpoint in (each.pinpoints or (None,))
    ]
    return pl.DataFrame(rows, schema=_FOUND, orient="row")


def _identities(documents: pl.DataFrame, references: Sequence[Reference]) -> pl.DataFrame:
    """CELEX and ECLI that name one decision: those of the corpus first, then those that citations print together."""
    own = documents.select("celex", "ecli").drop_nulls()
    return pl.concat([own, joined_identities(references)]).unique(maintain_order=True)


def _parts(corpus: str, found: Sequence[Found]) -> pl.DataFrame:
    """Every part of every reference once, and the names by which its decision may be called elsewhere."""
    stretches = [
        (
            doc_id,
            passage_id,
            part.start,
            part.end,
            part.kind,
            reference.raw[part.start - reference.start : part.end - reference.start],
            reference.kind,
        )
        for doc_id, passage_id, reference in found
        for part in reference.parts
    ]
    called = [
        (doc_id, passage_id, -1, -1, _CALLED, reference.name, reference.kind)
        for doc_id, passage_id, reference in found
        if reference.name
    ]
    schema = {name: kind for name, kind in CITATION_PARTS.schema.items() if name != "corpus"}
    frame = pl.DataFrame([*stretches, *called], schema=schema, orient="row")
    unique = frame.unique(["passage_id", "start", "end", "kind", "name"], keep="first", maintain_order=True)
    return CITATION_PARTS.conform(unique.with_columns(pl.lit(corpus).alias("corpus")))


def resolve_targets(rows: pl.DataFrame, documents: pl.DataFrame, passages: pl.DataFrame) -> pl.DataFrame:
    """Add the cited document and passage where the corpus has them: by ECLI first, by CELEX otherwise.

    Files rarely state their own ECLI; a citation that prints case number and ECLI is resolved by the number. Returns
    a frame of the contract `citations`.
    """
    numbered = passages.select(
        pl.col("doc_id").alias("target_doc_id"),
        pl.col("number").alias("pinpoint"),
        pl.col("passage_id").alias("target_passage_id"),
    ).unique(["target_doc_id", "pinpoint"], keep="first", maintain_order=True)
    resolved = (
        rows.join(_unique(documents, "ecli"), left_on="target_ecli", right_on="ecli", how="left")
        .join(_aliases(documents), left_on="target_celex", right_on="celex", how="left", suffix="_celex")
        .with_columns(pl.coalesce("target_doc_id", "target_doc_id_celex").alias("target_doc_id"))
        .join(numbered, on=["target_doc_id", "pinpoint"], how="left")
        .with_columns(
            pl.format("{}:{}:{}", "passage_id", "target", pl.col("pinpoint").cast(pl.String).fill_null("case")).alias(
                "citation_id"
            ),
            pl.lit(None, pl.String).alias("consideration"),
            (pl.col("target_doc_id") == pl.col("doc_id")).fill_null(value=False).alias("is_self"),
        )
    )
    return CITATIONS.conform(resolved.select(CITATIONS.content))


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
