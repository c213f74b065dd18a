"""Numbers and headings in prose: for layouts that print a paragraph's number as the first word of its text.

Works on blocks whose role is still `text`: finds the numbers they begin with, weighs them (style of print, quotations,
capital letters), and tells headings from running text. Blocks of another role are left alone. Which chain of numbers
wins is decided in `numbering`; reading mark-up belongs in the readers.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from legal_assets.passages.blocks import Block, Role
from legal_assets.passages.dates import find_date
from legal_assets.passages.header import names_cases
from legal_assets.passages.headings import NOT_ENUMERATED, readings_of
from legal_assets.passages.joined import numbers_inside
from legal_assets.passages.numbering import choose_sequence
from legal_assets.passages.phrases import is_top_heading, opens_contents, opens_grounds, opens_operative_part
from legal_assets.passages.quotations import Quotations

LEADING_NUMBER = re.compile(r"(?P<number>\d{1,4})(?P<style>\s?(?:\.(?!\.))?\s?)(?=[^\W\d_]|[‘“„«\"'(\[…]|\d+/\d)")
ONLY_COUNT = re.compile(r"\d{1,4}\s?\.?|[‘“\"]?(?:\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})\)\s?)+|[–—-]")
OPENS_QUOTATION = re.compile(r"^\W{0,2}[‘“„«\"']")
INTRODUCES_LIST = re.compile(r"[:,;]\s*$")
ENDS_LIKE_A_SENTENCE = re.compile(r"[.:;,…?!][’”]*\s*$|\b(?:and|or|et|und)$")
FOOTNOTE = re.compile(r"^\(\s?\*?\s?\d*\s?\)|^\*\s")
KEYWORDS = re.compile(r"^\s?[(‛«„‘“\"]")

ORDINARY = 1.0
UNUSUAL = 0.2
"""Weight of a number in a quotation, in another style than most, or before a small letter."""

INSIDE = -0.1
"""Weight of a number inside a block: no gain by itself, cheaper than the gap it fills."""

LONGEST_HEADING = 300
LONGEST_TITLE = 8
"""Blocks of the title until its date."""


@dataclass(frozen=True, slots=True)
class _Leading:
    """A number that a block begins with."""

    at: int
    number: int
    length: int
    style: str
    weight: float


def resolve_prose(blocks: Sequence[Block], has_header: bool = True) -> list[Block]:
    """Give the blocks with role `text` their numbers, and turn those that are headings, header or ending into such.

    `has_header` is False where the layout marks header and grounds itself.
    """
    blocks = list(_with_numbers_joined(blocks))
    chain = _chain(blocks)
    headings = _headings(blocks, sorted(chain), top=1 if has_header else 2)
    ends = _ending(blocks, max(chain, default=-1))
    if has_header:
        first = min(chain, default=0)
        ends |= dict(zip(range(first), header_roles(blocks[:first]), strict=True))
    return [_resolved(block, at, chain, headings, ends) for at, block in enumerate(blocks)]


def _chain(blocks: Sequence[Block]) -> dict[int, _Leading]:
    """The blocks that begin numbered paragraphs, by place.

    Numbers inside the blocks cost something, but less than the gap they may fill: where paragraphs are run
    together, the next number that begins a block is far away.
    """
    leading = _weighed(list(_leading_numbers(blocks)))
    inside = [
        (at, number) for at, block in enumerate(blocks) if block.role == "text" for number in numbers_inside(block.text)
    ]
    places = sorted(
        [(one.at, 0, one.number, one.weight, one) for one in leading]
        + [(at, order, number, INSIDE, None) for order, (at, number) in enumerate(inside, start=1)],
        key=lambda place: place[:2],
    )
    chosen = choose_sequence([(number, weight) for _, _, number, weight, _ in places])
    return {one.at: one for *_, one in (places[at] for at in chosen) if one is not None}


def _resolved(
    block: Block, at: int, chain: dict[int, _Leading], headings: dict[int, int], ends: dict[int, Role]
) -> Block:
    if at in chain:
        one = chain[at]
        marker = block.text[: one.length].strip()
        return replace(
            block, inline=block.inline.without_prefix(one.length), marker=marker, number=one.number, weight=ORDINARY
        )
    if block.role != "text":
        return block
    if at in headings:
        return replace(block, role="heading", level=headings[at])
    return replace(block, role=ends.get(at, "text"))


def _with_numbers_joined(blocks: Sequence[Block]) -> Iterator[Block]:
    """Put a block that is nothing but a number or a count (`<dt>128<dd>`, "(a)") before the block that follows it."""
    waiting: list[str] = []
    for block in blocks:
        if block.role == "text" and ONLY_COUNT.fullmatch(block.text):
            waiting.append(block.text)
            continue
        yield replace(block, inline=block.inline.with_prefix(" ".join([*waiting, ""]))) if waiting else block
        waiting = []


def _leading_numbers(blocks: Sequence[Block]) -> Iterator[_Leading]:
    quoted = _quoted(blocks, ())
    items = _ListItems()
    for at, block in enumerate(blocks):
        match = LEADING_NUMBER.match(block.text) if block.role == "text" else None
        if match:
            number, words = int(match["number"]), block.text[match.end() :]
            is_item = items.holds(number, blocks[at - 1].text if at else "")
            ordinary = not (is_item or words[:1].islower() or at in quoted)
            yield _Leading(at, number, match.end(), match["style"].strip(), ORDINARY if ordinary else UNUSUAL)


class _ListItems:
    """Which numbers belong to a list: its first follows a colon or a comma, the others follow on it."""

    def __init__(self) -> None:
        self.next_item = 0
        self.next_paragraph = 1

    def holds(self, number: int, text_before: str) -> bool:
        """Whether a number is an item; where it might as well be the next paragraph, it is taken for that."""
        if INTRODUCES_LIST.search(text_before) or (number == self.next_item and number != self.next_paragraph):
            self.next_item = number + 1
            return True
        if number == self.next_paragraph:
            self.next_paragraph += 1
        return False


def _quoted(blocks: Sequence[Block], starts: Collection[int]) -> set[int]:
    """The blocks that begin inside a quotation; at the starts of numbered paragraphs none is open."""
    quoted: set[int] = set()
    quotations = Quotations()
    for at, block in enumerate(blocks):
        if at in starts or block.role != "text":
            quotations.reset()
        elif quotations.is_open:
            quoted.add(at)
        quotations.read(block.text)
    return quoted


def _weighed(leading: Sequence[_Leading]) -> list[_Leading]:
    """Lower the weight of numbers that are not printed in the style in which most different numbers are."""
    numbers = defaultdict(set)
    for one in leading:
        if one.weight == ORDINARY:
            numbers[one.style].add(one.number)
    usual = max(numbers, key=lambda style: (len(numbers[style]), style), default="")
    return [one if one.style == usual else replace(one, weight=one.weight * UNUSUAL) for one in leading]


def _headings(blocks: Sequence[Block], starts: Sequence[int], top: int) -> dict[int, int]:
    """The lines directly before a numbered paragraph that read as headings, with their levels (0: by enumeration)."""
    quoted = _quoted(blocks, set(starts))
    runs = list(_heading_runs(blocks, starts, quoted))
    texts = [[blocks[at].text for at in run] for run in runs]
    enumerated = any(readings_of(text) != [NOT_ENUMERATED] for run in texts for text in run)
    levels = [_enumerated_levels(run, top) if enumerated else _levels_by_words(run, top) for run in texts]
    return dict(zip((at for run in runs for at in run), (level for run in levels for level in run), strict=True))


def _heading_runs(blocks: Sequence[Block], starts: Sequence[int], quoted: set[int]) -> Iterator[range]:
    """For every numbered paragraph, the lines before it that read as headings and are not quoted.

    A quotation that is never closed does not hide a heading known by its words, nor what follows that.
    """
    taken = set(starts)
    for start in starts:
        unquoted = known = first = start
        while first > 0 and first - 1 not in taken and _may_be_heading(blocks[first - 1]):
            first -= 1
            if first not in quoted and unquoted == first + 1:
                unquoted = first
            if is_top_heading(blocks[first].text):
                known = first
        yield range(min(known, unquoted), start)


def _enumerated_levels(run: Sequence[str], top: int) -> list[int]:
    """The top level for headings known by their words; the others stand under the enumerated ones."""
    return [top if is_top_heading(text) else 0 for text in run]


def _levels_by_words(run: Sequence[str], top: int) -> list[int]:
    """The first line of several is of the level that its words say, each further one is below the one before."""
    levels: list[int] = []
    for at, text in enumerate(run):
        is_first = at == 0 or opens_grounds(run[at - 1])
        is_top = is_top_heading(text) or opens_grounds(text)
        levels.append(levels[-1] + 1 if not is_first else top if is_top else top + 1)
    return levels


def _may_be_heading(block: Block) -> bool:
    return block.role == "text" and reads_as_heading(block)


def reads_as_heading(block: Block) -> bool:
    """Whether a line reads as a heading: short, no sentence, no end of a quotation, not in the middle of one."""
    text = block.text
    return (
        len(text) <= LONGEST_HEADING
        and not ENDS_LIKE_A_SENTENCE.search(text)
        and not OPENS_QUOTATION.match(text)
        and not text[:1].islower()
        and any(letter.isalpha() for letter in text)
    )


def _ending(blocks: Sequence[Block], last: int) -> dict[int, Role]:
    """What the blocks after the last numbered paragraph are."""
    roles: dict[int, Role] = {}
    ending: Role = "text"
    footnotes = len(blocks)
    while footnotes > last + 1 and FOOTNOTE.match(blocks[footnotes - 1].text):
        footnotes -= 1
    for at in range(last + 1, footnotes):
        if opens_operative_part(blocks[at].text):
            ending = "operative"
        roles[at] = ending
    return roles | dict.fromkeys(range(footnotes, len(blocks)), "note")


def header_roles(blocks: Sequence[Block]) -> Iterator[Role]:
    """Title until its date, keywords in brackets or quotation marks, then the parties; a table of contents between."""
    role: Role = "title"
    for at, block in enumerate(blocks):
        if opens_contents(block.text):
            role = "contents"
        elif _begins_parties(role, at, block.text):
            role = "party"
        yield "contents" if block.text == "Provisional text" else role
        if role == "title" and find_date(block.text) is not None:
            role = "keywords"


def _begins_parties(role: Role, at: int, text: str) -> bool:
    if role == "contents":
        return names_cases(text)
    return at >= LONGEST_TITLE if role == "title" else role == "keywords" and not KEYWORDS.match(text)
