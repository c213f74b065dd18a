"""Pages of the court's site for leading decisions, with or without the site's frame around the ruling.

Knows the site's classes and anchors: `paraatf` is a paragraph, `pagebreak` a running head, `consideration_2.1` a
number. How lines become parts belongs in `bge_lines`.
"""

import html
import re

from legal_assets.passages.bge_lines import Draft, Line, Opening, read_parts
from legal_assets.passages.markup import Line as MarkupLine
from legal_assets.passages.markup import parse_tree, read_lines
from legal_assets.text.bge_number import parse_number

CONTENT = re.compile(r'<div[^<>]{0,200}\bid="highlight_content"[^<>]{0,200}>')
CONTENT_END = re.compile(r'<div[^<>]{0,200}\bclass="box_bottom|<div[^<>]{0,200}\bid="highlight_boxes"')
RULING = re.compile(r'\b(?:class="paraa?tf|id="highlight_content"|id="regeste")')
TITLE = re.compile(r"<title>([^<]{1,200})</title>")
EMPTY_ANCHOR = re.compile(r'<a\s+name="[^"<>]{0,100}"\s*>\s*</a>')
PAGE_BREAK = re.compile(r'<div\s+class="[^"<>]{0,100}\bpagebreak\b[^"<>]{0,100}">([^<]{1,80})</div>')
HEADNOTE = re.compile(r'<div\s+id="regeste"\s+lang="([a-z]{2})"\s*>')
CONSIDERATION = re.compile(r'<span\b[^<>]{0,200}\bid="consideration_[^"<>]{0,60}"[^<>]{0,200}>([^<]{1,40})</span>')

_LABEL_START, _LABEL_END = "\ue000", "\ue001"
_LABELLED = re.compile(f"{_LABEL_START}([^{_LABEL_END}]*){_LABEL_END}\\s*")
_OPENINGS: dict[str, Opening] = {"sachverhalt": "facts", "erwaegungen": "considerations"}
_NOTE_ANCHOR = re.compile(r"regeste-([a-z]{2})\Z")
_HEADNOTE_TITLE = re.compile(r"Regest[eo]\b")


def is_court_page(text: str) -> bool:
    """Whether a text is a page of the court's site, or a piece of one."""
    return RULING.search(text) is not None


def read_court_page(text: str) -> Draft:
    """Read a page of the court's site; UnreadableDocument where its mark-up cannot be read."""
    title = TITLE.search(text)
    start = CONTENT.search(text)
    body = text[start.end() if start else 0 :]
    end = CONTENT_END.search(body)
    tree = parse_tree(f"<div>{_prepared(body[: end.start()] if end else body)}</div>")
    number = parse_number(html.unescape(title[1])) if title else None
    return read_parts([_line(line) for line in read_lines(tree)], number)


def _prepared(body: str) -> str:
    """The mark-up with running heads back in their sentences and the numbers of considerations marked."""
    body = PAGE_BREAK.sub(r" \1 ", EMPTY_ANCHOR.sub("", body))
    body = HEADNOTE.sub(r'<div id="regeste-\1">', body)
    return CONSIDERATION.sub(f"{_LABEL_START}\\1{_LABEL_END}", body)


def _line(line: MarkupLine) -> Line:
    found = _LABELLED.match(line.text)
    if found:
        return Line(line.text[found.end() :], label=found[1].strip())
    note = _NOTE_ANCHOR.match(line.anchor)
    if note and _HEADNOTE_TITLE.match(line.text):
        return Line(line.text, language=note[1])
    is_bold = bool(line.inline.bold) and line.inline.bold[0][0] == 0
    return Line(line.text, opens=_OPENINGS.get(line.anchor, ""), is_bold=is_bold)
