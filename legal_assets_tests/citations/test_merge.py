"""Citations of several sources become one, with everything that found them."""

import polars as pl
import pytest

from legal_assets.citations.merge import IDENTITIES, joined_identities, merge_citations
from legal_assets.citations.reference import Reference

NONE_KNOWN = pl.DataFrame(schema=IDENTITIES)
SCHEMA = {
    "passage_id": pl.String(),
    "target_ecli": pl.String(),
    "target_celex": pl.String(),
    "pinpoint": pl.Int32(),
    "found_by": pl.List(pl.String()),
}


def source(name: str, *rows: tuple[str, str | None, str | None, int | None]) -> pl.DataFrame:
    return pl.DataFrame([(*row, [name]) for row in rows], schema=SCHEMA, orient="row")


def merged(*sources: pl.DataFrame, identities: pl.DataFrame = NONE_KNOWN) -> list[tuple[object, ...]]:
    frame = merge_citations(sources, identities)
    return frame.select("passage_id", "target", "pinpoint", "found_by").rows()


def test_what_found_a_citation_is_told_in_order() -> None:
    publisher = source("publisher", ("p-1", "EU:C:2016:341", None, 30))
    prose = source("prose", ("p-1", "EU:C:2016:341", "62014CJ0212", 30), ("p-1", "EU:C:2016:341", "62014CJ0212", 31))
    assert merged(prose, publisher) == [
        ("p-1", "EU:C:2016:341", 30, ["prose", "publisher"]),
        ("p-1", "EU:C:2016:341", 31, ["prose"]),
    ]


def test_celex_and_ecli_of_one_decision_meet() -> None:
    publisher = source("publisher", ("p-1", "EU:C:2016:341", None, 30))
    imported = source("legalpincite", ("p-1", None, "62014CJ0212", 30))
    identities = pl.DataFrame([("62014CJ0212", "EU:C:2016:341")], schema=IDENTITIES, orient="row")
    assert merged(publisher, imported, identities=identities) == [
        ("p-1", "EU:C:2016:341", 30, ["legalpincite", "publisher"])
    ]
    assert len(merged(publisher, imported)) == 2


def test_joined_cases_are_one_decision_under_either_number() -> None:
    reference = Reference(0, 0, 9, "", "full", ("C-368/20", "C-369/20"), "EU:C:2022:298", "62020CJ0368", pinpoints=(3,))
    identities = joined_identities([reference])
    assert identities.rows() == [("62020CJ0368", "EU:C:2022:298"), ("62020CJ0369", "EU:C:2022:298")]
    prose = source("prose", ("p-1", "EU:C:2022:298", "62020CJ0368", 3))
    imported = source("legalpincite", ("p-1", None, "62020CJ0369", 3))
    assert merged(prose, imported, identities=identities) == [("p-1", "EU:C:2022:298", 3, ["legalpincite", "prose"])]


def test_citation_of_the_case_goes_beside_a_pinpoint_and_stays_alone() -> None:
    rows = source(
        "prose", ("p-1", "EU:C:1:1", None, None), ("p-1", "EU:C:1:1", None, 4), ("p-2", "EU:C:1:1", None, None)
    )
    assert merged(rows) == [("p-1", "EU:C:1:1", 4, ["prose"]), ("p-2", "EU:C:1:1", None, ["prose"])]


def test_citation_without_a_known_decision_is_none() -> None:
    assert merged(source("prose", ("p-1", None, None, 4))) == []


def test_number_printed_by_one_source_is_not_filled() -> None:
    ends = source("publisher", ("p-1", "EU:C:1:1", None, 4)).with_columns(pl.lit(value=True).alias("filled"))
    whole = source("prose", ("p-1", "EU:C:1:1", None, 4)).with_columns(pl.lit(value=False).alias("filled"))
    assert merge_citations([ends, whole], NONE_KNOWN)["filled"].to_list() == [False]


def test_missing_columns_and_no_source_are_refused() -> None:
    with pytest.raises(ValueError, match="found_by"):
        merge_citations([source("prose").drop("found_by")], NONE_KNOWN)
    with pytest.raises(ValueError, match="no citations"):
        merge_citations([], NONE_KNOWN)
