"""Any reference rendered from its parts, in any language, is read back as the same provision."""

import itertools
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.citations.statutes import find_statute_references


@dataclass(frozen=True)
class Words:
    """The words of one language, and its abbreviations of four acts."""

    article: str
    paragraph: str
    letter: str
    number: str
    joint: str
    together: str
    following: str
    acts: tuple[str, str, str, str]


LANGUAGES = {
    "de": Words("Art.", "Abs.", "lit.", "Ziff.", "und", "i.V.m.", "ff.", ("OR", "BV", "SchKG", "BGG")),
    "fr": Words("art.", "al.", "let.", "ch.", "et", "en lien avec l'", "ss", ("CO", "Cst.", "LP", "LTF")),
    "it": Words("art.", "cpv.", "lett.", "n.", "e", "in relazione con l'", "segg.", ("CO", "Cost.", "LEF", "LTF")),
}
ACTS = ("OR", "BV", "SchKG", "BGG")


@dataclass(frozen=True)
class Provision:
    """The parts of a reference; empty where not named."""

    article: str
    paragraph: str
    letter: str
    number: str

    def rendered(self, words: Words) -> str:
        parts = [f"{words.article} {self.article}"]
        parts += [f"{words.paragraph} {self.paragraph}"] if self.paragraph else []
        parts += [f"{words.letter} {self.letter}"] if self.letter else []
        parts += [f"{words.number} {self.number}"] if self.number else []
        return " ".join(parts)


SUFFIX = st.sampled_from(["", "", "", "bis", "ter", "quater", "a", "c"])
PROVISIONS = st.builds(
    Provision,
    st.tuples(st.integers(1, 999).map(str), SUFFIX).map("".join),
    st.one_of(st.just(""), st.tuples(st.integers(1, 9).map(str), st.sampled_from(["", "bis", "ter"])).map("".join)),
    st.sampled_from(["", "a", "b", "c", "fbis"]),
    st.sampled_from(["", "1", "3", "1-6"]),
)


@pytest.mark.parametrize("language", LANGUAGES)
@given(PROVISIONS, st.sampled_from(range(4)), st.sampled_from(["{}", "({})", "nach {}, der", "{}; {}"]))
def test_one_provision_reads_back(language: str, provision: Provision, act: int, frame: str) -> None:
    words = LANGUAGES[language]
    printed = f"{provision.rendered(words)} {words.acts[act]}"
    references = find_statute_references(frame.format(printed, printed), language)
    assert len(references) == frame.count("{}")
    for reference in references:
        assert (reference.article, reference.paragraph, reference.letter, reference.number) == (
            provision.article,
            provision.paragraph,
            provision.letter,
            provision.number,
        )
        assert (reference.act, reference.act_id, reference.raw) == (words.acts[act], ACTS[act], printed)


@given(PROVISIONS, st.sampled_from(range(4)))
def test_all_languages_give_one_key(provision: Provision, act: int) -> None:
    keys = {
        reference.key
        for language, words in LANGUAGES.items()
        for reference in find_statute_references(f"{provision.rendered(words)} {words.acts[act]}", language)
    }
    assert len(keys) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@given(st.lists(PROVISIONS, min_size=2, max_size=4), st.sampled_from(range(4)))
def test_a_chain_with_its_act_at_the_end(language: str, provisions: list[Provision], act: int) -> None:
    words = LANGUAGES[language]
    joint = f" {words.together} " if not words.together.endswith("'") else f" {words.together}"
    text = joint.join(provision.rendered(words) for provision in provisions) + f" {words.acts[act]}."
    references = find_statute_references(text, language)
    assert [reference.article for reference in references] == [provision.article for provision in provisions]
    assert {reference.act_id for reference in references} == {ACTS[act]}


@pytest.mark.parametrize("language", LANGUAGES)
@given(
    st.integers(30, 900),
    st.lists(st.integers(1, 9), min_size=2, max_size=4, unique=True).map(sorted),
    st.sampled_from(range(4)),
)
def test_paragraphs_of_one_article(language: str, article: int, paragraphs: list[int], act: int) -> None:
    words = LANGUAGES[language]
    listed = ", ".join(map(str, paragraphs[:-1])) + f" {words.joint} {paragraphs[-1]}"
    text = f"{words.article} {article} {words.paragraph} {listed} {words.acts[act]}"
    references = find_statute_references(text, language)
    assert [(reference.article, reference.paragraph) for reference in references] == [
        (str(article), str(paragraph)) for paragraph in paragraphs
    ]


@given(st.text(alphabet="Artabs.lit Zf12bis-,;OREMKBV/'und ", max_size=100))
def test_any_text_gives_places_in_order(text: str) -> None:
    references = find_statute_references(text)
    assert all(reference.raw == text[reference.start : reference.end] for reference in references)
    assert all(before.start < after.start for before, after in itertools.pairwise(references))
