"""Human labels: who must say yes to what, what becomes of the qrels, and how far experts agree."""

import json
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.collections.labels import Judged, apply_labels
from legal_assets_tests.collections.small_tables import tables

TASK = "par-par-dev"
BUILT = tables({TASK: [("q-1", "a-1"), ("q-1", "a-2"), ("q-2", "b-1")]})
PUBLISHED = Path(__file__).resolve().parents[2] / "../shared/data/cjeu/legalpincite/notebook_figures.json"

Answers = tuple[bool, bool, bool, bool]


def labels(pairs: dict[tuple[str, str], Answers]) -> pl.DataFrame:
    """Answers of a pair: of the first expert to both questions, then of the second."""
    rows = [
        (query, candidate, expert, question, "yes" if answer else "no")
        for (query, candidate), answers in pairs.items()
        for (expert, question), answer in zip(
            [(expert, question) for expert in ("Ann", "Ben") for question in ("rule", "facts")], answers, strict=True
        )
    ]
    return pl.DataFrame(rows, schema=["query_id", "candidate_id", "expert", "question", "answer"], orient="row")


def judge(given_labels: pl.DataFrame, same_question: bool = False) -> Judged:
    return apply_labels("cjeu", BUILT.qrels, BUILT.candidates, given_labels, version="2", same_question=same_question)


def pairs(judged: Judged) -> dict[tuple[str, str], str]:
    return {(row[0], row[1]): row[2] for row in judged.qrels.select("query_id", "candidate_id", "source").rows()}


def reasons(judged: Judged) -> dict[str, str]:
    return dict(judged.rejects.select("record_id", "reason").iter_rows())


YES_TO_DIFFERENT = (True, False, False, True)


def test_both_experts_must_say_yes_to_some_question() -> None:
    judged = judge(labels({("q-1", "a-1"): YES_TO_DIFFERENT, ("q-1", "a-2"): (True, True, False, False)}))
    assert pairs(judged) == {("q-1", "a-1"): "human", ("q-2", "b-1"): "eur_lex"}
    assert judged.judged_queries.rows() == [("cjeu", TASK, "q-1")]
    assert set(judged.qrels["version"]) == {"2"}


def test_the_same_question_if_wanted() -> None:
    judged = judge(
        labels({("q-1", "a-1"): YES_TO_DIFFERENT, ("q-1", "a-2"): (False, True, False, True)}), same_question=True
    )
    assert pairs(judged) == {("q-1", "a-2"): "human", ("q-2", "b-1"): "eur_lex"}


@given(st.tuples(st.booleans(), st.booleans(), st.booleans(), st.booleans()))
def test_the_rule(answers: Answers) -> None:
    first, second = answers[:2], answers[2:]
    loose = ("q-1", "a-1") in pairs(judge(labels({("q-1", "a-1"): answers})))
    strict = ("q-1", "a-1") in pairs(judge(labels({("q-1", "a-1"): answers}), same_question=True))
    assert loose == (any(first) and any(second))
    assert strict == any(one and other for one, other in zip(first, second, strict=True))


def test_a_query_that_loses_its_last_candidate_is_dropped_and_listed() -> None:
    judged = judge(labels({("q-2", "b-1"): (False, False, True, True)}))
    assert set(judged.qrels["query_id"]) == {"q-1"}
    assert reasons(judged) == {f"{TASK}/q-2": "no_gold_left"}
    assert judged.human_judgments.select("relevant", "before").rows() == [(False, True)]
    assert judged.judged_queries.is_empty()


def test_a_new_pair_comes_in_where_its_task_has_both() -> None:
    judged = judge(labels({("q-2", "a-1"): (True, True, True, True), ("q-9", "a-1"): (True, True, True, True)}))
    assert pairs(judged)["q-2", "a-1"] == "human"
    assert reasons(judged) == {"q-9/a-1": "unknown_pair"}
    assert judged.human_judgments["before"].to_list() == [False]


def test_labels_that_cannot_be_used_leave_their_pair_as_it_was() -> None:
    good = labels({("q-1", "a-1"): (True, True, True, True)})
    unread = labels({("q-1", "a-2"): (False, False, False, False)}).with_columns(answer=pl.lit("maybe"))
    alone = labels({("q-2", "b-1"): (False, False, False, False)}).filter(pl.col("expert") == "Ann")
    judged = judge(pl.concat([good, unread, alone]))
    assert pairs(judged) == {("q-1", "a-1"): "human", ("q-1", "a-2"): "eur_lex", ("q-2", "b-1"): "eur_lex"}
    assert reasons(judged) == {"q-1/a-2": "bad_label", "q-2/b-1": "not_two_experts"}


def test_yes_and_no_from_one_expert_is_no_answer() -> None:
    torn = pl.concat([labels({("q-1", "a-1"): each}) for each in ((True,) * 4, (False, True, True, True))])
    judged = judge(torn)
    assert pairs(judged)["q-1", "a-1"] == "eur_lex"
    assert reasons(judged) == {"q-1/a-1": "contradiction"}


def test_agreement_is_cohens_kappa() -> None:
    judged = judge(
        labels(
            {
                ("q-1", "a-1"): (True, False, True, False),
                ("q-1", "a-2"): (True, False, False, False),
                ("q-2", "b-1"): (False, False, False, False),
                ("q-2", "a-1"): (True, False, True, False),
            }
        )
    )
    by_question = {row["question"]: row for row in judged.label_agreement.iter_rows(named=True)}
    # On the rule they agree on 3 of 4 pairs; Ann says yes to 3 of 4, Ben to 2 of 4.
    observed, expected = 3 / 4, 3 / 4 * 2 / 4 + 1 / 4 * 2 / 4
    rule = by_question["rule"]
    assert (rule["pairs"], rule["observed"], rule["expected"]) == (4, observed, expected)
    assert rule["kappa"] == pytest.approx((observed - expected) / (1 - expected))
    # All say no to the facts: chance explains everything. The answers to any question are those to the rule.
    assert by_question["facts"]["kappa"] is None
    assert by_question["any"]["kappa"] == rule["kappa"]


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="lack the columns answer"):
        judge(labels({("q-1", "a-1"): YES_TO_DIFFERENT}).drop("answer"))
    with pytest.raises(ValueError, match="of version '1' already"):
        apply_labels("cjeu", BUILT.qrels, BUILT.candidates, labels({("q-1", "a-1"): YES_TO_DIFFERENT}), version="1")


def test_the_published_human_pairs_keep_their_source() -> None:
    if not PUBLISHED.is_file():
        pytest.skip("the folder of real source files does not lie beside this repository")
    figures = json.loads(PUBLISHED.read_text())["qrel_samples_dev_par_par_human"]
    published = [(query, candidate) for _, query, candidate in figures["first"]]
    built = tables({TASK: published})
    agreed = labels(dict.fromkeys(published, (True, True, True, True)))
    judged = apply_labels("cjeu", built.qrels, built.candidates, agreed, version="2")
    assert set(judged.qrels["source"]) == {figures["source_value"]}
    assert judged.judged_queries.height == len({query for query, _ in published})
