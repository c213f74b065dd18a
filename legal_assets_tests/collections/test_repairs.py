"""Earlier judgments: every page counts, that of contents too."""

import polars as pl

from legal_assets.catalog import tasks
from legal_assets.collections.repairs import judgments_on_every_page
from legal_assets.schemas.conjunctive import CONDITIONS

CONDITIONS_ASKED = CONDITIONS.frame(
    [
        {"corpus": "crosspage", "query_id": "q-1", "condition": number, "concept": concept, "phrase": concept}
        | {"forms": forms, "documents": 2}
        for number, (concept, forms) in enumerate(
            [("salt market board", ["SMB", "salt market board"]), ("tide gauge network", ["tide gauge network"])],
            start=1,
        )
    ]
)
NOBODY = pl.Series([], dtype=pl.String)
"""No query has a paraphrase."""

TEXTS = {
    "contents": ["The Salt Market Board 3 Tide Gauge Network 4", "", "Salt Market\nBoard", "a tide gauge network"],
    "plain": ["The Salt Market Board.", "SMB", "The Tide Gauge Network, read."],
    "short": ["SMB alone", "no long form"],
}


def test_a_page_that_lists_all_conditions_makes_a_subset_of_a_gold() -> None:
    rows = [(name, number, text) for name, texts in TEXTS.items() for number, text in enumerate(texts, start=1)]
    pages = pl.DataFrame(rows, schema={"doc_id": pl.String, "page": pl.Int32, "text": pl.String}, orient="row")
    found = judgments_on_every_page("crosspage", CONDITIONS_ASKED, pages, tasks("crosspage"), NOBODY)
    assert found["version"].unique().to_list() == ["1"]
    assert found.filter(task="raw").select("candidate_id", "grade", "is_gold").sort("candidate_id").rows() == [
        ("contents", 2, False),
        ("plain", 2, True),
    ]
    assert set(found["task"]) == {"raw", "clean", "natural"}
    with_one = judgments_on_every_page("crosspage", CONDITIONS_ASKED, pages, tasks("crosspage"), pl.Series(["q-1"]))
    assert set(with_one["task"]) == {"raw", "clean", "natural", "paraphrase"}
    later = judgments_on_every_page(
        "crosspage", CONDITIONS_ASKED, pages.filter(pl.col("page") > 1), tasks("crosspage"), NOBODY
    )
    assert later.filter(task="raw", candidate_id="contents")["is_gold"].to_list() == [True]
