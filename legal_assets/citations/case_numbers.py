"""Case numbers as printed in a sentence: lists, ranges, old numbers without a court letter.

Works on plain text (see `plain_text`). The parts of one number and its CELEX belong in `legal_assets.text.celex`;
names, dates and pinpoints beside a number belong in `full`.
"""

import re

from legal_assets.text.celex import CaseNumber, parse_case_number

LONGEST_RANGE = 120
"""More joined cases than that are a misprint: the two ends are kept, the numbers between are not invented."""

SUFFIX = r"(?: ?(?:PPU|P(?:\([A-Z]{1,2}\))?|RENV|REV|R|DEP|INTP|OP|TO|SA|OST|RX|AJ|II)(?:[ -](?:P|R|RENV|REV))?(?!\w))?"
LETTERED = rf"(?<![\w/])[CTF] ?- ?\d{{1,4}}/\d{{2}}(?![\d/]){SUFFIX}"
BARE = rf"(?<![\w/.-])\d{{1,4}}/\d{{2}}(?![\w/-]){SUFFIX}"
JOINT = r"(?:, ?and |, ?| and | to | et |/)"
LETTERED_LIST = rf"{LETTERED}(?:{JOINT}{LETTERED}){{0,60}}"
BARE_LIST = rf"(?:\d{{1,3}}(?:, | and | to |-)){{0,12}}{BARE}(?:{JOINT}{BARE}){{0,30}}"

_STEP = re.compile(rf"(?:(?P<letter>[CTF]) ?- ?)?(?P<number>\d{{1,4}})(?:/(?P<year>\d{{2}})(?P<suffix>{SUFFIX}))?")
_RANGE = re.compile(r"(?:^|.*\s)to\s*$|.*-\s*$")


def case_numbers(printed: str) -> tuple[CaseNumber, ...]:
    """The case numbers of a printed list, joined cases one by one, each once, in order.

    "C-236/08 to C-238/08" has the number between; "6 and 9/73" are two cases of 1973.
    """
    found: list[CaseNumber] = []
    steps = list(_STEP.finditer(printed))
    for index, step in enumerate(steps):
        year = next((later["year"] for later in steps[index:] if later["year"]), None)
        letter = step["letter"] or next((earlier["letter"] for earlier in steps[:index] if earlier["letter"]), "C")
        try:
            number = parse_case_number(f"{letter}-{step['number']}/{year} {(step['suffix'] or '').strip()}".strip())
        except ValueError:
            continue
        if index and found and _RANGE.match(printed[: step.start()]):
            found.extend(_between(found[-1], number))
        found.append(number)
    return tuple(dict.fromkeys(found))


def _between(first: CaseNumber, last: CaseNumber) -> list[CaseNumber]:
    if first.year != last.year or first.court != last.court or last.number - first.number > LONGEST_RANGE:
        return []
    return [
        CaseNumber(first.court, number, first.year, first.suffix) for number in range(first.number + 1, last.number)
    ]
