from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.sample_site.grammar import as_sentences, expand
from legal_assets.sample_site.typesetting import bind, unbind

NO_BREAK = "\N{NO-BREAK SPACE}"


def seeded(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - texts to read, no secrets


def test_slots_are_filled_and_alternatives_chosen() -> None:
    texts = {expand("[a|b] {x}", {"x": "z"}, seeded(seed)) for seed in range(20)}
    assert texts == {"a z", "b z"}


def test_an_alternative_may_be_empty() -> None:
    assert expand("end[|]", {}, seeded(1)) == "end"


def test_an_unknown_slot_is_an_error() -> None:
    with pytest.raises(KeyError, match="missing"):
        expand("{missing}", {}, seeded(1))


def test_sentences_begin_with_a_capital() -> None:
    assert as_sentences("a lion (see x). the end of 5%. it is") == "A lion (see x). The end of 5%. It is"


def test_numbers_of_a_report_begin_no_sentence() -> None:
    assert as_sentences("See p. i and v. x") == "See p. i and v. x"


@given(st.text(alphabet="ab c.[|]{", max_size=40))
def test_a_template_without_signs_stays_as_it_is(text: str) -> None:
    plain = "".join(letter for letter in text if letter not in "[|]{")
    assert expand(plain, {}, seeded(0)) == plain


def test_numbers_are_tied_to_their_words() -> None:
    assert bind("Article 7 of C-12/14", "en") == (f"Article{NO_BREAK}7 of C\N{NON-BREAKING HYPHEN}12/14")
    assert bind("lorsque une règle : 22 %", "fr") == (
        f"lorsqu\N{RIGHT SINGLE QUOTATION MARK}une règle{NO_BREAK}: 22{NO_BREAK}%"
    )


def test_unbinding_undoes_binding() -> None:
    text = "paragraphs 3 and 4 of Case C-12/14, EUR 300"
    assert unbind(bind(text, "en")) == text
