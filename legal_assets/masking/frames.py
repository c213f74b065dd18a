"""From passages and the parts of their citations to the table masked_passages.

Belongs here: which passages are masked, by which names, and the rows of each variant. Does not belong here: what is taken
out (`citations.py`).
"""

from collections import defaultdict
from collections.abc import Iterable

import polars as pl

from legal_assets.citations.reference import Part
from legal_assets.masking.citations import REVEALING, mask
from legal_assets.masking.names import ordinary_words, revealing_names
from legal_assets.schemas import MASKED_PASSAGES
from legal_assets.text.celex import ECLI

_CALLED = "called"


def mask_passages(corpus: str, passages: pl.DataFrame, citations: pl.DataFrame, parts: pl.DataFrame) -> pl.DataFrame:
    """Return every passage of the documents that cite, in every variant; frame of the contract `masked_passages`.

    `original` opens with the printed number, `unnumbered` has none, `masked` has lost its citations as well.
    Citations of the document itself reveal nothing and stay.
    """
    citing = passages.join(citations.filter(~pl.col("is_self")).select("doc_id").unique(), on="doc_id", how="semi")
    others = parts.filter(pl.col("reference") != "self")
    stretches, names = _stretches(others), _names(others, ordinary_words(passages["text"]))
    masked = [
        (passage_id, result.text, [{"start": s.start, "end": s.end, "kind": s.kind} for s in result.spans])
        for passage_id, text in citing.select("passage_id", "text").iter_rows()
        for result in [mask(text, [*stretches.get(passage_id, ()), *_printed_eclis(text)], names.get(passage_id, ()))]
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


def _stretches(parts: pl.DataFrame) -> dict[str, list[Part]]:
    """Revealing stretches by passage."""
    found: defaultdict[str, list[Part]] = defaultdict(list)
    revealing = parts.filter(pl.col("kind").is_in(list(REVEALING))).select("passage_id", "kind", "start", "end")
    for passage_id, kind, start, end in revealing.iter_rows():
        found[passage_id].append(Part(kind, start, end))
    return found


def _names(parts: pl.DataFrame, ordinary: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """Names by which the decisions cited in a passage may be called elsewhere in it."""
    called = parts.filter(pl.col("kind") == _CALLED).group_by("passage_id", maintain_order=True).agg("name")
    return {passage_id: _forms(names, ordinary) for passage_id, names in called.iter_rows()}


def _forms(names: Iterable[str], ordinary: frozenset[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(form for name in names for form in revealing_names(name, ordinary)))


def _printed_eclis(text: str) -> list[Part]:
    """An ECLI reveals a decision wherever it stands, whether or not a citation was recognised around it."""
    return [Part("ecli", *match.span()) for match in ECLI.finditer(text)] if "EU:" in text else []
