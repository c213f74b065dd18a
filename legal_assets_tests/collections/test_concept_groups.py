"""Concepts split into groups of their forms: pages against plain searching, for any partition; words in texts."""

import re
from itertools import pairwise

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.collections.concept_groups import name_of, split_concepts
from legal_assets.collections.conditions import Limits, choose_queries
from legal_assets.collections.facts import mine_facts
from legal_assets.collections.judged_steps import forms_of
from legal_assets.collections.verdicts import ClusterVerdict, valid_groups
from legal_assets.collections.verification import verify
from legal_assets.collections.wordings import CUT, pattern_of, stand_in, stretches, words_of

MILL, LOCK, WEIR = "a", "b", "c"
TEXTS = {
    MILL: [
        "We saw the Water Mill Office (WMO) and the Water Mill Office (WMO) again.",
        "All Water Mill Offices are red, but Water Mill Offices close.",
        "In the WMO a Canal Lock Plan (CLP) was read; the Canal Lock Plan (CLP) is old.",
    ],
    LOCK: ["Some Water Mill Offices read the Canal Lock Plans today.", "Of the WMO nothing, of the CLP all."],
    WEIR: ["To the Canal Lock Plan they added a page.", "Then the WMO and the CLP were one."],
}
FORMS = ["CLP", "WMO", "canal lock plan", "canal lock plans", "water mill office", "water mill offices"]


def pages() -> pl.DataFrame:
    rows = [(document, page, text) for document, texts in TEXTS.items() for page, text in enumerate(texts, start=1)]
    return pl.DataFrame(rows, schema={"doc_id": pl.String, "page": pl.Int32, "text": pl.String}, orient="row")


def mined() -> pl.DataFrame:
    headings = pl.DataFrame(schema={"doc_id": pl.String, "page": pl.Int32, "heading": pl.String})
    return mine_facts("crosspage", pages(), headings)


FACTS = mined()
OFFICE, PLAN = "water mill office", "canal lock plan"
OFFICES = forms_of(FACTS).filter(pl.col("concept") == OFFICE)["forms"][0].to_list()


def partitions(forms: list[str]) -> st.SearchStrategy[tuple[tuple[str, ...], ...]]:
    """Partitions of forms into one group or more."""

    def grouped(places: list[int]) -> tuple[tuple[str, ...], ...]:
        by_place: dict[int, list[str]] = {}
        for form, place in zip(forms, places, strict=True):
            by_place.setdefault(place, []).append(form)
        return tuple(tuple(group) for group in by_place.values())

    return st.lists(st.integers(0, len(forms) - 1), min_size=len(forms), max_size=len(forms)).map(grouped)


def searched(group: tuple[str, ...]) -> dict[str, list[int]]:
    """Find the pages of a group by looking at every page: long forms anywhere, short ones beside a long one."""
    found: dict[str, list[int]] = {}
    for document, texts in TEXTS.items():
        plain = [f" {' '.join(re.findall('[a-z]+', text.lower()))} " for text in texts]
        long_ones = [form for form in group if form.islower()]
        if not any(f" {form} " in text for form in long_ones for text in plain):
            continue
        short_ones = [form for form in group if not form.islower()]
        hits = [
            page
            for page, (text, words) in enumerate(zip(texts, plain, strict=True), start=1)
            if any(f" {form} " in words for form in long_ones)
            or any(re.search(rf"\b{form}\b", text) for form in short_ones)
        ]
        found[document] = hits
    return found


def test_the_concept_has_the_forms_that_are_split() -> None:
    assert OFFICES == ["WMO", "water mill office", "water mill offices"]


@given(partitions(OFFICES))
def test_groups_have_the_pages_of_their_own_forms(groups: tuple[tuple[str, ...], ...]) -> None:
    split = split_concepts(FACTS, pages(), {OFFICE: groups})
    others = split.facts.filter(~pl.col("concept").is_in(OFFICES))
    assert others.equals(FACTS.filter(pl.col("concept") != OFFICE))
    for group in groups:
        name = name_of(OFFICE, group)
        if name is None:
            assert (OFFICE, group) in split.short_alone
            continue
        made = split.facts.filter(pl.col("concept") == name)
        assert dict(made.select("doc_id", "pages").iter_rows()) == searched(group)
        assert all(set(forms) <= set(group) for forms in made["forms"])
        assert {" ".join(words_of(phrase)) for phrase in made["phrase"]} <= {form for form in group if form.islower()}


@given(partitions(OFFICES), partitions(["CLP", "canal lock plan", "canal lock plans"]))
def test_a_second_derivation_agrees_after_any_split(
    offices: tuple[tuple[str, ...], ...], plans: tuple[tuple[str, ...], ...]
) -> None:
    facts = split_concepts(FACTS, pages(), {OFFICE: offices, PLAN: plans}).facts
    judged = choose_queries(facts, Limits(fewest_documents=1, largest_share=1.0))
    conditions = judged.conditions.join(forms_of(facts), on="concept")
    grades = judged.grades.with_columns(pl.col("grade").cast(pl.Int16))
    assert verify(pages(), conditions, judged.pages, grades).is_empty()


def test_one_group_of_all_forms_is_the_concept() -> None:
    assert split_concepts(FACTS, pages(), {OFFICE: [tuple(OFFICES)]}).facts.equals(FACTS)


def test_a_group_is_written_as_its_pages_print_it_most_often() -> None:
    split = split_concepts(FACTS, pages(), {OFFICE: [("water mill offices",), ("WMO", "water mill office")]})
    written = dict(split.facts.select("concept", "phrase").unique().iter_rows())
    assert written[OFFICE] == "Water Mill Office"
    assert written["water mill offices"] == "Water Mill Offices"


some_forms = st.lists(st.sampled_from("abcd"), unique=True, min_size=1, max_size=4)
some_groups = st.lists(st.lists(st.sampled_from("abcde"), max_size=3).map(tuple), max_size=4).map(tuple)


@given(some_forms, some_groups)
def test_a_split_is_valid_where_every_form_has_one_group(forms: list[str], groups: tuple[tuple[str, ...], ...]) -> None:
    named = [form for group in groups for form in group]
    once = all(named.count(form) == 1 for form in forms) and set(named) <= set(forms)
    holds = once and len(groups) > 1 and all(groups)
    assert (valid_groups(forms, ClusterVerdict("SPLIT", groups)) is not None) is holds


@given(partitions(FORMS))
def test_every_partition_into_two_groups_or_more_is_valid(groups: tuple[tuple[str, ...], ...]) -> None:
    expected = list(groups) if len(groups) > 1 else None
    assert valid_groups(FORMS, ClusterVerdict("SPLIT", groups)) == expected


@pytest.mark.parametrize(
    ("quotation", "stands"),
    [
        ("Water mill", True),
        ("  the WATER—mill\n office ", True),
        ("infrastructure of the", True),  # a line break cuts the word in the page
        ("ater mill", False),
        ("water mil", False),
        ("mill water", False),
        ("water office", False),
        ("", False),
        ("…", False),
    ],
)
def test_words_stand_in_a_text_whatever_case_marks_and_line_breaks(quotation: str, stands: bool) -> None:
    text = "Near the Water Mill\nOffice lies infra-\nstructure of the town."
    assert stand_in(words_of(quotation), text) is stands


@given(
    st.lists(st.sampled_from(["a", "ab", "b", "ba"]), max_size=6),
    st.lists(st.sampled_from(["a", "ab", "b"]), min_size=1, max_size=3),
)
def test_words_stand_where_letters_agree_between_two_ends_of_words(text: list[str], words: list[str]) -> None:
    spans = [text[start:stop] for start in range(len(text)) for stop in range(start + 1, len(text) + 1)]
    assert stand_in(words, " ".join(text)) is any("".join(span) == "".join(words) for span in spans)


@given(st.lists(st.integers(0, 400), min_size=1, max_size=3, unique=True), st.integers(1, 60))
def test_stretches_are_what_stands_around(places: list[int], around: int) -> None:
    names = [f"Q{chr(ord('A') + number)}" for number, _ in enumerate(places)]
    words = ["wind"] * 401
    for name, place in zip(names, places, strict=True):
        words[place] = name
    text = " ".join(words)
    cut = stretches(text, [pattern_of([name]) for name in names], around)
    parts = [part for part in cut.split(CUT) if part]
    starts = [text.find(part) for part in parts]
    assert all(part in text for part in parts)
    assert all(any(name in part for part in parts) for name in names)
    assert sum(len(part) for part in parts) <= len(names) * (2 * around + 2)
    assert all(before <= after for before, after in pairwise(starts)) or len(set(parts)) < len(parts)


def test_a_text_without_a_match_is_shown_from_its_beginning() -> None:
    assert stretches("wind and rain", [pattern_of(["salt"])], 4) == f"wind and{CUT}"
    assert stretches("wind", [pattern_of(["salt"])], 4) == "wind"
    assert stretches("WMO and wmo", [pattern_of(["WMO"])], 100) == "WMO and wmo"
    assert pattern_of(["WMO"]).search("the wmo") is None
    assert pattern_of(["water mill"]).search("The WATER-\nMill") is not None
