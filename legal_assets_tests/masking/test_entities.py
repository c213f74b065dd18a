"""Masking by named entities and patterns, with a model built on the spot."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from legal_assets.masking.citations import mask
from legal_assets.masking.entities import LONGEST_PIECE, TokenClassifier, mask_entities
from legal_assets.masking.spans import Masked, Span, without
from legal_assets_tests.word_models import write_entity_model


class Capitals:
    """Takes every word of four capitals for an organisation."""

    def find(self, texts: Sequence[str]) -> list[list[Span]]:
        return [[Span(*m.span(), "B-ORG") for m in re.finditer(r"\b[A-Z]{4}\b", text)] for text in texts]


def masked(text: str, number: int | None = None) -> Masked:
    (result,) = mask_entities([text], Capitals(), [number])
    assert result.text == without(text, result.spans)
    return result


def test_entities_and_patterns_go() -> None:
    text = "21 It is so (judgment of 4 May 2016, ALFA v BETA, C‑212/14 P, EU:C:2016:341, paragraphs 30 to 32)."
    result = masked(text, 21)
    assert result.text == "It is so (judgment v)."
    kinds = {span.kind for span in result.spans}
    assert kinds == {"own-number", "date", "name", "number", "ecli", "pinpoint", "tidy"}


def test_both_maskings_answer_alike() -> None:
    text = "As ALFA says, goods move."
    entity = masked(text)
    assert entity == mask(text, [Span(3, 7, "name")])


def test_other_labels_stay() -> None:
    (result,) = mask_entities(["ALFA stays."], Capitals(), labels={"LOC"})
    assert result == Masked("ALFA stays.")


def test_as_many_numbers_as_texts() -> None:
    with pytest.raises(ValueError, match="1 passage numbers were given for 2 texts"):
        mask_entities(["a", "b"], Capitals(), [1])


@pytest.fixture(scope="module")
def model_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that calls "nordwind" an organisation."""
    others = ("goods", "move", "as", "says", ",", ".")
    return write_entity_model(tmp_path_factory.mktemp("model"), "nord##wind", others)


def test_model_is_loaded_by_id_and_labels_whole_words(model_folder: Path) -> None:
    classifier = TokenClassifier(str(model_folder))
    text = "As Nordwind says, goods move."
    (result,) = mask_entities([text], classifier)
    assert result.text == "As says, goods move."
    assert result.spans[0] == Span(3, 11, "name")


def test_long_texts_are_read_to_their_end(model_folder: Path) -> None:
    text = "goods move . " * (LONGEST_PIECE // 4) + "as Nordwind says"
    (result,) = mask_entities([text], TokenClassifier(str(model_folder)))
    assert "Nordwind" not in result.text
    assert mask_entities(["", "goods"], TokenClassifier(str(model_folder))) == [Masked(""), Masked("goods")]
