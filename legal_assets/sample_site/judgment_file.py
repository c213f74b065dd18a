"""The plain-text format in which the sample judgments are written.

Here belongs reading that format, and nothing about mark-up. A file is a TOML head between two `+++` lines,
then blocks separated by blank lines. `# …` to `### …` are headings, `12. …` is paragraph 12; inside a
paragraph a line `| …` starts a further run of text and `- (1) …` a list item. `{62014CJ1212 7,9-11}` is a
citation of paragraphs 7 and 9 to 11. Costs come last and are the same in every judgment.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from legal_assets.sample_site.citing import cite, parse_pinpoints
from legal_assets.sample_site.judgment import Block, Citation, Decision, Heading, Judgment, Paragraph, Part
from legal_assets.sample_site.typesetting import typeset
from legal_assets.sample_site.wording import ENGLISH

_CITATION = re.compile(r"\{(\d{5}[A-Z]{2}\d{4})(?: ([\d,-]+))?\}")
_NUMBERED = re.compile(r"(\d+)\. (.*)", re.DOTALL)


@dataclass(frozen=True)
class JudgmentFile:
    """A file read halfway: its head, and the body whose citations are not worded yet."""

    name: str
    head: Mapping[str, Any]
    body: str
    decision: Decision


def read_head(name: str, text: str) -> JudgmentFile:
    """Read the head of the file `name`; raise a ValueError that names it where the head is unusable."""
    pieces = re.split(r"^\+\+\+$", text, flags=re.MULTILINE)
    if len(pieces) != 3 or pieces[0].strip():
        raise ValueError(f"{name}: expected a TOML head between two +++ lines, then the body")
    try:
        head = tomllib.loads(pieces[1])
        decision = read_decision(head)
    except (tomllib.TOMLDecodeError, KeyError) as error:
        raise ValueError(f"{name}: unusable head: {error}") from error
    return JudgmentFile(name, head, pieces[2], decision)


def read_decision(head: Mapping[str, Any]) -> Decision:
    """The decision a head describes; a missing field is a KeyError."""
    return Decision(
        celex_ids=(head["celex"], *head.get("joined_with", ())),
        ecli=head["ecli"],
        decided=head["decided"],
        name=head["name"],
        is_appeal=head.get("is_appeal", False),
    )


def read_body(file: JudgmentFile, decisions: Mapping[str, Decision]) -> Judgment:
    """Read the rest of a judgment; `decisions` by CELEX number are those it may cite.

    Raises a ValueError for a paragraph out of order or an unknown decision.
    """
    head = file.head
    body: list[Heading | Paragraph] = []
    number = 0
    for block in filter(None, (block.strip() for block in re.split(r"\n\s*\n", file.body))):
        if heading := re.fullmatch(r"(#+) (.+)", block):
            body.append(Heading(len(heading[1]), typeset(heading[2])))
            continue
        number += 1
        numbered = _NUMBERED.fullmatch(block)
        if not numbered or int(numbered[1]) != number:
            raise ValueError(f"{file.name}: expected paragraph {number}, found {block[:40]!r}")
        body.append(_read_paragraph(number, numbered[2], _citer(file.name, decisions)))
    costs = Paragraph(number + 1, (Block((ENGLISH.costs,)),))
    return Judgment(
        decision=file.decision,
        language="en",
        formation=head["formation"],
        parties=(head["parties"][0], head["parties"][1]),
        referring_court=head["referring_court"],
        referred=typeset(head["referred"]),
        received=typeset(head["received"]),
        judges=head["judges"],
        advocate_general=head["advocate_general"],
        language_of_case=head["language_of_case"],
        keywords=typeset(head["keywords"]),
        observations=tuple(head["observations"]),
        body=(*body, Heading(1, ENGLISH.costs_heading), costs),
        operative=tuple(typeset(ruling) for ruling in head["operative"]),
    )


_Citer = Callable[[str, str], tuple[tuple[Part, ...], Citation]]


def _citer(name: str, decisions: Mapping[str, Decision]) -> _Citer:
    def word(celex: str, pinpoints: str) -> tuple[tuple[Part, ...], Citation]:
        if celex not in decisions:
            raise ValueError(f"{name}: cites {celex}, which neither the samples nor their list of others has")
        return cite(decisions[celex], parse_pinpoints(pinpoints), ENGLISH)

    return word


def _read_paragraph(number: int, text: str, word: _Citer) -> Paragraph:
    blocks: list[Block] = []
    citations: list[Citation] = []
    for run in re.split(r"\n(?=[|-] )", text):
        label = ""
        if item := re.match(r"- (\S+) ", run):
            label = item[1]
        words = run[item.end() :] if item else run.removeprefix("| ")
        parts: list[Part] = []
        position = 0
        for match in _CITATION.finditer(words := typeset(words)):
            cited, citation = word(match[1], match[2] or "")
            parts += (words[position : match.start()], *cited)
            citations.append(citation)
            position = match.end()
        parts.append(words[position:])
        blocks.append(Block(tuple(part for part in parts if part), label))
    return Paragraph(number, tuple(blocks), tuple(citations))
