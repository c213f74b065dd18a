"""Running heads leave the text of their ruling; the citations that look like them stay."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.passages.bge_page_marks import find_page_marks, foreign_heads, take_page_marks_out
from legal_assets.text.bge_number import RulingNumber

OWN = RulingNumber(148, "I", 1)
WORDS = st.lists(st.text("abcäö.,;()[]", min_size=1, max_size=6), min_size=2, max_size=12)


@pytest.mark.parametrize(
    ("text", "clean", "marks"),
    [
        ("der Verfügung BGE 148 I 1 S. 3 von Todes", "der Verfügung von Todes", ((14, 3),)),
        ("a.a.O. [BGE 148 I 1 S. 4 § 20 Rz. 3]", "a.a.O. [§ 20 Rz. 3]", ((8, 4),)),
        ("mit Hinweisen) BGE 148 I 1 S. 5.", "mit Hinweisen).", ((14, 5),)),
        ("MEIER/ BGE 148 I 1 S. 6 MÜLLER", "MEIER/MÜLLER", ((6, 6),)),
        ("Ende. BGE 148 I 1 S. 7", "Ende.", ((5, 7),)),
        ("BGE 148 I 1 S. 8 Anfang", "Anfang", ((0, 8),)),
        ("Ein Satz. BGE 148 I 1 S. 9\nNoch einer.", "Ein Satz.\nNoch einer.", ((10, 9),)),
        ("a BGE 148 I 1 S. 2 b BGE 148 I 1 S. 3 c", "a b c", ((2, 2), (4, 3))),
        ("vgl. BGE 82 III 94 S. 96; ferner", "vgl. BGE 82 III 94 S. 96; ferner", ()),
        ("BGE 148 I 1 S. 1 und BGE 148 I 19", "BGE 148 I 1 S. 1 und BGE 148 I 19", ()),
        ("BGE 148 I 104 S. 105", "BGE 148 I 104 S. 105", ()),
    ],
)
def test_heads_go_and_the_text_closes_up(text: str, clean: str, marks: tuple[tuple[int, int], ...]) -> None:
    assert take_page_marks_out(text, OWN) == (clean, marks)


@given(WORDS, st.data())
def test_a_text_is_the_same_after_heads_were_put_in_and_taken_out(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    tight = [at for at in range(1, len(words)) if words[at][0] not in ".,;:)]»“!?" and words[at - 1][-1] not in "([/«„"]
    places = sorted(data.draw(st.sets(st.sampled_from(tight)))) if tight else []
    with_heads = []
    for at, word in enumerate(words):
        if at in places:
            with_heads += ["BGE", "148", "I", "1", "S.", str(2 + at)]
        with_heads.append(word)
    clean, marks = take_page_marks_out(" ".join(with_heads), OWN)
    assert clean == text
    assert marks == tuple((len(" ".join(words[:at])) + 1, 2 + at) for at in places)


def test_only_heads_of_the_ruling_itself_are_found() -> None:
    text = "BGE 148 I 1 S. 2 a BGE 148 I 2 S. 3 b ATF 148 I 1 p. 4"
    assert [mark.page for mark in find_page_marks(text, OWN)] == [2, 4]


def test_rising_heads_of_another_ruling_give_a_mixture_away() -> None:
    other = "a BGE 148 I 20 S. 21 b BGE 148 I 20 S. 22 c BGE 148 I 20 S. 23 d"
    assert foreign_heads(other, OWN) == RulingNumber(148, "I", 20)
    assert foreign_heads(other, RulingNumber(148, "I", 20)) is None
    assert foreign_heads("BGE 82 III 94 S. 96; BGE 82 III 94 S. 96 und BGE 82 III 94 S. 95", OWN) is None


def test_many_heads_take_linear_time() -> None:
    text = "Wort BGE 148 I 1 S. 2 " * 20_000
    assert take_page_marks_out(text, OWN).text == " ".join(["Wort"] * 20_000)
