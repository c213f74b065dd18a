"""Contracts of Swiss rulings and commentaries: sections, page anchors, commentaries, references to statutes.

Belongs here: what these documents have beside `documents` and `passages`. Does not belong here: queries written for
them (`generated.py`).
"""

import polars as pl

from legal_assets.schemas.contract import Column, Table
from legal_assets.schemas.documents import CORPUS, DOC_ID, PASSAGE_ID

SECTIONS = Table(
    "sections",
    "One row per section of a ruling and margin number of a commentary, with its number as levels; those without text "
    "of their own, which are no passages, among them.",
    ("corpus", "passage_id"),
    (
        CORPUS,
        PASSAGE_ID,
        DOC_ID,
        Column("position", pl.Int32(), "Place in the document, from 1."),
        Column("kind", pl.String(), "`headnote`, `facts`, `consideration` or `margin-number`."),
        Column("label", pl.String(), "Number as printed: `2.3`, `2b/bb`, `12`."),
        Column("path", pl.List(pl.String()), "Levels of the number, outermost first: `2`, `b`, `bb`."),
        Column("heading", pl.String(), "First line of a headnote, which names the provisions; else empty."),
        Column("language", pl.String(), "Language of the section."),
        Column("has_text", pl.Boolean(), "Whether it has text of its own, and so is a passage."),
        Column(
            "body_end",
            pl.Int32(),
            "Of a margin number: one past the last character of the body in the passage's text; footnotes follow.",
            nullable=True,
        ),
    ),
)

PAGE_ANCHORS = Table(
    "page_anchors",
    "One row per printed page of a ruling: where it begins in the document's text.",
    ("corpus", "doc_id", "page"),
    (
        CORPUS,
        DOC_ID,
        Column("page", pl.Int32(), "Page of the volume."),
        Column("offset", pl.Int32(), "First character of the page in the document's text, from 0."),
    ),
)

COMMENTARIES = Table(
    "commentaries",
    "One row per state of a commentary in one language slot: what it comments on and who wrote it.",
    ("corpus", "doc_id"),
    (
        CORPUS,
        DOC_ID,
        Column("commentary_id", pl.String(), "The commentary in its slot, the same for all states: `ok-or701-de`."),
        Column("source_id", pl.String(), "The publisher's id of this translation; empty where the file has none."),
        Column("slot", pl.String(), "Language under which it is filed, whatever it is written in."),
        Column("language", pl.String(), "Language it is written in, identified."),
        Column("date", pl.Date(), "Date of this state.", nullable=True),
        Column("is_latest", pl.Boolean(), "Whether no later state of the same commentary and slot is there."),
        Column("provision", pl.String(), "`article`, `preliminary`, `introduction` or `other`."),
        Column("article", pl.String(), "Article commented on, `119a` or a range; empty for other kinds."),
        Column("act", pl.String(), "Abbreviation of the act as the title has it."),
        Column("authors", pl.List(pl.String()), "Authors."),
        Column("url", pl.String(), "Address; empty where the file has none."),
    ),
)

STATUTE_REFERENCES = Table(
    "statute_references",
    "One row per article, or paragraph, letter or number of it, that a passage names.",
    ("corpus", "passage_id", "position"),
    (
        CORPUS,
        PASSAGE_ID,
        Column("position", pl.Int32(), "Place among the references of the passage, from 1."),
        DOC_ID,
        Column("start", pl.Int32(), "First character in the passage's text."),
        Column("end", pl.Int32(), "One past the last character."),
        Column("raw", pl.String(), "The reference as printed."),
        Column("article", pl.String(), "Article: `97`, `8bis`, or a range `519-521`."),
        Column("paragraph", pl.String(), "Abs., al., cpv.; empty if none."),
        Column("letter", pl.String(), "lit., let., lett.; empty if none."),
        Column("number", pl.String(), "Ziff., ch., n.; empty if none."),
        Column("following", pl.String(), "`ff.`, `ss` … as printed; empty if none."),
        Column("act", pl.String(), "Abbreviation of the act as printed; empty if none."),
        Column("act_id", pl.String(), "The act in one form for all languages: `OR` for OR and CO; empty if none."),
        Column("version", pl.String(), "`old`, `new`, or empty for the law in force."),
        Column("key", pl.String(), "The provision in one form for all languages: `OR 97 1`."),
        Column("article_key", pl.String(), "The article alone: `OR 97`."),
    ),
)
