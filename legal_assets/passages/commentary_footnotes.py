"""Footnotes of a commentary: taken out of the mark-up before it is parsed, leaving a mark where they are called.

They stand in an attribute (`<footnote data-content='…'>`), with mark-up of their own, sometimes repeated inside the
element, sometimes in an element that is closed at once; no parser of HTML reads that. Laying them out belongs in
`commentary_passages`.
"""

import html
import re
from dataclasses import dataclass

from legal_assets.passages.commentary_document import UnreadableCommentary

CALL_START, CALL_END = "\ue010", "\ue011"
CALL = re.compile(f"{CALL_START}(\\d+){CALL_END}")

OPENING = re.compile(r"<footnote\b(?P<before>[^<>\"']{0,200}?)\bdata-content=(?P<quote>[\"'])", re.IGNORECASE)
_ATTRIBUTES = r"(?:\s+[\w:-]+(?:=(?:\"[^\"<]*\"|'[^'<]*'))?){0,5}\s*"
REST_OF_TAG = re.compile(rf"{_ATTRIBUTES}(?P<closed>/?)>")
END_OF_ELEMENT = {
    quote: re.compile(rf"{quote}{_ATTRIBUTES}(?:/>|>\s*</footnote\s*>)", re.IGNORECASE) for quote in "\"'"
}
LONGEST = 20_000
"""Characters of a footnote, repeated inside its element."""
TAG = re.compile(r"<[^<>]*>")
CLOSING = re.compile(r"</footnote\s*>", re.IGNORECASE)
DEAD_CALL = re.compile(r"(?:<a(?:\s+href=\"\")?\s*>\s*)?(?:<sup>\s*)?\[\d{1,4}\]\s*(?:</sup>\s*)?</a>")


@dataclass(frozen=True, slots=True)
class Footnoted:
    """Mark-up with a mark for each call, and the mark-up of the footnotes in their order."""

    markup: str
    footnotes: tuple[str, ...]


def call(index: int) -> str:
    """The mark of the call of a footnote, counted from 0."""
    return f"{CALL_START}{index}{CALL_END}"


def take_footnotes_out(markup: str) -> Footnoted:
    """Replace every footnote by a mark, once; numbers of footnotes that were lost (`[12]`) go.

    UnreadableCommentary where the text of a footnote has quotation marks that end its attribute.
    """
    kept: list[str] = []
    footnotes: list[str] = []
    at = 0
    while opening := OPENING.search(markup, at):
        kept += (markup[at : opening.start()], call(len(footnotes)))
        content, at = _content(markup, opening, len(footnotes) + 1)
        footnotes.append(content)
    kept.append(markup[at:])
    return Footnoted(DEAD_CALL.sub("", "".join(kept)), tuple(footnotes))


def _content(markup: str, opening: re.Match[str], number: int) -> tuple[str, int]:
    """The mark-up of one footnote, and where its element ends."""
    start, quote = opening.end(), opening["quote"]
    end = markup.find(quote, start)
    rest = REST_OF_TAG.match(markup, end + 1) if end >= 0 else None
    if rest and "<" not in markup[start:end]:
        closing = None if rest["closed"] else CLOSING.search(markup, rest.end(), rest.end() + LONGEST)
        return html.unescape(markup[start:end]) if quote == '"' else markup[start:end], (closing or rest).end()
    found = END_OF_ELEMENT[quote].search(markup, start)
    content = markup[start : found.start()] if found else ""
    if found is None or quote in TAG.sub("", content):
        raise UnreadableCommentary(
            "unescaped-quotes",
            f"footnote {number} has quotation marks in its text that end it too early; take another state of the file",
        )
    return content, found.end()
