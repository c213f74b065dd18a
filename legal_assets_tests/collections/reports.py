"""Small reports of our own writing, as pages and headings, and what is true of them.

Belongs here: texts. Does not belong here: expected queries (the tests).
"""

import polars as pl

HARBOUR = "wb-1"
COAST = "wb-2"
MARKET = "wb-3"
LEDGER = "wb-4"

PAGES: dict[str, list[str]] = {
    HARBOUR: [
        "2.1 Lantern Harbour Works\n\nThe quay was rebuilt in stone.",
        "The Gull Island Ferry Office (GIFO) sells tickets at dawn.",
        "Nothing on this page but weather.",
        "Since then the GIFO has moved. A Tide Gauge Network was planned.",
    ],
    COAST: [
        "With other quays, and in praise of the Gull Island Ferry Office, we compare the lantern\n"
        "harbour works as they are at the end of the year and as they were before.",
        "A Tide Gauge Network was built in the north. The Tide Gauge Network is read hourly.",
    ],
    MARKET: [
        "Lantern Harbour Works and a Tide Gauge Network stand here together; so does a Salt Market Board.",
        "The Salt Market Board met twice.",
    ],
    LEDGER: ["The Salt Market Board keeps a ledger.", "Of the GIFO nobody here says what it is."],
}

HEADINGS = [(HARBOUR, 1, "2.1 Lantern Harbour Works"), (LEDGER, 1, "Introduction"), (LEDGER, 2, "of the")]


def pages() -> pl.DataFrame:
    rows = [(document, page, text) for document, texts in PAGES.items() for page, text in enumerate(texts, start=1)]
    return pl.DataFrame(rows, schema={"doc_id": pl.String, "page": pl.Int32, "text": pl.String}, orient="row")


def headings() -> pl.DataFrame:
    schema = {"doc_id": pl.String, "page": pl.Int32, "heading": pl.String}
    return pl.DataFrame(HEADINGS, schema=schema, orient="row")


def marks(page: int, document: str) -> list[dict[str, object]]:
    """Return the marks of the headings of a page, each at the beginning of its text."""
    return [
        {"start": 0, "end": len(heading), "kind": "heading", "level": 1}
        for marked, number, heading in HEADINGS
        if (marked, number) == (document, page) and PAGES[document][page - 1].startswith(heading)
    ]


def lengths() -> pl.DataFrame:
    return pages().group_by("doc_id").agg(pl.len().cast(pl.Int64).alias("pages"))


def documents() -> pl.DataFrame:
    joined = pages().group_by("doc_id", maintain_order=True).agg(pl.col("text").str.join("\n"))
    return joined.with_columns(pl.lit(None, pl.Date).alias("date"))
