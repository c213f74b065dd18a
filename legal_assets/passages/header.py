"""The facts of a decision's header: date, kind, court, case numbers, names, title.

Works on blocks in the roles `title` and `party`, whatever mark-up they come from; what the mark-up states itself
(`Draft`) goes before what is read here. Numbered paragraphs do not belong here.
"""

import datetime
import re
from collections.abc import Iterator, Sequence
from itertools import dropwhile, takewhile

from legal_assets.passages.blocks import Block, Draft
from legal_assets.passages.dates import find_date
from legal_assets.passages.inline import Inline
from legal_assets.text.celex import CASE_NUMBER, DASHES, Celex, find_case_numbers
from legal_assets.text.decision_kinds import kind_in

FOOTNOTE_CALL = re.compile(r"(?:\s*\(\s*\*?\s*(?:\d*|[ivx]+)\s*\)\s*\*?)+\s*$")
MOST_WORDS_AROUND_CASES = 60
"""Characters around the numbers in a line like "In Joined Cases …"; a sentence that cites a case has more."""

IN_BRACKETS = re.compile(rf"\s*\((?P<inside>[^()]+)\)\s*$|\s*\((?:[^()\s]+\s)?[CTF][{DASHES}]\d[^()]*\)")
DESCRIPTION = re.compile(r",\s(?:formerly|established|represented|acting|in liquidation|residing)\b.*$")
BEHIND_COMMA = re.compile(r",\s(\w)")
LAST_LINES = 12
LONGEST_DATE_LINE = 120
LONGEST_PARTY = 300
LONGEST_SMALL_NAME = 4
"""Words."""


def case_numbers_of(blocks: Sequence[Block]) -> tuple[str, ...]:
    """The numbers of the cases decided, the leading one first, from the line of the header that lists them."""
    for block in blocks:
        if block.role not in ("party", "title"):
            continue
        if names_cases(block.text):
            return tuple(str(number) for number in find_case_numbers(block.text))
    return ()


def names_cases(text: str) -> bool:
    """Whether a line says which cases are decided, with few words around their numbers."""
    numbers = find_case_numbers(text)
    return bool(numbers) and len(CASE_NUMBER.sub("", text)) <= MOST_WORDS_AROUND_CASES + 12 * len(numbers)


def title_lines_of(blocks: Sequence[Block]) -> list[str]:
    """The lines above the keywords, without the calls of footnotes."""
    return [FOOTNOTE_CALL.sub("", block.text).strip() for block in blocks if block.role == "title"]


def date_of(blocks: Sequence[Block], language: str | None) -> datetime.date | None:
    """The date of the decision: from its title, else from its last lines ("Luxembourg, 22 January 2015")."""
    lines = [block.text for block in blocks if block.role in ("operative", "signature")]
    ending = [line for line in lines[-LAST_LINES:] if len(line) <= LONGEST_DATE_LINE]
    return find_date("\n".join(title_lines_of(blocks)), language) or find_date("\n".join(ending), language)


def kind_of(celex: Celex | None, draft: Draft) -> str:
    """What kind of decision it is: by its mark-up, its CELEX number, or the first word of its title."""
    if celex is not None and celex.kind != "other":
        return celex.kind
    if draft.kind:
        return draft.kind
    return kind_in(" ".join(title_lines_of(draft.blocks))) or "judgment"


def names_of(blocks: Sequence[Block]) -> tuple[str, ...]:
    """Parties and their short forms ("(EUIPO)" behind a name), each once.

    What the header prints in bold; where it prints nothing bold, its lines that begin like a name.
    """
    return tuple(dict.fromkeys(form for name in _parties(blocks) if name for form in _forms(name)))


def _parties(blocks: Sequence[Block]) -> list[str]:
    """Names in order, with an empty string for every line without one; lines that state the case are left out."""
    lines = list(takewhile(lambda block: not names_the_bench(block.text), _party_lines(blocks)))
    bold = [name for block in lines for name in list(_bold_names(block.inline)) or [""]]
    return bold if any(bold) else [_plain_name(block.text) for block in lines]


def _party_lines(blocks: Sequence[Block]) -> Iterator[Block]:
    for block in blocks:
        if block.role == "party" and not _begins_with_case(block.text):
            yield block


def _begins_with_case(text: str) -> bool:
    """Whether a line is "In Case C-1/20,"; a party with its case behind it in brackets is another thing."""
    number = CASE_NUMBER.search(text[:MOST_WORDS_AROUND_CASES])
    return number is not None and "(" not in text[1 : number.start()]


def names_the_bench(text: str) -> bool:
    """Whether a line is "THE COURT (First Chamber),", after which judges and agents are listed."""
    court, bracket, chamber = text.partition("(")
    letters = [letter for letter in court if letter.isalpha()]
    return (
        len(letters) > 4
        and all(letter.isupper() for letter in letters)
        and ((bool(bracket) and not find_case_numbers(chamber)) or text.startswith("THE "))
    )


def _states_the_proceedings(text: str) -> bool:
    """Whether a line is "REQUEST for a preliminary ruling …" or "FOUR APPEALS under …"."""
    words = text.split()
    after = next((word for word in words if not word.isupper()), "")
    return any(len(word) > 4 and word.isupper() for word in words[:2]) and words[0].isupper() and after[:1].islower()


def _plain_name(text: str) -> str:
    """The name at the beginning of a line of the header, up to a description of it; empty if it holds none."""
    if (
        len(text) > LONGEST_PARTY
        or text.rstrip()[-1:] in ("", ":")
        or text[:1] in "(–—-"
        or _states_the_proceedings(text)
    ):
        return ""
    cut = next((match.start() for match in BEHIND_COMMA.finditer(text) if match[1].islower()), len(text))
    name = text[:cut].strip(" ,;")
    return name if name[:1].isupper() or name[:1] in '‘“„«"0123456789' or _is_firm(name) else ""


def _is_firm(name: str) -> bool:
    """Whether a name that begins small ends in a legal form: "honey GmbH", "hives.example AG"."""
    words = name.split()
    return 1 < len(words) <= LONGEST_SMALL_NAME and sum(letter.isupper() for letter in words[-1]) > 1


def _bold_names(inline: Inline) -> Iterator[str]:
    """Bold stretches; two with nothing but punctuation between are one name."""
    start = end = -1
    for begin, stop in inline.bold:
        if end >= 0 and any(letter.isalnum() for letter in inline.text[end:begin]):
            yield _trimmed(inline.text, start, end)
            start = begin
        elif end < 0:
            start = begin
        end = stop
    if end >= 0:
        yield _trimmed(inline.text, start, end)


def _trimmed(text: str, start: int, end: int) -> str:
    if text[end : end + 1] == ".":  # the full stop of "Corp." is often left outside
        end += 1
    return DESCRIPTION.sub("", text[start:end]).strip(" ,;:")


def _forms(name: str) -> Iterator[str]:
    """A name without the case number behind it, and the abbreviation in brackets as a name of its own."""
    match = IN_BRACKETS.search(name)
    plain = IN_BRACKETS.sub("", name).strip(" ,;:")
    if any(letter.isupper() or letter.isdigit() for letter in plain) and not find_case_numbers(plain):
        yield plain
    if match and match["inside"] and not find_case_numbers(match["inside"]):
        inside = match["inside"].strip()
        if inside[:1].isupper():
            yield inside


def title_of(draft: Draft, case_numbers: Sequence[str]) -> str:
    """One line that names the decision: heading and date as printed, first party against first, case numbers."""
    heading = " ".join(title_lines_of(draft.blocks))
    name = (
        draft.names[0]
        if draft.names
        else " / ".join(next(_forms(party), party) for party in _opponents(_parties(draft.blocks)))
    )
    return " – ".join(part for part in (heading, name, ", ".join(case_numbers[:3])) if part)


def _opponents(parties: Sequence[str]) -> Iterator[str]:
    """The first name, and the first behind the line without a name ("v") that follows."""
    rest = list(dropwhile(lambda name: not name, parties))
    yield from rest[:1]
    yield from list(filter(None, dropwhile(bool, rest)))[:1]
