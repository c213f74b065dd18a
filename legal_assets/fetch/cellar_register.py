"""The registers of decisions and of citations, asked for by month and read from the kept answers.

Every answer is kept in the raw store before it is read; the frames are made of the kept bytes alone. Does not belong
here: the texts of the queries (`queries/`), how an endpoint is asked (`sparql.py`).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from itertools import islice
from typing import Literal

import polars as pl

from legal_assets.fetch.cellar_request import CellarRequest, Slice
from legal_assets.fetch.exchange import Exchange, NoAnswerError, SourceUnavailableError
from legal_assets.fetch.journal import Journal
from legal_assets.fetch.sparql import QueryTooHeavyError, Row, ask_pages, read_rows
from legal_assets.schemas.sources import REGISTER, REGISTER_ANSWERS, REGISTER_CITATIONS
from legal_assets.storage.digests import value_digest
from legal_assets.storage.raw import RawStore
from legal_assets.text.celex import parse_celex, parse_ecli

QueryName = Literal["judgments", "citations"]

_JUDGMENT_COLUMNS = ("celex", "ecli", "date", "title", "work", "language", "type")
_CITATION_COLUMNS = ("citing", "cited", "citing_fragment", "cited_fragment")
_PARAGRAPHS = re.compile(r"N(?:\s*\d{1,4}(?:\s*[-–]\s*\d{1,4})?)+", re.IGNORECASE)
_RANGE = re.compile(r"(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?")
_LONGEST_RANGE = 200
_BATCH = 10_000


@dataclass(frozen=True, slots=True)
class KeptPage:
    """One page of a register, its bytes in the raw store; dates as ISO text, so that it is a line of the journal."""

    query: str
    first: str
    after: str
    first_row: int
    rows: int
    sha256: str
    is_last: bool


class RegisterReader:
    """Asks for the registers of a request, keeping every answer."""

    def __init__(self, request: CellarRequest, exchange: Exchange, raw: RawStore, journal: Journal) -> None:
        """Take up the pages that the journal has."""
        self._request = request
        self._exchange = exchange
        self._raw = raw
        self._journal = journal
        self._kept: dict[tuple[str, str, str], list[KeptPage]] = {}
        for entry in journal.entries:
            if entry["kind"] == "page":
                page = KeptPage(**{name: value for name, value in entry.items() if name != "kind"})
                if not raw.path(request.corpus, page.sha256).exists():
                    continue
                self._kept.setdefault((page.query, page.first, page.after), []).append(page)

    def read(self, query: QueryName, part: Slice) -> list[KeptPage]:
        """Return the pages of one slice, halving it where the endpoint finds it too heavy.

        Raises:
            SourceUnavailableError: the endpoint does not answer, or not even for a single day.
            QueryRefusedError: it says that the query is wrong.
        """
        name = f"{query} {value_digest(part.numbers)[:12]}" if part.numbers else query
        key = (name, part.first.isoformat(), part.after.isoformat())
        pages = list(self._kept.get(key, []))
        if pages and pages[-1].is_last:
            return pages
        first_row = pages[-1].first_row + pages[-1].rows if pages else 0
        text = self._request.query(query, part)
        try:
            for page in ask_pages(self._exchange, self._request.endpoint, text, self._request.page_rows, first_row):
                sha256 = self._raw.put(self._request.corpus, page.body)
                kept = KeptPage(*key, first_row, len(page.rows), sha256, page.is_last)
                self._journal.append("page", **asdict(kept))
                pages.append(kept)
                first_row += kept.rows
        except QueryTooHeavyError as error:
            halves = part.halves()
            if halves is None:
                raise SourceUnavailableError(
                    f"Cellar cannot finish the query {query} even for {part.first} alone ({error}). "
                    "Try again when it is less busy; what is kept so far is not asked for again."
                ) from error
            return [page for half in halves for page in self.read(query, half)]
        except NoAnswerError as error:
            raise SourceUnavailableError(
                f"Cellar's search endpoint gave no answer for {query} of {part.first} ({error}). The last tables stay; "
                "run again to go on where this stopped."
            ) from error
        return pages

    def rows(self, pages: Iterable[KeptPage]) -> Iterator[Row]:
        """Yield the rows of kept pages."""
        for page in pages:
            yield from read_rows(self._raw.get(self._request.corpus, page.sha256))


def answers_frame(corpus: str, pages: Sequence[KeptPage]) -> pl.DataFrame:
    """Return the frame of `register_answers`."""
    rows = [
        {
            "corpus": corpus,
            "query": page.query,
            "first": date.fromisoformat(page.first),
            "after": date.fromisoformat(page.after),
            "first_row": page.first_row,
            "rows": page.rows,
            "sha256": page.sha256,
        }
        for page in pages
    ]
    return REGISTER_ANSWERS.conform(REGISTER_ANSWERS.frame(rows))


def register_frame(request: CellarRequest, rows: Iterable[Row]) -> tuple[pl.DataFrame, list[str]]:
    """Return the frame of `register`, and the CELEX numbers of rows that are none of a decision.

    Several rows of a decision become one: earliest date, first ECLI and work in order, title by order of language.
    """
    order = {language: place for place, language in enumerate(request.languages)}
    table = _table(rows, _JUDGMENT_COLUMNS).with_columns(
        pl.col("date").str.slice(0, 10).str.to_date("%Y-%m-%d", strict=False),
        pl.col("language").str.split("/").list.last().str.to_lowercase(),
        pl.col("celex").map_elements(_doc_id, return_dtype=pl.String).alias("doc_id"),
        pl.col("ecli").map_elements(_ecli, return_dtype=pl.String),
    )
    usable = table.filter(pl.col("doc_id").is_not_null() & pl.col("date").is_not_null() & pl.col("work").is_not_null())
    unusable = table.join(usable, on="celex", how="anti")["celex"].drop_nulls().unique().sort().to_list()
    place = pl.col("language").replace_strict(order, default=len(order), return_dtype=pl.Int32)
    frame = (
        usable.with_columns(place.alias("_place"), pl.format("{}/{}", "language", "type").alias("_stream"))
        .sort("celex", "_place", "type", "date", "ecli", "work", nulls_last=True)
        .group_by("celex", maintain_order=True)
        .agg(
            pl.col("doc_id").first(),
            pl.col("ecli").drop_nulls().sort().first(),
            pl.col("date").min(),
            pl.col("title").drop_nulls().first(),
            pl.col("work").sort().first().alias("work_url"),
            pl.col("_stream").drop_nulls().unique(maintain_order=True).alias("streams"),
        )
        .with_columns(pl.lit(request.corpus).alias("corpus"))
        .unique("doc_id", keep="first", maintain_order=True)
    )
    return REGISTER.conform(frame), unusable


def citations_frame(corpus: str, rows: Iterable[Row]) -> pl.DataFrame:
    """Return the frame of `register_citations`: one row per citing decision, cited work and annotation."""
    table = _table(rows, _CITATION_COLUMNS).with_columns(
        pl.col("citing_fragment", "cited_fragment").fill_null("").str.strip_chars()
    )
    frame = (
        table.filter(pl.col("citing").is_not_null() & pl.col("cited").is_not_null())
        .unique(_CITATION_COLUMNS)
        .select(
            pl.lit(corpus).alias("corpus"),
            pl.col("citing").alias("citing_celex"),
            pl.col("cited").alias("cited_celex"),
            "citing_fragment",
            "cited_fragment",
            *(
                pl.col(f"{side}_fragment")
                .map_elements(parse_fragment, return_dtype=pl.List(pl.Int32))
                .alias(f"{side}_paragraphs")
                for side in ("citing", "cited")
            ),
        )
    )
    return REGISTER_CITATIONS.conform(frame)


def parse_fragment(text: str) -> list[int]:
    """Return the paragraphs that an annotation names: `N 8 95` is 8 and 95, `N 34-36` all three, `A17P1` none."""
    if not _PARAGRAPHS.fullmatch(text.strip()):
        return []
    numbers: list[int] = []
    for first, last in _RANGE.findall(text):
        low, high = int(first), int(last or first)
        numbers += range(low, high + 1) if low <= high <= low + _LONGEST_RANGE else [low, high]
    return list(dict.fromkeys(numbers))


def _table(rows: Iterable[Row], columns: Sequence[str]) -> pl.DataFrame:
    """Lay rows out as a frame, some thousand at a time, so that memory holds no more rows as Python objects."""
    schema = dict.fromkeys(columns, pl.String)
    waiting, parts = iter(rows), [pl.DataFrame(schema=schema)]
    while batch := [[row.get(name) for name in columns] for row in islice(waiting, _BATCH)]:
        parts.append(pl.DataFrame(batch, schema=schema, orient="row"))
    return pl.concat(parts)


def _doc_id(celex: str) -> str | None:
    try:
        return parse_celex(celex).doc_id
    except ValueError:
        return None


def _ecli(text: str) -> str | None:
    try:
        return parse_ecli(text)
    except ValueError:
        return None
