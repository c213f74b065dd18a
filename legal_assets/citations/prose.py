"""References to decisions in the prose of one document, full and short, in order.

Reads paragraph after paragraph, so that a short form finds its antecedent. The two kinds of citations are read in
`full` and `short`; the publisher's links are read in `links`, and all sources are brought together in `merge`.
"""

import re
from collections.abc import Sequence

from legal_assets.citations.antecedents import Antecedents
from legal_assets.citations.full import find_full_references
from legal_assets.citations.plain_text import plain
from legal_assets.citations.reference import OwnIdentity, Reference
from legal_assets.citations.short import find_short_references

WORTH_READING = re.compile(r"EU ?:|\d/\d\d|[Pp]aragraph|[Pp]oint|[Pp]ara|judgment|Judgment|[Oo]rder|Opinion|ECR")
NUMBERED = re.compile(r"\d/\d\d|EU ?: ?[CTF]|\] ECR")


def find_references(paragraphs: Sequence[str], own: OwnIdentity) -> list[Reference]:
    """The references of a document's paragraphs, in order of appearance.

    `Reference.paragraph` is the index in `paragraphs`. A reference without `ecli` and `celex` names a decision that
    the document never identified ("paragraph 3 of that judgment"): to be masked, but no citation. Each paragraph is
    read in time linear in its length.
    """
    antecedents = Antecedents()
    found: list[Reference] = []
    for paragraph, text in enumerate(paragraphs):
        if not WORTH_READING.search(text):
            continue
        same = plain(text)
        full = find_full_references(paragraph, text, same, own) if NUMBERED.search(same) else []
        for reference in full:
            antecedents.add(reference, same)
        short = find_short_references(paragraph, text, same, full, antecedents, own)
        found.extend(sorted([*full, *short], key=lambda reference: reference.start))
    return found
