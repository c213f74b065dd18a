"""Citation pairs of older collections: read with their faults, and merged with what the corpus found itself."""

import json
from pathlib import Path

import polars as pl
import pytest

from legal_assets.citations.frames import resolve_targets
from legal_assets.citations.legalpincite import read_pairs
from legal_assets.citations.tables import Pairs, add_citation_pairs, read_citation_pairs
from legal_assets.schemas import CITATIONS
from legal_assets_tests.workbooks import workbook

DATA = Path(__file__).resolve().parents[2] / "../shared/data/cjeu"
COLUMNS = {
    "citing_celex": "CELEX_FROM",
    "citing_number": "NUMBER_FROM",
    "cited_celex": "CELEX_TO",
    "cited_number": "NUMBER_TO",
}
HEADER = "CELEX_FROM,NUMBER_FROM,CELEX_TO,NUMBER_TO\n"
DOCUMENTS = pl.DataFrame(
    {
        "doc_id": ["62001CJ0001", "62005CJ0005"],
        "celex": ["62001CJ0001", "62005CJ0005"],
        "ecli": ["EU:C:2002:1", None],
        "case_numbers": [["C-1/01"], ["C-5/05"]],
    },
    schema_overrides={"case_numbers": pl.List(pl.String)},
)
PASSAGES = pl.DataFrame(
    {
        "doc_id": ["62001CJ0001", "62001CJ0001", "62005CJ0005"],
        "passage_id": ["62001CJ0001-1", "62001CJ0001-2", "62005CJ0005-7"],
        "number": [1, 2, 7],
    },
    schema_overrides={"number": pl.Int32},
)


def read(content: str) -> Pairs:
    return read_citation_pairs("cjeu", "old", (HEADER + content).encode(), COLUMNS)


def found(citing: str, target: str, pinpoint: int | None) -> pl.DataFrame:
    """One citation that the corpus found in its own text."""
    row = {
        "doc_id": citing.partition("-")[0], "passage_id": citing, "start": 4, "end": 20, "raw": "judgment in Quay",
        "target_ecli": None, "target_celex": target, "pinpoint": pinpoint, "kind": "full", "filled": False,
        "found_by": ["prose"], "target": target, "corpus": "cjeu",
    }  # fmt: skip
    schema = {name: kind for name, kind in CITATIONS.schema.items() if name in row} | {"target": pl.String()}
    return resolve_targets(pl.DataFrame([row], schema=schema), DOCUMENTS, PASSAGES)


def add(citations: pl.DataFrame, pairs: Pairs) -> tuple[pl.DataFrame, dict[int, str]]:
    added = add_citation_pairs("cjeu", citations, DOCUMENTS, PASSAGES, [pairs])
    return added.citations, dict(added.excluded_rows.select("row", "reason").iter_rows())


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("61195CJ0251,1,62005CJ0005,7", "bad_celex"),
        ("62001CJ0001,1,61195CJ0251,7", "bad_celex"),
        ("62001CJ0001,1,,7", "no_celex"),
        ("62001CJ0001,one,62005CJ0005,7", "bad_number"),
        ("62001CJ0001,1,62005CJ0005,seven", "bad_number"),
        ("62001CJ0001, 1 ,62005CJ0005 ,7.0", "repeated_row"),
    ],
)
def test_pairs_that_cannot_be_used_are_listed(row: str, reason: str) -> None:
    pairs = read(f"62001CJ0001,1,62005CJ0005,7\n{row}\n")
    assert pairs.excluded.select("row", "reason").rows() == [(2, reason)]
    assert pairs.rows.height == 1


def test_a_pair_becomes_a_resolved_citation() -> None:
    citations, excluded = add(CITATIONS.empty(), read("62005CJ0005,7,62001CJ0001,2\n62005CJ0005,7,62099CJ0009,\n"))
    assert excluded == {2: "bad_celex"}  # nobody knows the cases of 2099
    (row,) = citations.rows(named=True)
    assert (row["target_doc_id"], row["target_passage_id"]) == ("62001CJ0001", "62001CJ0001-2")
    assert (row["target_ecli"], row["kind"], row["found_by"]) == ("EU:C:2002:1", "imported", ["old"])
    assert (row["start"], row["end"], row["is_self"]) == (-1, -1, False)


def test_what_both_have_is_one_citation() -> None:
    citations, _ = add(found("62005CJ0005-7", "62001CJ0001", 2), read("62005CJ0005,7,62001CJ0001,2\n"))
    (row,) = citations.rows(named=True)
    assert (row["found_by"], row["raw"], row["start"], row["kind"]) == (["old", "prose"], "judgment in Quay", 4, "full")


def test_a_pinpoint_of_the_table_makes_a_case_citation_precise() -> None:
    citations, _ = add(found("62005CJ0005-7", "62001CJ0001", None), read("62005CJ0005,7,62001CJ0001,1\n"))
    assert citations.select("target_passage_id", "pinpoint").rows() == [("62001CJ0001-1", 1)]


def test_pairs_without_a_place_are_listed() -> None:
    citations, excluded = add(CITATIONS.empty(), read("62005CJ0005,8,62001CJ0001,1\n62005CJ0005,,62001CJ0001,1\n"))
    assert citations.is_empty()
    assert excluded == {1: "unknown_passage", 2: "no_citing_number"}


def test_adding_again_changes_nothing() -> None:
    pairs = read("62005CJ0005,7,62001CJ0001,2\n62005CJ0005,7,62001CJ0001,1\n")
    once, _ = add(found("62001CJ0001-1", "62005CJ0005", None), pairs)
    assert once.height == 3
    again, _ = add(once, pairs)
    assert again.equals(once)


def test_the_two_decisions_must_be_mapped() -> None:
    with pytest.raises(ValueError, match="the mapping lacks cited_celex"):
        read_citation_pairs("cjeu", "old", HEADER.encode(), {"citing_celex": "CELEX_FROM"})


def test_published_pairs_are_read_as_the_release_reader_does() -> None:
    path = DATA / "legalpincite/cj_par2par_citation.sample.csv"
    if not path.is_file():
        pytest.skip("the folder of real source files does not lie beside this repository")
    data = path.read_bytes()
    pairs = read_citation_pairs("cjeu", "legalpincite", data, COLUMNS)
    columns = ["citing_celex", "citing_number", "target_celex", "pinpoint"]
    ours = pairs.rows.rename({"cited_celex": "target_celex"}).select(columns)
    assert pairs.excluded.filter(pl.col("reason") != "repeated_row").is_empty()
    assert ours.sort(columns).equals(read_pairs(data).select(columns).sort(columns))


def test_malformed_numbers_of_published_case_pairs_are_listed() -> None:
    path = DATA / "case_citations/all_cases_citations.sources_2of3.csv"
    if not path.is_file():
        pytest.skip("the folder of real source files does not lie beside this repository")
    pairs = read_citation_pairs("cjeu", "cases", path.read_bytes(), {"citing_celex": "source", "cited_celex": "target"})
    lines = path.read_text().splitlines()[1:]
    # A whole number has eleven characters before its suffix; these faults are all digits left out.
    short = [at for at, line in enumerate(lines, 1) if any(len(one.partition("(")[0]) != 11 for one in line.split(","))]
    bad = pairs.excluded.filter(pl.col("reason") == "bad_celex")
    assert bad["row"].to_list() == short
    assert "61978CJ148 is no CELEX number of case law" in bad["detail"]
    assert pairs.rows.height + pairs.excluded.height == len(lines)


ENTRIES = ["62001CJ0001-N2: N 7", "12007P047: N 7", "62001CJ0001: seven"]
LISTS = json.dumps({"62005CJ0005": ENTRIES, "lamp": ["62001CJ0001: N 1"]}).encode()


def test_lists_in_json_are_pairs_too() -> None:
    names = {name: name for name in ("citing_celex", "citing_number", "cited_celex", "cited_number")}
    pairs = read_citation_pairs("cjeu", "lists.json", LISTS, names)
    assert pairs.rows.rows() == [(1, "62005CJ0005", "62005CJ0005", "62001CJ0001", 7, 2)]
    excluded = pairs.excluded.select("row", "celex", "reason", "detail").sort("row").rows()
    assert excluded[0][:3] == (2, "lamp", "bad_celex")
    assert excluded[1] == (3, "62005CJ0005", "unread_entry", "62005CJ0005: 62001CJ0001: seven")
    with pytest.raises(ValueError, match="without --columns"):
        read_citation_pairs("cjeu", "lists.json", LISTS, COLUMNS)
    with pytest.raises(ValueError, match=r"lists\.json: the cited instruments are no JSON"):
        read_citation_pairs("cjeu", "lists.json", b"{", names)


def test_a_workbook_is_read_like_csv() -> None:
    book = workbook([[*COLUMNS.values()], ["62005CJ0005", 7, "62001CJ0001", 2], ["62005CJ0005", 7, "62001CJ0001", ""]])
    pairs = read_citation_pairs("cjeu", "old.xlsx", book, COLUMNS)
    text = HEADER + "62005CJ0005,7,62001CJ0001,2\n62005CJ0005,7,62001CJ0001,\n"
    assert pairs.rows.equals(read_citation_pairs("cjeu", "old.xlsx", text.encode(), COLUMNS).rows)
    assert pairs.rows["pinpoint"].to_list() == [2, None]
