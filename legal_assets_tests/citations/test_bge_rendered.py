"""Any citation rendered from its parts, in any language, is read back as those parts."""

import itertools
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.citations.bge import find_bge_references
from legal_assets.citations.bge_dockets import federal_docket, find_docket_references


@dataclass(frozen=True)
class Words:
    """The words of one language."""

    ruling: str
    consideration: str
    page: str
    joint: str
    one_following: str
    more_following: str


LANGUAGES = {
    "de": Words("BGE", "E.", "S.", "und", "f.", "ff."),
    "fr": Words("ATF", "consid.", "p.", "et", "s.", "ss"),
    "it": Words("DTF", "consid.", "pag.", "e", "seg.", "segg."),
    "en": Words("BGE", "consid.", "p.", "and", "et seq.", "et seq."),
}

DOTTED = st.lists(st.integers(1, 12).map(str), min_size=1, max_size=4).map(".".join)
LETTERED = st.tuples(
    st.integers(1, 12).map(str), st.sampled_from("abcdeg"), st.sampled_from(["", "/aa", "/bb", "/cc"])
).map("".join)
CONSIDERATIONS = st.one_of(st.lists(DOTTED, max_size=3), st.lists(LETTERED, max_size=3)).map(tuple)


@st.composite
def citations(draw: st.DrawFn) -> tuple[int, str, int, tuple[str, ...], tuple[str, ...], str]:
    """Volume, division, page, considerations, cited pages, and which word follows them."""
    page = draw(st.integers(1, 900))
    first = draw(st.integers(page, page + 30))
    pages = draw(
        st.sampled_from(
            [(), (str(first),), (f"{first}-{first + 2}",), (f"{first}/{first + 1}",), (str(first), str(first + 4))]
        )
    )
    return (
        draw(st.integers(21, 155)),
        draw(st.sampled_from(["I", "Ia", "Ib", "II", "III", "IV", "V"])),
        page,
        draw(CONSIDERATIONS),
        pages,
        draw(st.sampled_from(["", "one", "more"])) if pages else "",
    )


def enumerated(items: tuple[str, ...], joint: str) -> str:
    return f" {joint} ".join(part for part in (", ".join(items[:-1]), items[-1]) if part)


def rendered(citation: tuple[int, str, int, tuple[str, ...], tuple[str, ...], str], words: Words) -> str:
    volume, division, page, considerations, pages, following = citation
    text = f"{volume} {division} {page}"
    if considerations:
        text += f" {words.consideration} {enumerated(considerations, words.joint)}"
    if pages:
        text += f" {words.page} {enumerated(pages, words.joint)}"
        text += {"": "", "one": f" {words.one_following}", "more": f" {words.more_following}"}[following]
    return text


@pytest.mark.parametrize("language", LANGUAGES)
@given(st.lists(citations(), min_size=1, max_size=3), st.sampled_from(["({})", "Vgl. {}.", "{}; anders X."]))
def test_a_list_reads_back(
    language: str, cited: list[tuple[int, str, int, tuple[str, ...], tuple[str, ...], str]], frame: str
) -> None:
    words = LANGUAGES[language]
    text = frame.format(f"{words.ruling} " + "; ".join(rendered(citation, words) for citation in cited))
    read = find_bge_references(text)
    assert [reference.kind for reference in read] == ["full"] + ["listed"] * (len(cited) - 1)
    for reference, citation in zip(read, cited, strict=True):
        volume, division, page, considerations, pages, following = citation
        assert (reference.volume, reference.division, reference.page) == (volume, division, page)
        assert reference.pinpoint.considerations == considerations
        assert reference.pinpoint.pages == pages
        printed = {"": "", "one": words.one_following, "more": words.more_following}[following]
        # Where a sentence ends with "ss", nobody can tell its stop from that of the abbreviation.
        assert reference.pinpoint.pages_following.rstrip(".") == printed.rstrip(".")
        assert reference.raw.rstrip(".").endswith(rendered(citation, words).rstrip("."))


@pytest.mark.parametrize("language", LANGUAGES)
@given(citations(), st.integers(1, 900), LETTERED | DOTTED)
def test_a_further_page_of_the_same_volume_reads_back(
    language: str,
    citation: tuple[int, str, int, tuple[str, ...], tuple[str, ...], str],
    further: int,
    consideration: str,
) -> None:
    words = LANGUAGES[language]
    volume, division, page, considerations, _, _ = citation
    first = rendered((volume, division, page, considerations or ("2",), (), ""), words)
    text = f"{words.ruling} {first}, {further} {words.consideration} {consideration}."
    read = find_bge_references(text)
    assert [(reference.kind, reference.page) for reference in read] == [("full", page), ("page-only", further)]
    assert read[1].pinpoint.considerations == (consideration,)
    assert read[1].division == division


@given(
    st.sampled_from(["1A", "1C", "2C", "4A", "5A", "5P", "6B", "8C", "9C"]),
    st.integers(1, 1999),
    st.integers(2000, 2026),
    st.sampled_from("_.-"),
)
def test_a_docket_reads_back_in_the_form_of_its_time(series: str, serial: int, year: int, joint: str) -> None:
    [reference] = find_docket_references(f"Urteil {series}{joint}{serial}/{year} vom 2. Mai {year} E. 3.1")
    assert reference.canonical == federal_docket(series, str(serial), str(year))
    assert ("_" in reference.canonical) == (year >= 2007)
    assert reference.pinpoint.considerations == ("3.1",)


@given(st.text(alphabet="BGEATFD 0123456789IVab.;,()/-ESpconsidun\n", max_size=120))
def test_any_text_gives_places_in_order(text: str) -> None:
    read = find_bge_references(text)
    assert all(reference.raw == text[reference.start : reference.end] for reference in read)
    assert all(before.end <= after.start for before, after in itertools.pairwise(read))
