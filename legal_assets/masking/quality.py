"""The table masking_quality: what masked passages still reveal and what they lost, counted by the independent checker.

Belongs here: running the checker over a corpus. Does not belong here: the checker (`checker.py`), which shares no code
with the masker.
"""

from dataclasses import asdict, fields
from itertools import pairwise

import polars as pl

from legal_assets.catalog import ENTITY_VARIANT
from legal_assets.masking.checker import Quality, check_masking
from legal_assets.schemas import MASKING_QUALITY

_LEAKS = ("number", "ecli", "pinpoint", "date", "known_name", "unknown_name")
_EXAMPLES = 5
_MASKINGS = {"citations": "masked", "entities": ENTITY_VARIANT}
"""Maskings, and the variant each makes."""

_NAMED = ("full", "short", "order")
_TARGETS = {
    "number": 0.0,
    "ecli": 0.0,
    "pinpoint": 0.0,
    "known_name": 0.0,
    "unknown_name": 0.01,
    "words_lost": 0.005,
    "words_cut": 0.0,
}


def measure_masking(
    corpus: str, documents: pl.DataFrame, passages: pl.DataFrame, parts: pl.DataFrame, masked: pl.DataFrame
) -> pl.DataFrame:
    """Return one row per masking and kind of leak or damage; frame of the contract `masking_quality`.

    A masking is checked on the passages from which it took anything, and on those in which the citations were masked.
    """
    present = set(masked["variant"].unique())
    return pl.concat(
        [
            MASKING_QUALITY.empty(),
            *(
                _measured(corpus, documents, passages, parts, masked, masking)
                for masking, variant in _MASKINGS.items()
                if masking == "citations" or variant in present
            ),
        ]
    )


def _measured(
    corpus: str,
    documents: pl.DataFrame,
    passages: pl.DataFrame,
    parts: pl.DataFrame,
    masked: pl.DataFrame,
    masking: str,
) -> pl.DataFrame:
    variant = _MASKINGS[masking]
    checked_variants = pl.col("variant").is_in([variant, "masked"]) & (pl.col("spans").list.len() > 0)
    touched = masked.filter(checked_variants).select("passage_id").unique()
    called = parts.filter(pl.col("kind") == "called")
    below = called.filter(pl.col("reference") == "under-appeal").group_by("doc_id").agg(pl.col("name").alias("below"))
    names = called.filter(pl.col("reference").is_in(_NAMED)).group_by("passage_id").agg("name")
    none = pl.lit([], dtype=pl.List(pl.String))
    rows = (
        masked.filter(pl.col("variant") == variant)
        .join(touched, on="passage_id", how="semi")
        .join(passages.select("passage_id", pl.col("text").alias("original")), on="passage_id")
        .join(documents.select("doc_id", "case_numbers", "names"), on="doc_id")
        .join(names, on="passage_id", how="left")
        .join(below, on="doc_id", how="left")
        .with_columns(pl.col("name").fill_null(none), pl.col("names").list.concat(pl.col("below").fill_null(none)))
        .sort("passage_id")
    )
    checked = [{"passage_id": row["passage_id"], **asdict(_checked(row))} for row in rows.iter_rows(named=True)]
    counts = pl.DataFrame(checked, schema={"passage_id": pl.String, **{f.name: pl.Int64 for f in fields(Quality)}})
    counts = counts.with_columns((pl.col("words_outside") - pl.col("words_kept")).alias("words_lost"))
    return MASKING_QUALITY.frame(
        [
            *(_row(corpus, masking, counts, kind, "passages") for kind in _LEAKS),
            *(_row(corpus, masking, counts, kind, "words_outside") for kind in ("words_lost", "words_cut")),
        ]
    )


def _checked(row: dict[str, object]) -> Quality:
    original, spans = str(row["original"]), row["spans"]
    edges = [0, *(edge for span in spans for edge in (span["start"], span["end"])), len(original)]  # type: ignore[attr-defined]  # a list of structs
    kept = [pair for place, pair in enumerate(pairwise(edges)) if place % 2 == 0]
    return check_masking(
        original,
        str(row["text"]),
        row["name"],  # type: ignore[arg-type]  # a list of strings
        row["case_numbers"],  # type: ignore[arg-type]
        row["names"],  # type: ignore[arg-type]
        kept,
    )


def _row(corpus: str, masking: str, counts: pl.DataFrame, kind: str, whole: str) -> dict[str, object]:
    leaking = counts.filter(pl.col(kind) > 0)
    number = leaking.height if whole == "passages" else int(counts[kind].sum())
    total = counts.height if whole == "passages" else int(counts[whole].sum())
    return {
        "corpus": corpus,
        "masking": masking,
        "kind": kind,
        "number": number,
        "total": total,
        "share": number / total if total else 0.0,
        "target": _TARGETS.get(kind),
        "examples": leaking["passage_id"].head(_EXAMPLES).to_list(),
    }
