"""Any citation rendered from its parts is read back as those parts."""

import datetime
from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from legal_assets.citations.prose import find_references
from legal_assets.citations.reference import OwnIdentity
from legal_assets.text.celex import CaseNumber

MONTHS = (
    "January February March April May June July August September October November December".split()  # noqa: SIM905
)


@dataclass(frozen=True)
class Cited:
    """A citation in its parts; `pinpoints` are single numbers and ranges."""

    word: str
    day: datetime.date
    name: str
    numbers: tuple[CaseNumber, ...]
    ordinal: int
    pinpoints: tuple[tuple[int, int], ...]

    @property
    def ecli(self) -> str:
        return f"EU:{self.numbers[0].court}:{self.day.year}:{self.ordinal}"

    @property
    def date_printed(self) -> str:
        return f"{self.day.day} {MONTHS[self.day.month - 1]} {self.day.year}"

    def paragraphs(self, dash: str) -> str:
        printed = [f"{low}{dash}{high}" if high > low else f"{low}" for low, high in self.pinpoints]
        if not printed:
            return ""
        word = "paragraph" if len(printed) == 1 and self.pinpoints[0][0] == self.pinpoints[0][1] else "paragraphs"
        return f", {word} " + " and ".join(filter(None, [", ".join(printed[:-1]), printed[-1]]))


def joined(numbers: tuple[CaseNumber, ...]) -> str:
    return " and ".join(filter(None, [", ".join(map(str, numbers[:-1])), str(numbers[-1])]))


def modern(cited: Cited) -> str:
    return (
        f"{cited.word} of {cited.date_printed}, {cited.name}, {joined(cited.numbers)}, {cited.ecli}"
        f"{cited.paragraphs(' to ')}"
    )


def bracketed(cited: Cited) -> str:
    return (
        f"{cited.word} of {cited.date_printed}, {cited.name} ({joined(cited.numbers)}, {cited.ecli}"
        f"{cited.paragraphs('–')} and the case-law cited)"
    )


def unbroken(cited: Cited) -> str:
    return modern(cited).replace("-", "\u2011").replace(" ", "\u00a0")


def pinpoint_first(cited: Cited) -> str:
    whole = f"{cited.word} of {cited.date_printed}, {cited.name} ({joined(cited.numbers)}, {cited.ecli})"
    return f"{cited.paragraphs(' to ')[2:]} of the {whole}" if cited.pinpoints else whole


PARTY = st.lists(
    st.sampled_from(["Nordwind", "Öresund", "Handel", "Škoda-Werke", "O’Brien", "K.", "Banco", "Łódź", "3M", "et"]),
    min_size=1,
    max_size=4,
).map(lambda words: " ".join(["Alfa", *words[:-1], words[-1].replace("et", "Beta")]))
NAME = st.one_of(PARTY, st.tuples(PARTY, st.sampled_from(["Commission", "Council and Others"])).map(" v ".join))
DAY = st.dates(datetime.date(1995, 1, 1), datetime.date(2030, 12, 31))


@st.composite
def citations(draw: st.DrawFn) -> Cited:
    day = draw(DAY)
    court = draw(st.sampled_from("CTF"))
    suffix = draw(st.sampled_from(["", "", "P", "PPU", "RENV", "REV"]))
    first = draw(st.integers(1, 900))
    years = st.integers(day.year - 4, day.year)
    numbers = tuple(CaseNumber(court, first + place, draw(years), suffix) for place in range(draw(st.integers(1, 3))))
    starts = draw(st.lists(st.integers(1, 60), max_size=4, unique=True))
    pinpoints, low = [], 0
    for step in starts:
        low += step + 1
        high = low + draw(st.sampled_from([0, 0, 0, 1, 5]))
        pinpoints.append((low, high))
        low = high
    word = draw(st.sampled_from(["judgment", "order"]))
    return Cited(word, day, draw(NAME), numbers, draw(st.integers(1, 2500)), tuple(pinpoints))


@given(citations(), st.sampled_from([modern, bracketed, unbroken, pinpoint_first]), st.booleans())
def test_a_rendered_citation_is_read_back(cited: Cited, render: Callable[[Cited], str], in_brackets: bool) -> None:
    printed = render(cited)
    text = f"It is settled (see, to that effect, {printed})." if in_brackets else f"It follows from the {printed}."
    (reference,) = find_references([text], OwnIdentity())
    numbers = {number for low, high in cited.pinpoints for number in range(low, high + 1)}
    assert reference.ecli == cited.ecli
    assert reference.date == cited.day
    assert reference.name is not None
    assert reference.name.replace("\u2011", "-") == cited.name
    assert reference.case_numbers == tuple(map(str, cited.numbers))
    assert reference.celex == str(cited.numbers[0].celex("O" if cited.word == "order" else "J"))
    assert set(reference.pinpoints) == numbers
    assert {part.kind for part in reference.parts} >= {"date", "name", "number", "ecli"}
    for part in reference.parts:
        assert text[part.start : part.end].strip() == text[part.start : part.end]


@given(st.lists(citations(), min_size=2, max_size=4))
def test_a_rendered_list_is_read_back_one_by_one(cited: list[Cited]) -> None:
    pieces = [modern(one) for one in cited]
    text = "(see " + ", and the case-law cited, and ".join([*pieces[:-1], pieces[-1]]) + ")."
    references = find_references([text], OwnIdentity())
    assert [reference.ecli for reference in references] == [one.ecli for one in cited]
    for reference, one in zip(references, cited, strict=True):
        assert set(reference.pinpoints) == {n for low, high in one.pinpoints for n in range(low, high + 1)}
        assert (reference.kind == "order") == (one.word == "order")


@given(st.text(alphabet="EUC:T-/12 paragraphsJudgmentof,()[]CR.‑\u00a0’", max_size=200))
def test_any_text_is_read_without_error(text: str) -> None:
    for reference in find_references([text, text], OwnIdentity(case_numbers=("C-1/12",))):
        assert text[reference.start : reference.end] == reference.raw
