"""Runs of our own making: rankings, queries and qrels as the files that scoring reads, and as pytrec_eval reads them.

Belongs here: building them from a short notation. Does not belong here: expected values.
"""

from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import numpy as np
import polars as pl

from legal_assets.catalog import MEASURES, Measure
from legal_assets.metrics.scoring import score_queries
from legal_assets.schemas import QRELS, QUERIES, RANKINGS
from legal_assets_tests.metrics.independent import Grades, Scores
from legal_assets_tests.rows import filled


@dataclass
class Collection:
    """Tasks with their judgments, and one system's scores, by task and by task and variant."""

    grades: dict[str, Grades] = field(default_factory=dict)
    scores: dict[tuple[str, str], Scores] = field(default_factory=dict)

    def write(self, folder: Path) -> tuple[list[str], list[str], list[str]]:
        """Write rankings, queries and qrels as files and return their paths."""
        folder.mkdir(parents=True, exist_ok=True)
        frames = {"rankings": self._rankings(), "queries": self._queries(), "qrels": self._qrels()}
        for name, frame in frames.items():
            frame.write_parquet(folder / f"{name}.parquet")
        rankings, queries, qrels = ([str(folder / f"{name}.parquet")] for name in frames)
        return rankings, queries, qrels

    def score(self, folder: Path, measures: tuple[Measure, ...] = MEASURES) -> pl.DataFrame:
        """Return the query metrics that the product computes."""
        rankings, queries, qrels = self.write(folder)
        return score_queries(
            "cjeu", "bm25", rankings, queries, qrels, tasks=list(self.grades), measures=measures, threads=1
        )

    def _rankings(self) -> pl.DataFrame:
        """Ranks by score as float32, ties by candidate descending in byte order: trec_eval's rule."""
        rows = []
        for (task, variant), scores in self.scores.items():
            for query, found in scores.items():
                order = sorted(found, key=lambda each: (np.float32(found[each]), each.encode()), reverse=True)
                rows += [
                    {"task": task, "variant": variant, "query_id": query, "candidate_id": each, "rank": rank}
                    | {"score": float(np.float32(found[each])), "run_id": f"run of {task} {variant}"}
                    | {"corpus": "cjeu", "system": "bm25"}
                    for rank, each in enumerate(order, start=1)
                ]
        return filled(RANKINGS, rows)

    def _queries(self) -> pl.DataFrame:
        return filled(
            QUERIES,
            [
                {"corpus": "cjeu", "task": task, "variant": variant, "query_id": query, "doc_id": query}
                | {"date": date(2020, 1, 1), "text": query}
                for task, variant in self.scores
                for query in self.grades[task]
            ],
        )

    def _qrels(self) -> pl.DataFrame:
        return filled(
            QRELS,
            [
                {"corpus": "cjeu", "task": task, "query_id": query, "candidate_id": candidate, "grade": grade}
                | {"is_gold": grade > 0, "source": "human", "version": "1"}
                for task, grades in self.grades.items()
                for query, judged in grades.items()
                for candidate, grade in judged.items()
            ],
        )


def values(frame: pl.DataFrame, task: str = "t", variant: str = "masked") -> dict[str, dict[str, float]]:
    """Return value by query and measure, of one task and variant."""
    chosen = frame.filter((pl.col("task") == task) & (pl.col("variant") == variant))
    found: dict[str, dict[str, float]] = {}
    for query, measure, value in chosen.select("query_id", "measure", "value").iter_rows():
        found.setdefault(query, {})[measure] = value
    return found
