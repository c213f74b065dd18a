"""The same measures by pytrec_eval, an independent implementation.

Belongs here: translating our measures and runs for it. Does not belong here: comparing (tests, `expected_scores.py`).
"""

from collections.abc import Mapping, Sequence

import numpy as np
import pytrec_eval

from legal_assets.catalog import Measure

Scores = Mapping[str, Mapping[str, float]]
"""Score by query and candidate."""

Grades = Mapping[str, Mapping[str, int]]
"""Grade by query and candidate."""

NAMES = {"success": "success", "ndcg": "ndcg_cut", "ap": "map_cut", "rr": "recip_rank"}
"""Name in trec_eval by our statement; its reciprocal rank has no cutoff."""


def evaluate(grades: Grades, scores: Scores, measures: Sequence[Measure]) -> dict[str, dict[str, float]]:
    """Return value by query and measure, for every query with a relevant candidate; 0 where pytrec_eval drops it."""
    judged = {query: dict(found) for query, found in grades.items() if any(grade > 0 for grade in found.values())}
    found: dict[str, dict[str, float]] = {query: {} for query in judged}
    for measure in measures:
        name = NAMES[measure.statement]
        run = {query: first(each, measure.cutoff) for query, each in scores.items() if each}
        asked = name if name == "recip_rank" else f"{name}.{measure.cutoff}"
        told = pytrec_eval.RelevanceEvaluator(judged, {asked}).evaluate(run)
        for query in judged:
            found[query][measure.name] = told.get(query, {}).get(asked.replace(".", "_"), 0.0)
    return found


def first(scores: Mapping[str, float], cutoff: int) -> dict[str, float]:
    """Return the best candidates by trec_eval's rule: score as float32, ties by name descending in byte order."""
    if len(scores) <= cutoff:
        return {candidate: float(score) for candidate, score in scores.items()}
    rule = sorted(scores.items(), key=lambda item: (np.float32(item[1]), item[0].encode()), reverse=True)
    return {candidate: float(score) for candidate, score in rule[:cutoff]}
