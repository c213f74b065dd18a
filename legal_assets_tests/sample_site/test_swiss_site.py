"""The written rulings and commentaries: the same each time, in the sources' forms, and read back as planned."""

import json
from collections import Counter

import pytest

from legal_assets.citations.bge import find_bge_references
from legal_assets.passages.bge import parse_ruling
from legal_assets.passages.commentary import parse_commentary
from legal_assets.sample_site.exchange import Request
from legal_assets.sample_site.swiss_pages import FOLDER, ruling_page
from legal_assets.sample_site.swiss_site import INTERFACE, SwissSite


@pytest.fixture(scope="module")
def site() -> SwissSite:
    return SwissSite()


def test_the_sample_has_its_size_and_scales(site: SwissSite) -> None:
    assert (len(site.rulings.plans), len(site.commentaries.plans)) == (120, 15)
    larger = SwissSite(scale=3)
    assert (len(larger.rulings.plans), len(larger.commentaries.plans)) == (360, 45)
    assert len(larger.rulings.by_key) == 360
    assert len(larger.commentaries.by_key) == 45


def test_the_same_bytes_come_each_time(site: SwissSite) -> None:
    other = SwissSite()
    for address in (f"{FOLDER}/index_atf.php?year=148&volume=III", f"{INTERFACE}?language=de&page=1"):
        assert site.answer(Request("GET", address)) == other.answer(Request("GET", address))
    assert ruling_page(site.rulings, site.rulings.plans[7]) == ruling_page(other.rulings, other.rulings.plans[7])
    assert SwissSite(seed=1).rulings.plans != site.rulings.plans


def test_rulings_read_back_as_they_were_planned(site: SwissSite) -> None:
    languages: Counter[str] = Counter()
    for plan in site.rulings.plans:
        ruling = parse_ruling(ruling_page(site.rulings, plan))
        said = site.rulings.considerations(plan)
        assert (str(ruling.number), ruling.date) == (f"BGE {plan.number}", plan.decided)
        assert ruling.dockets == (plan.docket,)
        assert ruling.language == plan.language
        assert [each.label.rstrip(".") for each in ruling.considerations] == [each.label for each in said]
        assert [each.text for each in ruling.considerations] == [each.text for each in said]
        assert [anchor.page - plan.number.page for anchor in ruling.pages] == [0, 1, 2]
        assert ruling.problems == ()
        assert {note.language for note in ruling.headnotes} == {"de", "fr", "it"}
        languages[ruling.language] += 1
    assert min(languages[language] for language in ("de", "fr", "it")) >= 5


def test_rulings_are_sent_in_latin_1(site: SwissSite) -> None:
    key = site.rulings.plans[0].number.key
    answer = site.answer(Request("GET", f"{FOLDER}/index.php?highlight_docid=atf%3A%2F%2F{key}%3Ade&lang=de"))
    assert "iso-8859-1" in answer.headers["Content-Type"]
    assert "Erwägungen".encode("latin-1") in answer.body


def test_commentaries_read_back_with_the_rulings_they_cite(site: SwissSite) -> None:
    for plan in site.commentaries.plans:
        answer = parse_commentary(site.commentaries.answer(plan, "https://kommentar.example"))
        page = parse_commentary(site.commentaries.page(plan, "https://kommentar.example"))
        assert answer.passages == page.passages
        assert (answer.doc_id, answer.date, answer.language) == (
            f"ok-{plan.slug}-{plan.slot}",
            plan.date,
            plan.language,
        )
        for passage, planned in zip(answer.passages, site.commentaries.margin_numbers(plan), strict=True):
            cited = [(ruling.number.key, label) for ruling, label in planned.cited]
            found = [
                (
                    str(each.number).removeprefix("BGE ").replace(" ", "-"),
                    next(iter(each.pinpoint.considerations), None),
                )
                for each in find_bge_references(passage.text)
            ]
            assert found == cited
            assert len(passage.links) == len(cited)


def test_a_slot_may_hold_another_language(site: SwissSite) -> None:
    assert {(plan.slot, plan.language) for plan in site.commentaries.plans} == {
        ("de", "de"),
        ("fr", "fr"),
        ("it", "it"),
        ("fr", "de"),
    }


def test_the_list_has_pages_of_fifty() -> None:
    large = SwissSite(scale=5)
    answer = json.loads(large.answer(Request("GET", f"{INTERFACE}?page=2")).body)
    assert len(answer["data"]) == 75 - 50
    assert answer["meta"]["last_page"] == 2
    assert answer["links"]["next"] is None


def test_what_is_not_there_is_not_found(site: SwissSite) -> None:
    for address in ("/nothing", f"{FOLDER}/index.php?highlight_docid=atf://1-I-1:de", f"{INTERFACE}/none"):
        assert site.answer(Request("GET", address)).status == 404
