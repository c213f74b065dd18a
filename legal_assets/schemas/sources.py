"""Contracts of what is learned from Cellar beside the files themselves.

Belongs here: the register of decisions, the register of citations, the answers they were read from, and the log of a
refresh. Does not belong here: `raw_documents`, which all sources share.
"""

import polars as pl

from legal_assets.schemas.contract import Column, Table
from legal_assets.schemas.documents import CORPUS, DOC_ID

REGISTER = Table(
    "register",
    "One row per decision that the source's register lists, with or without a text.",
    ("corpus", "celex"),
    (
        CORPUS,
        Column("celex", pl.String(), "CELEX number: `62019CV0001(02)`."),
        DOC_ID,
        Column("ecli", pl.String(), "ECLI without prefix: `EU:C:2016:973`.", nullable=True),
        Column("date", pl.Date(), "Date of the decision; the earliest where the register has several."),
        Column("title", pl.String(), "Title in the first wanted language that has one.", nullable=True),
        Column("work_url", pl.String(), "Address of the work in the register."),
        Column("streams", pl.List(pl.String()), "Texts listed, as language and type: `eng/xhtml`."),
    ),
)

REGISTER_CITATIONS = Table(
    "register_citations",
    "One row per citation that the source's register knows: citing decision, cited work, places in both.",
    ("corpus", "citing_celex", "cited_celex", "citing_fragment", "cited_fragment"),
    (
        CORPUS,
        Column("citing_celex", pl.String(), "CELEX number of the citing decision."),
        Column("cited_celex", pl.String(), "CELEX number of the cited work."),
        Column("citing_fragment", pl.String(), "Where it cites, as annotated: `N 8 95`; empty where nobody said."),
        Column("cited_fragment", pl.String(), "What is cited, as annotated: `N 21`; empty where nobody said."),
        Column("citing_paragraphs", pl.List(pl.Int32()), "Paragraphs that the citing fragment names."),
        Column("cited_paragraphs", pl.List(pl.Int32()), "Paragraphs that the cited fragment names."),
    ),
)

REGISTER_ANSWERS = Table(
    "register_answers",
    "One row per answer of the source's search endpoint; its bytes lie in the raw store.",
    ("corpus", "query", "first", "first_row"),
    (
        CORPUS,
        Column("query", pl.String(), "What was asked: `judgments` or `citations`."),
        Column("first", pl.Date(), "First date of the slice."),
        Column("after", pl.Date(), "First date after the slice."),
        Column("first_row", pl.Int64(), "First row of the page, from 0."),
        Column("rows", pl.Int64(), "Rows of the page."),
        Column("sha256", pl.String(), "SHA-256 of the answer, its name in the raw store."),
    ),
)

FETCH_LOG = Table(
    "fetch_log",
    "One row per document of a refresh: what the run did about it.",
    ("corpus", "doc_id"),
    (
        CORPUS,
        DOC_ID,
        Column(
            "verdict",
            pl.String(),
            "`fetched`, `replaced`, `unchanged`, `vanished`, `absent` or `failed`.",
            observation=True,
        ),
        Column("is_listed", pl.Boolean(), "Whether the register lists it."),
        Column(
            "code",
            pl.String(),
            "Reason where there is no text, such as `challenge_page`.",
            nullable=True,
            observation=True,
        ),
        Column("detail", pl.String(), "What was found.", nullable=True, observation=True),
    ),
)
