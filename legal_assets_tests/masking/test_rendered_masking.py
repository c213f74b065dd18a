"""Whatever citation is rendered into a sentence, masking leaves nothing of its parts and all of the sentence."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from legal_assets.citations.prose import find_references
from legal_assets.citations.reference import OwnIdentity
from legal_assets.masking.citations import mask, revealing_parts
from legal_assets.masking.names import names_to_mask
from legal_assets.masking.spans import Masked, without
from legal_assets_tests.citations.test_rendered import Cited, bracketed, citations, modern, pinpoint_first, unbroken

FRAMES = (
    "It is settled that goods move freely (see, to that effect, {}), which applies.",
    "As the Court held in the {}, goods move freely.",
    "That was decided by {}; it is settled that goods move freely.",
    "In {}, the Court held that goods move freely.",
)


@given(citations(), st.sampled_from([modern, bracketed, unbroken, pinpoint_first]), st.sampled_from(FRAMES))
def test_nothing_of_a_citation_is_left(cited: Cited, render: Callable[[Cited], str], frame: str) -> None:
    printed = render(cited)
    text = frame.format(printed)
    references = find_references([text], OwnIdentity())
    names = names_to_mask(references, {})
    result = mask(text, revealing_parts(references), names)
    assert result.text == without(text, result.spans)
    assert len(result.text) < len(text)
    assert not any(character.isdigit() for character in result.text)
    for telling in (cited.ecli, cited.name, *map(str, cited.numbers)):
        assert telling not in result.text.replace("\u2011", "-").replace("\u00a0", " ")
    assert "goods move freely" in result.text
    assert "  " not in result.text
    again = find_references([result.text], OwnIdentity())
    assert mask(result.text, revealing_parts(again), names) == Masked(result.text)
