"""Lists of each language fused, with the weight chosen on one half and read on the other."""

import polars as pl

from legal_assets.metrics.language_balance import balance_languages
from legal_assets.schemas import QUERIES, RANKINGS
from legal_assets_tests.rows import filled

GERMAN, FRENCH = 12, 3
CANDIDATES = pl.DataFrame(
    [(f"d{number:02}-e1", f"d{number:02}", "de") for number in range(GERMAN)]
    + [(f"f{number:02}-e1", f"f{number:02}", "fr") for number in range(FRENCH)],
    schema=["candidate_id", "doc_id", "language"],
    orient="row",
)
QUERY_IDS = [f"q{number}" for number in range(40)]


def balanced(target: str, language: str) -> pl.DataFrame:
    """Every query ranks all German candidates before all French ones, and should find one target."""
    own = {"corpus": "bge", "task": "expert", "variant": "original"}
    queries = filled(QUERIES, [own | {"query_id": each, "doc_id": f"ok-{each}"} for each in QUERY_IDS])
    rows = [
        own | {"system": "bm25", "query_id": each, "rank": rank, "candidate_id": candidate}
        for each in QUERY_IDS
        for rank, candidate in enumerate(CANDIDATES["candidate_id"], start=1)
    ]
    targets = pl.DataFrame({"query_id": QUERY_IDS, "target_doc_id": target, "language": language})
    return balance_languages(filled(RANKINGS, rows).lazy(), queries, targets, CANDIDATES, "bge", "bm25")


def values(frame: pl.DataFrame, half: str) -> dict[str, float]:
    return dict(frame.filter(pl.col("half") == half).select("setting", "value").iter_rows())


def test_a_list_of_its_own_brings_french_rulings_up() -> None:
    frame = balanced("f00", "fr")
    assert values(frame, "report")["as ranked"] == 0.0  # ranked thirteenth
    # The first French candidate scores w / 61; the tenth German one 1 / 70: it enters from w = 61 / 70 = 0.87 on.
    assert {setting: value for setting, value in values(frame, "report").items() if value} == {"1.00": 1.0, "1.50": 1.0}
    assert frame.filter("chosen")["setting"].unique().to_list() == ["1.00"]


def test_the_ranking_as_it_was_stays_where_nothing_is_better() -> None:
    frame = balanced("d00", "de")
    assert frame.filter("chosen")["setting"].unique().to_list() == ["as ranked"]
    assert values(frame, "report")["as ranked"] == 1.0


def test_halves_share_no_document() -> None:
    frame = balanced("d00", "de").filter(pl.col("setting") == "as ranked")
    sizes = dict(frame.select("half", "targets").iter_rows())
    assert sum(sizes.values()) == len(QUERY_IDS)
    assert all(sizes.values())
