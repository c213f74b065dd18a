"""A release in the LegalPincite layout, out and in: equal after a round trip, faults listed."""

from collections.abc import Iterable
from pathlib import Path

import polars as pl
import pytest

from legal_assets.collections.legalpincite import Release, read_release
from legal_assets.reports.legalpincite import write_release
from legal_assets.text.language import Identification

FILES = {
    "query_dev_par.csv": (
        "qid,query_unmasked,query\n"
        '62018CJ0001-2,"2. It is free (judgment in Quay, paragraph 1).","2. It is free (judgment in)."\n'
        '62018CJ0001-3,"3 The toll, as said in Quay, falls.",3 The toll falls.\n'
    ),
    "doc_dev_par.csv": (
        "docno,text\n"
        "61962CJ0002-1,1 - A harbour serves all.\n"
        "61962CJ0002-2,2 . A toll may be asked.\n"
        "61986CO0117(01)-1,The order of 1986 has no number.\n"
    ),
    "doc_dev_case.csv": "docno,text\n61962CJ0002,1 - A harbour serves all. 2 . A toll may be asked.\n",
    "qrel_dev_par_par.csv": (
        "qid,docno,label,source\n"
        "62018CJ0001-2,61962CJ0002-1,1,eur_lex\n"
        "62018CJ0001-2,61986CO0117(01)-1,1,human\n"
        "62018CJ0001-3,61962CJ0002-2,0,human\n"
    ),
    "qrel_dev_par_case.csv": "qid,docno,label,source\n62018CJ0001-3,61962CJ0002,1,eur_lex\n",
    "metadata.csv": (
        "CELEX,title,date\n"
        "62018CJ0001,Port Authority v Quay,2019-05-02\n"
        "61962CJ0002,Quay,1963-02-05\n"
        "61986CO0117(01),,1986-07-15\n"
    ),
}
PUBLISHED = Path(__file__).resolve().parents[2] / "../shared/data/cjeu/legalpincite/notebook_figures.json"


def in_english(_: str) -> Identification:
    return Identification("en", 1.0)


def write(folder: Path, files: dict[str, str]) -> Path:
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_text(content)
    return folder


def read(folder: Path) -> Release:
    return read_release(folder, few_queries=50, identify=in_english)


def export(folder: Path, release: Release) -> list[str]:
    return write_release(
        folder,
        release.queries.lazy(),
        release.candidates.lazy(),
        release.qrels.lazy(),
        release.documents.lazy(),
    )


def reasons(release: Release) -> dict[str, str]:
    return dict(release.rejects.select("record_id", "reason").iter_rows())


def column(frame: pl.DataFrame, name: str) -> Iterable[object]:
    return frame[name].to_list()


def test_a_release_becomes_a_collection(tmp_path: Path) -> None:
    release = read(write(tmp_path / "in", FILES))
    sizes = release.tasks.select("task", "queries", "candidates", "qrels").rows()
    assert sizes == [("par-case-dev", 1, 1, 1), ("par-par-dev", 1, 3, 2)]
    assert set(column(release.queries, "variant")) == {"original", "masked"}
    assert release.qrels.filter(pl.col("source") == "human")["candidate_id"].to_list() == ["61986CO0117_01-1"]
    assert reasons(release) == {"qrel_dev_par_par.csv": "not_relevant"}


def test_documents_and_passages_of_a_release(tmp_path: Path) -> None:
    release = read(write(tmp_path / "in", FILES))
    quay = release.documents.row(by_predicate=pl.col("doc_id") == "61962CJ0002", named=True)
    assert (quay["celex"], quay["kind"], quay["court"]) == ("61962CJ0002", "judgment", "court-of-justice")
    assert (quay["case_numbers"], quay["passages"]) == (["C-2/62"], 2)
    texts = dict(release.documents.select("doc_id", "text").iter_rows())
    for row in release.passages.iter_rows(named=True):
        assert texts[row["doc_id"]][row["start"] : row["end"]] == row["text"]
    printed = {row["passage_id"]: (row["printed"], row["text"]) for row in release.passages.iter_rows(named=True)}
    assert printed["61962CJ0002-1"] == ("1 -", "A harbour serves all.")
    assert printed["61986CO0117_01-1"] == ("", "The order of 1986 has no number.")


def test_round_trip_is_equal(tmp_path: Path) -> None:
    first = read(write(tmp_path / "in", FILES))
    names = export(tmp_path / "out", first)
    assert names == sorted(FILES)
    second = read(tmp_path / "out")
    for table in ("documents", "passages", "tasks", "queries", "candidates", "qrels"):
        ours, theirs = (getattr(release, table) for release in (first, second))
        # A file's digest may differ: rows are sorted and pairs of label 0 have left.
        assert ours.drop("sha256", strict=False).equals(theirs.drop("sha256", strict=False)), table
    assert second.rejects.is_empty()
    export(tmp_path / "again", second)
    for name in names:
        assert (tmp_path / "again" / name).read_bytes() == (tmp_path / "out" / name).read_bytes()
    assert "61986CO0117(01)-1" in (tmp_path / "out" / "doc_dev_par.csv").read_text()


@pytest.mark.parametrize(
    ("name", "content", "record", "reason"),
    [
        ("doc_dev_case.csv", "docno\n61962CJ0002\n", "doc_dev_case.csv", "missing_columns"),
        ("doc_dev_case.csv", "docno,text\na,b,c,d\n", "doc_dev_case.csv", "unreadable_file"),
        ("doc_dev_case.csv", "", "doc_dev_case.csv", "unreadable_file"),
        ("doc_dev_par.csv", FILES["doc_dev_par.csv"] + "62000CJ0001,x\n", "doc_dev_par.csv:4", "bad_id"),
        ("doc_dev_par.csv", FILES["doc_dev_par.csv"] + "62000CJ0001-1,\n", "doc_dev_par.csv:4", "empty_text"),
        ("doc_dev_par.csv", FILES["doc_dev_par.csv"] + "61962CJ0002-1,other\n", "doc_dev_par.csv:4", "repeated_id"),
        ("doc_dev_par.csv", FILES["doc_dev_par.csv"] + "62000CJ0001-1,x\n", "par-par-dev/62000CJ0001-1", "no_date"),
        ("qrel_dev_par_case.csv", "qid,docno,label,source\n62018CJ0001-3,61962CJ0002,yes,x\n",
         "qrel_dev_par_case.csv:1", "bad_label"),
        ("qrel_dev_par_case.csv", "qid,docno,label,source\n62018CJ0001-3,61962CJ0002,1,\n",
         "qrel_dev_par_case.csv:1", "no_source"),
        ("qrel_dev_par_case.csv", "qid,docno,label,source\n62018CJ0001-9,61962CJ0002,1,x\n",
         "qrel_dev_par_case.csv:1", "unknown_query"),
        ("qrel_dev_par_case.csv", "qid,docno,label,source\n62018CJ0001-3,61962CJ0009,1,x\n",
         "qrel_dev_par_case.csv:1", "unknown_candidate"),
        ("qrel_dev_par_case.csv", FILES["qrel_dev_par_case.csv"] + "62018CJ0001-3,61962CJ0002,1,eur_lex\n",
         "qrel_dev_par_case.csv:2", "repeated_pair"),
        ("metadata.csv", FILES["metadata.csv"] + "61999CJ0001,x,someday\n", "metadata.csv:4", "bad_date"),
        ("qrel_dev_case_case.csv", FILES["qrel_dev_par_case.csv"], "qrel_dev_case_case.csv", "incomplete_task"),
        ("doc_test_par.csv", FILES["doc_dev_par.csv"], "doc_test_par.csv", "no_task"),
        ("readme.txt", "hello", "readme.txt", "foreign_file"),
    ],
)  # fmt: skip
def test_faults_are_listed(tmp_path: Path, name: str, content: str, record: str, reason: str) -> None:
    release = read(write(tmp_path / "in", FILES | {name: content}))
    assert reasons(release)[record] == reason
    assert "par-par-dev" in column(release.tasks, "task")


def test_a_query_without_relevant_candidate_is_listed(tmp_path: Path) -> None:
    release = read(write(tmp_path / "in", {name: FILES[name] for name in FILES if "case" not in name}))
    assert reasons(release)["query_dev_par.csv:2"] == "no_gold"


def test_dates_in_other_writings(tmp_path: Path) -> None:
    english = FILES["metadata.csv"].replace("2019-05-02", "02/05/2019").replace("1963-02-05", "05/02/1963")
    release = read(write(tmp_path / "in", FILES | {"metadata.csv": english.replace("1986-07-15", "15/07/1986")}))
    assert str(release.tasks["last_day"].max()) == "2019-05-02"


def test_a_folder_without_task(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is no folder"):
        read(tmp_path / "absent")
    with pytest.raises(ValueError, match="holds no task"):
        read(write(tmp_path / "in", {"metadata.csv": FILES["metadata.csv"]}))
    with pytest.raises(ValueError, match="holds no usable query"):
        read(write(tmp_path / "undated", FILES | {"metadata.csv": "CELEX,title,date\n"}))


def test_days_and_months_that_cannot_be_told_apart_are_no_dates(tmp_path: Path) -> None:
    unclear = "CELEX,title,date\n62018CJ0001,a,02/05/2019\n61962CJ0002,b,05/02/1963\n61986CO0117(01),c,07/08/1986\n"
    with pytest.raises(ValueError, match="holds no usable query"):
        read(write(tmp_path / "in", FILES | {"metadata.csv": unclear}))


def test_the_published_columns(tmp_path: Path) -> None:
    if not PUBLISHED.is_file():
        pytest.skip("the folder of real source files does not lie beside this repository")
    import json

    columns = json.loads(PUBLISHED.read_text())["columns"]
    export(tmp_path / "out", read(write(tmp_path / "in", FILES)))
    for name in FILES:
        header = (tmp_path / "out" / name).read_text().splitlines()[0].split(",")
        assert header == columns.get(name.partition("_")[0], ["CELEX", "title", "date"])
