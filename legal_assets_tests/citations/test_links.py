"""Publisher's links become references: joined where they are one citation, filled where they are a range."""

from dataclasses import dataclass

from legal_assets.citations.links import find_linked_references
from legal_assets.citations.reference import Part, Reference


@dataclass(frozen=True)
class PrintedLink:
    start: int
    end: int
    ecli: str | None
    point: int | None


def linked(marked: str) -> list[Reference]:
    """References of a text in which `{printed|ecli|point}` stands for a link."""
    text, links = "", []
    for piece in marked.replace("}", "{").split("{"):
        if "|" in piece:
            printed, ecli, point = piece.split("|")
            links.append(PrintedLink(len(text), len(text) + len(printed), ecli or None, int(point or 0) or None))
            text += printed
        else:
            text += piece
    return find_linked_references(3, text, links)


def test_links_of_one_citation_are_one_reference() -> None:
    (reference,) = linked(
        "see Lindqvist Handel, {C‑212/14|EU:C:2016:341|}, {EU:C:2016:341|EU:C:2016:341|}, "
        "paragraph {30|EU:C:2016:341|30}."
    )
    assert (reference.paragraph, reference.ecli, reference.pinpoints) == (3, "EU:C:2016:341", (30,))
    assert reference.raw == "C‑212/14, EU:C:2016:341, paragraph 30"
    assert [part.kind for part in reference.parts] == ["number", "ecli", "pinpoint"]
    assert reference.kind == "full"
    assert reference.found_by == "publisher"


def test_word_between_two_pinpoints_decides_range_or_list() -> None:
    ends = "paragraphs {30|EU:C:2016:341|30}%s{36|EU:C:2016:341|36}"
    for word in (" to ", " to\u00a0", "–", "‑"):
        (reference,) = linked(ends % word)
        assert reference.pinpoints == tuple(range(30, 37))
        assert reference.filled == tuple(range(31, 36))
    for word in (" and ", ", "):
        (reference,) = linked(ends % word)
        assert (reference.pinpoints, reference.filled) == ((30, 36), ())


def test_list_with_a_range_in_it() -> None:
    e = "EU:C:2016:341"
    (reference,) = linked(f"paragraphs {{12|{e}|12}}, {{30|{e}|30}} to {{32|{e}|32}} and {{41|{e}|41}}")
    assert reference.pinpoints == (12, 30, 31, 32, 41)
    assert reference.filled == (31,)
    assert reference.parts == (Part("pinpoint", 0, len("paragraphs 12, 30 to 32 and 41")),)


def test_a_falling_or_immense_range_is_not_filled() -> None:
    (falling,) = linked("paragraphs {36|EU:C:2016:341|36} to {30|EU:C:2016:341|30}")
    (immense,) = linked("paragraphs {1|EU:C:2016:341|1} to {9999|EU:C:2016:341|9999}")
    assert falling.pinpoints == (30, 36)
    assert immense.pinpoints == (1, 9999)


def test_other_decision_or_new_case_number_begins_a_reference() -> None:
    first, second, third = linked(
        "{C‑1/10|EU:C:2011:1|}, {EU:C:2011:1|EU:C:2011:1|}, paragraph {5|EU:C:2011:1|5}, and "
        "{C‑2/10|EU:C:2012:2|}, paragraph {6|EU:C:2012:2|6}; "
        "{C‑2/10|EU:C:2012:2|}, paragraph {7|EU:C:2012:2|7}"
    )
    assert [first.pinpoints, second.pinpoints, third.pinpoints] == [(5,), (6,), (7,)]


def test_words_of_the_sentence_separate_references_to_one_decision() -> None:
    case_only, pinpointed = linked(
        "In {EU:C:2011:1|EU:C:2011:1|} the Court held otherwise, as paragraph {9|EU:C:2011:1|9} shows."
    )
    assert case_only.pinpoints == ()
    assert (pinpointed.kind, pinpointed.pinpoints) == ("short", (9,))


def test_a_page_of_a_report_is_no_paragraph() -> None:
    (reference,) = linked(
        "{7/62|EU:C:1962:5|}, {EU:C:1962:5|EU:C:1962:5|}, pp. {14|EU:C:1962:5|14} and {15|EU:C:1962:5|15}"
    )
    assert reference.pinpoints == ()
    assert reference.ecli == "EU:C:1962:5"


def test_paragraph_of_the_judgment_named_after_it_is_none_of_the_one_before() -> None:
    first, second = linked(
        "in paragraph 78 of the judgment in {T‑1/13|EU:T:2015:2|} ({EU:T:2015:2|EU:T:2015:2|}), paragraphs "
        "{79|EU:T:2015:2|79} and {80|EU:T:2015:2|80} of the judgment in {T‑3/13|EU:T:2015:4|}"
    )
    assert (first.ecli, first.pinpoints) == ("EU:T:2015:2", ())
    assert (second.ecli, second.pinpoints) == ("EU:T:2015:4", ())


def test_links_to_anything_but_decisions_are_left_out() -> None:
    assert linked("Article 5 of {Directive 2001/1||}") == []
