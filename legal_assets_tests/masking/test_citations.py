"""Masking takes out what reveals the cited decision, and leaves a sentence that reads."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.masking.citations import mask, unnumbered
from legal_assets.masking.spans import Masked, Span, without

WORDS = re.compile(r"\w+")


def masked(marked: str, names: tuple[str, ...] = (), number: int | None = None) -> Masked:
    """Mask a text in which `{kind|printed}` marks what a citation was found to consist of."""
    text, spans = "", []
    for piece in marked.replace("}", "{").split("{"):
        kind, bar, printed = piece.rpartition("|")
        if bar:
            spans.append(Span(len(text), len(text) + len(printed), kind))
        text += printed
    result = mask(text, spans, names, number)
    assert result.text == without(text, result.spans)
    return result


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        (
            "The rule is strict (judgment of {date|4 May 2016}, {name|Lindqvist Handel}, {number|C‑212/14}, "
            "{ecli|EU:C:2016:341}, {pinpoint|paragraphs 30 to 32}).",
            "The rule is strict (judgment).",
        ),
        (
            "In its judgment of {date|4 May 2016}, {name|Lindqvist Handel} ({number|C‑212/14}, "
            "{ecli|EU:C:2016:341}, {pinpoint|paragraph 24} and the case-law cited), the Court said so.",
            "In its judgment (and the case-law cited), the Court said so.",
        ),
        (
            "See judgments of {date|4 May 2016}, {name|Alfa}, {number|C‑1/14}, {pinpoint|paragraph 3} and the "
            "case-law cited, and of {date|5 May 2016}, {name|Beta}, {number|C‑2/14}, {pinpoint|paragraph 4}.",
            "See judgments and the case-law cited.",
        ),
        (
            "(see, to that effect, judgments of {date|4 May 2016}, {name|Alfa}, {number|C‑1/14}, not published, "
            "{pinpoint|paragraph 3}, and of {date|5 May 2016}, {name|Beta}, {number|C‑2/14})",
            "(see, to that effect, judgments)",
        ),
        ("Goods must move freely (see {name|Alfa}, {pinpoint|paragraph 3}).", "Goods must move freely."),
        ("As the Court held in {name|Alfa}, goods move.", "As the Court held, goods move."),
        ("It follows from {name|Alfa} that goods move.", "It follows that goods move."),
        ("The {name|Alfa} conditions are met.", "The conditions are met."),
        (
            "This is the judgment in {name|Alfa} ({pinpoint|paragraph 41}), again.",
            "This is the judgment, again.",
        ),
        (
            "In {pinpoint|paragraph 54} of the order under appeal, it said so.",
            "In the order under appeal, it said so.",
        ),
        ("That was held in {pinpoint|paragraph 40} of that judgment.", "That was held in that judgment."),
        (
            "In {pinpoint|paragraph 8} of the judgment in {number|Case T-1/13} ({ecli|EU:T:2015:2}) and in "
            "{pinpoint|paragraph 9} of the judgment in {number|Case T-2/13} it said so.",
            "In the judgment and in the judgment it said so.",
        ),
        ("He named Mr\u00a0{name|Alfa} and others.", "He named and others."),
        ("It concerned the {name|Alfa} on the list.", "It concerned on the list."),
        ("{name|Alfa}, which is settled, applies.", "which is settled, applies."),
        (
            "Joined Cases {number|C‑1/14 and C‑2/14} {name|Alfa} {report|[2014] ECR I-1} decided it.",
            "decided it.",
        ),
        (
            "The court asked.\u00a0See {name|Alfa}; and Article 53(3) GDPR.",
            "The court asked.\u00a0and Article 53(3) GDPR.",
        ),
    ],
)
def test_what_is_left_reads(marked: str, expected: str) -> None:
    assert masked(marked).text == expected


def test_spans_tell_what_was_revealed_and_what_was_only_tidied() -> None:
    result = masked("A rule ({name|Alfa}, {pinpoint|paragraph 3}).")
    assert result.text == "A rule."
    assert [(span.start, span.end, span.kind) for span in result.spans] == [
        (6, 8, "tidy"),
        (8, 12, "name"),
        (12, 14, "tidy"),
        (14, 25, "pinpoint"),
        (25, 26, "tidy"),
    ]


def test_names_go_wherever_they_stand_as_whole_words() -> None:
    text = "Altmark’s test is no Altmarkt. The third ALTMARK condition and the Altmark‑type test apply."
    assert mask(text, (), ("Altmark",)).text == "test is no Altmarkt. The third condition and the test apply."


def test_names_are_blind_to_white_space_and_hyphen() -> None:
    assert mask("So says Saint‑Gobain\u00a0 ZN, today.", (), ("Saint-Gobain ZN",)).text == "So says, today."


def test_own_number_goes_and_other_numbers_stay() -> None:
    assert unnumbered("21 In 21 cases it was so.", 21).text == "In 21 cases it was so."
    assert unnumbered("21. In 21 cases.", 21).text == "In 21 cases."
    assert unnumbered("2 1 case", 21).text == "2 1 case"


def test_published_fault_name_without_its_parties_is_not_left() -> None:
    """The published masking left "judgment of Prezes" of a name whose rest it took."""
    result = masked(
        "It recalled, on the basis of the judgment of {date|6 May 2012}, {name|Prezes Urzędu v Commission} "
        "({number|C‑1/11 P and C‑2/11 P}, {ecli|EU:C:2012:1}, {pinpoint|paragraph 24} and the case-law cited), "
        "that lawyers are independent.",
        names=("Prezes Urzędu", "Prezes"),
    )
    assert "Prezes" not in result.text
    assert result.text == (
        "It recalled, on the basis of the judgment (and the case-law cited), that lawyers are independent."
    )


def test_published_fault_word_cut_in_two_does_not_happen() -> None:
    """The published masking turned "that paragraph can be" into "that n be": a span that ends inside a word."""
    text = "of that paragraph can be provided only by a lawyer"
    cut = text.index("paragraph"), text.index("n be")
    assert mask(text, [Span(*cut, "pinpoint")]).text == "of that be provided only by a lawyer"


def test_published_fault_possessive_is_not_left_alone() -> None:
    """The published masking left "as regards ’s argument"."""
    assert mask("As regards EUIPO’s argument, no.", (), ("EUIPO",)).text == "As regards argument, no."


def test_faulty_input_is_refused() -> None:
    with pytest.raises(ValueError, match="outside the text"):
        mask("short", [Span(2, 9, "name")])
    with pytest.raises(ValueError, match="blank name"):
        mask("short", (), (" ",))


SENTENCES = st.lists(
    st.sampled_from(
        [
            "the",
            "Court",
            "of",
            "and",
            "in",
            "Alfa",
            "Beta",
            "21",
            "C‑1/10",
            "(",
            ")",
            ",",
            ";",
            ".",
            " ",
            "’s",
            "-",
        ]
    ),
    max_size=25,
).map(" ".join) | st.text(max_size=40)


@given(SENTENCES, st.data())
def test_masking_never_lengthens_never_cuts_words_and_is_idempotent(text: str, data: st.DataObject) -> None:
    places = st.integers(0, len(text))
    pairs = data.draw(st.lists(st.tuples(places, places), max_size=4))
    kinds = st.sampled_from(["name", "number", "pinpoint", "date"])
    spans = [Span(min(pair), max(pair), data.draw(kinds)) for pair in pairs]
    names, number = data.draw(st.sampled_from([(), ("Alfa",), ("Alfa Beta", "Beta")])), 21
    result = mask(text, spans, names, number)
    assert len(result.text) <= len(text)
    assert result.text == without(text, result.spans)
    assert all(before.end <= after.start for before, after in zip(result.spans, result.spans[1:], strict=False))
    assert mask(result.text, (), names, number) == Masked(result.text)
    words = WORDS.findall(text)
    for word in WORDS.findall(result.text):
        words.remove(word)
