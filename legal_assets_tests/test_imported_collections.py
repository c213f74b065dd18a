"""Older collections in the lineage: a release goes out and comes in, and tables are merged into a corpus."""

import os
from pathlib import Path
from unittest import mock

import polars as pl
import pytest

from legal_assets_tests.commands import Said, Type, assert_mistake
from legal_assets_tests.conftest import PREFIX, move
from legal_assets_tests.house import NOW, FreshDefinitions, House, anew
from legal_assets_tests.word_models import write_encoder, write_entity_model
from legal_assets_tests.workbooks import workbook
from legal_assets_tests.written_judgments import BEACON, BUOY, PILOT, QUAY, write_judgments

BOTH = "cjeu,legalpincite"
FERRY = "62014CJ9005"
PARAGRAPHS = (
    "CELEX_FROM,No,Text\n"
    f"{FERRY},1,A ferry that waits for the tide owes its passengers neither fare nor supper.\n"
    f"{FERRY},2,Passengers who board after the bell have lost their right to a seat on the upper deck.\n"
    f"{BEACON},2,Another wording of what the corpus has.\n"
    f"{BEACON},9,The bell of a lighthouse rings for the keeper alone and binds no passing vessel.\n"
    "lamp,1,A row of no decision.\n"
)
METADATA = f"celex,title,date\n{FERRY},Ferry Company v Tide Board,2015-06-11\n"
PAIRS = (
    "citing_celex,citing_number,cited_celex,cited_number\n"
    f"{QUAY},3,{FERRY},2\n"
    f"{QUAY},1,{BEACON},3\n"
    f"{QUAY},77,{BEACON},3\n"
)
ANSWERS = {
    (f"{QUAY}-1", f"{BEACON}-3"): ("yes", "no", "no", "yes"),
    (f"{QUAY}-2", f"{PILOT}-1"): ("yes", "yes", "no", "no"),
}
"""Answers of a pair: of the first expert to both questions, then of the second."""


def labels() -> str:
    rows = [
        f"{query},{candidate},{expert},{question},{answer}"
        for (query, candidate), answers in ANSWERS.items()
        for (expert, question), answer in zip(
            [(expert, question) for expert in ("Ann", "Ben") for question in ("rule", "facts")], answers, strict=True
        )
    ]
    return "\n".join(["query_id,candidate_id,expert,question,answer", *rows, ""])


TABLES = {
    "paragraphs": (PARAGRAPHS, "celex=CELEX_FROM,number=No,text=Text"),
    "metadata": (METADATA, None),
    "citations": (PAIRS, None),
    "labels": (labels(), None),
}
"""Text and column mapping of a table, by what it is merged as."""


def write(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def done(said: Said) -> str:
    assert (said.code, said.err) == (0, "")
    return said.out


def ndcg(query_metrics: pl.DataFrame, variant: str) -> pl.DataFrame:
    frame = query_metrics.filter((pl.col("variant") == variant) & (pl.col("measure") == "nDCG@10"))
    return frame.select("task", "query_id", "value").sort("task", "query_id")


@pytest.mark.slow
def test_a_release_that_is_imported_scores_as_where_it_came_from(
    harbour_home: Path, tmp_path: Path, fresh_definitions: FreshDefinitions, type_command: Type
) -> None:
    folder = tmp_path / "release"
    assert "files written to" in done(type_command("export", "legalpincite", str(folder)))
    taken = done(type_command("import", "legalpincite", str(folder)))
    number = len(list(folder.iterdir()))
    assert taken.splitlines() == [
        f"{number} files taken, 0 replaced, 0 unchanged, 0 not taken. Now enable the corpus with "
        f"LEGAL_ASSETS_CORPORA={BOTH}, then `legal-assets run --corpus legalpincite`."
    ]
    said = type_command("run", CORPORA=BOTH)
    assert "Leaderboard of legalpincite, variant masked" in done(said)
    house = fresh_definitions(CORPORA=BOTH)
    tables = [house.table("lexical_query_metrics", f"{corpus}|bm25") for corpus in ("cjeu", "legalpincite")]
    ours, theirs = (ndcg(frame, "original") for frame in tables)
    assert ours.height > 0
    assert theirs.equals(ours)
    assert set(house.table("queries", "legalpincite")["variant"]) == {"original", "masked"}
    for name in ("documents", "passages", "citations", "masked_passages", "query_rejects"):
        assert house.table(name, "legalpincite").is_empty(), name
    for name in ("lexical_metrics", "lexical_leakage"):
        assert house.table(name, "legalpincite|bm25").height > 0, name
    again = tmp_path / "again"
    done(type_command("export", "legalpincite", str(again), "--corpus", "legalpincite", CORPORA=BOTH))
    for path in folder.iterdir():
        if path.name != "metadata.csv":  # a release's titles are not kept
            assert (again / path.name).read_bytes() == path.read_bytes(), path.name


def test_a_release_that_was_not_imported_is_asked_for(type_command: Type) -> None:
    said = type_command("run", "--corpus", "legalpincite", "--until", "qrels", CORPORA=BOTH)
    assert said.code == 1
    assert "legal-assets import legalpincite FOLDER" in " ".join(said.err.split())
    assert_mistake(type_command("run", "--corpus", "legalpincite"), "not enabled", f"LEGAL_ASSETS_CORPORA={BOTH}")
    assert_mistake(type_command("fetch", "legalpincite", "--dry-run", CORPORA=BOTH), "has no source")


def test_a_file_that_is_no_part_of_a_release_is_not_taken(type_command: Type, tmp_path: Path) -> None:
    folder = tmp_path / "release"
    folder.mkdir()
    write(folder / "doc_dev_par.csv", "docno,text\n")
    write(folder / "qrel_dev_par_par.csv", "qid,docno\n")
    write(folder / "notes.csv", "docno,text\n")
    out = done(type_command("import", "legalpincite", str(folder)))
    assert [line.split(":")[0] for line in out.splitlines()[:2]] == [
        "not taken  notes.csv",
        "not taken  qrel_dev_par_par.csv",
    ]
    assert "missing_columns" in out
    assert "1 files taken" in out


def test_mistakes_of_an_export_are_one_line(type_command: Type, tmp_path: Path) -> None:
    folder = str(tmp_path / "release")
    assert_mistake(type_command("export", "lamps", folder), "no layout", "legalpincite")
    assert_mistake(type_command("export", "legalpincite", folder, "--corpus", "lamps"), "not in the catalog")
    assert_mistake(type_command("export", "legalpincite", folder), "run `legal-assets run --corpus cjeu` first")


def test_mistakes_of_a_table_are_one_line(type_command: Type, tmp_path: Path) -> None:
    table = write(tmp_path / "old.csv", PARAGRAPHS)
    columns = ("--columns", "celex=CELEX_FROM,number=No,text=Text")
    assert_mistake(type_command("import", "cjeu", table, "--as", "lamps"), "paragraphs, citations, labels, metadata")
    assert_mistake(type_command("import", "cjeu", table, "--as", "paragraphs"), "lacks the columns celex")
    assert_mistake(type_command("import", "cjeu", table, "--as", "paragraphs", "--columns", "celex=No"), "number, text")
    assert_mistake(type_command("import", "cjeu", table, *columns), "--as")
    assert_mistake(type_command("import", "cjeu", str(tmp_path / "no.csv"), "--as", "paragraphs"), "No such file")
    assert_mistake(type_command("import", "legalpincite", table, "--as", "paragraphs", *columns), "stays as published")
    wrong = ("--columns", "celex=Text,number=No,text=Text")
    assert_mistake(type_command("import", "cjeu", table, "--as", "paragraphs", *wrong), "no row can be used", "CELEX")


@pytest.fixture(scope="module")
def merged(tmp_path_factory: pytest.TempPathFactory) -> dict[str, pl.DataFrame]:
    """Return every table of a house of four judgments into which tables of every kind were merged."""
    folder = tmp_path_factory.mktemp("merged")
    with mock.patch.dict(os.environ), anew():
        move(folder / "home")
        os.environ[f"{PREFIX}SYSTEMS"] = "bm25"
        house = House()
        house.import_folder(write_judgments(folder / "judgments"))
        for role, (text, columns) in TABLES.items():
            take(house, Path(write(folder / f"{role}.csv", text)), role, columns)
        assert house.run().errors == []
        return {name: house.table(name, cell.partition(" ")[2]) for name, cell in cells(house).items()}


def take(house: House, file: Path, role: str, written: str | None) -> None:
    imported = house.module("collections.imported")
    columns = imported.column_mapping(role, written)
    house.module("fetch.store_imports").import_table_into_store(
        "cjeu",
        file,
        role,
        columns,
        house.store,
        house.raw,
        max_bytes=10**6,
        check=lambda data: imported.check_table("cjeu", role, file.name, data, columns),
        now=NOW,
    )


def cells(house: House) -> dict[str, str]:
    return {cell.partition(" ")[0]: cell for cell in house.cells() if not cell.startswith("warehouse")}


def test_tables_are_merged_into_a_corpus(merged: dict[str, pl.DataFrame]) -> None:
    passages = dict(merged["passages"].select("passage_id", "text").iter_rows())
    assert passages[f"{FERRY}-2"].startswith("Passengers who board")
    assert passages[f"{BEACON}-2"].startswith("Dues for fog signals"), "the corpus's own text counts"
    assert passages[f"{BEACON}-9"].startswith("The bell of a lighthouse")
    assert set(merged["recovered_passages"]["passage_id"]) == {f"{FERRY}-1", f"{FERRY}-2", f"{BEACON}-9"}
    assert merged["excluded_rows"].select("source", "row", "reason").rows() == [("paragraphs.csv", 5, "bad_celex")]
    assert merged["filtered_passages"].is_empty()
    ferry = merged["documents"].row(by_predicate=pl.col("doc_id") == FERRY, named=True)
    assert (str(ferry["date"]), ferry["title"]) == ("2015-06-11", "Ferry Company v Tide Board")


def test_citation_pairs_become_citations_and_judgments(merged: dict[str, pl.DataFrame]) -> None:
    citations = merged["citations"].filter(pl.col("found_by").list.contains("citations.csv"))
    assert set(citations.select("passage_id", "target_passage_id", "kind").iter_rows()) == {
        (f"{QUAY}-3", f"{FERRY}-2", "imported"),
        (f"{QUAY}-1", f"{BEACON}-3", "full"),
    }
    assert merged["excluded_pairs"].select("row", "reason").rows() == [(3, "unknown_passage")]
    qrels = merged["qrels"].filter(pl.col("task") == "par-par-test")
    assert (f"{QUAY}-3", f"{FERRY}-2", "eur_lex") in qrels.select("query_id", "candidate_id", "source").rows()


def test_labels_judge_the_pairs_that_they_name(merged: dict[str, pl.DataFrame]) -> None:
    test = pl.col("task") == "par-par-test"
    qrels = merged["qrels"].filter(test)
    assert qrels.filter(pl.col("source") == "human").select("query_id", "candidate_id").rows() == [
        (f"{QUAY}-1", f"{BEACON}-3")
    ]
    assert f"{QUAY}-2" not in set(qrels["query_id"]) | set(merged["queries"].filter(test)["query_id"])
    judged = merged["human_judgments"].filter(test).select("query_id", "relevant").rows()
    assert judged == [(f"{QUAY}-1", True), (f"{QUAY}-2", False)]
    assert set(merged["label_agreement"]["question"]) == {"any", "facts", "rule"}
    assert merged["tasks"].filter(test).select("queries", "qrels").row(0) == (2, 2)
    reasons = dict(merged["query_rejects"].select("record_id", "reason").iter_rows())
    assert reasons[f"par-par-test/{QUAY}-2"] == "no_gold_left"


def test_the_human_subset_stands_beside_all_queries(merged: dict[str, pl.DataFrame]) -> None:
    subset = merged["lexical_human_subset"].filter(
        (pl.col("task") == "par-par-test") & (pl.col("variant") == "masked") & (pl.col("measure") == "nDCG@10")
    )
    found = ndcg(merged["lexical_query_metrics"], "masked").filter(pl.col("task") == "par-par-test")
    values = dict(found.drop("task").iter_rows())
    (row,) = subset.to_dicts()
    assert (row["n_all"], row["n_human"], row["few"]) == (2, 1, True)
    assert row["value_human"] == pytest.approx(values[f"{QUAY}-1"])
    assert row["value_all"] == pytest.approx((values[f"{QUAY}-1"] + values[f"{QUAY}-3"]) / 2)
    assert row["difference"] == pytest.approx(row["value_human"] - row["value_all"])


def test_tables_leave_the_sample_where_it_is(
    type_command: Type, tmp_path: Path, fresh_definitions: FreshDefinitions
) -> None:
    table = write(tmp_path / "facts.csv", METADATA)
    done(type_command("import", "cjeu", table, "--as", "metadata"))
    assert "1 unchanged" in done(type_command("import", "cjeu", table, "--as", "metadata"))
    done(type_command("run", "--until", "raw_documents"))
    house = fresh_definitions()
    assert set(house.table("raw_documents")["source"]) == {"sample"}
    assert house.table("imported_tables").select("role", "name").rows() == [("metadata", "facts.csv")]


@pytest.mark.slow
def test_models_that_are_named_mask_and_compare(
    harbour_home: Path, tmp_path: Path, fresh_definitions: FreshDefinitions
) -> None:
    models = {
        "ENTITY_MODEL": str(write_entity_model(tmp_path / "entities", "lamp")),
        "SIMILARITY_MODEL": str(write_encoder(tmp_path / "encoder", ("lamp", "fee"), longest=64)),
    }
    house = fresh_definitions(SYSTEMS="bm25", **models)
    ran = house.run()
    assert not ran.errors
    texts = {
        row["variant"]: row["text"]
        for row in house.table("masked_passages").filter(pl.col("passage_id") == f"{BUOY}-2").iter_rows(named=True)
    }
    assert texts["masked"] == "Vessels that steer by a lamp owe dues to its keeper (judgment)."
    assert "lamp" not in texts["masked-entities"]
    assert "EU:C:" not in texts["masked-entities"]
    quality = house.table("masking_quality")
    assert set(quality["masking"]) == {"citations", "entities"}
    checked = quality.filter(pl.col("kind") == "ecli").select("masking", "number").rows()
    assert sorted(checked) == [("citations", 0), ("entities", 0)]
    steps = house.table("lexical_leakage", "cjeu|bm25").select("variant_before", "variant_after").unique().rows()
    assert ("masked-entities", "masked") in steps
    similar = house.table("collection_similarity")
    assert set(similar["variant"]) == {"original", "unnumbered", "masked", "masked-entities"}
    assert similar["f1_mean"].is_between(0, 1.001).all()


def test_a_workbook_of_citations_is_merged(
    harbour_home: Path, tmp_path: Path, fresh_definitions: FreshDefinitions, type_command: Type
) -> None:
    path = tmp_path / "pairs.xlsx"
    path.write_bytes(workbook([["from", "at", "to", "point"], [QUAY, 3, BEACON, 2]]))
    mapping = "citing_celex=from,citing_number=at,cited_celex=to,cited_number=point"
    assert "1 files taken" in done(
        type_command("import", "cjeu", str(path), "--as", "citations", "--columns", mapping, SYSTEMS="bm25")
    )
    house = fresh_definitions(SYSTEMS="bm25")
    assert not house.run(until="qrels").errors
    added = house.table("citations").filter(pl.col("passage_id") == f"{QUAY}-3")
    assert added.select("target_passage_id", "kind").rows() == [(f"{BEACON}-2", "imported")]
    assert added["found_by"].to_list() == [["pairs.xlsx"]]
    judged = house.table("qrels").filter((pl.col("task") == "par-par-test") & (pl.col("query_id") == f"{QUAY}-3"))
    assert judged["candidate_id"].to_list() == [f"{BEACON}-2"]
