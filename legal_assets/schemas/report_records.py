"""Contract of what catalogues say of reports.

Belongs here: titles, dates and addresses as a source lists them. Does not belong here: the files (`documents.py`).
"""

import polars as pl

from legal_assets.schemas.contract import Column, Table
from legal_assets.schemas.documents import CORPUS, DOC_ID

REPORT_RECORDS = Table(
    "report_records",
    "One row per report that a catalogue lists, with or without a file.",
    ("corpus", "doc_id"),
    (
        CORPUS,
        DOC_ID,
        Column("source", pl.String(), "Catalogue: `worldbank`, `pmc` or `list`."),
        Column("record", pl.String(), "Id in the catalogue: `34454344`, `PMC5334499.2`."),
        Column("title", pl.String(), "Title.", nullable=True),
        Column("date", pl.Date(), "Date of the document.", nullable=True),
        Column("kind", pl.String(), "Type of the document as the catalogue says it.", nullable=True),
        Column("languages", pl.List(pl.String()), "Languages as the catalogue says them."),
        Column("countries", pl.List(pl.String()), "Countries as the catalogue says them."),
        Column("volume", pl.String(), "Volume of several.", nullable=True),
        Column("licence", pl.String(), "Licence as the catalogue says it.", nullable=True),
        Column("url", pl.String(), "Address of the PDF; null where the catalogue has none.", nullable=True),
        Column("wanted_sha256", pl.String(), "SHA-256 that a given list asks for.", nullable=True),
    ),
)
