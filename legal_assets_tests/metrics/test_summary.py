"""Means have their denominator, their interval over documents, and the versions of what they were made from."""

from datetime import date

import polars as pl
import pytest

from legal_assets.metrics.summary import summarise
from legal_assets.schemas import METRICS, QUERIES, QUERY_METRICS
from legal_assets_tests.rows import filled

CELL = {"corpus": "cjeu", "system": "bm25", "task": "t", "variant": "masked"}


def query_metrics(
    values: dict[str, float], measure: str = "RR@1000", unanswered: str = "", **cell: str
) -> pl.DataFrame:
    return filled(
        QUERY_METRICS,
        [
            CELL
            | {"query_id": query, "measure": measure, "value": value, "relevant": 1}
            | cell
            | {"answered": query != unanswered, "run_id": "run"}
            for query, value in values.items()
        ],
    )


def queries(documents: dict[str, str], task: str = "t", variant: str = "masked") -> pl.DataFrame:
    return filled(
        QUERIES,
        [
            {"corpus": "cjeu", "task": task, "variant": variant, "query_id": query, "doc_id": document}
            | {"date": date(2020, 1, 1), "text": query}
            for query, document in documents.items()
        ],
    )


def summary(metrics: pl.DataFrame, asked: pl.DataFrame, few_queries: int = 50) -> pl.DataFrame:
    return summarise(
        metrics,
        asked,
        roles={"bm25": "fair", "oracle": "privileged"},
        few_queries=few_queries,
        qrels_digest="qq",
        candidates_digest="cc",
        software="polars 2",
    )


DOCUMENTS = {"d-1": "d", "d-2": "d", "e-1": "e", "f-1": "f"}


def test_a_mean_is_over_all_queries_and_says_how_many() -> None:
    metrics = query_metrics({"d-1": 1.0, "d-2": 0.5, "e-1": 0.0, "f-1": 0.25}, unanswered="e-1")
    (row,) = summary(metrics, queries(DOCUMENTS)).to_dicts()
    assert row["value"] == pytest.approx((1 + 0.5 + 0 + 0.25) / 4)
    assert (row["n"], row["answered"], row["clusters"]) == (4, 3, 3)
    assert (row["role"], row["run_id"]) == ("fair", "run")
    assert (row["qrels_digest"], row["candidates_digest"], row["software"]) == ("qq", "cc", "polars 2")
    assert 0 <= row["low"] <= row["value"] <= row["high"] <= 1


def test_queries_of_one_document_are_one_cluster() -> None:
    values = {"d-1": 1.0, "d-2": 0.0}
    (together,) = summary(query_metrics(values), queries({"d-1": "d", "d-2": "d"})).to_dicts()
    assert (together["low"], together["high"]) == (0.5, 0.5), "the only document is drawn every time"
    (apart,) = summary(query_metrics(values), queries({"d-1": "d", "d-2": "e"})).to_dicts()
    assert (apart["low"], apart["high"]) == (0, 1)


@pytest.mark.parametrize(("few_queries", "few"), [(2, False), (3, True)])
def test_few_queries_are_said_to_be_few(few_queries: int, few: bool) -> None:
    frame = summary(query_metrics({"d-1": 1.0, "e-1": 1.0}), queries({"d-1": "d", "e-1": "e"}), few_queries)
    assert frame["few"].to_list() == [few]


def test_measures_and_variants_are_summarised_apart() -> None:
    metrics = pl.concat(
        [
            query_metrics({"d-1": 1.0, "e-1": 0.0}),
            query_metrics({"d-1": 0.5, "e-1": 0.5}, "AP@1000"),
            query_metrics({"d-1": 0.0, "e-1": 0.0}, variant="original"),
            query_metrics({"d-1": 1.0, "e-1": 1.0}, system="oracle"),
        ]
    )
    asked = {"d-1": "d", "e-1": "e"}
    frame = summary(metrics, pl.concat([queries(asked), queries(asked, variant="original")]))
    found = {(row["system"], row["variant"], row["measure"]): (row["value"], row["role"]) for row in frame.to_dicts()}
    assert found == {
        ("bm25", "masked", "RR@1000"): (0.5, "fair"),
        ("bm25", "masked", "AP@1000"): (0.5, "fair"),
        ("bm25", "original", "RR@1000"): (0.0, "fair"),
        ("oracle", "masked", "RR@1000"): (1.0, "privileged"),
    }


def test_the_order_of_rows_does_not_matter() -> None:
    metrics = query_metrics({"d-1": 0.3, "d-2": 0.6, "e-1": 0.9, "f-1": 0.1})
    assert summary(metrics.reverse(), queries(DOCUMENTS).reverse()).equals(summary(metrics, queries(DOCUMENTS)))


def test_nothing_was_scored() -> None:
    assert summary(QUERY_METRICS.empty(), QUERIES.empty()).equals(METRICS.empty())


def test_a_measure_that_some_queries_do_not_have_is_a_mean_over_the_others() -> None:
    metrics = pl.concat([query_metrics({"d-1": 1.0, "e-1": 0.0}), query_metrics({"e-1": 0.75}, "AUC-gold@1000")])
    frame = summary(metrics, queries({"d-1": "d", "e-1": "e"}))
    assert frame.select("measure", "value", "n", "clusters").rows() == [
        ("AUC-gold@1000", 0.75, 1, 1),
        ("RR@1000", 0.5, 2, 2),
    ]
