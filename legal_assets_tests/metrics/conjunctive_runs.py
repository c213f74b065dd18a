"""Judged rankings of conjunctive queries in a short notation: `G` a gold, `s` a subset, `-` a document not judged.

Belongs here: building them and scoring them as the product does. Does not belong here: expected values.
"""

from pathlib import Path

import polars as pl

from legal_assets.catalog import CONJUNCTIVE_MEASURES
from legal_assets.metrics.scoring import score_queries
from legal_assets_tests.metrics.runs import Collection, values


def score_marks(folder: Path, ranked: str, unranked: str = "") -> dict[str, float]:
    """Return the conjunctive measures of one query: its candidates ranked in this order, and some not ranked."""
    marks = {f"d{place:04}": mark for place, mark in enumerate(ranked + unranked)}
    golds = [candidate for candidate, mark in marks.items() if mark == "G"]
    grades = {candidate: 2 if mark == "G" else 1 for candidate, mark in marks.items() if mark != "-"}
    scores = {candidate: -float(place) for place, candidate in enumerate(marks) if place < len(ranked)}
    rankings, queries, qrels = Collection({"t": {"q": grades}}, {("t", "masked"): {"q": scores}}).write(folder)
    marked = pl.read_parquet(qrels).with_columns(is_gold=pl.col("candidate_id").is_in(golds))
    marked.write_parquet(qrels[0])
    measures = CONJUNCTIVE_MEASURES
    frame = score_queries("cjeu", "bm25", rankings, queries, qrels, tasks=["t"], measures=measures, threads=1)
    return values(frame).get("q", {})
