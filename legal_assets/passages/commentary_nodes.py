"""Editor nodes: a commentary stored as a list of headings, paragraphs and marked text, turned into mark-up.

Knows the node types and marks of the publisher's editor. What the mark-up means belongs in `commentary_passages`.
"""

import html
from collections.abc import Iterator, Mapping
from typing import Any

from legal_assets.passages.commentary_document import UnreadableCommentary

MOST_NODES = 200_000
"""A long commentary has some thousands; repeated references in a crafted file would make millions of few bytes."""
DEEPEST = 50

ELEMENTS = {"paragraph": "p", "bullet_list": "ul", "ordered_list": "ol", "list_item": "li", "blockquote": "blockquote"}
ALIASES = {
    "bulletList": "bullet_list",
    "orderedList": "ordered_list",
    "listItem": "list_item",
    "hardBreak": "hard_break",
    "horizontalRule": "horizontal_rule",
    "btsSpan": "bts_span",
}
MARKS = {"bold": "strong", "italic": "em", "superscript": "sup", "subscript": "sub"}


def markup_of(nodes: object) -> str:
    """Return the mark-up of a list of editor nodes; UnreadableCommentary where it is too deep or too large."""
    return "".join(_Writer().write(nodes, 0))


class _Writer:
    def __init__(self) -> None:
        self.count = 0

    def write(self, nodes: object, depth: int) -> Iterator[str]:
        if depth > DEEPEST:
            raise UnreadableCommentary("too-deep", f"nodes are nested more than {DEEPEST} deep; the file is damaged")
        for node in nodes if isinstance(nodes, list) else ():
            self.count += 1
            if self.count > MOST_NODES:
                raise UnreadableCommentary("too-large", f"the commentary has more than {MOST_NODES} nodes")
            if isinstance(node, dict):
                yield from self.node(node, depth)

    def node(self, node: Mapping[str, Any], depth: int) -> Iterator[str]:
        kind = _kind(node)
        if kind == "text":
            yield _text(node)
        elif kind == "hard_break":
            yield "<br/>"
        elif kind == "horizontal_rule":
            yield "<hr/>"
        elif kind == "footnote":
            yield f'<footnote data-content="{_attribute(node, "data-content")}"/>'
        else:
            level = _attribute(node, "level") or "2"
            element = f"h{level}" if kind == "heading" and level in "123456" else ELEMENTS.get(kind, "div")
            yield f"<{element}>"
            yield from self.write(node.get("content"), depth + 1)
            yield f"</{element}>"


def _kind(node: Mapping[str, Any]) -> str:
    """The type of a node or mark, in the older of its two spellings."""
    kind = node.get("type")
    return ALIASES.get(kind, kind) if isinstance(kind, str) else ""


def _attribute(node: Mapping[str, Any], name: str) -> str:
    """An attribute of a node or mark, escaped; empty where it has none."""
    attributes = node.get("attrs")
    value = attributes.get(name) if isinstance(attributes, dict) else None
    return html.escape(str(value), quote=True) if isinstance(value, str | int) else ""


def _text(node: Mapping[str, Any]) -> str:
    text, marks = node.get("text"), node.get("marks")
    written = html.escape(str(text), quote=False) if isinstance(text, str | int | float) else ""
    for mark in reversed(marks) if isinstance(marks, list) else ():
        kind = _kind(mark) if isinstance(mark, dict) else ""
        if kind == "link":
            written = f'<a href="{_attribute(mark, "href")}">{written}</a>'
        elif kind == "bts_span":
            written = f'<span class="{_attribute(mark, "class")}">{written}</span>'
        elif kind in MARKS:
            written = f"<{MARKS[kind]}>{written}</{MARKS[kind]}>"
    return written
