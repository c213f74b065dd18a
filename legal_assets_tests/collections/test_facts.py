"""Facts of small reports, read by eye: phrases, short forms, and every page that has them."""

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.collections.aliases import find_aliases
from legal_assets.collections.facts import mine_facts
from legal_assets.collections.mentions import LONGEST, find_mentions, normalised
from legal_assets_tests.collections.reports import COAST, HARBOUR, LEDGER, MARKET, headings, pages

FERRY = "gull island ferry office"
WORKS = "lantern harbour works"
GAUGES = "tide gauge network"
BOARD = "salt market board"


def facts() -> dict[tuple[str, str], list[int]]:
    frame = mine_facts("crosspage", pages(), headings())
    return {
        (document, concept): found for document, concept, found in frame.select("doc_id", "concept", "pages").rows()
    }


def test_every_page_of_a_phrase_is_found_in_every_document() -> None:
    found = facts()
    # A heading without its number; the same words in another document in small letters, divided by a line end.
    assert found[HARBOUR, WORKS] == [1]
    assert found[COAST, WORKS] == [1]
    assert found[MARKET, WORKS] == [1]
    # A name that one document prints twice, and others once.
    assert found[COAST, GAUGES] == [2]
    assert found[HARBOUR, GAUGES] == [4]
    assert found[MARKET, BOARD] == [1, 2]
    assert found[LEDGER, BOARD] == [1]


def test_a_short_form_counts_where_its_document_has_the_long_one() -> None:
    found = facts()
    assert found[HARBOUR, FERRY] == [2, 4]
    assert found[COAST, FERRY] == [1]
    # This document uses the short form and never says what it means.
    assert (LEDGER, FERRY) not in found


def test_what_says_nothing_is_no_fact() -> None:
    concepts = {concept for _, concept in facts()}
    assert concepts == {WORKS, FERRY, GAUGES, BOARD}


def test_facts_say_how_a_concept_is_written_and_where_it_came_from() -> None:
    frame = mine_facts("crosspage", pages(), headings()).filter(pl.col("doc_id") == HARBOUR)
    kinds = {concept: (phrase, kind) for concept, phrase, kind in frame.select("concept", "phrase", "kind").rows()}
    assert kinds[WORKS] == ("Lantern Harbour Works", "heading")
    assert kinds[FERRY] == ("Gull Island Ferry Office", "name")
    assert frame.filter(pl.col("concept") == FERRY)["forms"].to_list() == [["GIFO", FERRY]]


def test_a_plural_and_its_singular_are_one_concept() -> None:
    text = "A River Basin Plan is due; the River Basin Plan. Both River Basin Plans; all River Basin Plans."
    frame = pl.DataFrame({"doc_id": ["wb-9"], "page": pl.Series([1], dtype=pl.Int32), "text": [text]})
    found = mine_facts("crosspage", frame, headings().clear())
    assert found.select("concept", "forms").rows() == [("river basin plan", ["river basin plan", "river basin plans"])]


def concepts_of(*texts: str) -> set[str]:
    numbers = pl.Series(range(1, len(texts) + 1), dtype=pl.Int32)
    frame = pl.DataFrame({"doc_id": ["wb-9"] * len(texts), "page": numbers, "text": texts})
    return set(mine_facts("crosspage", frame, headings().clear())["concept"])


def test_a_phrase_does_not_run_from_one_clause_into_another() -> None:
    name = "the Salt Market Board is old; so is the Salt Market Board"
    for other in (
        "They sell salt. Market board and lodging are dear.",
        "They sell salt.12 Market board and lodging are dear.",
        "They sell salt (market board is dear).",
        "They sell salt\n\nmarket board is dear.",
        "They sell salt; market board is dear.",
    ):
        frame = pl.DataFrame({"doc_id": ["a", "b"], "page": [1, 1], "text": [name, other]}).cast({"page": pl.Int32})
        assert mine_facts("crosspage", frame, headings().clear())["doc_id"].to_list() == ["a"]
    frame = frame.with_columns(pl.Series("text", [name, "They praise the salt-market\nboard, as ever."]))
    assert mine_facts("crosspage", frame, headings().clear())["doc_id"].to_list() == ["a", "b"]


def test_the_first_words_of_a_sentence_belong_to_no_name() -> None:
    assert concepts_of("According Harbour Board rules. According Harbour Board rules.") == set()
    # A name in the middle of a sentence is one, and so is one behind an article.
    assert concepts_of("Harbour Board rules are kept. Of old the Harbour Board ruled.") == {"harbour board"}
    assert concepts_of("The Harbour Board rules. Harbour Board rules are kept.") == {"harbour board"}


def test_labels_of_a_chart_are_no_name() -> None:
    # The legend stands twice, never beside a word in small letters.
    legend = "High Tide Low Tide 0 20 40 High Tide Low Tide 1995"
    assert concepts_of(legend) == set()
    assert concepts_of(f"{legend}\n\nWe call it High Tide Low Tide in what follows.") == {"high tide low tide"}


def test_what_points_to_a_table_or_says_whence_is_no_name() -> None:
    assert concepts_of("as said (see Quay Table 3) and (see Quay Table 4)") == set()
    assert concepts_of("the East African quays and the East African piers") == set()


def test_a_part_of_a_longer_name_is_no_concept_of_its_own() -> None:
    whole = "the Rural Pier Agency and a Rural Pier and a Rural Pier"
    assert concepts_of(f"{whole}; the Rural Pier Agency") == {"rural pier agency"}
    # It stands alone on two of its three pages.
    apart = concepts_of(f"{whole}; the Rural Pier Agency", "a Rural Pier fell", "a Rural Pier rose")
    assert apart == {"rural pier agency", "rural pier"}


def test_equal_pages_give_equal_facts_in_any_order() -> None:
    once = mine_facts("crosspage", pages(), headings())
    assert mine_facts("crosspage", pages().sample(fraction=1, shuffle=True, seed=5), headings().reverse()).equals(once)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The World Lantern Fund (WLF) pays.", [("WLF", "world lantern fund")]),
        ("a Ministry of Public Works (MPW)", [("MPW", "ministry of public works")]),
        ("It is in the North Sea (NA) today.", []),
        ("see the annex (ANX)", []),
        ("Bank for Quays and Piers (BQP) here", [("BQP", "bank for quays and piers")]),
    ],
)
def test_short_forms_are_the_first_letters_of_what_they_stand_for(text: str, found: list[tuple[str, str]]) -> None:
    frame = pl.DataFrame({"doc_id": ["d"], "page": pl.Series([1], dtype=pl.Int32), "text": [text]})
    assert find_aliases(frame).select("alias", "phrase").rows() == found


word = st.sampled_from(["ab", "b", "Ab", "ba", "c’d", "ß"])
text = st.lists(word, max_size=12).map(" - ".join)


@given(st.lists(text, min_size=1, max_size=4), st.lists(st.lists(word, min_size=1, max_size=4), min_size=1, max_size=5))
def test_mentions_against_looking(texts: list[str], wanted: list[list[str]]) -> None:
    frame = pl.DataFrame({"doc_id": [f"d{place}" for place in range(len(texts))], "text": texts}).with_columns(
        pl.lit(1, pl.Int32).alias("page")
    )
    phrases = normalised(pl.Series([" ".join(words) for words in wanted])).unique().sort()
    expected = {
        (document, phrase)
        for document, plain in zip(frame["doc_id"], normalised(frame["text"]), strict=True)
        for phrase in phrases
        if f" {phrase} " in f" {plain} " and phrase.count(" ") < LONGEST
    }
    assert set(find_mentions(frame, phrases).select("doc_id", "phrase").rows()) == expected


def test_a_short_form_counts_where_a_document_has_the_plural_alone() -> None:
    texts = [("a", "A River Basin Plan (RBP) and a River Basin Plan."), ("b", "River Basin Plans. The RBP is old.")]
    rows = [(document, page, part) for document, text in texts for page, part in enumerate(text.split(". "), start=1)]
    frame = pl.DataFrame(rows, schema={"doc_id": pl.String, "page": pl.Int32, "text": pl.String}, orient="row")
    plural = pl.DataFrame({"doc_id": ["b"], "page": [1], "heading": ["River Basin Plans"]})
    found = mine_facts("crosspage", frame, plural.cast({"page": pl.Int32}))
    assert found.filter(pl.col("doc_id") == "b").select("concept", "pages").rows() == [("river basin plan", [1, 2])]
