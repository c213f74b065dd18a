"""Plain text of a ruling: one paragraph a line, headings as lines of their own, no mark-up.

Quotation marks that a table export has doubled become single again. How lines become parts belongs in `bge_lines`.
"""

import re

from legal_assets.passages.bge_lines import HEADINGS, Draft, Line, read_parts

DOUBLED = '""'


def is_ruling_text(text: str) -> bool:
    """Whether a text has the headings of a ruling."""
    lines = {line.strip() for line in text.splitlines()}
    return any(pattern.match(line) for line in lines for opening, pattern in HEADINGS if opening != "header")


def read_ruling_text(text: str) -> Draft:
    """Read a ruling that was saved as text."""
    lines = (re.sub(r"\s+", " ", line).strip() for line in text.replace(DOUBLED, '"').splitlines())
    return read_parts([Line(line) for line in lines], None)
