"""From passages and the parts of their citations to the table masked_passages.

Belongs here: which passages are masked, by which names, and the rows of each variant. Does not belong here: what is
taken out (`citations.py`).
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import polars as pl

from legal_assets.catalog import ENTITY_VARIANT
from legal_assets.citations.reference import Part
from legal_assets.masking.citations import REVEALING, STAYING, mask
from legal_assets.masking.entities import Recogniser, mask_entities
from legal_assets.masking.names import masked_names, ordinary_words
from legal_assets.masking.spans import Masked
from legal_assets.schemas import MASKED_PASSAGES
from legal_assets.text.celex import ECLI

_CALLED = "called"
_BELOW = "under-appeal"


def mask_passages(
    corpus: str,
    documents: pl.DataFrame,
    passages: pl.DataFrame,
    citations: pl.DataFrame,
    parts: pl.DataFrame,
) -> pl.DataFrame:
    """Return every passage of the documents that cite, in every variant; frame of the contract `masked_passages`.

    `original` opens with the printed number, `unnumbered` has none, `masked` has lost its citations as well, and the
    names of all decisions that its document cites. References of a document to itself reveal nothing and stay.
    """
    citing = passages.join(citations.filter(~pl.col("is_self")).select("doc_id").unique(), on="doc_id", how="semi")
    names = document_names(documents, citations, parts, ordinary_words(passages["text"]))
    stretches = _stretches(parts)
    masked = [
        (passage_id, result.text, _spans(result))
        for passage_id, doc_id, text in citing.select("passage_id", "doc_id", "text").iter_rows()
        for result in [mask(text, [*stretches.get(passage_id, ()), *_printed_eclis(text)], names.get(doc_id, ()))]
    ]
    spans = MASKED_PASSAGES.schema["spans"]
    taken = pl.DataFrame(masked, schema={"passage_id": pl.String, "text": pl.String, "spans": spans}, orient="row")
    shown = citing.select(
        "passage_id",
        "doc_id",
        pl.format("{} {}", "printed", "text").str.strip_chars().alias("original"),
        pl.col("text").alias("unnumbered"),
    )
    columns = ["passage_id", "variant", "doc_id", "text", "spans"]
    unmasked = shown.unpivot(
        on=["original", "unnumbered"], index=["passage_id", "doc_id"], variable_name="variant", value_name="text"
    ).with_columns(pl.lit([], dtype=spans).alias("spans"))
    rows = taken.join(citing.select("passage_id", "doc_id"), on="passage_id").with_columns(
        pl.lit("masked").alias("variant")
    )
    return MASKED_PASSAGES.conform(
        pl.concat([unmasked.select(columns), rows.select(columns)]).with_columns(pl.lit(corpus).alias("corpus"))
    )


def mask_by_entities(masked: pl.DataFrame, passages: pl.DataFrame, recogniser: Recogniser) -> pl.DataFrame:
    """Return the masked passages with the variant `masked-entities`, what the recogniser and patterns leave of each."""
    texts = passages.join(masked.select("passage_id").unique(), on="passage_id", how="semi").select(
        "corpus", "passage_id", "doc_id", "text"
    )
    results = mask_entities(texts["text"].to_list(), recogniser)
    rows = texts.with_columns(
        pl.lit(ENTITY_VARIANT).alias("variant"),
        pl.Series("text", [result.text for result in results], dtype=pl.String),
        pl.Series("spans", [_spans(result) for result in results], dtype=MASKED_PASSAGES.schema["spans"]),
    )
    return MASKED_PASSAGES.conform(pl.concat([masked, rows.select(masked.columns)]))


def _spans(result: Masked) -> list[dict[str, object]]:
    return [{"start": span.start, "end": span.end, "kind": span.kind} for span in result.spans]


def document_names(
    documents: pl.DataFrame, citations: pl.DataFrame, parts: pl.DataFrame, ordinary: frozenset[str]
) -> Mapping[str, Sequence[str]]:
    """Return, by document, the names that reveal the decisions it cites: as called there, and as the corpus knows them.

    The parties of the citing case itself, and of the decision under appeal, reveal no other decision.
    """
    called = parts.filter((pl.col("kind") == _CALLED) & ~pl.col("reference").is_in(list(STAYING)))
    below = _listed(called.filter(pl.col("reference") == _BELOW).select("doc_id", "name"))
    own = _listed(documents.select("doc_id", pl.col("names").alias("name")).explode("name").drop_nulls("name"))
    known = (
        citations.filter(~pl.col("is_self") & pl.col("target_doc_id").is_not_null())
        .select("doc_id", "target_doc_id")
        .unique(maintain_order=True)
        .join(documents.select(pl.col("doc_id").alias("target_doc_id"), "names"), on="target_doc_id")
        .explode("names")
        .select("doc_id", pl.col("names").alias("name"))
        .drop_nulls("name")
    )
    cited = _listed(pl.concat([called.select("doc_id", "name"), known]))
    return {
        doc_id: masked_names(names, [*own.get(doc_id, ()), *below.get(doc_id, ())], ordinary)
        for doc_id, names in cited.items()
    }


def _listed(names: pl.DataFrame) -> dict[str, list[str]]:
    return dict(names.group_by("doc_id", maintain_order=True).agg("name").iter_rows())


def _stretches(parts: pl.DataFrame) -> dict[str, list[Part]]:
    """Revealing stretches by passage."""
    found: defaultdict[str, list[Part]] = defaultdict(list)
    revealing = parts.filter(pl.col("kind").is_in(list(REVEALING)) & ~pl.col("reference").is_in(list(STAYING)))
    for passage_id, kind, start, end in revealing.select("passage_id", "kind", "start", "end").iter_rows():
        found[passage_id].append(Part(kind, start, end))
    return found


def _printed_eclis(text: str) -> list[Part]:
    """An ECLI reveals a decision wherever it stands, whether or not a citation was recognised around it."""
    return [Part("ecli", *match.span()) for match in ECLI.finditer(text)] if "EU:" in text else []
