import re
from collections.abc import Iterator

import pytest

from legal_assets.sample_site.composing import compose
from legal_assets.sample_site.plan import Planner
from legal_assets.sample_site.slots import Scene
from legal_assets.sample_site.vocabulary import (
    Lexicon,
    Topic,
    read_frame,
    read_people,
    read_topics,
    split_pair,
)

TOPICS = [(key, language) for key, by_language in read_topics().items() for language in by_language]
SLOT = re.compile(r"\{(\w+)\}")


def list_templates(lexicon: Lexicon) -> Iterator[str]:
    for rule in lexicon.rules:
        yield from (rule.holding, *rule.said, *rule.again)
    for templates in lexicon.fill.values():
        yield from templates


@pytest.mark.parametrize(("key", "language"), TOPICS)
def test_every_slot_is_one_that_is_filled(key: str, language: str) -> None:
    topic, frame = read_topics()[key][language], read_frame(language)
    planner = Planner(30, "slots")
    scene = Scene(planner.plan(0), {}, planner.random(0, "scene"))
    known = {*scene, *topic.pairs, *frame.pairs, "figure", "again", "holding", "own", "question"}
    for template in (*list_templates(topic), *list_templates(frame)):
        assert set(SLOT.findall(template)) <= known, template


@pytest.mark.parametrize(("key", "language"), TOPICS)
def test_every_rule_is_restated_as_often_as_it_is_said(key: str, language: str) -> None:
    for rule in (*read_topics()[key][language].rules, *read_frame(language).rules):
        assert len(rule.said) == len(rule.again) > 0
        for said, again in zip(rule.said, rule.again, strict=True):
            assert said != again


@pytest.mark.parametrize(("key", "language"), TOPICS)
def test_restated_words_differ_from_the_first_ones(key: str, language: str) -> None:
    topic = read_topics()[key][language]
    assert all(said != again for pairs in topic.pairs.values() for said, again in pairs)


def test_languages_of_a_topic_can_stand_for_each_other() -> None:
    """A French judgment restates an English rule by its position, so the lists must run in parallel."""
    for by_language in (*read_topics().values(), {code: read_frame(code) for code in ("en", "fr")}):
        shapes = [
            (
                [rule.key for rule in lexicon.rules],
                {slot: len(pairs) for slot, pairs in lexicon.pairs.items()},
            )
            for lexicon in by_language.values()
        ]
        assert all(shape == shapes[0] for shape in shapes)


def test_topics_begin_no_later_than_their_first_act() -> None:
    for by_language in read_topics().values():
        for topic in by_language.values():
            years = [year for year, _, _ in topic.acts]
            assert years == sorted(years)
            assert years[0] <= topic.since


def test_the_act_is_the_one_of_its_time() -> None:
    credit: Topic = read_topics()["credit"]["en"]
    assert credit.act(2005)[0] == "Directive 87/102/EEC"
    assert credit.act(2008)[0] == "Directive 2008/48/EC"


def test_only_members_take_part() -> None:
    planner = Planner(200, "members")
    for index in range(planner.size):
        plan = planner.plan(index)
        assert plan.cast.country.member_since <= plan.lodged


def test_company_names_are_many() -> None:
    stems, middles, ends = read_people().syllables
    assert len(stems) * len(middles) * len(ends) >= 40 * 20 * 20


def test_a_judgment_needs_no_other_judgment_to_be_written() -> None:
    """Writing in any order gives the same text."""
    one, other = Planner(60, "order"), Planner(60, "order")
    late = compose(one, 55)
    for index in range(10):
        compose(other, index)
    assert compose(other, 55) == late


def test_an_entry_without_a_second_wording_is_refused() -> None:
    with pytest.raises(ValueError, match="two wordings"):
        split_pair("only one wording")
