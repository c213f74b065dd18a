"""From the mark-up of a commentary to its passages: margin numbers, headings, footnotes, links to rulings.

A margin number is a `span` of its own class, bold, or plain at the start of a paragraph; the latter count only where
the sequence proves them. What stands after a heading without a number (bibliography, thanks) belongs to no passage.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import unquote

from legal_assets.passages.commentary_document import CommentaryPassage, Footnote, RulingLink
from legal_assets.passages.commentary_footnotes import CALL, Footnoted
from legal_assets.passages.inline import Inline
from legal_assets.passages.markup import Line, parse_tree, read_lines
from legal_assets.text.bge_number import parse_number
from legal_assets.text.language import identify_language

LANGUAGES = ("de", "fr", "it", "en")
NUMBER_SPAN = re.compile(r"<span\b[^<>]{0,200}\bparagraph-nr\b[^<>]{0,200}>\s*(\d{1,4}[a-z]?)\s*</span>")
RULE = re.compile(r"<hr\b[^<>]{0,200}>")
MARKED_START, MARKED_END, BARRIER = "\ue012", "\ue013", "\ue014"
MARKED = re.compile(f"{MARKED_START}(\\d+[a-z]?){MARKED_END}\\s*")
PLAIN = re.compile(r"(\d{1,4}[a-z]?)(?:\s+|(?=[A-ZÄÖÜ„“\"«(]))")
HEADING = re.compile(r"h([1-6])\Z")
CALLS = re.compile(rf"\s?{CALL.pattern}(?=[\s.,;:)]|\Z)|{CALL.pattern}")
RULING_LINK = re.compile(r"(?:highlight_docid=atf://|[?&]id=BGE-)(\d{1,3}-[IVab]+-\d{1,4})(?::([a-z]{2}))?")
FURTHEST_STEP = 2
"""One number may be missing before one that only stands there or is bold."""


@dataclass(slots=True)
class _Draft:
    label: str
    headings: tuple[str, ...]
    lines: list[Line] = field(default_factory=list)
    flags: tuple[str, ...] = ()


def read_passages(footnoted: Footnoted) -> tuple[str, tuple[CommentaryPassage, ...]]:
    """Return the text of a commentary and its passages, in order."""
    markup = NUMBER_SPAN.sub(f"{MARKED_START}\\1{MARKED_END}", footnoted.markup)
    markup = RULE.sub(f"<p>{BARRIER}</p>", markup)
    drafts = _drafts(read_lines(parse_tree(f"<div>{markup}</div>")))
    passages: list[CommentaryPassage] = []
    at = 0
    for draft in drafts:
        passage = _passage(draft, footnoted.footnotes)
        passages.append(replace(passage, start=at, end=at + len(passage.text)))
        at += len(passage.text) + 1
    return "\n".join(passage.text for passage in passages), tuple(passages)


def _drafts(lines: Sequence[Line]) -> list[_Draft]:
    drafts: list[_Draft] = []
    headings: dict[int, str] = {}
    orphans: list[Line] = []
    is_open = False
    for line in lines:
        heading = HEADING.match(line.place.tag)
        if heading:
            level = int(heading[1])
            headings = {other: text for other, text in headings.items() if other < level}
            headings[level] = CALL.sub("", line.text).strip()
        if heading or line.text == BARRIER:
            is_open, orphans = False, []
            continue
        found = _number(line, drafts[-1].label if drafts else "0")
        if found:
            label, length = found
            path = tuple(headings[level] for level in sorted(headings))
            drafts += _lost(orphans, drafts, label, path)
            drafts.append(_Draft(label, path, [Line(line.inline.without_prefix(length), line.place)]))
            is_open, orphans = True, []
        elif is_open:
            drafts[-1].lines.append(line)
        else:
            orphans.append(line)
    return drafts


def _lost(orphans: list[Line], drafts: list[_Draft], label: str, path: tuple[str, ...]) -> list[_Draft]:
    """The passage whose number is missing in the file: one paragraph where the sequence leaves room for one."""
    before = _value(drafts[-1].label) if drafts else 0
    if _value(label) != before + 2:
        return []
    lines = orphans
    if not lines and drafts and len(drafts[-1].lines) == 2 and drafts[-1].lines[1].place.tag == "p":
        lines, path = [drafts[-1].lines.pop()], drafts[-1].headings
    return [_Draft(str(before + 1), path, lines, ("unnumbered",))] if len(lines) == 1 else []


def _number(line: Line, before: str) -> tuple[str, int] | None:
    """The margin number at the start of a paragraph and the characters it takes; `before` is the last one."""
    text = line.text
    marked = MARKED.match(text)
    if marked:
        return marked[1], marked.end()
    plain = PLAIN.match(text)
    if not plain:
        return None
    step = _value(plain[1]) - _value(before)
    is_bold = any(not start and text[:end].strip() == plain[1] for start, end in line.inline.bold)
    is_next = 0 < step <= FURTHEST_STEP and (is_bold or line.place.tag == "p")
    return (plain[1], plain.end()) if is_next or (step == 0 and plain[1] > before) else None


def _value(label: str) -> int:
    return int(label.rstrip("abcdefghijklmnopqrstuvwxyz"))


def _passage(draft: _Draft, footnotes: Sequence[str]) -> CommentaryPassage:
    pieces: list[str] = []
    calls: list[tuple[int, int]] = []
    links: list[RulingLink] = []
    at = 0
    for line in draft.lines:
        text, line_calls, removed = _without_calls(line.text)
        calls += [(index, at + offset) for index, offset in line_calls]
        links += _links(line.inline, at, removed)
        pieces.append(text)
        at += len(text) + 1
    body_end = at - 1
    placed: list[Footnote] = []
    for index, called_at in calls:
        note = _inline(footnotes[index])
        placed.append(Footnote(index + 1, at, at + len(note.text), called_at))
        links += _links(note, at, ())
        pieces.append(note.text)
        at += len(note.text) + 1
    text = "\n".join(pieces)
    return CommentaryPassage(
        id=f"n{draft.label}",
        label=draft.label,
        heading_path=draft.headings,
        language=identify_language(text[:body_end], LANGUAGES).language,
        text=text,
        start=0,
        end=len(text),
        body_end=body_end,
        footnotes=tuple(placed),
        links=tuple(links),
        flags=draft.flags,
    )


def _without_calls(text: str) -> tuple[str, list[tuple[int, int]], tuple[tuple[int, int], ...]]:
    """The text without the marks of its calls, the calls with their places in it, and the stretches taken out."""
    kept: list[str] = []
    calls: list[tuple[int, int]] = []
    removed: list[tuple[int, int]] = []
    at = length = 0
    for found in CALLS.finditer(text):
        kept.append(text[at : found.start()])
        length += found.start() - at
        calls.append((int(found[1] or found[2]), length))
        removed.append(found.span())
        at = found.end()
    kept.append(text[at:])
    return "".join(kept), calls, tuple(removed)


def _inline(markup: str) -> Inline:
    """The text of a footnote, its blocks in one line."""
    if "<" not in markup and "&" not in markup:
        return Inline(" ".join(markup.split()))
    lines = read_lines(parse_tree(f"<div>{markup}</div>"))
    return lines[0].inline if len(lines) == 1 else Inline(" ".join(line.text for line in lines))


def _links(inline: Inline, offset: int, removed: Sequence[tuple[int, int]]) -> Iterator[RulingLink]:
    for link in inline.links:
        target = RULING_LINK.search(unquote(link.href))
        number = parse_number(target[1]) if target else None
        if target and number:
            before = sum(end - start for start, end in removed if end <= link.start)
            yield RulingLink(
                link.start + offset - before, link.end + offset - before, number, target[2] or "", link.href
            )
