"""Queries, candidates and qrels of a few tasks, made of the relevant pairs alone.

Belongs here: building frames of these contracts. Does not belong here: how citations become them (`small_corpus.py`).
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

import polars as pl

from legal_assets.catalog import VARIANTS
from legal_assets.schemas import CANDIDATES, QRELS, QUERIES

Pair = tuple[str, str]


class Tables(NamedTuple):
    """Frames of the contracts of these names."""

    queries: pl.DataFrame
    candidates: pl.DataFrame
    qrels: pl.DataFrame


def tables(tasks: Mapping[str, Sequence[Pair]]) -> Tables:
    """Return the tables of tasks, each given as its relevant pairs; query `q-1` reads `masked q-1` when masked."""
    names = [
        {name: sorted({pair[side] for pair in pairs}) for side, name in enumerate(("query_id", "candidate_id"))}
        | {"task": [task]}
        for task, pairs in tasks.items()
    ]

    def rows(name: str, day: date) -> list[dict[str, object]]:
        return [
            {
                "corpus": "cjeu",
                "task": each["task"][0],
                "variant": variant,
                name: key,
                "doc_id": key.partition("-")[0],
                "date": day,
                "text": f"{variant} {key}",
            }
            for each in names
            for variant in VARIANTS
            for key in each[name]
        ]

    qrels = [
        {
            "corpus": "cjeu",
            "task": task,
            "query_id": query,
            "candidate_id": candidate,
            "grade": 1,
            "is_gold": True,
            "source": "eur_lex",
            "version": "1",
        }
        for task, pairs in tasks.items()
        for query, candidate in pairs
    ]
    return Tables(
        QUERIES.frame(rows("query_id", date(2019, 1, 1))),
        CANDIDATES.frame(rows("candidate_id", date(2010, 1, 1))),
        QRELS.frame(qrels),
    )
