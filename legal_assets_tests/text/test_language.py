"""Language identification."""

import pytest

from legal_assets.text.language import OFFICIAL_LANGUAGES, identify_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The keeper of the bees is liable for the damage that they cause to the neighbouring fields.", "en"),
        ("THE KEEPER OF THE BEES IS LIABLE FOR THE DAMAGE THAT THEY CAUSE TO THE FIELDS .", "en"),
        ("L’apiculteur répond des dommages que ses abeilles causent aux champs voisins.", "fr"),
        ("Der Imker haftet für den Schaden, den seine Bienen auf den Feldern der Nachbarn anrichten.", "de"),
        ("Mehiläistarhuri vastaa vahingosta, jonka mehiläiset aiheuttavat naapurin pelloille.", "fi"),
        ("Ο μελισσοκόμος ευθύνεται για τη ζημία που προκαλούν οι μέλισσες στα γειτονικά χωράφια.", "el"),
    ],
)
def test_running_text(text: str, language: str) -> None:
    found = identify_language(text)
    assert found.language == language
    assert 0.5 < found.confidence <= 1


def test_no_words_have_no_language() -> None:
    assert identify_language("12 / 44 – …") == ("und", 0.0)
    assert identify_language("") == ("und", 0.0)


def test_the_languages_to_choose_from_are_a_parameter() -> None:
    assert identify_language("Der Imker haftet für den Schaden.", ("en", "fr")).language in ("en", "fr")
    assert len(OFFICIAL_LANGUAGES) == 24
