"""The sample judgments as the files a source would serve.

Here belongs choosing era and file name of each document. Texts lie in `judgments/`, one file each; mark-up
is in the module of each era.
"""

import tomllib
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Literal

from legal_assets.sample_site.judgment import Decision, Judgment
from legal_assets.sample_site.judgment_file import JudgmentFile, read_body, read_decision, read_head
from legal_assets.sample_site.wording import WORDINGS
from legal_assets.sample_site.xhtml import MEDIA_TYPE, render_xhtml

Era = Literal["coj-count", "count"]

FIRST_PREFIXED_DAY = date(2018, 9, 1)
"""Decisions from this day on are served with the prefixed classes, older ones without."""


@dataclass(frozen=True)
class SampleDocument:
    """One file with what the source's register says about it."""

    celex: str
    ecli: str
    date: date
    title: str
    language: str
    era: Era
    media_type: str
    file_name: str
    content: bytes


def sample_judgments() -> list[SampleDocument]:
    """The hand-written judgments in order of date; the same bytes at every call."""
    return [_document(judgment) for judgment in written_judgments()]


@cache
def written_judgments() -> tuple[Judgment, ...]:
    """The hand-written judgments in order of date, before mark-up.

    Raises a ValueError where one cites a decision that is not earlier, or a paragraph that it lacks.
    """
    folder = files("legal_assets.sample_site") / "judgments"
    heads: list[JudgmentFile] = []
    others: list[Decision] = []
    for entry in folder.iterdir():
        text = entry.read_text(encoding="utf-8")
        if entry.name.endswith(".txt"):
            heads.append(read_head(entry.name, text))
        elif entry.name.endswith(".toml"):
            others += (read_decision(head) for head in tomllib.loads(text)["decision"])
    decisions = {decision.celex: decision for decision in (*others, *(head.decision for head in heads))}
    judgments = [read_body(head, decisions) for head in heads]
    judgments.sort(key=lambda judgment: (judgment.decision.decided, judgment.decision.celex))
    _check_citations(judgments, decisions)
    return tuple(judgments)


def _check_citations(judgments: list[Judgment], decisions: dict[str, Decision]) -> None:
    lengths = {judgment.decision.celex: len(list(judgment.paragraphs)) for judgment in judgments}
    for judgment in judgments:
        for paragraph in judgment.paragraphs:
            for citation in paragraph.citations:
                where = f"{judgment.decision.celex} paragraph {paragraph.number} cites {citation.celex}"
                if decisions[citation.celex].decided >= judgment.decision.decided:
                    raise ValueError(f"{where}, which is not earlier")
                length = lengths.get(citation.celex)
                if length is not None and any(number > length for number in citation.pinpoints):
                    raise ValueError(f"{where} beyond its last paragraph {length}: {citation.pinpoints}")


def _document(judgment: Judgment) -> SampleDocument:
    decision = judgment.decision
    era: Era = "coj-count" if decision.decided >= FIRST_PREFIXED_DAY else "count"
    return SampleDocument(
        celex=decision.celex,
        ecli=decision.ecli,
        date=decision.decided,
        title=register_title(judgment),
        language=judgment.language,
        era=era,
        media_type=MEDIA_TYPE,
        file_name=f"{decision.celex}.{judgment.language}.html",
        content=render_xhtml(judgment, era),
    )


def register_title(judgment: Judgment) -> str:
    """The title in the source's register: pieces separated by `#`, the case number last."""
    wording = WORDINGS[judgment.language]
    numbers = judgment.decision.case_numbers
    case = wording.register_case if len(numbers) == 1 else wording.register_joined_cases
    pieces = (
        wording.register_title.format(
            formation=judgment.formation, date=wording.print_date(judgment.decision.decided)
        ),
        f"{judgment.parties[0]} {wording.versus} {judgment.parties[1]}.",
        wording.register_request.format(court=judgment.referring_court),
        f"{judgment.keywords}.",
        case.format(numbers=wording.join(numbers)),
    )
    return "#".join(pieces)
