"""Column mappings, tables that cannot be used, and collections before and after labels."""

import json
from pathlib import Path

import polars as pl
import pytest

from legal_assets.collections.cjeu import Collection
from legal_assets.collections.imported import check_table, column_mapping, judge_collection
from legal_assets.schemas import IMPORTED_TABLES, REJECTS, TASKS
from legal_assets.storage.raw import RawStore, open_root
from legal_assets_tests.collections.small_tables import tables
from legal_assets_tests.rows import filled

TASK = "par-par-dev"
NAMED = ("expert", "question", "answer")
ANSWERS = (("Ann", "rule", "yes"), ("Ann", "facts", "no"), ("Ben", "rule", "no"), ("Ben", "facts", "yes"))


def built() -> Collection:
    made = tables({TASK: [("q-1", "a-1"), ("q-2", "b-1")]})
    task = {"corpus": "cjeu", "task": TASK, "split": "dev", "queries": 2, "candidates": 2, "qrels": 2, "ranked": True}
    return Collection(filled(TASKS, [task]), made.queries, made.candidates, made.qrels, REJECTS.empty())


def imported(raw: RawStore, text: str) -> pl.DataFrame:
    row = {
        "corpus": "cjeu",
        "role": "labels",
        "name": "labels.csv",
        "columns": json.dumps({"query_id": "q", "candidate_id": "c"} | {name: name for name in NAMED}),
        "sha256": raw.put("cjeu", text.encode()),
    }
    return filled(IMPORTED_TABLES, [row])


def labels() -> str:
    rows = [f"q-1,a-1,{expert},{question},{answer}" for expert, question, answer in ANSWERS]
    return "\n".join(["q,c,expert,question,answer", *rows, ""])


def test_without_labels_a_collection_is_as_built(tmp_path: Path) -> None:
    before = built()
    none = IMPORTED_TABLES.empty()
    after = judge_collection(
        "cjeu", before, none, RawStore(open_root(str(tmp_path))), same_question=False, few_queries=5
    )
    assert after.collection is before
    assert after.human_judgments.is_empty()
    assert after.label_agreement.is_empty()


@pytest.mark.parametrize(("same_question", "left"), [(False, ["q-1", "q-2"]), (True, ["q-2"])])
def test_labels_leave_queries_and_sizes_that_agree(tmp_path: Path, same_question: bool, left: list[str]) -> None:
    raw = RawStore(open_root(str(tmp_path)))
    judged = judge_collection("cjeu", built(), imported(raw, labels()), raw, same_question=same_question, few_queries=2)
    made = judged.collection
    assert made.queries["query_id"].unique().sort().to_list() == left
    assert made.qrels["query_id"].to_list() == left
    assert made.tasks.select("queries", "qrels", "few").row(0) == (len(left), len(left), len(left) < 2)
    assert judged.human_judgments["relevant"].to_list() == [not same_question]
    (version,) = made.qrels["version"].unique()
    assert version.startswith("1+")


def test_a_mapping_names_the_tables_own_columns() -> None:
    assert column_mapping("paragraphs", "celex=A, number=B,text=C=D") == {"celex": "A", "number": "B", "text": "C=D"}
    assert column_mapping("citations", "citing_celex=A,cited_celex=B") == {"citing_celex": "A", "cited_celex": "B"}
    assert column_mapping("metadata", None) == {"celex": "celex", "title": "title", "date": "date"}


@pytest.mark.parametrize(
    "written", ["", "celex", "celex=A", "celex=A,number=B,text=", "celex=A,number=B,text=C,lamp=D"]
)
def test_a_text_that_is_no_mapping_is_refused_with_the_columns(written: str) -> None:
    with pytest.raises(ValueError, match="does not map the columns of paragraphs; write celex=…,number=…,text=…"):
        column_mapping("paragraphs", written)


@pytest.mark.parametrize(
    ("role", "text"),
    [
        ("paragraphs", "celex,number,text\nlamp,1,A lamp.\n"),
        ("citations", "citing_celex,citing_number,cited_celex,cited_number\nlamp,1,lamp,2\n"),
        ("metadata", "celex,title,date\nlamp,A lamp,2001-02-03\n"),
        ("labels", "query_id,candidate_id,expert,question,answer\n"),
    ],
)
def test_a_table_without_a_usable_row_is_refused(role: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"old\.csv: no row can be used; the first fault"):
        check_table("cjeu", role, "old.csv", text.encode(), column_mapping(role, None))
