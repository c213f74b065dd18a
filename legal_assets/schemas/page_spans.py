"""Contract of where passages lie on pages.

Belongs here: pages of passages. Does not belong here: the pages themselves (`pages.py`).
"""

import polars as pl

from legal_assets.schemas.contract import Column, Table
from legal_assets.schemas.documents import CORPUS, DOC_ID, PASSAGE_ID
from legal_assets.schemas.pages import PAGE

PASSAGE_PAGES = Table(
    "passage_pages",
    "One row per page that a passage lies on, in part or whole.",
    ("corpus", "passage_id", "page"),
    (
        CORPUS,
        PASSAGE_ID,
        DOC_ID,
        PAGE,
        Column("start", pl.Int32(), "First character of the passage that lies on the page, from 0."),
        Column("end", pl.Int32(), "One past the last character of the passage that lies on the page."),
    ),
)
