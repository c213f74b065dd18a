"""Verdicts on concepts and items: partitions are checked, and one mismatch removes an item whole."""

import polars as pl
import pytest

from legal_assets.collections.conditions import Judged, Limits, choose_queries
from legal_assets.collections.facts import mine_facts
from legal_assets.collections.verdicts import ClusterVerdict, keep_confirmed, valid_groups
from legal_assets_tests.collections.reports import headings, pages

FORMS = ("plan", "plans", "PL")


@pytest.mark.parametrize(
    ("verdict", "groups"),
    [
        (ClusterVerdict("KEEP"), [FORMS]),
        (ClusterVerdict("REJECT"), []),
        (ClusterVerdict("SPLIT", (("plan", "plans"), ("PL",))), [("plan", "plans"), ("PL",)]),
        (ClusterVerdict("SPLIT", (FORMS,)), None),
        (ClusterVerdict("SPLIT", (("plan",), ("PL",))), None),
        (ClusterVerdict("SPLIT", (("plan", "plans"), ("PL", "plan"))), None),
        (ClusterVerdict("SPLIT", (("plan", "plans"), ("PL", "quay"))), None),
        (ClusterVerdict("SPLIT", (FORMS, ())), None),
    ],
)
def test_a_split_must_be_a_partition_of_the_forms(
    verdict: ClusterVerdict, groups: list[tuple[str, ...]] | None
) -> None:
    assert valid_groups(FORMS, verdict) == groups


def mined() -> Judged:
    return choose_queries(mine_facts("crosspage", pages(), headings()), Limits(largest_share=1.0))


def agreeing(judged: Judged) -> pl.DataFrame:
    key = ["query_id", "candidate_id", "condition"]
    asked = judged.grades.select("query_id", "candidate_id").join(
        judged.conditions.select("query_id", "condition"), on="query_id"
    )
    met = judged.pages.select(*key, meets=pl.lit(value=True))
    return asked.join(met, on=key, how="left").with_columns(pl.col("meets").fill_null(value=False)).sort(key)


def test_items_that_are_confirmed_in_full_stay() -> None:
    kept, rejects = keep_confirmed("crosspage", mined(), agreeing(mined()))
    assert kept.grades.equals(mined().grades)
    assert rejects.is_empty()


@pytest.mark.parametrize("how", ["otherwise", "no verdict"])
def test_one_mismatch_removes_the_whole_item(how: str) -> None:
    judged, verdicts = mined(), agreeing(mined())
    query = verdicts["query_id"][0]
    first = pl.int_range(pl.len()) == 0
    wrong = (
        verdicts.with_columns(pl.when(first).then(~pl.col("meets")).otherwise("meets").alias("meets"))
        if how == "otherwise"
        else verdicts.tail(-1)
    )
    kept, rejects = keep_confirmed("crosspage", judged, wrong)
    for frame, before in zip(kept, judged, strict=True):
        assert frame.equals(before.filter(pl.col("query_id") != query))
    assert rejects["record_id"].to_list() == [query]
    assert how in rejects["detail"][0]
