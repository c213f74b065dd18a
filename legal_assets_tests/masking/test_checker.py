"""The checker sees each kind of leak and each kind of damage, and nothing where nothing is."""

import pytest

from legal_assets.masking.checker import Quality, check_masking

ORIGINAL = (
    "Goods move freely (judgment of 4 May 2016, Byankow v Commission, C‑212/14 P, EU:C:2016:341, paragraphs 30 to 32 "
    "and the case-law cited), as paragraph 40 of that judgment says."
)
GOOD = "Goods move freely (judgment and the case-law cited), as that judgment says."
NAMES = ("Byankow v Commission",)


def checked(masked: str, names: tuple[str, ...] = NAMES) -> Quality:
    return check_masking(ORIGINAL, masked, names)


def test_good_masking_leaks_nothing_and_keeps_all_words() -> None:
    quality = checked(GOOD)
    assert (quality.number, quality.ecli, quality.pinpoint, quality.known_name, quality.unknown_name) == (0,) * 5
    assert quality.words_kept == quality.words_outside
    assert quality.words_cut == 0


@pytest.mark.parametrize(
    ("left", "kind"),
    [
        ("(judgment C‑212/14 P and the", "number"),
        ("(judgment EU:C:2016:341 and the", "ecli"),
        ("(judgment, paragraphs 30 to 32 and the", "pinpoint"),
        ("(judgment, Byankow and the", "known_name"),
    ],
)
def test_each_leak_is_seen(left: str, kind: str) -> None:
    assert getattr(checked(GOOD.replace("(judgment and the", left)), kind) == 1


def test_name_that_nobody_told_is_seen() -> None:
    masked = GOOD.replace("that judgment", "the judgment in Lindqvist")
    assert checked(masked, names=()).unknown_name == 1


def test_lost_and_cut_words_are_seen() -> None:
    lost = checked(GOOD.replace("move ", ""))
    assert lost.words_outside - lost.words_kept == 1
    cut = checked(GOOD.replace("freely", "eely"))
    assert cut.words_cut == 1


def test_pieces_kept_tell_where_words_were_cut() -> None:
    text = "of that paragraph can be provided"
    quality = check_masking(text, "of that n be provided", kept=[(0, 8), (20, len(text))])
    assert quality.words_cut == 1
    with pytest.raises(ValueError, match="do not give"):
        check_masking(text, "of that", kept=[(0, 2)])


def test_published_masking_is_seen_to_damage() -> None:
    """Words as the published masking cut them: "that n be provided", "those first two y be represented"."""
    original = "of that paragraph can be provided only, whereas those first two paragraphs may be represented"
    quality = check_masking(original, "of that n be provided only, whereas those first two y be represented")
    assert quality.words_cut == 2


def test_own_number_laws_and_own_paragraphs_are_no_leaks() -> None:
    text = "In Case C‑5/19 P, paragraph 2 of Article 5 applies, as stated in paragraph 12 of the present judgment."
    words = len(["In", "Case"]) + len(["paragraph", "2", "of", "Article", "5", "applies"])
    words += len(["as", "stated", "in", "paragraph", "12", "of", "the", "present", "judgment"])
    quality = check_masking(text, text, own_numbers=["C-5/19 P"])
    assert quality == Quality(1, words_outside=words, words_kept=words)


def test_sum_over_passages() -> None:
    assert Quality(1, number=2) + Quality(1, number=1, words_cut=1) == Quality(2, number=3, words_cut=1)
