"""The sample judgments as the files a source would serve.

Here belongs what a register says about a judgment, and its bytes. Texts come from `written.py` and
`composing.py`; mark-up is in the module of each era.
"""

from dataclasses import dataclass
from datetime import date

from legal_assets.sample_site import legacy, simplified, word_export, xhtml
from legal_assets.sample_site.eras import Era, choose_era
from legal_assets.sample_site.judgment import Judgment
from legal_assets.sample_site.wording import WORDINGS
from legal_assets.sample_site.written import written_judgments

_MEDIA_TYPES: dict[Era, str] = {
    "legacy": legacy.MEDIA_TYPE,
    "simplified": simplified.MEDIA_TYPE,
    "count": xhtml.MEDIA_TYPE,
    "coj-count": xhtml.MEDIA_TYPE,
    "word-export": word_export.MEDIA_TYPE,
}


@dataclass(frozen=True)
class RegisterEntry:
    """What the source's register says about a document."""

    celex: str
    ecli: str
    date: date
    title: str
    language: str
    era: Era
    media_type: str
    file_name: str


@dataclass(frozen=True)
class SampleDocument(RegisterEntry):
    """One file with its entry in the register."""

    content: bytes


def sample_judgments() -> list[SampleDocument]:
    """The hand-written judgments in order of date; the same bytes at every call."""
    return [make_document(judgment, choose_era(judgment.decision.decided)) for judgment in written_judgments()]


def make_entry(judgment: Judgment, era: Era) -> RegisterEntry:
    """The entry of a judgment, for which its paragraphs are not needed."""
    decision = judgment.decision
    return RegisterEntry(
        celex=decision.celex,
        ecli=decision.ecli,
        date=decision.decided,
        title=print_title(judgment),
        language=judgment.language,
        era=era,
        media_type=_MEDIA_TYPES[era],
        file_name=f"{decision.celex}.{judgment.language}.html",
    )


def make_document(judgment: Judgment, era: Era) -> SampleDocument:
    """The judgment in the mark-up of an era."""
    return SampleDocument(**vars(make_entry(judgment, era)), content=render(judgment, era))


def render(judgment: Judgment, era: Era) -> bytes:
    """The bytes of a judgment in the mark-up of an era."""
    match era:
        case "legacy":
            return legacy.render_legacy(judgment, print_title(judgment))
        case "simplified":
            return simplified.render_simplified(judgment)
        case "word-export":
            return word_export.render_word_export(judgment)
        case _:
            return xhtml.render_xhtml(judgment, era)


def print_title(judgment: Judgment) -> str:
    """The title in the source's register: pieces separated by `#`, the case number last."""
    wording = WORDINGS[judgment.language]
    numbers = judgment.decision.case_numbers
    case = wording.register_case if len(numbers) == 1 else wording.register_joined_cases
    pieces = (
        wording.register_title.format(formation=judgment.formation, date=wording.print_date(judgment.decision.decided)),
        f"{judgment.parties[0]} {wording.versus} {judgment.parties[1]}.",
        wording.register_request.format(court=judgment.referring_court),
        f"{judgment.keywords}.",
        case.format(numbers=wording.join(numbers)),
    )
    return "#".join(pieces)
