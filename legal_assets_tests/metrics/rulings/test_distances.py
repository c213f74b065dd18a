"""Spreads, bins and Cohen's d, worked by hand."""

import math

import polars as pl
import pytest

from legal_assets.metrics.rulings.distances import (
    by_target_language,
    histogram,
    separate,
    summarise_distances,
    to_rulings,
)

SET = {"corpus": "bge", "system": "minilm", "task": "expert", "variant": "original"}
PLACED = pl.DataFrame(
    [
        ("q1", "exact", "de", 0.1), ("q1", "exact", "de", 0.3), ("q1", "partial", "fr", 0.2), ("q1", "miss", "it", 0.5),
        ("q2", "miss", "de", 0.6), ("q2", "miss", "de", 0.7), ("q2", "article_law", "fr", 0.4),
    ],
    schema=["query_id", "match_class", "language", "distance"], orient="row",
).with_columns(**{name: pl.lit(value) for name, value in SET.items()})  # fmt: skip
TARGETS = pl.DataFrame({"query_id": ["q1", "q1"], "target_doc_id": ["a", "b"], "language": ["de", "fr"]})
"""The first query should find a German and a French ruling, the second none that the corpus has."""


@pytest.fixture(scope="module")
def grouped() -> pl.DataFrame:
    return by_target_language(PLACED, TARGETS)


def test_matches_count_in_their_language_and_the_rest_in_each(grouped: pl.DataFrame) -> None:
    counts = grouped.group_by("target_language", "match_class").agg(pl.len()).rows()
    assert sorted(counts) == [
        ("all", "article_law", 1), ("all", "exact", 2), ("all", "miss", 3), ("all", "partial", 1),
        ("de", "exact", 2), ("de", "miss", 1), ("fr", "miss", 1), ("fr", "partial", 1),
    ]  # fmt: skip


def test_a_spread_has_its_quantiles(grouped: pl.DataFrame) -> None:
    spreads = summarise_distances(grouped).filter(pl.col("target_language") == "all")
    rows = {row["match_class"]: row for row in spreads.iter_rows(named=True)}
    exact, miss = rows["exact"], rows["miss"]
    assert exact["mean"] == pytest.approx((0.1 + 0.3) / 2)
    assert exact["sd"] == pytest.approx(math.sqrt((0.1**2 + 0.1**2) / (2 - 1)))
    assert exact["q25"] == pytest.approx(0.1 + 0.25 * 0.2)
    assert (miss["smallest"], miss["median"], miss["largest"]) == (0.5, 0.6, 0.7)
    assert rows["partial"]["sd"] is None


def test_bins_begin_at_their_edge() -> None:
    rows = PLACED.head(4).with_columns(target_language=pl.lit("all"), match_class=pl.lit("miss")).with_columns(
        distance=pl.Series([0.0, 0.04, 0.26, 2.0])
    )  # fmt: skip
    bins = histogram(rows).select("bin", "low", "high", "n").rows()
    assert bins == [(0, 0.0, 0.05, 2), (5, 0.25, 0.3, 1), (40, 2.0, 2.05, 1)]


def test_separation_is_cohens_d(grouped: pl.DataFrame) -> None:
    rows = {
        (row["target_language"], row["match_class"], row["against"]): row
        for row in separate(grouped).iter_rows(named=True)
    }
    assert len(rows) == 3 * 4 * 2  # groups, classes, what they are compared with
    alone = rows["all", "exact", "miss"]
    # Exact 0.1, 0.3 (variance 0.02); miss 0.5, 0.6, 0.7 (variance 0.01).
    pooled = math.sqrt((1 * 0.02 + 2 * 0.01) / (2 + 3 - 2))
    assert alone["pooled_sd"] == pytest.approx(pooled)
    assert alone["cohens_d"] == pytest.approx((0.6 - 0.2) / pooled)
    wider = rows["all", "exact", "miss_or_article_law"]
    # With 0.4: mean 0.55, variance 0.05 / 3.
    assert (wider["n"], wider["n_against"]) == (2, 4)
    assert wider["cohens_d"] == pytest.approx((0.55 - 0.2) / math.sqrt((1 * 0.02 + 3 * (0.05 / 3)) / (2 + 4 - 2)))
    together = rows["all", "any_bge", "miss"]
    assert (together["n"], together["mean"]) == (3, pytest.approx((0.1 + 0.3 + 0.2) / 3))


def test_too_few_pairs_have_no_d_and_say_so(grouped: pl.DataFrame) -> None:
    frame = separate(grouped).filter((pl.col("target_language") == "fr") & (pl.col("against") == "miss"))
    rows = {row["match_class"]: row for row in frame.iter_rows(named=True)}
    assert (rows["partial"]["n"], rows["partial"]["n_against"], rows["partial"]["cohens_d"]) == (1, 1, None)
    assert (rows["sibling"]["n"], rows["sibling"]["mean"], rows["sibling"]["cohens_d"]) == (0, None, None)


def test_equal_distances_have_no_d() -> None:
    equal = PLACED.with_columns(target_language=pl.lit("all"), distance=pl.lit(0.5))
    assert separate(equal)["cohens_d"].null_count() == 4 * 2


def test_a_ruling_is_as_near_as_its_nearest_passage() -> None:
    wanted = pl.DataFrame(
        [
            ("q1", "a", "de", False, 0.2), ("q1", "a", "de", True, 0.4), ("q1", "a", "de", True, 0.6),
            ("q1", "b", "fr", False, 0.5), ("q2", "b", "fr", True, 0.7),
        ],
        schema=["query_id", "target_doc_id", "language", "is_cited", "distance"], orient="row",
    ).with_columns(task=pl.lit("expert"), variant=pl.lit("original"))  # fmt: skip
    frame = to_rulings(wanted, "bge", "minilm")
    told = {(row["target_language"], row["kind"]): (row["n"], row["mean"]) for row in frame.iter_rows(named=True)}
    assert told == {
        ("de", "nearest"): (1, 0.2), ("de", "cited"): (1, 0.4),
        ("fr", "nearest"): (2, pytest.approx((0.5 + 0.7) / 2)), ("fr", "cited"): (1, 0.7),
        ("all", "nearest"): (3, pytest.approx((0.2 + 0.5 + 0.7) / 3)), ("all", "cited"): (2, pytest.approx(1.1 / 2)),
    }  # fmt: skip
