"""Parameters of a lexical system, chosen on dev for test, level by level and variant by variant.

Belongs here: measuring a setting on the dev queries. Does not belong here: the grids and the choice (`tuning.py`).
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import polars as pl

from legal_assets.catalog import System, Task
from legal_assets.indexes.models import model as model_named
from legal_assets.indexes.postings import read_postings
from legal_assets.indexes.weights import weigh
from legal_assets.rankings.lexical import rank
from legal_assets.rankings.tuning import own_parameters, tune
from legal_assets.schemas import TUNED_PARAMETERS
from legal_assets.text.analysers import analyser as analyser_named

MEASURE = "nDCG@10"
NO_DEV = "defaults: the level has no dev split"
_CUTOFF = 10
_PARAMETERS = ("k1", "b", "mu")


def choose_parameters(
    corpus: str,
    system: System,
    index: pl.DataFrame,
    tasks: pl.DataFrame,
    queries: pl.LazyFrame,
    qrels: pl.DataFrame,
    folder: Path,
    *,
    fewest: int,
    threads: int,
) -> pl.DataFrame:
    """Return every setting tried, one of each level and variant chosen; frame of the contract `tuned_parameters`.

    Args:
        corpus: key of the corpus.
        system: catalog entry of the system.
        index: manifest of the contract `lexical_index`.
        tasks: tasks with their level and split.
        queries: queries of all tasks.
        qrels: relevant pairs of all tasks.
        folder: where index folders lie.
        fewest: below this many dev queries the model keeps its own parameters.
        threads: threads of the scorer.
    """
    dev = tasks.filter(pl.col("split") == "dev").select("task", "level")
    entries = index.filter(pl.col("analyser") == system.analyser).join(dev, on="task").sort("level", "variant")
    ranked = tasks.filter(pl.col("split") != "train")
    untuned = index.filter(pl.col("analyser") == system.analyser).join(
        ranked.join(dev, on="level", how="anti").select("task", "level"), on="task"
    )
    rows = [
        _tuned(system, entry, queries, qrels, folder, fewest, threads).with_columns(
            pl.lit(entry["level"]).alias("level"), pl.lit(entry["variant"]).alias("variant")
        )
        for entry in entries.iter_rows(named=True)
    ]
    rows += [
        own_parameters(model_named(system.model), NO_DEV).with_columns(
            pl.lit(level).alias("level"), pl.lit(variant).alias("variant")
        )
        for level, variant in untuned.select("level", "variant").unique().sort("level", "variant").iter_rows()
    ]
    if not rows:
        return TUNED_PARAMETERS.empty()
    frame = pl.concat(rows).drop("model")
    settings = [_setting(row) for row in frame.select(_PARAMETERS).iter_rows(named=True)]
    return TUNED_PARAMETERS.conform(
        frame.with_columns(
            pl.lit(corpus).alias("corpus"),
            pl.lit(system.key).alias("system"),
            pl.Series("setting", settings, dtype=pl.String),
            pl.lit(MEASURE).alias("measure"),
        )
    )


def parameters_for(
    system: System, tasks: Sequence[Task], tuned: pl.DataFrame
) -> Callable[[str, str], Mapping[str, float]]:
    """Return the function that gives a task and variant its parameters.

    Test takes what dev chose. Dev itself is ranked with the system's own parameters, so that its scores are not those
    of the best of a grid.
    """
    by_key = {task.key: task for task in tasks}
    chosen = {
        (level, variant): json.loads(setting)
        for level, variant, setting in tuned.filter("chosen").select("level", "variant", "setting").iter_rows()
    }

    def parameters(task: str, variant: str) -> Mapping[str, float]:
        entry = by_key[task]
        own = dict(system.parameters)
        return chosen.get((entry.level, variant), own) if entry.split == "test" else own

    return parameters


def _setting(row: Mapping[str, float | None]) -> str:
    return json.dumps({name: value for name, value in row.items() if value is not None}, sort_keys=True)


def _tuned(
    system: System,
    entry: Mapping[str, str],
    queries: pl.LazyFrame,
    qrels: pl.DataFrame,
    folder: Path,
    fewest: int,
    threads: int,
) -> pl.DataFrame:
    of_task = pl.col("task") == entry["task"]
    asked = (
        queries.filter(of_task & (pl.col("variant") == entry["variant"]))
        .select("query_id", "text")
        .sort("query_id")
        .collect()
    )
    model = model_named(system.model)
    postings = read_postings(folder / entry["digest"])
    analyser = analyser_named(system.analyser)
    judged = _Judged(qrels.filter(of_task))

    def measured(parameters: Mapping[str, float]) -> float:
        weights = weigh(postings, model, parameters)
        return judged.mean_ndcg(rank(asked, postings, weights, analyser, _CUTOFF, threads))

    return tune(model, asked.height, measured, fewest)


class _Judged:
    """Relevant pairs of a task, and nDCG@10 against them."""

    def __init__(self, qrels: pl.DataFrame) -> None:
        self._qrels = qrels.select("query_id", "candidate_id", "grade")
        discounts = 1 / np.log2(np.arange(2, _CUTOFF + 2))
        self._ideal = (
            self._qrels.sort("query_id", "grade", descending=[False, True])
            .with_columns(pl.int_range(pl.len()).over("query_id").alias("place"))
            .filter(pl.col("place") < _CUTOFF)
            .with_columns((pl.col("grade") * pl.lit(pl.Series(discounts)).gather(pl.col("place"))).alias("gain"))
            .group_by("query_id")
            .agg(pl.col("gain").sum().alias("ideal"))
        )

    def mean_ndcg(self, parts: Iterator[pl.DataFrame]) -> float:
        """Return the mean over all judged queries, 0 for one without a ranking; 0 without queries."""
        if self._ideal.is_empty():
            return 0.0
        hits = pl.concat([self._qrels.clear().with_columns(rank=pl.lit(0)), *(self._hits(part) for part in parts)])
        gained = hits.group_by("query_id").agg((pl.col("grade") / (pl.col("rank") + 1).log(2)).sum().alias("gain"))
        scored = self._ideal.join(gained, on="query_id", how="left").sort("query_id")
        return float(scored.select((pl.col("gain").fill_null(0) / pl.col("ideal")).mean()).item())

    def _hits(self, part: pl.DataFrame) -> pl.DataFrame:
        joined = part.join(self._qrels, on=["query_id", "candidate_id"])
        return joined.select("query_id", "candidate_id", "grade", pl.col("rank").cast(pl.Int32))
