"""Merging a corpus with older tables: what each side lacks comes from the other, and everything left out is listed."""

from datetime import date

import polars as pl
import pytest

from legal_assets.passages.merging import Merged, merge_paragraphs
from legal_assets.passages.tables import Paragraphs, read_paragraphs
from legal_assets.schemas import DOCUMENTS, PASSAGES
from legal_assets.text.language import Identification

COLUMNS = {"celex": "celex", "number": "number", "text": "text"}
DOC = "62001CJ0001"


def table(content: str, source: str = "old") -> Paragraphs:
    return read_paragraphs("cjeu", source, f"celex,number,text\n{content}".encode(), COLUMNS)


def corpus(paragraphs: dict[int, str]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """One document with these numbered paragraphs."""
    text = "\n".join(paragraphs.values())
    document = {
        "corpus": "cjeu", "doc_id": DOC, "celex": DOC, "ecli": None, "kind": "judgment", "court": None,
        "date": date(2002, 1, 1), "title": None, "names": [], "case_numbers": [], "language": "en",
        "file_id": f"{DOC}.en.html", "sha256": "00", "passages": len(paragraphs), "problems": ["gap"], "text": text,
    }  # fmt: skip
    rows = []
    start = 0
    for position, (number, paragraph) in enumerate(paragraphs.items(), start=1):
        rows.append(
            {
                "corpus": "cjeu", "passage_id": f"{DOC}-{number}", "doc_id": DOC, "position": position,
                "number": number, "printed": str(number), "section": "grounds", "heading_path": [], "language": "en",
                "text": paragraph, "start": start, "end": start + len(paragraph), "flags": [], "links": [],
            }
        )  # fmt: skip
        start += len(paragraph) + 1
    return DOCUMENTS.frame([document]), PASSAGES.frame(rows)


def identify(text: str) -> Identification:
    return Identification("fr", 0.95 if "sûr" in text else 0.6) if "que" in text else Identification("en", 1.0)


def merge(paragraphs: dict[int, str], *tables: Paragraphs, metadata: pl.DataFrame | None = None) -> Merged:
    documents, passages = corpus(paragraphs)
    return merge_paragraphs("cjeu", documents, passages, tables, metadata=metadata, identify=identify)


def texts(merged: Merged) -> dict[str, str]:
    return dict(merged.passages.select("passage_id", "text").iter_rows())


def check_spans(merged: Merged) -> None:
    whole = dict(merged.documents.select("doc_id", "text").iter_rows())
    for row in merged.passages.iter_rows(named=True):
        assert whole[row["doc_id"]][row["start"] : row["end"]] == row["text"]
    counts = dict(merged.passages.group_by("doc_id").len().iter_rows())
    assert counts == dict(merged.documents.select("doc_id", "passages").iter_rows())


def test_a_missing_paragraph_comes_from_the_table() -> None:
    merged = merge({1: "First.", 3: "Third."}, table(f"{DOC},1,Another first\n{DOC},2,2. Second.\n"))
    assert texts(merged) == {f"{DOC}-1": "First.", f"{DOC}-2": "Second.", f"{DOC}-3": "Third."}
    added = merged.passages.row(by_predicate=pl.col("number") == 2, named=True)
    assert (added["printed"], added["flags"], added["position"]) == ("2.", ["imported"], 2)
    assert merged.documents["text"].to_list() == ["First.\nThird.\n2. Second."]
    assert merged.documents["problems"].to_list() == [["gap", "imported_paragraphs"]]
    check_spans(merged)
    (row,) = merged.recovered_passages.rows(named=True)
    assert (row["missing_in"], row["taken_from"], row["new_document"]) == ("corpus", "old", False)


def test_a_paragraph_without_text_is_filled() -> None:
    merged = merge({1: "First.", 2: ""}, table(f"{DOC},2,Second.\n"))
    assert texts(merged) == {f"{DOC}-1": "First.", f"{DOC}-2": "Second."}
    check_spans(merged)


def test_a_row_without_text_is_recovered_or_excluded() -> None:
    newer = table("62005CJ0005,1,Fifth.\n", "newer")
    merged = merge({1: "First."}, table(f"{DOC},1,\n62005CJ0005,1,\n62009CJ0009,1,\n"), newer)
    recovered = merged.recovered_passages.select("passage_id", "missing_in", "taken_from").rows()
    assert recovered == [
        (f"{DOC}-1", "old", "corpus"),
        ("62005CJ0005-1", "corpus", "newer"),
        ("62005CJ0005-1", "old", "newer"),
    ]
    assert merged.excluded_rows.select("row", "celex", "reason").rows() == [(3, "62009CJ0009", "empty_text")]


def test_a_case_that_only_tables_have_is_added() -> None:
    metadata = pl.DataFrame({"doc_id": ["62005CO0005"], "title": ["Quay"], "date": [date(2006, 2, 3)]})
    older = table("62005CO0005,2,Older second.\n62005CO0005,1,First.\n", "older")
    newer = table("62005CO0005,2,Newer second.\n62007CJ0007,4,Fourth.\n", "newer")
    merged = merge({1: "First."}, newer, older, metadata=metadata)
    added = {row["doc_id"]: row for row in merged.documents.iter_rows(named=True)}
    order = added["62005CO0005"]
    assert (order["kind"], order["date"], order["title"]) == ("order", date(2006, 2, 3), "Quay")
    assert (order["text"], order["passages"]) == ("First.\nNewer second.", 2)
    assert added["62007CJ0007"]["date"] is None
    assert merged.recovered_passages["new_document"].all()
    check_spans(merged)


def test_other_languages_are_filtered_when_sure() -> None:
    merged = merge({1: "First."}, table(f"{DOC},2,sûr que oui\n{DOC},3,peut-être que non\n{DOC},1,sûr que oui\n"))
    assert set(texts(merged)) == {f"{DOC}-1", f"{DOC}-3"}
    assert merged.filtered_passages.select("row", "passage_id", "language", "confidence").rows() == [
        (1, f"{DOC}-2", "fr", 0.95)
    ]


def test_nothing_to_merge_changes_nothing() -> None:
    documents, passages = corpus({1: "First.", 2: "Second."})
    for tables in ([], [table("")], [table(f"{DOC},1,Another\n")]):
        merged = merge_paragraphs("cjeu", documents, passages, tables, identify=identify)
        assert merged.documents.equals(documents)
        assert merged.passages.equals(passages)


def test_merging_again_changes_nothing() -> None:
    rows = table(f"{DOC},2,Second.\n62005CJ0005,1,Fifth.\n")
    once = merge({1: "First."}, rows)
    again = merge_paragraphs("cjeu", once.documents, once.passages, [rows], identify=identify)
    assert again.documents.equals(once.documents)
    assert again.passages.equals(once.passages)
    assert again.recovered_passages.is_empty()


def test_faults_of_the_tables_are_handed_on() -> None:
    merged = merge({1: "First."}, table("61195CJ0251,1,x\n"))
    assert merged.excluded_rows.select("source", "row", "reason").rows() == [("old", 1, "bad_celex")]


def test_tables_need_names_of_their_own() -> None:
    with pytest.raises(ValueError, match="need names of their own"):
        merge({1: "First."}, table(""), table(""))
    with pytest.raises(ValueError, match="need names of their own"):
        merge({1: "First."}, table("", "corpus"))


def test_the_identifier_of_the_house_knows_french() -> None:
    french = "La Cour a jugé que le péage du port constitue une entrave à la libre circulation des marchandises."
    english = "The Court held that the toll of the harbour is an obstacle to the free movement of goods."
    documents, passages = corpus({1: "First."})
    merged = merge_paragraphs("cjeu", documents, passages, [table(f'{DOC},2,"{french}"\n{DOC},3,"{english}"\n')])
    assert merged.filtered_passages.select("passage_id", "language").rows() == [(f"{DOC}-2", "fr")]
    assert set(texts(merged)) == {f"{DOC}-1", f"{DOC}-3"}
