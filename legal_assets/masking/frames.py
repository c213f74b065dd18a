"""From passages and citations to the table masked_passages.

Belongs here: which passages are masked, and the rows of each variant. Does not belong here: what is taken out
(`citations.py`).
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import polars as pl

from legal_assets.citations.reference import Part
from legal_assets.masking.citations import REVEALING, mask
from legal_assets.schemas import MASKED_PASSAGES
from legal_assets.text.celex import ECLI


def mask_passages(corpus: str, passages: pl.DataFrame, citations: pl.DataFrame) -> pl.DataFrame:
    """Return every passage of the documents that cite, in every variant; frame of the contract `masked_passages`.

    `original` opens with the printed number, `unnumbered` has none, `masked` has lost its citations as well.
    Citations of the document itself reveal nothing and stay.
    """
    citing = passages.join(
        citations.filter(~pl.col("is_self")).select("doc_id").unique(), on="doc_id", how="semi"
    )
    parts = _parts(citations)
    masked = [
        (passage_id, result.text, [{"start": s.start, "end": s.end, "kind": s.kind} for s in result.spans])
        for passage_id, text in citing.select("passage_id", "text").iter_rows()
        for result in [mask(text, [*parts.get(passage_id, ()), *_printed_eclis(text)])]
    ]
    spans = MASKED_PASSAGES.schema["spans"]
    frame = pl.DataFrame(
        masked, schema={"passage_id": pl.String, "text": pl.String, "spans": spans}, orient="row"
    ).join(citing.select("passage_id", "doc_id"), on="passage_id")
    nothing = pl.lit([], dtype=spans).alias("spans")
    shown = citing.select(
        "passage_id",
        "doc_id",
        pl.format("{} {}", "printed", "text").str.strip_chars().alias("original"),
        pl.col("text").alias("unnumbered"),
    )
    columns = ["passage_id", "variant", "doc_id", "text", "spans"]
    frames = [
        shown.select(
            "passage_id", pl.lit(name).alias("variant"), "doc_id", pl.col(name).alias("text"), nothing
        )
        for name in ("original", "unnumbered")
    ]
    rows = pl.concat([*frames, frame.with_columns(pl.lit("masked").alias("variant")).select(columns)])
    return MASKED_PASSAGES.conform(rows.with_columns(pl.lit(corpus).alias("corpus")))


def _printed_eclis(text: str) -> list[Part]:
    """An ECLI reveals a decision wherever it stands, whether or not a citation was recognised around it."""
    return [Part("ecli", *match.span()) for match in ECLI.finditer(text)] if "EU:" in text else []


def _parts(citations: pl.DataFrame) -> dict[str, list[Part]]:
    """Revealing parts by passage, each once."""
    found: defaultdict[str, dict[Part, None]] = defaultdict(dict)
    for passage_id, part in _exploded(citations):
        if part["kind"] in REVEALING:
            found[passage_id][Part(part["kind"], part["start"], part["end"])] = None
    return {passage_id: list(parts) for passage_id, parts in found.items()}


def _exploded(citations: pl.DataFrame) -> Iterator[tuple[str, dict[str, Any]]]:
    rows = (
        citations.filter(~pl.col("is_self"))
        .select("passage_id", "parts")
        .explode("parts")
        .drop_nulls("parts")
    )
    yield from rows.iter_rows()
